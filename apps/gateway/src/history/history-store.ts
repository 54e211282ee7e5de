import {
  type Database,
  type Engine,
  isWholeDatabase,
  openDatabase,
  type Statement,
  textOf,
} from '../storage/database.ts';
import { dropReserve, keepReserve, openOnReadOnlyDisk } from '../storage/database-file.ts';
import { databaseProblemOf } from '../storage/database-problem.ts';
import { isNewer, migrate, NewerDatabaseError, versionOf } from '../storage/migrations.ts';
import {
  type Bucket,
  decodeBucket,
  emptyBucket,
  encodeBucket,
  joined,
  withEnergy,
  withEnergyOf,
  withMissed,
  withSample,
} from './bucket.ts';
import { AHEAD_S } from './date-events.ts';
import { type CounterState, countEnergy, GAP_S } from './energy-counter.ts';
import { type EventArchive, openEventArchive, type ReadEventLog } from './event-archive.ts';
import type { HistoryBatch, HistoryReading, MeterStretch, PlantReading } from './history-batch.ts';
import { type ImportedDay, importStatements, type KeptImport } from './history-imports.ts';
import {
  type KeptReplacement,
  type ReplacedState,
  replacementStatements,
  rest,
  sumOfBuckets,
} from './history-replacements.ts';
import { HISTORY_MIGRATIONS, METER, PLANT, type Place } from './history-schema.ts';
import { METER_GAP_S, withMeterEnergy, withMeterSample } from './meter-bucket.ts';
import { type OrderArchive, openOrderArchive } from './order-archive.ts';
import { type Outgoing, openOutgoing } from './outgoing.ts';
import { encodeRaw } from './raw-reading.ts';
import {
  baseOf,
  firstDayOf,
  keyAt,
  monthOfDay,
  SPAN_LENGTH_S,
  SPANS,
  type Span,
  startOf,
  type UtcOffset,
} from './tiers.ts';

/** What was measured, in one file. Not for the thread that serves: a write may take as long as the disk likes. */
export interface HistoryStore {
  readonly database: Database;
  /** Where the days of this plant begin. */
  utcOffsetS: UtcOffset;
  /** Writes a batch down, whole or, where it throws, not at all. */
  record(batch: HistoryBatch): void;
  /**
   * Takes energy from elsewhere as that of days of the plant, in whole Wh; replaces what was there. Null forgets a day again of which
   * nothing was measured. Returns the number of the import; undefined where nothing has changed.
   */
  importDays(days: readonly DayToImport[], part: ImportPart): number | undefined;
  /** Puts back what an import has changed. An answer that is no `done` has changed nothing. */
  takeImportBack(id: number, atS: number | undefined): TakingBack;
  /** What was imported, the newest first. */
  imports(): readonly KeptImport[];
  /**
   * A new inverter goes on with the history of another one, which it has replaced; what it has of its own comes behind that. An
   * answer that is no `done` has changed nothing.
   */
  replace(oldSerial: string, newSerial: string): Replacing;
  /** Which inverter has replaced which, the newest first. */
  replacements(): readonly Replacement[];
  /**
   * The new inverter has a place of its own again, with what came since, and the old one what it had. False: that cannot be done, and nothing
   * has changed.
   */
  takeReplacementBack(id: number): boolean;
  /**
   * Where the history of an inverter is kept, of the whole plant for an empty serial, and of the power meter for `METER_SERIAL`;
   * undefined: there is none.
   */
  placeOf(serial: string): number | undefined;
  /** All places but the plant and the meter, in the order in which they came. */
  places(): readonly Place[];
  /** The orders of a span of time, each as JSON, the newest first. */
  orders: OrderArchive['between'];
  /** What inverters have noted in their event logs. */
  readonly events: Pick<EventArchive, 'list' | 'count' | 'codes'>;
  /** How much of it a time-series database has. */
  readonly outgoing: Pick<Outgoing, 'next' | 'markSent' | 'goBack' | 'waitingSince'>;
  /** The span that is under way, which no closed row has yet. */
  openBucket(place: number, span: Span): { readonly key: number; readonly bucket: Bucket } | undefined;
  /**
   * Lets go what is older than it is kept for. `unsureForS`: nobody has said that the clock is right in these seconds since the start, so no
   * more time is taken to have gone by.
   */
  prune(nowS: number, keep: KeptFor, unsureForS?: number): void;
  /**
   * Makes room on a full disk: the oldest readings give way, and where there are none the oldest minutes. False: there are not
   * enough that may go.
   */
  makeRoom(): boolean;
  /** From now on what is recorded waits for the disk with `settle` and not before: an end has one wait less. */
  beginToEnd(): void;
  /** Waits until everything is on the disk, in the file itself; so `close` has nothing left to wait for. */
  settle(): void;
  close(): void;
}

/** By this the power meter is asked for; no inverter has such a serial. */
export const METER_SERIAL = 'meter';

/** What came of a replacement: it is `done`; nothing is kept of the old one; both have delivered at the same time. */
export type Replacing = 'done' | 'unknown' | 'overlap';

export interface Replacement extends KeptReplacement {
  /** The new inverter is still where the old one was, and that one nowhere else. */
  readonly takesBack: boolean;
}

export interface DayToImport {
  readonly day: number;
  readonly energyWh: number | null;
}

/** Which import days are a part of. */
export interface ImportPart {
  /** One that has begun before; a new one where there is none, or none that counts. */
  readonly id?: number | undefined;
  /** When a new one begins, in unix seconds; undefined where nobody has set the clock. */
  readonly atS: number | undefined;
}

/** What came of it. Of what is `done` so many days stay as they are, because a later import has changed them again. */
export type TakingBack =
  | { readonly kind: 'done'; readonly stayingDays: number }
  | { readonly kind: 'unknown' | 'nothing-left' };

/** For how many days it is kept. */
export interface KeptFor {
  readonly rawDays: number;
  readonly minuteDays: number;
}

/** The file is not a database any more, or not a whole one. */
class DamagedHistoryError extends Error {
  override readonly name = 'DamagedHistoryError';
}

export interface HistoryStoreOptions {
  readonly path: string;
  readonly utcOffsetS: UtcOffset;
  /** The one to prefer here where it is not said. */
  readonly engine?: Engine | undefined;
}

interface OpenSpan {
  readonly key: number;
  readonly bucket: Bucket;
}

/** A place, and what is under way there. */
type PlaceAndOpen = readonly [place: number, open: OpenSpan | undefined];

type SpanKeys = Readonly<Record<Span, number>>;

/** What is known of a place besides its rows. */
interface PlaceState {
  readonly stringCount: number;
  /** Unix seconds of the last reading; undefined before the first. */
  readonly lastAtS: number | undefined;
  /** The latest of those that came while the clock was known to be right. */
  readonly sureAtS: number | undefined;
  readonly counters: readonly (CounterState | undefined)[];
  /** Unix seconds; since then its inverter was heard without a break. Undefined: not known. */
  readonly heardSinceS?: number | undefined;
  readonly open: { readonly [S in Span]?: OpenSpan };
  /** Of the meter alone, once it was heard. */
  readonly meter?: MeterState | undefined;
}

interface MeterState {
  /** Unix seconds; since then it was heard without a gap. */
  readonly sinceS: number;
  /** Of a Wh; they are in no span yet. */
  readonly importedRestWh: number;
  readonly exportedRestWh: number;
}

const DAY_S = 86_400;
/** An inverter that was not heard for so long may have been without power, and has begun its event log anew. */
const BREAK_S = 1800;
/** Readings of two inverters may change places by so much; more, and the clock was set back. */
const SET_BACK_S = 120;
/** Pages that are written beside the file before they are taken into it, 0.5 MB. */
const WAL_PAGES = 128;
/** More than these, so that they can be taken in when nothing else finds room any more. */
const RESERVE_PAGES = 160;
const PAGE_BYTES = 4096;

/** Throws a `DamagedHistoryError` for a file that is no whole database, and a `NewerDatabaseError` for one of a later gateway. */
export function openHistoryStore(options: HistoryStoreOptions): HistoryStore {
  const database = openChecked(options);
  try {
    return createHistoryStore(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a file on a disk that takes nothing, to show what is in it; whatever would write throws. Throws where it is of an earlier version,
 * which would have to be written anew, or where what was written last is not in it yet.
 */
export function openHistoryToRead(options: HistoryStoreOptions): HistoryStore {
  const { path, engine } = options;
  const database = openOnReadOnlyDisk(path, engine);
  try {
    if (!isWholeDatabase(database)) throw new DamagedHistoryError('The history is damaged.');
    if (isNewer(versionOf(database))) throw new NewerDatabaseError('The history is of a newer version.');
    return createHistoryStore(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openChecked({ path, engine }: HistoryStoreOptions): Database {
  let database: Database | undefined;
  try {
    database = openDatabase(path, engine);
    // Before the first table, or it has no effect.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${__WITHOUT__.historySync ? 'OFF' : 'FULL'}`);
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec(`PRAGMA wal_autocheckpoint = ${WAL_PAGES}`);
    const [found] = database
      .prepare<{ isWhole: number }>("SELECT quick_check = 'ok' AS isWhole FROM pragma_quick_check LIMIT 1")
      .all();
    if (found?.isWhole !== 1) throw new DamagedHistoryError('The history is damaged.');
  } catch (error) {
    database?.close();
    if (isDamage(error)) throw new DamagedHistoryError('The history is damaged.', { cause: error });
    throw error;
  }
  try {
    migrate(database, HISTORY_MIGRATIONS);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedHistoryError || databaseProblemOf(error) === 'damaged';
}

export function isFull(error: unknown): boolean {
  return databaseProblemOf(error) === 'full';
}

function createHistoryStore(
  database: Database,
  { path, utcOffsetS: firstOffset }: HistoryStoreOptions,
): HistoryStore {
  let utcOffsetS = firstOffset;
  keepReserve(path, RESERVE_PAGES * PAGE_BYTES);
  const rows = rowStatements(database);
  const kept = stateStatements(database);
  const imports = importStatements(database);
  const orders = openOrderArchive(database);
  const events = openEventArchive(database);
  const replacements = replacementStatements(database);
  const outgoing = openOutgoing(database);
  let places = kept.loadPlaces();
  let states = kept.loadStates();
  const foundAtS = Math.max(...[...states.values()].map(({ lastAtS = 0 }) => lastAtS));
  /** A time server had set the clock when something was recorded last. */
  let wasSure = false;
  /** Of inverters that were replaced, for whoever still asks by their serial. */
  let former = kept.loadFormer();

  /** What a batch changes, until it is on the disk. */
  interface Draft {
    readonly places: Map<string, number>;
    readonly states: Map<number, PlaceState>;
    readonly touched: Set<number>;
  }

  function placeIn(draft: Draft, serial: string): number {
    const known = draft.places.get(serial);
    if (known !== undefined) return known;
    const place = kept.addPlace(serial);
    draft.places.set(serial, place);
    return place;
  }

  function stateIn(draft: Draft, place: number): PlaceState {
    return draft.states.get(place) ?? UNHEARD;
  }

  function setState(draft: Draft, place: number, state: PlaceState): void {
    draft.states.set(place, state);
    draft.touched.add(place);
  }

  /** Changes the bucket of one span in which a time lies, whether it is under way or was written before. */
  function change(
    draft: Draft,
    place: number,
    span: Span,
    key: number,
    work: (bucket: Bucket) => Bucket,
  ): void {
    const state = stateIn(draft, place);
    const open = state.open[span];
    if (open?.key === key) {
      setState(draft, place, {
        ...state,
        open: { ...state.open, [span]: { key, bucket: work(open.bucket) } },
      });
      return;
    }
    const before = rows.read(span, place, key) ?? emptyBucket(state.stringCount);
    if (open !== undefined && key < open.key) {
      rows.write(span, place, key, work(before));
      return;
    }
    if (open !== undefined) rows.write(span, place, open.key, open.bucket);
    setState(draft, place, { ...state, open: { ...state.open, [span]: { key, bucket: work(before) } } });
  }

  let lastKeys: { readonly atS: number; readonly offset: UtcOffset; readonly keys: SpanKeys } | undefined;

  /** In which spans a time lies; readings of the same second ask for the same. */
  function keysAt(atS: number): SpanKeys {
    if (lastKeys?.atS === atS && lastKeys.offset === utcOffsetS) return lastKeys.keys;
    const keys = Object.fromEntries(SPANS.map((span) => [span, keyAt(span, atS, utcOffsetS)])) as SpanKeys;
    lastKeys = { atS, offset: utcOffsetS, keys };
    return keys;
  }

  /** The same in every span, at a unix time in seconds. */
  function changeAt(draft: Draft, place: number, atS: number, work: (bucket: Bucket) => Bucket): void {
    const keys = keysAt(atS);
    for (const span of SPANS) change(draft, place, span, keys[span], work);
  }

  /** How long a reading counts: since the one before, where that is not too long ago. */
  function countsForS(state: PlaceState, atS: number): number {
    const elapsedS = state.lastAtS === undefined ? 0 : atS - state.lastAtS;
    return elapsedS > 0 && elapsedS <= GAP_S ? elapsedS : 0;
  }

  function takeReading(draft: Draft, reading: HistoryReading): void {
    const place = placeIn(draft, reading.serial);
    const atS = Math.floor(reading.atMs / 1000);
    const known = stateIn(draft, place);
    const state = { ...known, stringCount: Math.max(known.stringCount, reading.strings.length) };
    const heardSinceS = heardSince(state, atS);
    setState(draft, place, { ...state, lastAtS: lastOf(state, atS), heardSinceS });
    const sample = {
      atS,
      forS: countsForS(state, atS),
      powerW: reading.powerW,
      dcPowerW: sumOfKnown(reading.strings.map(({ powerW }) => powerW)),
      temperatureC: reading.temperatureC,
      voltageV: reading.voltageV,
      limitPercent: reading.limitPercent,
      stringPowersW: reading.strings.map(({ powerW }) => powerW),
    };
    const credits = countStrings(draft, place, reading, atS);
    for (const [when, cameAtS] of [
      ['before-today', startOf('day', keysAt(atS).day, utcOffsetS) - 1],
      ['now', atS],
    ] as const) {
      const came = credits.filter((credit) => credit.when === when);
      if (came.length === 0 && when === 'before-today') continue;
      changeAt(draft, place, cameAtS, (bucket) => {
        const sampled = when === 'now' ? withSample(bucket, sample) : bucket;
        return came.reduce(
          (sum, { wh, string, isEstimated }) => withEnergy(sum, wh, string, isEstimated),
          sampled,
        );
      });
      const wh = sumOfWh(came);
      const isEstimated = came.some((credit) => credit.isEstimated);
      if (wh > 0) changeAt(draft, PLANT, cameAtS, (bucket) => withEnergy(bucket, wh, undefined, isEstimated));
      const producedWh = sumOfWh(came.filter(({ sinceS }) => isMetered(draft, sinceS, atS)));
      if (producedWh > 0) {
        const energy = { producedWh, importedWh: 0, exportedWh: 0 };
        changeAt(draft, METER, cameAtS, (bucket) => withMeterEnergy(bucket, energy));
      }
    }
    rows.writeRaw(place, atS, encodeRaw(reading));
    outgoing.noteWritten(place, atS);
  }

  /** Whether the meter was heard for as long as it took energy to come; of what has no begin nobody knows how long. */
  function isMetered(draft: Draft, sinceS: number | undefined, atS: number): boolean {
    const { meter, lastAtS } = stateIn(draft, METER);
    if (meter === undefined || lastAtS === undefined || sinceS === undefined) return false;
    return sinceS >= meter.sinceS && atS - lastAtS <= METER_GAP_S;
  }

  function takeMeter(draft: Draft, stretch: MeterStretch): void {
    const { atMs, forMs, power: grid, producedW } = stretch;
    const state = stateIn(draft, METER);
    const atS = Math.floor(atMs / 1000);
    const beginS = Math.floor((atMs - forMs) / 1000);
    const isGoingOn = forMs > 0 && state.lastAtS !== undefined && beginS <= state.lastAtS;
    const importedWh = stretch.importedWh + (state.meter?.importedRestWh ?? 0);
    const exportedWh = stretch.exportedWh + (state.meter?.exportedRestWh ?? 0);
    const whole = { producedWh: 0, importedWh: Math.floor(importedWh), exportedWh: Math.floor(exportedWh) };
    setState(draft, METER, {
      ...state,
      lastAtS: atS,
      meter: {
        sinceS: isGoingOn ? (state.meter?.sinceS ?? beginS) : beginS,
        importedRestWh: importedWh - whole.importedWh,
        exportedRestWh: exportedWh - whole.exportedWh,
      },
    });
    const houseW = producedW === undefined ? undefined : grid.mean + producedW;
    const sample = { atS, forS: atS - beginS, grid, houseW };
    changeAt(draft, METER, atS, (bucket) => withMeterEnergy(withMeterSample(bucket, sample), whole));
    const strings = houseW === undefined ? [] : [{ ...UNTOLD_STRING, powerW: houseW }];
    rows.writeRaw(METER, atS, encodeRaw({ powerW: grid.mean, strings }));
    outgoing.noteWritten(METER, atS);
  }

  /** What came of each string since it was heard last. */
  function countStrings(draft: Draft, place: number, reading: HistoryReading, atS: number) {
    const { day } = keysAt(atS);
    const daySinceS = atS - startOf('day', day, utcOffsetS);
    const known = stateIn(draft, place);
    const counted = reading.strings.map(({ powerW = 0, totalWh, todayWh }, index) =>
      countEnergy(known.counters[index], { atS, day, daySinceS, powerW, totalWh, todayWh }),
    );
    setState(draft, place, { ...known, counters: counted.map(({ state }) => state) });
    // What one that was replaced and is back has told of its day already counts where it hung before.
    const isBack = former.has(reading.serial);
    return counted.flatMap(({ credits }, string) =>
      isBack && known.counters[string] === undefined
        ? []
        : credits.map((credit) => ({ ...credit, string, sinceS: known.counters[string]?.atS })),
    );
  }

  function takePlantPower(draft: Draft, { atMs, powerW, dcPowerW, limitPercent }: PlantReading): void {
    const state = stateIn(draft, PLANT);
    const atS = Math.floor(atMs / 1000);
    const sample = {
      ...{ atS, forS: countsForS(state, atS), powerW, dcPowerW, limitPercent },
      ...{ temperatureC: undefined, voltageV: undefined, stringPowersW: [] },
    };
    setState(draft, PLANT, { ...state, lastAtS: lastOf(state, atS) });
    changeAt(draft, PLANT, atS, (bucket) => withSample(bucket, sample));
    const strings = dcPowerW === undefined ? [] : [{ ...UNTOLD_STRING, powerW: dcPowerW }];
    rows.writeRaw(PLANT, atS, encodeRaw({ powerW, limitPercent, strings }));
    outgoing.noteWritten(PLANT, atS);
  }

  function takeBatch(draft: Draft, batch: HistoryBatch): void {
    const { readings, plantPower, missed, names, meter = [], orders: given = [], eventLogs = [] } = batch;
    // What the plant makes counts beside what the meter shows while it is heard, so both are taken as they came.
    const inOrder = [
      ...readings.map((reading) => ({ atMs: reading.atMs, take: () => takeReading(draft, reading) })),
      ...meter.map((stretch) => ({ atMs: stretch.atMs, take: () => takeMeter(draft, stretch) })),
    ].sort((one, other) => one.atMs - other.atMs);
    for (const { take } of inOrder) take();
    for (const reading of plantPower) takePlantPower(draft, reading);
    for (const { serial, atMs, seconds } of missed) {
      const atS = Math.floor(atMs / 1000);
      changeAt(draft, placeIn(draft, serial), atS, (bucket) => withMissed(bucket, seconds));
    }
    for (const { serial, name, strings } of names) {
      kept.saveNames(placeIn(draft, serial), name, strings);
    }
    orders.keep(given);
    for (const log of eventLogs) takeEventLog(draft, log);
  }

  /** Which day its events are of depends on how long the inverter was heard, so this comes behind the readings. */
  function takeEventLog(draft: Draft, log: ReadEventLog): void {
    const place = placeIn(draft, log.serial);
    events.keep(place, log, stateIn(draft, place).heardSinceS);
  }

  /** All of `work` is on the disk, and known here, or neither. */
  function inOneGo(work: (draft: Draft) => void): void {
    const draft: Draft = { places: new Map(places), states: new Map(states), touched: new Set() };
    const write = () => {
      work(draft);
      for (const place of draft.touched) kept.saveState(place, stateIn(draft, place));
    };
    if (__WITHOUT__.wholeBatches) write();
    else database.transaction(write);
    places = draft.places;
    states = draft.states;
  }

  return {
    database,
    get utcOffsetS() {
      return utcOffsetS;
    },
    set utcOffsetS(offset) {
      utcOffsetS = offset;
    },
    record(batch) {
      const { clock } = batch;
      const isSure = clock?.isSure === true;
      inOneGo((draft) => {
        if (isSure && !wasSure) setTimeToComeAside(draft, clock.nowS);
        takeBatch(draft, batch);
        if (isSure) noteSure(draft);
      });
      wasSure = isSure;
    },
    importDays(days, { id, atS }) {
      let into = id !== undefined && imports.find(id)?.isTakenBack === false ? id : undefined;
      inOneGo((draft) => {
        for (const { day, energyWh } of days) {
          const imported = importDay(draft, day, energyWh);
          if (imported === undefined) continue;
          into ??= imports.begin(atS);
          imports.add(into, imported);
        }
        if (into !== undefined) imports.end(into);
      });
      return into;
    },
    takeImportBack(id, atS) {
      const found = imports.find(id);
      if (found === undefined) return { kind: 'unknown' };
      if (!found.takesBack) return { kind: 'nothing-left' };
      const days = imports.daysOf(id);
      let stayingDays = 0;
      inOneGo((draft) => {
        const changed = days.filter((day) => !imports.hasHandedOn(id, day));
        stayingDays = days.length - changed.length;
        for (const day of changed) putDayBack(draft, day);
        for (const month of new Set(changed.map(({ day }) => monthOfDay(day)))) estimateMonth(draft, month);
        imports.markTakenBack(id, atS);
      });
      return { kind: 'done', stayingDays };
    },
    imports: () => imports.list(),
    replace(oldSerial, newSerial) {
      const place = places.get(oldSerial);
      const own = places.get(newSerial);
      if (place === undefined || place === own) return 'unknown';
      if (own !== undefined && haveOverlapped(place, own)) return 'overlap';
      inOneGo((draft) => {
        const cameAlong = own === undefined ? [] : kept.formerIdsOf(own);
        const names = kept.namesOf(place);
        const { meter: _none, ...state } = stateIn(draft, place);
        replacements.keep({ ...state, ...names, place, oldSerial, newSerial, cameAlong });
        if (own === undefined) {
          // The counters of the new one begin somewhere else.
          setState(draft, place, { ...stateIn(draft, place), counters: [] });
        } else {
          putBehind(draft, place, own);
        }
        if (own !== undefined) replacements.move(own, place);
        if (own !== undefined) events.move(own, place);
        if (own !== undefined) outgoing.sendAnew(own);
        kept.replaceInverter(oldSerial, newSerial, place, own);
        draft.places.delete(oldSerial);
        draft.places.set(newSerial, place);
      });
      former = kept.loadFormer();
      return 'done';
    },
    replacements: listReplacements,
    takeReplacementBack(id) {
      const found = replacements.find(id);
      if (found === undefined || !listReplacements().some((one) => one.id === id && one.takesBack))
        return false;
      inOneGo((draft) => {
        tellApart(draft, found);
        replacements.markTakenBack(id);
      });
      former = kept.loadFormer();
      return true;
    },
    placeOf(serial) {
      if (serial === '') return PLANT;
      if (serial === METER_SERIAL) return METER;
      return places.get(serial) ?? former.get(serial);
    },
    places: () => kept.listPlaces(),
    orders: orders.between,
    events,
    outgoing,
    openBucket: (place, span) => states.get(place)?.open[span],
    prune(nowS, { rawDays, minuteDays }, unsureForS) {
      const untilS = unsureForS === undefined ? nowS : Math.min(nowS, foundAtS + unsureForS);
      database.transaction(() => {
        for (const place of allPlaces()) {
          rows.dropRaw(place, untilS - rawDays * DAY_S);
          rows.dropMinutes(place, untilS - minuteDays * DAY_S);
        }
        orders.prune(untilS - rawDays * DAY_S);
      });
      database.exec('PRAGMA incremental_vacuum(1000)');
      keepReserve(path, RESERVE_PAGES * PAGE_BYTES);
    },
    makeRoom() {
      // What was written last lies beside the file until there is room to take it in; what is deleted comes behind it.
      dropReserve(path);
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      for (let hours = 1; giveUpOldest(hours); hours *= 2) {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        database.exec(`PRAGMA incremental_vacuum(${RESERVE_PAGES})`);
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        if (keepReserve(path, RESERVE_PAGES * PAGE_BYTES)) return true;
      }
      return false;
    },
    beginToEnd() {
      if (!__WITHOUT__.historySync) database.exec('PRAGMA synchronous = NORMAL');
    },
    settle: () => database.exec('PRAGMA wal_checkpoint'),
    close: () => database.close(),
  };

  /**
   * A clock that was ahead is right again: what it has kept of a time to come would mix with what that time brings. Its readings go, and
   * its energy, which did come, counts now. What came while the clock was known to be right stays, whatever time it is of.
   */
  function setTimeToComeAside(draft: Draft, nowS: number): void {
    for (const place of allPlaces()) {
      const state = stateIn(draft, place);
      const untilS = Math.max(nowS, state.sureAtS ?? nowS);
      events.forgetDatesAfter(place, untilS + AHEAD_S, nowS);
      if (!hasLaterThan(place, state, untilS)) continue;
      for (const span of SPANS) setSpanAside(draft, place, span, nowS, untilS);
      rows.dropRawAfter(place, untilS);
      const { lastAtS, counters, meter, ...rest } = stateIn(draft, place);
      const { day } = keysAt(nowS);
      setState(draft, place, {
        ...rest,
        lastAtS: lastAtS && Math.min(lastAtS, untilS),
        counters: counters.map(
          (counter) => counter && (counter.atS > nowS ? { ...counter, atS: nowS, day } : counter),
        ),
        meter: meter && { ...meter, sinceS: Math.min(meter.sinceS, nowS) },
      });
    }
  }

  function hasLaterThan(place: number, { open }: PlaceState, untilS: number): boolean {
    const openMinute = open.minute?.key ?? Number.NEGATIVE_INFINITY;
    return Math.max(openMinute, rows.lastKey('quarter', place) ?? openMinute) > untilS;
  }

  function setSpanAside(draft: Draft, place: number, span: Span, nowS: number, untilS: number): void {
    const lastKey = keyAt(span, untilS, utcOffsetS);
    const state = stateIn(draft, place);
    const { [span]: open, ...others } = state.open;
    const aside = rows.after(span, place, lastKey).filter(({ key }) => key !== open?.key);
    rows.dropAfter(span, place, lastKey);
    if (open !== undefined && open.key > lastKey) {
      aside.push(open);
      kept.dropOpen(place, span);
      setState(draft, place, { ...state, open: others });
    }
    if (aside.length === 0 && open === undefined) return;
    change(draft, place, span, keyAt(span, nowS, utcOffsetS), (bucket) => {
      const sum = aside.reduce((one, { bucket: other }) => withEnergyOf(one, other), bucket);
      return { ...sum, peakAtS: Math.min(sum.peakAtS, nowS) };
    });
  }

  function noteSure(draft: Draft): void {
    for (const place of draft.touched) {
      const state = stateIn(draft, place);
      const { lastAtS, sureAtS = lastAtS } = state;
      if (lastAtS === undefined || sureAtS === undefined) continue;
      draft.states.set(place, { ...state, sureAtS: Math.max(sureAtS, lastAtS) });
    }
  }

  function allPlaces(): ReadonlySet<number> {
    return new Set([METER, PLANT, ...places.values()]);
  }

  /** Lets the oldest readings go or, where there are none, the oldest minutes; false where there is neither. */
  function giveUpOldest(hours: number): boolean {
    const span = rows.oldest('raw') === undefined ? 'minute' : 'raw';
    const oldest = rows.oldest(span);
    if (oldest === undefined) return false;
    const beforeS = oldest + hours * SPAN_LENGTH_S.hour;
    const drop = span === 'raw' ? rows.dropRaw : rows.dropMinutes;
    database.transaction(() => {
      for (const place of allPlaces()) drop(place, beforeS);
    });
    return true;
  }

  /** Whether the second has told anything before the first has told its last. */
  function haveOverlapped(place: number, own: number): boolean {
    const { lastAtS = Number.NEGATIVE_INFINITY } = states.get(place) ?? {};
    const firstOf = (span: 'minute' | 'quarter') =>
      rows.firstKey(span, own) ?? states.get(own)?.open[span]?.key ?? Number.POSITIVE_INFINITY;
    const inQuarter = firstOf('quarter') - keyAt('quarter', lastAtS, utcOffsetS);
    // In the same quarter of an hour it takes what is finer to tell, as long as that is kept.
    return inQuarter === 0 ? (rows.firstRaw(own) ?? firstOf('minute')) <= lastAtS : inQuarter < 0;
  }

  /** What is kept of `own` comes behind what is kept of `place`. */
  function putBehind(draft: Draft, place: number, own: number): void {
    const [state, ownState] = [stateIn(draft, place), stateIn(draft, own)];
    const open = Object.fromEntries(
      SPANS.flatMap((span) => {
        const under = putSpanBehind(span, [place, state.open[span]], [own, ownState.open[span]]);
        return under === undefined ? [] : [[span, under]];
      }),
    );
    rows.moveRaw(own, place);
    draft.states.delete(own);
    draft.touched.delete(own);
    setState(draft, place, {
      ...{ open, counters: ownState.counters, lastAtS: ownState.lastAtS ?? state.lastAtS },
      sureAtS: ownState.sureAtS ?? state.sureAtS,
      stringCount: Math.max(state.stringCount, ownState.stringCount),
    });
  }

  function listReplacements(): readonly Replacement[] {
    const all = replacements.list();
    return all.map((one, index) => ({
      ...one,
      takesBack:
        !one.isTakenBack &&
        places.get(one.newSerial) === one.place &&
        !places.has(one.oldSerial) &&
        // What came later at this place goes first.
        !all.slice(0, index).some(({ place, isTakenBack }) => place === one.place && !isTakenBack),
    }));
  }

  function tellApart(draft: Draft, before: ReplacedState): void {
    const { place, oldSerial, newSerial, stringCount, lastAtS, sureAtS, counters, open } = before;
    const now = stateIn(draft, place);
    const names = kept.namesOf(place);
    kept.giveBack(oldSerial, newSerial, place);
    draft.places.delete(newSerial);
    draft.places.set(oldSerial, place);
    if (now.lastAtS !== lastAtS || before.cameAlong.length > 0 || events.has(newSerial, place)) {
      const own = placeIn(draft, newSerial);
      const ownOpen = Object.fromEntries(
        SPANS.flatMap((span) => {
          const under = takeSpanApart(span, place, own, now.open[span], open[span]);
          return under === undefined ? [] : [[span, under]];
        }),
      );
      rows.moveRawAfter(place, own, lastAtS ?? Number.NEGATIVE_INFINITY);
      setState(draft, own, { ...now, open: ownOpen });
      events.moveInverter(newSerial, place, own);
      kept.saveNames(own, names.name, names.stringNames);
      for (const serial of kept.moveFormers(before.cameAlong, own)) events.moveInverter(serial, place, own);
    }
    kept.dropCounters(place);
    setState(draft, place, { stringCount, lastAtS, sureAtS, counters, open });
    kept.saveNames(place, before.name, before.stringNames);
  }

  /** Later spans go to `own`, and of that in which it began the rest. Returns what is under way there. */
  function takeSpanApart(
    span: Span,
    place: number,
    own: number,
    open: OpenSpan | undefined,
    before: OpenSpan | undefined,
  ): OpenSpan | undefined {
    if (open !== undefined) rows.write(span, place, open.key, open.bucket);
    const seam = before?.key ?? Number.NEGATIVE_INFINITY;
    rows.moveAfter(span, place, own, seam);
    const whole = before && rows.read(span, place, seam);
    const left = whole && rest(whole, before.bucket, finerOf(span, seam, own));
    if (left !== undefined) rows.write(span, own, seam, left);
    if (before !== undefined) rows.write(span, place, seam, before.bucket);
    const bucket = open && rows.read(span, own, open.key);
    return bucket && { key: open.key, bucket };
  }

  /** What the next shorter spans have together; undefined where there are none. */
  function finerOf(span: Span, key: number, place: number): Bucket | undefined {
    const finer = SPANS[SPANS.indexOf(span) - 1];
    if (finer === undefined) return undefined;
    const [from, to] =
      span === 'month'
        ? [firstDayOf(key), firstDayOf(key + 1)]
        : [startOf(span, key, utcOffsetS), endOf(span, key, utcOffsetS)];
    return sumOfBuckets(
      rows
        .after(finer, place, from - 1)
        .filter((row) => row.key < to)
        .map(({ bucket }) => bucket),
    );
  }

  /** A span that both have is put together. Returns what is under way then, which is what was for the second. */
  function putSpanBehind(span: Span, [place, open]: PlaceAndOpen, [own, ownOpen]: PlaceAndOpen) {
    if (open !== undefined) rows.write(span, place, open.key, open.bucket);
    if (ownOpen !== undefined) rows.write(span, own, ownOpen.key, ownOpen.bucket);
    for (const { key } of rows.inBoth(span, place, own)) {
      const [first, second] = [place, own].map((one) => rows.read(span, one, key) ?? emptyBucket(0));
      if (first !== undefined && second !== undefined) rows.write(span, own, key, joined(first, second));
    }
    rows.move(span, own, place);
    const last = ownOpen ?? open;
    const bucket = last && rows.read(span, place, last.key);
    return bucket && { key: last.key, bucket };
  }

  /** What that has changed; undefined: nothing. */
  function importDay(draft: Draft, day: number, energyWh: number | null): ImportedDay | undefined {
    const current = bucketIn(draft, 'day', day);
    const { energyWh: beforeWh = null, isEstimated: wasEstimated = false } = current ?? {};
    if (energyWh === beforeWh) return undefined;
    if (energyWh === null) {
      if (current?.power !== undefined) return undefined;
      forgetDay(draft, day, beforeWh ?? 0);
    } else {
      addToDay(draft, day, energyWh - (beforeWh ?? 0), (bucket) => ({ ...bucket, isEstimated: true }));
    }
    return { day, beforeWh, afterWh: energyWh, wasEstimated };
  }

  /** What was measured of the day meanwhile stays. */
  function putDayBack(draft: Draft, { day, beforeWh, afterWh, wasEstimated }: ImportedDay): void {
    const current = bucketIn(draft, 'day', day);
    const { energyWh: nowWh = 0, power } = current ?? {};
    const wh = Math.max((beforeWh ?? 0) - (afterWh ?? 0), -nowWh);
    if (beforeWh !== null || power !== undefined) {
      addToDay(draft, day, wh, (bucket) => ({ ...bucket, isEstimated: wasEstimated }));
    } else if (current !== undefined) forgetDay(draft, day, nowWh);
  }

  function addToDay(draft: Draft, day: number, wh: number, work: (bucket: Bucket) => Bucket): void {
    const add = (bucket: Bucket) => work(withEnergy(bucket, wh, undefined, false));
    change(draft, PLANT, 'day', day, add);
    change(draft, PLANT, 'month', monthOfDay(day), add);
  }

  /** The energy of a month is partly estimated where that of one of its days is. */
  function estimateMonth(draft: Draft, month: number): void {
    if (bucketIn(draft, 'month', month) === undefined) return;
    const length = firstDayOf(month + 1) - firstDayOf(month);
    const days = Array.from({ length }, (_, index) => bucketIn(draft, 'day', firstDayOf(month) + index));
    const isEstimated = days.some((day) => day?.isEstimated === true);
    change(draft, PLANT, 'month', month, (bucket) => ({ ...bucket, isEstimated }));
  }

  /** What was imported goes from its day and its month, and the month with its last day. */
  function forgetDay(draft: Draft, day: number, energyWh: number): void {
    const month = monthOfDay(day);
    change(draft, PLANT, 'month', month, (bucket) => withEnergy(bucket, -energyWh, undefined, false));
    drop(draft, 'day', day);
    const has = rows.daysBetween(PLANT, firstDayOf(month), firstDayOf(month + 1));
    const open = stateIn(draft, PLANT).open.day;
    const isUnderWay = open !== undefined && monthOfDay(open.key) === month;
    if (!has && !isUnderWay) drop(draft, 'month', month);
  }

  function drop(draft: Draft, span: 'day' | 'month', key: number): void {
    rows.drop(span, PLANT, key);
    const state = stateIn(draft, PLANT);
    if (state.open[span]?.key !== key) return;
    kept.dropOpen(PLANT, span);
    const { [span]: _dropped, ...open } = state.open;
    setState(draft, PLANT, { ...state, open });
  }

  /** Of the plant. */
  function bucketIn(draft: Draft, span: 'day' | 'month', key: number): Bucket | undefined {
    const open = stateIn(draft, PLANT).open[span];
    return open?.key === key ? open.bucket : rows.read(span, PLANT, key);
  }
}

const UNHEARD: PlaceState = {
  ...{ stringCount: 0, lastAtS: undefined, sureAtS: undefined, counters: [], open: {} },
};

/** A clock that was set back says nothing of how long. */
function heardSince({ lastAtS, heardSinceS }: PlaceState, atS: number): number {
  const elapsedS = atS - (lastAtS ?? Number.NEGATIVE_INFINITY);
  return heardSinceS === undefined || elapsedS > BREAK_S || elapsedS < -SET_BACK_S ? atS : heardSinceS;
}

/** The latest of a place, as long as the clock was not set back meanwhile: then the time begins anew. */
function lastOf({ lastAtS = Number.NEGATIVE_INFINITY }: PlaceState, atS: number): number {
  return atS < lastAtS - SET_BACK_S ? atS : Math.max(atS, lastAtS);
}

function endOf(span: 'minute' | 'quarter' | 'hour' | 'day', key: number, utcOffsetS: UtcOffset): number {
  return span === 'day' ? startOf('day', key + 1, utcOffsetS) : key + SPAN_LENGTH_S[span];
}

const UNTOLD_STRING = { powerW: undefined, voltageV: undefined, currentA: undefined, todayWh: undefined };

function sumOfWh(credits: readonly { readonly wh: number }[]): number {
  return credits.reduce((sum, { wh }) => sum + wh, 0);
}

/** Undefined where none of them is known. */
function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

interface KeptRow {
  readonly body: Uint8Array;
}

interface KeyRow {
  readonly key: number | null;
}

interface SpanStatements {
  readonly read: Statement<KeptRow>;
  readonly write: Statement<never>;
  readonly first: Statement<KeyRow>;
  /** Keys that two places have both. */
  readonly both: Statement<{ readonly key: number }>;
  readonly move: Statement<never>;
  readonly moveAfter: Statement<never>;
  readonly drop: Statement<never>;
  readonly last: Statement<KeyRow>;
  readonly after: Statement<KeptRow & { readonly key: number }>;
  readonly dropAfter: Statement<never>;
}

function rowStatements(database: Database) {
  const statementsOf = (span: Span): SpanStatements => ({
    read: database.prepare<KeptRow>(`SELECT body FROM ${span} WHERE place = ? AND key = ?`),
    write: database.prepare(`INSERT OR REPLACE INTO ${span} (place, key, body) VALUES (?, ?, ?)`),
    first: database.prepare<KeyRow>(`SELECT MIN(key) AS key FROM ${span} WHERE place = ?`),
    both: database.prepare<{ key: number }>(
      `SELECT key FROM ${span} WHERE place = ? AND key IN (SELECT key FROM ${span} WHERE place = ?)`,
    ),
    drop: database.prepare(`DELETE FROM ${span} WHERE place = ? AND key = ?`),
    last: database.prepare<KeyRow>(`SELECT MAX(key) AS key FROM ${span} WHERE place = ?`),
    after: database.prepare<KeptRow & { readonly key: number }>(
      `SELECT key, body FROM ${span} WHERE place = ? AND key > ? ORDER BY key`,
    ),
    dropAfter: database.prepare(`DELETE FROM ${span} WHERE place = ? AND key > ?`),
    move: database.prepare(`UPDATE OR REPLACE ${span} SET place = ? WHERE place = ?`),
    moveAfter: database.prepare(`UPDATE OR REPLACE ${span} SET place = ? WHERE place = ? AND key > ?`),
  });
  const bySpan: Readonly<Record<Span, SpanStatements>> = {
    minute: statementsOf('minute'),
    quarter: statementsOf('quarter'),
    hour: statementsOf('hour'),
    day: statementsOf('day'),
    month: statementsOf('month'),
  };
  const raw = database.prepare('INSERT OR REPLACE INTO raw (place, key, body) VALUES (?, ?, ?)');
  const dropRaw = database.prepare('DELETE FROM raw WHERE place = ? AND key < ?');
  const dropMinutes = database.prepare('DELETE FROM minute WHERE place = ? AND key < ?');
  const someDay = database.prepare<{ count: number }>(
    'SELECT COUNT(*) AS count FROM day WHERE place = ? AND key >= ? AND key < ?',
  );
  const dropRawAfter = database.prepare('DELETE FROM raw WHERE place = ? AND key > ?');
  const moveRawAfter = database.prepare('UPDATE OR REPLACE raw SET place = ? WHERE place = ? AND key > ?');
  const moveRaw = database.prepare('UPDATE OR REPLACE raw SET place = ? WHERE place = ?');
  const firstRawOf = database.prepare<KeyRow>('SELECT MIN(key) AS key FROM raw WHERE place = ?');
  const oldest = (table: 'raw' | 'minute') =>
    database.prepare<KeyRow>(
      `SELECT MIN((SELECT MIN(key) FROM ${table} WHERE ${table}.place = place.id)) AS key FROM place`,
    );
  const oldestOnes = { raw: oldest('raw'), minute: oldest('minute') };
  return {
    read(span: Span, place: number, key: number): Bucket | undefined {
      const row = bySpan[span].read.get(place, key);
      return row && decodeBucket(row.body, baseOf(span, key));
    },
    write(span: Span, place: number, key: number, bucket: Bucket): void {
      bySpan[span].write.run(place, key, encodeBucket(bucket, baseOf(span, key)));
    },
    drop: (span: Span, place: number, key: number) => bySpan[span].drop.run(place, key),
    /** Whether there is a day from one to another, which is not included. */
    daysBetween: (place: number, from: number, to: number) => (someDay.get(place, from, to)?.count ?? 0) > 0,
    firstRaw: (place: number) => firstRawOf.get(place)?.key ?? undefined,
    lastKey: (span: Span, place: number) => bySpan[span].last.get(place)?.key ?? undefined,
    /** What is kept of later spans than that. */
    after: (span: Span, place: number, lastKey: number): OpenSpan[] =>
      bySpan[span].after.all(place, lastKey).flatMap(({ key, body }) => {
        const bucket = decodeBucket(body, baseOf(span, key));
        return bucket === undefined ? [] : [{ key, bucket }];
      }),
    dropAfter: (span: Span, place: number, lastKey: number) => bySpan[span].dropAfter.run(place, lastKey),
    dropRawAfter: (place: number, lastS: number) => dropRawAfter.run(place, lastS),
    firstKey: (span: Span, place: number) => bySpan[span].first.get(place)?.key ?? undefined,
    inBoth: (span: Span, place: number, other: number) => bySpan[span].both.all(place, other),
    move: (span: Span, from: number, to: number) => bySpan[span].move.run(to, from),
    moveAfter: (span: Span, from: number, to: number, key: number) =>
      bySpan[span].moveAfter.run(to, from, key),
    moveRaw: (from: number, to: number) => moveRaw.run(to, from),
    moveRawAfter: (from: number, to: number, key: number) => moveRawAfter.run(to, from, key),
    writeRaw: (place: number, key: number, body: Uint8Array) => raw.run(place, key, body),
    dropRaw: (place: number, beforeS: number) => dropRaw.run(place, beforeS),
    dropMinutes: (place: number, beforeS: number) => dropMinutes.run(place, beforeS),
    oldest: (table: 'raw' | 'minute') => oldestOnes[table].get()?.key ?? undefined,
  };
}

interface OpenRow {
  readonly place: number;
  readonly span: Uint8Array;
  readonly key: number;
  readonly body: Uint8Array;
}

interface PlaceRow {
  readonly id: number;
  readonly string_count: number;
  readonly last_at: number | null;
  readonly sure_at: number | null;
  readonly heard_since: number | null;
}

interface NamedPlaceRow {
  readonly id: number;
  readonly string_count: number;
  readonly name: Uint8Array;
  /** A list as JSON. */
  readonly string_names: Uint8Array;
}

/** One for each string. */
function readNames(json: Uint8Array, count: number): string[] {
  const names = JSON.parse(textOf(json)) as readonly string[];
  return Array.from({ length: count }, (_, index) => names[index] ?? '');
}

interface MeterRow {
  readonly place: number;
  readonly since: number;
  readonly imported_rest: number;
  readonly exported_rest: number;
}

interface CounterRow {
  readonly place: number;
  readonly string: number;
  readonly at: number;
  readonly day: number;
  readonly power: number;
  readonly total: number | null;
  readonly today: number | null;
  readonly rest: number;
}

/** What goes on after a restart: which places there are, the spans that are under way, where the counters stood. */
function stateStatements(database: Database) {
  const inverters = database.prepare<{ serial: Uint8Array; place: number }>(
    'SELECT CAST(serial AS BLOB) AS serial, place FROM inverter',
  );
  const insertPlace = database.prepare('INSERT INTO place (string_count) VALUES (0)');
  const lastPlace = database.prepare<{ id: number }>('SELECT MAX(id) AS id FROM place');
  const insertInverter = database.prepare('INSERT OR REPLACE INTO inverter (serial, place) VALUES (?, ?)');
  const dropInverter = database.prepare('DELETE FROM inverter WHERE serial = ?');
  const dropPlaces = ['place WHERE id', 'open WHERE place', 'counter WHERE place'].map((which) =>
    database.prepare(`DELETE FROM ${which} = ?`),
  );
  const formerOnes = database.prepare<{ serial: Uint8Array; place: number }>(
    'SELECT CAST(serial AS BLOB) AS serial, place FROM former ORDER BY id',
  );
  const insertFormer = database.prepare('INSERT INTO former (serial, place) VALUES (?, ?)');
  const moveFormer = database.prepare('UPDATE former SET place = ? WHERE place = ?');
  const formerOf = database.prepare<{ id: number }>('SELECT id FROM former WHERE place = ? ORDER BY id');
  const serialOfFormer = database.prepare<{ serial: Uint8Array }>(
    'SELECT CAST(serial AS BLOB) AS serial FROM former WHERE id = ?',
  );
  const moveOneFormer = database.prepare('UPDATE former SET place = ? WHERE id = ?');
  const dropFormer = database.prepare(
    'DELETE FROM former WHERE id = (SELECT MAX(id) FROM former WHERE serial = ? AND place = ?)',
  );
  const saveNames = database.prepare('UPDATE place SET name = ?, string_names = ? WHERE id = ?');
  const named = database.prepare<NamedPlaceRow>(
    'SELECT id, string_count, CAST(name AS BLOB) AS name, CAST(string_names AS BLOB) AS string_names FROM place WHERE id NOT IN (?, ?) ORDER BY id',
  );
  const savePlace = database.prepare(
    'UPDATE place SET string_count = ?, last_at = ?, sure_at = ?, heard_since = ? WHERE id = ?',
  );
  const saveOpen = database.prepare(
    'INSERT OR REPLACE INTO open (place, span, key, body) VALUES (?, ?, ?, ?)',
  );
  const dropOpen = database.prepare('DELETE FROM open WHERE place = ? AND span = ?');
  const saveCounter = database.prepare(
    'INSERT OR REPLACE INTO counter (place, string, at, day, power, total, today, rest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const dropCounters = database.prepare('DELETE FROM counter WHERE place = ? AND string >= ?');
  const saveMeter = database.prepare(
    'INSERT OR REPLACE INTO meter (place, since, imported_rest, exported_rest) VALUES (?, ?, ?, ?)',
  );

  return {
    loadPlaces: () => new Map(inverters.all().map(({ serial, place }) => [textOf(serial), place])),
    addPlace(serial: string): number {
      insertPlace.run();
      const { id = PLANT } = lastPlace.get() ?? {};
      insertInverter.run(serial, id);
      return id;
    },
    /** `own` is the place that the new one had by itself. */
    replaceInverter(oldSerial: string, newSerial: string, place: number, own: number | undefined): void {
      if (own !== undefined) {
        for (const drop of dropPlaces) drop.run(own);
        moveFormer.run(place, own);
      }
      insertFormer.run(oldSerial, place);
      dropInverter.run(oldSerial);
      insertInverter.run(newSerial, place);
    },
    /** The old one has its place again, and the new one none. */
    giveBack(oldSerial: string, newSerial: string, place: number): void {
      dropFormer.run(oldSerial, place);
      dropInverter.run(newSerial);
      insertInverter.run(oldSerial, place);
    },
    /** Of inverters that were replaced at a place. */
    formerIdsOf: (place: number) => formerOf.all(place).map(({ id }) => id),
    /** Returns their serials. */
    moveFormers(ids: readonly number[], place: number): string[] {
      for (const id of ids) moveOneFormer.run(place, id);
      return ids.flatMap((id) => serialOfFormer.all(id).map(({ serial }) => textOf(serial)));
    },
    namesOf(place: number): Pick<ReplacedState, 'name' | 'stringNames'> {
      const row = named.all(PLANT, METER).find(({ id }) => id === place);
      if (row === undefined) return { name: '', stringNames: [] };
      return { name: textOf(row.name), stringNames: readNames(row.string_names, row.string_count) };
    },
    dropCounters: (place: number) => dropCounters.run(place, 0),
    /** The last one of each serial counts. */
    loadFormer: () => new Map(formerOnes.all().map(({ serial, place }) => [textOf(serial), place])),
    saveNames: (place: number, name: string, strings: readonly string[]) =>
      saveNames.run(name, JSON.stringify(strings), place),
    listPlaces(): Place[] {
      const now = inverters.all();
      const before = formerOnes.all().reverse();
      return named.all(PLANT, METER).map(({ id, string_count: count, name, string_names: names }) => {
        const serials = [...now, ...before]
          .filter(({ place }) => place === id)
          .map(({ serial }) => textOf(serial));
        return {
          ...{ place: id, serials: [...new Set(serials)], name: textOf(name) },
          stringNames: readNames(names, count),
        };
      });
    },
    loadStates(): Map<number, PlaceState> {
      const open = database
        .prepare<OpenRow>('SELECT place, CAST(span AS BLOB) AS span, key, body FROM open')
        .all();
      const counters = database.prepare<CounterRow>('SELECT * FROM counter').all();
      const meters = database.prepare<MeterRow>('SELECT * FROM meter').all();
      return new Map(
        database
          .prepare<PlaceRow>('SELECT id, string_count, last_at, sure_at, heard_since FROM place')
          .all()
          .map(
            ({
              id,
              string_count: stringCount,
              last_at: lastAt,
              sure_at: sureAt,
              heard_since: heardSince,
            }) => [
              id,
              {
                stringCount,
                ...{ lastAtS: lastAt ?? undefined, sureAtS: sureAt ?? undefined },
                heardSinceS: heardSince ?? undefined,
                counters: countersOf(counters.filter(({ place }) => place === id)),
                open: openOf(open.filter(({ place }) => place === id)),
                meter: meterOf(meters.find(({ place }) => place === id)),
              },
            ],
          ),
      );
    },
    dropOpen: (place: number, span: Span) => dropOpen.run(place, span),
    saveState(place: number, state: PlaceState): void {
      const { stringCount, lastAtS, sureAtS, heardSinceS, counters, open, meter } = state;
      savePlace.run(stringCount, lastAtS ?? null, sureAtS ?? null, heardSinceS ?? null, place);
      if (meter !== undefined) {
        saveMeter.run(place, meter.sinceS, meter.importedRestWh, meter.exportedRestWh);
      }
      for (const span of SPANS) {
        const under = open[span];
        if (under === undefined) continue;
        saveOpen.run(place, span, under.key, encodeBucket(under.bucket, baseOf(span, under.key)));
      }
      dropCounters.run(place, counters.length);
      counters.forEach((counter, string) => {
        if (counter === undefined) return;
        const { atS, day, powerW, totalWh = null, todayWh = null, restWh } = counter;
        saveCounter.run(place, string, atS, day, powerW, totalWh, todayWh, restWh);
      });
    },
  };
}

function meterOf(row: MeterRow | undefined): MeterState | undefined {
  if (row === undefined) return undefined;
  const { since: sinceS, imported_rest: importedRestWh, exported_rest: exportedRestWh } = row;
  return { sinceS, importedRestWh, exportedRestWh };
}

function openOf(found: readonly OpenRow[]): PlaceState['open'] {
  return Object.fromEntries(
    found.flatMap(({ span: bytes, key, body }) => {
      const span = textOf(bytes) as Span;
      const bucket = decodeBucket(body, baseOf(span, key));
      return bucket === undefined ? [] : [[span, { key, bucket }]];
    }),
  );
}

function countersOf(found: readonly CounterRow[]): CounterState[] {
  const counters: CounterState[] = [];
  for (const { string, at, day, power, total, today, rest } of found) {
    counters[string] = {
      ...{ atS: at, day, daySinceS: 0, powerW: power, restWh: rest },
      ...{ totalWh: total ?? undefined, todayWh: today ?? undefined },
    };
  }
  return counters;
}
