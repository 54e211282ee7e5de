import { canonicalSerial, type InverterSettings } from '@heliograph/domain';
import type { Clock } from '../platform/clock.ts';
import { type InverterState, newInverter } from './inverter.ts';

/** A change of what we know of an inverter: the parts that are new. `nowMs` is the monotonic clock. */
export type InverterChange = (inverter: InverterState, nowMs: number) => Partial<InverterState>;

/** All configured inverters and what we know of them. Whoever learns something, by whatever way, tells it here. */
export interface Fleet {
  /** When the fleet began to know anything, on the monotonic clock. */
  readonly startedAtMs: number;
  /** In the order in which they joined: of the settings at the start, later ones at the end. */
  inverters(): readonly InverterState[];
  find(serial: string): InverterState | undefined;
  /**
   * Takes over the settings of all inverters. Known ones keep their state and their place, new ones go to the end,
   * missing ones are dropped. No serial stands there twice.
   */
  configure(configs: readonly InverterSettings[]): void;
  /** Changes what we know of an inverter; nothing happens when it is not (or no longer) in the fleet. */
  update(serial: string, change: InverterChange): void;
  /** Calls `listener` after anything has changed; returns the function that ends it. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` with the serial of an inverter that was dropped; returns the function that ends it. */
  onRemove(listener: (serial: string) => void): () => void;
}

export interface FleetOptions {
  readonly clock: Clock;
  readonly configs: readonly InverterSettings[];
}

export function createFleet({ clock, configs }: FleetOptions): Fleet {
  /** A map keeps the order in which inverters joined. */
  let bySerial: ReadonlyMap<string, InverterState> = joined(new Map(), configs, clock.monotonicMs());
  const changeListeners = new Set<() => void>();
  const removeListeners = new Set<(serial: string) => void>();

  function find(serial: string): InverterState | undefined {
    return bySerial.get(serial) ?? bySerial.get(canonicalSerial(serial) ?? '');
  }

  function replace(next: ReadonlyMap<string, InverterState>): void {
    const removed = [...bySerial.keys()].filter((serial) => !next.has(serial));
    bySerial = next;
    for (const serial of removed) for (const listener of [...removeListeners]) listener(serial);
    for (const listener of [...changeListeners]) listener();
  }

  return {
    startedAtMs: clock.monotonicMs(),
    inverters: () => [...bySerial.values()],
    find,
    configure(next) {
      replace(joined(bySerial, next, clock.monotonicMs()));
    },
    update(serial, change) {
      const inverter = find(serial);
      if (inverter === undefined) return;
      const nowMs = __WITHOUT__.agesByMonotonicClock ? clock.unixMs() : clock.monotonicMs();
      const news = change(inverter, nowMs);
      if (Object.keys(news).length === 0) return;
      replace(new Map(bySerial).set(inverter.serial, { ...inverter, ...news }));
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onRemove(listener) {
      removeListeners.add(listener);
      return () => removeListeners.delete(listener);
    },
  };
}

/** The inverters after a change of settings: those that stay in their old order, then the new ones. */
function joined(
  known: ReadonlyMap<string, InverterState>,
  configs: readonly InverterSettings[],
  nowMs: number,
): ReadonlyMap<string, InverterState> {
  const wanted = new Map(configs.map((config) => [config.serial, config]));
  const next = new Map<string, InverterState>();
  for (const [serial, inverter] of known) {
    const config = wanted.get(serial);
    if (config !== undefined) next.set(serial, { ...inverter, ...config });
  }
  for (const [serial, config] of wanted) {
    if (!next.has(serial)) next.set(serial, newInverter(config, nowMs));
  }
  return next;
}
