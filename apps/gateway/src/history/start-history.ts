import type { Fleet } from '../fleet/fleet.ts';
import type { OrderBook } from '../fleet/order-book.ts';
import type { Totals } from '../fleet/totals.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { callsInThisThread, type RemoteCalls, startWorkerThread } from '../platform/worker-thread.ts';
import type { BackupWork } from '../settings/backup-files.ts';
import { errorOf } from '../settings/settings-storage.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { type HistoryCalls, type HistoryConfig, openHistory } from './history.ts';
import { offsetOf } from './plant-timezone.ts';
import { type RecordedMeter, startRecorder } from './recorder.ts';

/** What the plant has done, for whoever asks. */
export type History = Pick<
  RemoteCalls<HistoryCalls>,
  | 'curve'
  | 'energy'
  | 'minutes'
  | 'hasPlace'
  | 'planCsv'
  | 'csvPiece'
  | 'status'
  | 'orders'
  | 'events'
  | 'countEvents'
  | 'eventCodes'
  | 'nextToSend'
  | 'markSent'
  | 'goBack'
  | 'waitingSince'
  | 'importDays'
  | 'takeImportBack'
  | 'imports'
  | 'replace'
  | 'replacements'
  | 'takeReplacementBack'
> & {
  /** Writes a whole copy of the file to a path. Rejects where that cannot be done; without a history there is nothing to copy. */
  copyTo(path: string): Promise<void>;
  /** Forgets everything that was measured. */
  forget(): Promise<void>;
  /** Writes down what is left; from now on nothing is recorded, but who asks is still answered. */
  beginToEnd(): void;
  /** Does the same, and ends. */
  stop(): Promise<void>;
};

export interface StartHistoryOptions {
  /** The file that it is kept in. */
  readonly path: string;
  /** The built script of its thread; where that is missing it runs in this one. */
  readonly worker: URL | undefined;
  /** Copies the file beside that thread. */
  readonly work: Pick<BackupWork, 'copy'>;
  readonly fleet: Pick<Fleet, 'inverters' | 'onChange'>;
  readonly totals: () => Totals;
  readonly orders: Pick<OrderBook, 'onOrder' | 'all' | 'save'>;
  readonly meter: RecordedMeter;
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  /** Whether a time server has set the clock since the start. */
  readonly isClockSure: () => boolean;
  readonly settings: SettingsStore;
  readonly log: Log;
}

export const HISTORY_FILE = 'history.db';

export const historyPath = (folder: string) => `${folder}/${HISTORY_FILE}`;

const CALL_NAMES = {
  ...{
    record: true,
    curve: true,
    energy: true,
    minutes: true,
    hasPlace: true,
    planCsv: true,
    csvPiece: true,
    status: true,
    orders: true,
  },
  ...{ importDays: true, takeImportBack: true, imports: true, replace: true, isKept: true },
  ...{ replacements: true, takeReplacementBack: true },
  ...{ events: true, countEvents: true, eventCodes: true },
  ...{ nextToSend: true, markSent: true, goBack: true, waitingSince: true },
  ...{ configure: true, prune: true, forget: true, beginToEnd: true, settle: true, close: true },
} as const satisfies Record<keyof HistoryCalls, true>;

/** Keeps what is measured from now on until it is stopped. */
export async function startHistory(options: StartHistoryOptions): Promise<History> {
  const { path, worker, settings, log } = options;
  const config = () => configOf(settings);
  const names = Object.keys(CALL_NAMES) as (keyof HistoryCalls)[];
  const thread = worker && startWorkerThread<HistoryCalls>(worker, { path, config: config() }, names);
  const calls = thread?.calls ?? callsInThisThread(openHistory({ path, config: config(), offsetOf }), names);
  // A long history is looked through first, and nothing else is to wait for that.
  const opened = calls.status().then(
    ({ problem, detail }) =>
      problem &&
      log.warn(`The history is not what it should be (${[problem, detail].filter(Boolean).join(': ')}).`),
    () => undefined, // the next call tells the reason
  );
  if (worker === undefined) await opened;
  const configure = () => void calls.configure(config()).catch(() => undefined); // the next call tells the reason
  const stopListening = [settings.subscribe('history', configure), settings.subscribe('ntp', configure)];
  const { fleet, totals, clock, deviceClock, orders, meter } = options;
  const recorder = startRecorder({
    ...{ fleet, totals, orders, meter, clock, deviceClock, log, isClockSure: options.isClockSure },
    intervalMs: () => settings.get('history').write_interval * 1000,
    record: calls.record,
    prune: calls.prune,
  });
  let settled: Promise<void> | undefined;
  /** Two waits for the disk: one before the other they would be three, and each may take seconds. */
  async function settle(): Promise<void> {
    for (const stop of stopListening) stop();
    const isBegun = calls.beginToEnd();
    await recorder.stop();
    await isBegun.then(calls.settle).catch(() => undefined); // the close does it again, and a start what is left
  }
  return {
    curve: calls.curve,
    energy: calls.energy,
    minutes: calls.minutes,
    hasPlace: calls.hasPlace,
    planCsv: calls.planCsv,
    csvPiece: calls.csvPiece,
    status: calls.status,
    orders: calls.orders,
    events: calls.events,
    countEvents: calls.countEvents,
    eventCodes: calls.eventCodes,
    nextToSend: calls.nextToSend,
    markSent: calls.markSent,
    goBack: calls.goBack,
    waitingSince: calls.waitingSince,
    importDays: calls.importDays,
    takeImportBack: calls.takeImportBack,
    imports: calls.imports,
    async replace(oldSerial, newSerial) {
      await recorder.flush(); // what the new one has told is to come behind the old one's
      return calls.replace(oldSerial, newSerial);
    },
    replacements: calls.replacements,
    async takeReplacementBack(id) {
      await recorder.flush(); // what the new one has told goes with it
      return calls.takeReplacementBack(id);
    },
    async copyTo(target) {
      await recorder.flush(); // with the last minute
      if (!(await calls.isKept())) return;
      const outcome = await options.work.copy(path, target);
      if (outcome.kind === 'failed') throw errorOf(outcome);
    },
    async forget() {
      await recorder.stop();
      await calls.forget();
    },
    beginToEnd() {
      settled ??= settle();
    },
    async stop() {
      settled ??= settle();
      await settled;
      await calls.close().catch(() => undefined); // it has ended by itself
      await thread?.end();
    },
  };
}

/** Of a gateway that keeps none. */
export const NO_HISTORY: History = {
  curve: async () => undefined,
  energy: async () => undefined,
  minutes: async () => ({ producedW: [], gridW: [] }),
  hasPlace: async () => true,
  planCsv: async () => undefined,
  csvPiece: async () => ({ text: '', nextKey: undefined }),
  status: async () => ({
    ...{ problem: undefined, sizeBytes: 0, freeBytes: undefined, firstDay: undefined, lastDay: undefined },
    meter: { firstDay: undefined, lastDay: undefined },
    places: [],
  }),
  orders: async () => [],
  events: async () => [],
  countEvents: async () => 0,
  eventCodes: async () => [],
  nextToSend: async () => ({ lines: '', marks: [], hasMore: false }),
  markSent: async () => undefined,
  goBack: async () => undefined,
  waitingSince: async () => undefined,
  importDays: () => Promise.reject(new Error('No history is kept.')),
  takeImportBack: async () => ({ kind: 'unknown' }),
  imports: async () => [],
  replace: () => Promise.reject(new Error('No history is kept.')),
  replacements: async () => [],
  takeReplacementBack: async () => false,
  copyTo: async () => undefined,
  forget: async () => undefined,
  beginToEnd: () => undefined,
  stop: async () => undefined,
};

function configOf(settings: SettingsStore): HistoryConfig {
  const { raw_days: rawDays, minute_days: minuteDays } = settings.get('history');
  return { rawDays, minuteDays, timezone: settings.get('ntp').ntp_timezone };
}
