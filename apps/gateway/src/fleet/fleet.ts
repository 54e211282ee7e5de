import { canonicalSerial, type InverterSettings } from '@heliograph/domain';
import type { Clock } from '../platform/clock.ts';
import { type InverterState, newInverter, RADIO_SOURCE, type SourceId } from './inverter.ts';

/** A change of what we know of an inverter: the parts that are new. `nowMs` is the monotonic clock. */
export type InverterChange = (inverter: InverterState, nowMs: number) => Partial<InverterState>;

/** Inverters and what we know of them. Whoever learns something, by whatever way, tells it here. */
export interface Inverters {
  /** When the fleet began to know anything, on the monotonic clock. */
  readonly startedAtMs: number;
  /** In the order that their owner has chosen; others behind these, source by source and as each source brings them. */
  inverters(): readonly InverterState[];
  find(serial: string): InverterState | undefined;
  /** Changes what we know of an inverter; nothing happens when it is not (or no longer) there. */
  update(serial: string, change: InverterChange): void;
  /** Calls `listener` after anything has changed; returns the function that ends it. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` with the serial of an inverter that was dropped; returns the function that ends it. */
  onRemove(listener: (serial: string) => void): () => void;
}

/** An inverter that two sources bring: it belongs to the one that comes first. */
export interface Duplicate {
  readonly serial: string;
  readonly ownerId: SourceId;
  /** The source that brings it as well. */
  readonly otherId: SourceId;
}

/** All inverters of all sources. */
export interface Fleet extends Inverters {
  /**
   * Takes over what a source brings, in that order: known inverters keep their state, missing ones are dropped, or go to the next source that brings them. Within one list no serial stands twice.
   */
  configure(configs: readonly InverterSettings[], sourceId?: SourceId): void;
  /** Which sources there are, the one first whose inverters come first; what other sources have brought is dropped. */
  arrange(sourceIds: readonly SourceId[]): void;
  /** Says which inverters come first, by their serials; of one that is not there nothing happens until it comes. */
  rank(serials: readonly string[]): void;
  /** The inverters that belong to one source, for whoever looks after them. */
  ofSource(sourceId: SourceId): Inverters;
  duplicates(): readonly Duplicate[];
}

export interface FleetOptions {
  readonly clock: Clock;
  /** What the gateway's own radio brings. */
  readonly configs: readonly InverterSettings[];
  /** Serials of inverters that come first, see `rank`; by itself none. */
  readonly order?: readonly string[];
}

export function createFleet({ clock, configs, order = [] }: FleetOptions): Fleet {
  /** What each source brings, in the order of the sources. */
  let brought: ReadonlyMap<SourceId, readonly InverterSettings[]> = new Map([[RADIO_SOURCE, configs]]);
  let ranks = ranksOf(order);
  const bySerial = inRank(joined(new Map(), brought, clock.monotonicMs()), ranks);
  const changeListeners = new Set<() => void>();
  const removeListeners = new Set<(serial: string) => void>();

  function find(serial: string): InverterState | undefined {
    return bySerial.get(serial) ?? bySerial.get(canonicalSerial(serial) ?? '');
  }

  function tellChange(): void {
    for (const listener of [...changeListeners]) listener();
  }

  function bring(bringing: ReadonlyMap<SourceId, readonly InverterSettings[]>): void {
    brought = bringing;
    const next = inRank(joined(bySerial, brought, clock.monotonicMs()), ranks);
    const isGone = ({ serial, sourceId }: InverterState) => next.get(serial)?.sourceId !== sourceId;
    const removed = [...bySerial.values()].filter(isGone);
    bySerial.clear();
    for (const [serial, inverter] of next) bySerial.set(serial, inverter);
    for (const { serial } of removed) for (const listener of [...removeListeners]) listener(serial);
    tellChange();
  }

  function update(serial: string, change: InverterChange): void {
    const inverter = find(serial);
    if (inverter === undefined) return;
    const nowMs = __WITHOUT__.agesByMonotonicClock ? clock.unixMs() : clock.monotonicMs();
    const news = change(inverter, nowMs);
    if (Object.keys(news).length === 0) return;
    bySerial.set(inverter.serial, { ...inverter, ...news });
    tellChange();
  }

  const inverters = (): readonly InverterState[] => [...bySerial.values()];
  const everything: Inverters = {
    startedAtMs: clock.monotonicMs(),
    inverters,
    find,
    update,
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onRemove(listener) {
      removeListeners.add(listener);
      return () => removeListeners.delete(listener);
    },
  };

  return {
    ...everything,
    configure: (next, sourceId = RADIO_SOURCE) => bring(new Map(brought).set(sourceId, next)),
    rank(serials) {
      ranks = ranksOf(serials);
      bring(brought);
    },
    arrange: (sourceIds) => bring(new Map(sourceIds.map((id) => [id, brought.get(id) ?? []]))),
    ofSource(sourceId) {
      const own = (serial: string) => {
        const inverter = find(serial);
        return inverter?.sourceId === sourceId ? inverter : undefined;
      };
      return {
        ...everything,
        inverters: () => inverters().filter((inverter) => inverter.sourceId === sourceId),
        find: own,
        update(serial, change) {
          if (own(serial) !== undefined) update(serial, change);
        },
      };
    },
    duplicates: () =>
      [...brought].flatMap(([otherId, settings]) =>
        settings.flatMap(({ serial }) => {
          const ownerId = bySerial.get(serial)?.sourceId;
          return ownerId === undefined || ownerId === otherId ? [] : [{ serial, ownerId, otherId }];
        }),
      ),
  };
}

function ranksOf(serials: readonly string[]): ReadonlyMap<string, number> {
  return new Map(serials.map((serial, rank) => [serial, rank]));
}

function inRank(
  inverters: Map<string, InverterState>,
  ranks: ReadonlyMap<string, number>,
): Map<string, InverterState> {
  if (ranks.size === 0) return inverters;
  const rankOf = (serial: string) => ranks.get(serial) ?? ranks.size;
  return new Map([...inverters].sort(([one], [other]) => rankOf(one) - rankOf(other)));
}

/** The inverters after a change of settings, in the order of the sources and of what each of them brings. */
function joined(
  known: ReadonlyMap<string, InverterState>,
  brought: ReadonlyMap<SourceId, readonly InverterSettings[]>,
  nowMs: number,
): Map<string, InverterState> {
  const next = new Map<string, InverterState>();
  for (const [sourceId, configs] of brought) {
    for (const config of configs) {
      const { serial } = config;
      if (next.has(serial)) continue; // of a source before this one
      const inverter = known.get(serial);
      const isKnown = inverter?.sourceId === sourceId;
      next.set(serial, isKnown ? { ...inverter, ...config } : newInverter(config, sourceId, nowMs));
    }
  }
  return next;
}
