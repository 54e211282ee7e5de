import { dirname } from 'node:path';
import { writeObstacleOf } from '../platform/start-error.ts';
import type { Engine } from '../storage/database.ts';
import {
  freeBesideDatabase,
  HISTORY_TRIAL_FILE,
  kindOfFile,
  removeDatabase,
  setDatabaseAside,
  sizeOfDatabase,
  writeErrorIn,
} from '../storage/database-file.ts';
import { NewerDatabaseError } from '../storage/migrations.ts';
import type { EventFilter, EventPosition, KeptEvent } from './event-archive.ts';
import type { HistoryBatch } from './history-batch.ts';
import { type CsvPiece, type CsvPlan, type CsvQuestion, csvPiece, planCsv } from './history-csv.ts';
import type { KeptImport } from './history-imports.ts';
import {
  type Curve,
  type CurveQuestion,
  type EnergyBar,
  type EnergyQuestion,
  type MinutesQuestion,
  type PastMinutes,
  readCurve,
  readEnergy,
  readMinutes,
  recordedDays,
} from './history-queries.ts';
import { METER, PLANT, type Place } from './history-schema.ts';
import {
  type DayToImport,
  type HistoryStore,
  type ImportPart,
  isDamage,
  isFull,
  type KeptFor,
  openHistoryStore,
  openHistoryToRead,
  type Replacement,
  type Replacing,
  type TakingBack,
} from './history-store.ts';
import type { OrderQuestion } from './order-archive.ts';
import type { OutgoingPiece, OutgoingQuestion, OutgoingTarget, SentMark, SentTimes } from './outgoing.ts';
import { dateText, type UtcOffset } from './tiers.ts';

/** Why nothing is kept, or not everything. */
export type HistoryProblem =
  /** The disk is full: nothing new can be kept. */
  | 'full'
  /** The disk is full, and the oldest readings are given up for new ones. */
  | 'giving-way'
  /** The file, or the disk, may only be read. */
  | 'read-only'
  /** A newer version of the gateway has written the file. */
  | 'newer'
  /** The file was damaged; it was set aside, and history began anew. */
  | 'damaged'
  /** This Node has no SQLite. */
  | 'no-engine';

export interface HistoryStatus {
  readonly problem: HistoryProblem | undefined;
  /** What the log says of it, where there is more to say. */
  readonly detail?: string;
  /** What it takes on the disk. */
  readonly sizeBytes: number;
  /** What is free there; undefined where that cannot be told. */
  readonly freeBytes: number | undefined;
  /** `2026-06-21`, the first local day of which anything is kept, and the last; undefined: nothing is kept yet. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  /** The same of the power meter. */
  readonly meter: Pick<RecordedPlace, 'firstDay' | 'lastDay'>;
  /** Everything that has a history of its own. */
  readonly places: readonly RecordedPlace[];
}

export interface RecordedPlace extends Omit<Place, 'place'> {
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
}

/** What the plant has done. All calls are made in one thread, one after the other. */
export interface HistoryCalls {
  /** Keeps a batch. Throws where it could not be written; nothing of it is kept then. */
  record(batch: HistoryBatch): void;
  /** Undefined: of this nothing was ever kept. */
  curve(question: Omit<CurveQuestion, 'keptFor'>): Curve | undefined;
  /** As above. */
  energy(question: EnergyQuestion): readonly EnergyBar[] | undefined;
  /** What inverters gave and what the power meter showed, minute by minute. */
  minutes(question: MinutesQuestion): PastMinutes;
  /** Whether anything is kept of a serial, or nobody can tell. */
  hasPlace(serial: string): boolean;
  /** What a file of that would have in it; undefined as above. */
  planCsv(question: CsvQuestion): CsvPlan | undefined;
  /** A piece of that file, and where the next one begins. */
  csvPiece(plan: CsvPlan, fromKey: number): CsvPiece;
  status(): HistoryStatus;
  /** Orders as JSON, the newest first. */
  orders(question: OrderQuestion): readonly string[];
  /** Events of inverters, the newest first; undefined: of this inverter nothing was ever kept. */
  events(question: EventQuestion): readonly KeptEvent[] | undefined;
  /** How many there are. */
  countEvents(question: Omit<EventQuestion, 'before' | 'limit'>): number;
  /** Everything that has ever happened, by its numbers. */
  eventCodes(): readonly number[];
  /** What a time-series database has not got yet. */
  nextToSend(question: OutgoingQuestion): OutgoingPiece;
  /** It has got that. */
  markSent(target: OutgoingTarget, marks: readonly SentMark[], times: SentTimes): void;
  /** The target was away: what is not sure to be there is sent again. */
  goBack(target: OutgoingTarget): void;
  /** Unix seconds of the oldest that it has not got; undefined: it has everything. */
  waitingSince(target: OutgoingTarget): number | undefined;
  /**
   * Takes energy of local days of the plant, in days since 1970; replaces what was kept of them. Returns the number of the import;
   * undefined where nothing has changed.
   */
  importDays(days: readonly DayToImport[], part: ImportPart): number | undefined;
  /** Puts back what an import has changed. */
  takeImportBack(id: number, atS: number | undefined): TakingBack;
  /** What was imported, the newest first. */
  imports(): readonly KeptImport[];
  /** An inverter goes on with the history of another one. */
  replace(oldSerial: string, newSerial: string): Replacing;
  /** Which inverter has replaced which, the newest first. */
  replacements(): readonly Replacement[];
  /** Tells both apart again; false: that cannot be done. */
  takeReplacementBack(id: number): boolean;
  /** Takes over what has changed in the settings. */
  configure(config: HistoryConfig): void;
  /** Lets go what is older than it is kept for. `unsureForS`: as that of a store. */
  prune(nowS: number, unsureForS?: number): void;
  /** Whether there is a file that can be used. */
  isKept(): boolean;
  /** Forgets everything. */
  forget(): void;
  /** The last batch comes: it is on the disk when `settle` is done. */
  beginToEnd(): void;
  /** Waits for the disk, so that `close` need not. */
  settle(): void;
  close(): void;
}

export interface EventQuestion extends Omit<EventFilter, 'place'> {
  /** Empty: of all inverters. */
  readonly serial: string;
  readonly before: EventPosition | undefined;
  readonly limit: number;
}

export interface HistoryConfig extends KeptFor {
  /** The rule of the plant's time zone, such as `CET-1CEST,M3.5.0,M10.5.0/3`. */
  readonly timezone: string;
}

export interface HistoryOptions {
  readonly path: string;
  readonly config: HistoryConfig;
  readonly offsetOf: (timezone: string) => UtcOffset;
  readonly engine?: Engine | undefined;
}

/** So often room is made for one batch on a full disk: somebody else may take what is given up. */
const ROOM_ATTEMPTS_MAX = 3;
/** A file that could not be opened to write is tried again with the first batch, the second, the fourth, and at the latest with every so many. */
const BATCHES_BETWEEN_TRIES_MAX = 15;

/** Opens the file, or begins it. Never throws: without a file that can be used nothing is kept, and `status` says why. */
export function openHistory(options: HistoryOptions): HistoryCalls {
  const { path, offsetOf } = options;
  let { config } = options;
  let problem: HistoryProblem | undefined;
  /** Readings have given way since the last time that there was time to tidy up. */
  let hasGivenWay = false;
  let detail: string | undefined;
  /** Batches until it is tried again, and how many it was the last time; both only count while nothing can be written. */
  let batchesLeft = 0;
  let batchesBefore = 0;
  let isOpenToWrite = false;
  let store = open();

  function open(): HistoryStore | undefined {
    const storeOptions = { path, utcOffsetS: offsetOf(config.timezone), engine: options.engine };
    const openToWrite = () => {
      const opened = openHistoryStore(storeOptions);
      isOpenToWrite = true;
      return opened;
    };
    isOpenToWrite = false;
    try {
      return openToWrite();
    } catch (error) {
      problem = problemOf(error, path);
      if (problem === 'damaged' && isNoFile(path)) detail = 'something that is no file was in its place';
      if (problem === 'read-only' || problem === 'full') return openToRead(storeOptions);
      if (problem !== 'damaged') return undefined;
    }
    try {
      setDatabaseAside(path);
      return openToWrite();
    } catch (error) {
      problem = problemOf(error, path);
      return undefined;
    }
  }

  /** What was kept can be looked at, as long as nothing can be kept besides. */
  function openToRead(storeOptions: Parameters<typeof openHistoryToRead>[0]): HistoryStore | undefined {
    try {
      return openHistoryToRead(storeOptions);
    } catch {
      return undefined; // the problem is known already
    }
  }

  /** `isProof`: that it went well shows that there is room again, which is not so of what may have had nothing to write. */
  function write<Result>(work: (store: HistoryStore) => Result, isProof = true): Result {
    const open = storeToWrite();
    let result: Result;
    try {
      result = makingRoom(open, work, () => {
        hasGivenWay = true;
      });
    } catch (error) {
      problem = problemOf(error, path);
      if (problem === 'damaged') beginAnew();
      throw new HistoryNotKeptError(problem, { cause: error });
    }
    if (hasGivenWay) problem = 'giving-way';
    else if (isProof && (problem === 'full' || problem === 'read-only')) problem = undefined;
    return result;
  }

  function storeToWrite(): HistoryStore {
    if (!isOpenToWrite) tryAgain();
    if (store === undefined || !isOpenToWrite) throw new HistoryNotKeptError(problem ?? 'read-only');
    return store;
  }

  /** The disk takes something again, perhaps; a look costs little, and only then all of the file is looked through again. */
  function tryAgain(): void {
    const isObstacleOver =
      (problem === 'full' || problem === 'read-only') &&
      writeErrorIn(dirname(path), HISTORY_TRIAL_FILE) === undefined;
    if (!isObstacleOver) return;
    store?.close();
    problem = undefined;
    store = open();
  }

  /** As `write`, of what comes again and again by itself. */
  function writeInTurn<Result>(work: (store: HistoryStore) => Result, isProof = true): Result {
    if (!isOpenToWrite && batchesLeft > 0) {
      batchesLeft -= 1;
      throw new HistoryNotKeptError(problem ?? 'read-only');
    }
    try {
      return write(work, isProof);
    } finally {
      batchesBefore = isOpenToWrite ? 0 : Math.min(2 * batchesBefore + 1, BATCHES_BETWEEN_TRIES_MAX);
      batchesLeft = batchesBefore;
    }
  }

  /** What was damaged while it was open. */
  function beginAnew(): void {
    store?.close();
    store = open();
    problem = 'damaged';
  }

  return {
    record: (batch) => writeInTurn((open) => open.record(batch)),
    curve: (question) => store && readCurve(store, { ...question, keptFor: config }),
    energy: (question) => store && readEnergy(store, question),
    minutes: (question) => (store ? readMinutes(store, question) : { producedW: [], gridW: [] }),
    hasPlace: (serial) => store === undefined || store.placeOf(serial) !== undefined,
    planCsv: (question) => store && planCsv(store, question),
    csvPiece: (plan, fromKey) => (store ? csvPiece(store, plan, fromKey) : { text: '', nextKey: undefined }),
    orders: (question) => store?.orders(question) ?? [],
    events({ serial, before, limit, ...filter }) {
      const place = store?.placeOf(serial);
      if (store === undefined || place === undefined) return undefined;
      return store.events.list({ ...filter, place: placeAsked(place) }, before, limit);
    },
    countEvents({ serial, ...filter }) {
      const place = store?.placeOf(serial);
      if (store === undefined || place === undefined) return 0;
      return store.events.count({ ...filter, place: placeAsked(place) });
    },
    eventCodes: () => store?.events.codes() ?? [],
    nextToSend: (question) =>
      store?.outgoing.next(question, store.places()) ?? { lines: '', marks: [], hasMore: false },
    markSent: (target, marks, times) => store?.outgoing.markSent(target, marks, times),
    goBack: (target) => store?.outgoing.goBack(target),
    waitingSince: (target) => store?.outgoing.waitingSince(target, store.places()),
    status() {
      return {
        ...(detail !== undefined && { detail }),
        ...{ problem, sizeBytes: sizeOfDatabase(path), freeBytes: freeBesideDatabase(path) },
        ...daysOf(store, PLANT),
        meter: daysOf(store, METER),
        places: (store?.places() ?? []).map(({ place, ...rest }) => ({ ...rest, ...daysOf(store, place) })),
      };
    },
    replace: (oldSerial, newSerial) => write((open) => open.replace(oldSerial, newSerial)),
    replacements: () => store?.replacements() ?? [],
    takeReplacementBack: (id) => write((open) => open.takeReplacementBack(id)),
    configure(next) {
      config = next;
      if (store !== undefined) store.utcOffsetS = offsetOf(next.timezone);
    },
    importDays: (days, part) => write((open) => open.importDays(days, part)),
    takeImportBack: (id, atS) => write((open) => open.takeImportBack(id, atS)),
    imports: () => store?.imports() ?? [],
    prune(nowS, unsureForS) {
      if (!hasGivenWay && problem === 'giving-way') problem = undefined;
      hasGivenWay = false;
      if (isOpenToWrite) write((open) => open.prune(nowS, config, unsureForS), false);
    },
    isKept: () => store !== undefined,
    forget() {
      store?.close();
      removeDatabase(path);
      problem = undefined;
      hasGivenWay = false;
      store = open();
    },
    beginToEnd: () => store?.beginToEnd(),
    settle: () => store?.settle(),
    close: () => store?.close(),
  };
}

/** The plant has all events, and none of its own. */
const placeAsked = (place: number) => (place === PLANT ? undefined : place);

function daysOf(store: HistoryStore | undefined, place: number): Pick<RecordedPlace, 'firstDay' | 'lastDay'> {
  const days = store && recordedDays(store, place);
  return { firstDay: days && dateText('day', days.first), lastDay: days && dateText('day', days.last) };
}

/** A batch could not be written. */
class HistoryNotKeptError extends Error {
  override readonly name = 'HistoryNotKeptError';
  readonly problem: HistoryProblem;

  constructor(problem: HistoryProblem, options?: ErrorOptions) {
    super(`The history could not be written (${problem}).`, options);
    this.problem = problem;
  }
}

/** On a full disk the oldest readings give way to what is new. */
function makingRoom<Result>(
  store: HistoryStore,
  work: (store: HistoryStore) => Result,
  onGivingWay: () => void,
): Result {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work(store);
    } catch (error) {
      if (!isFull(error) || __WITHOUT__.historyRoom || attempt >= ROOM_ATTEMPTS_MAX || !hasMadeRoom(store))
        throw error;
      onGivingWay();
    }
  }
}

function hasMadeRoom(store: HistoryStore): boolean {
  try {
    return store.makeRoom();
  } catch {
    return false; // not even that fits any more
  }
}

function problemOf(error: unknown, path: string): HistoryProblem {
  if (isDamage(error)) return 'damaged';
  if (isFull(error)) return 'full';
  if (error instanceof NewerDatabaseError) return 'newer';
  if (/no SQLite/.test(String(error))) return 'no-engine';
  if (isNoFile(path)) return 'damaged';
  // What SQLite only calls a file that cannot be opened, the system explains when it is asked to write one.
  const obstacle = writeObstacleOf(error) ?? writeObstacleOf(writeErrorIn(dirname(path), HISTORY_TRIAL_FILE));
  return obstacle ?? 'read-only';
}

/** Such as the folder that a container makes where a file was to be mounted. */
function isNoFile(path: string): boolean {
  try {
    return kindOfFile(path) === 'other';
  } catch {
    return false; // nobody may look
  }
}
