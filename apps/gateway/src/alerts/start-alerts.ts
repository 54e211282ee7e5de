import {
  ALERT_SEVERITY_OF,
  type AlertChannel,
  type AlertLanguage,
  type AlertProblem,
  type AlertRule,
  type AlertSettings,
  type SourceStatus,
} from '@heliograph/contract';
import type { Order } from '@heliograph/domain';
import type { Finding } from '../findings/finding.ts';
import type { Totals } from '../fleet/totals.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { AlertMessage, AlertRecord } from './alert.ts';
import { createAlertBook, isOpen } from './alert-book.ts';
import { type AlertMemory, type DayYield, NO_MEMORY, openAlertMemory, written } from './alert-memory.ts';
import { createComposer } from './compose.ts';
import { type DeviceUpdate, judge, type PlantView } from './conditions.ts';
import { sendMail } from './mail.ts';
import { type ChannelState, createOutbox } from './outbox.ts';
import { messageJson, postOf, sendAlert } from './web-channels.ts';

/** Tells the owner by itself what he should know, and remembers what it has told. */
export interface Alerts {
  /** The newest first. */
  all(): readonly AlertRecord[];
  channels(): readonly ChannelState[];
  /** In words of a language. */
  words(record: AlertRecord, language: AlertLanguage): { readonly title: string; readonly text: string };
  hasClock(): boolean;
  /** Sends a message by a channel as it is, which need not be saved; `busy`: too many others are being tried. */
  testChannel(channel: AlertChannel): Promise<AlertProblem | undefined | 'busy'>;
  /** Has an example of a rule sent by all channels that are on. */
  testRule(rule: AlertRule): { readonly now: readonly string[]; readonly channels: number };
  /** Removes the file; what comes later is not written. */
  forget(): Promise<void>;
  /** Ends what is under way, and writes what is new. */
  stop(): Promise<void>;
}

/** Publishes once at the broker of the settings. */
export type PublishAlert = (
  topic: string,
  payload: string,
  signal: AbortSignal,
) => Promise<AlertProblem | undefined>;

export interface StartAlertsOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'subscribe'>;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs' | 'utcOffsetAtS'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly totals: () => Totals;
  readonly findings: () => readonly Finding[];
  readonly orders: () => readonly Order[];
  readonly sources: () => readonly SourceStatus[];
  readonly meter: () => PlantView['meter'];
  readonly obstacle: () => PlantView['obstacle'];
  readonly hasBackupFailed: () => boolean;
  /** Bytes of the disk of the data folder; zeros where the system does not tell. */
  readonly disk: () => Promise<{ readonly total: number; readonly used: number }>;
  /** The program was started, and did not restart by itself. */
  readonly isProgramStart: boolean;
  readonly publish: PublishAlert;
}

const LOOK_EVERY_MS = 20_000;
/** A program that does not live so long is a matter of whoever starts it again and again. */
const WRITE_SOON_MS = 30_000;
const DISK_EVERY_MS = 5 * 60_000;
const DAY_S = 86_400;
const DAYS_KEPT = 8;
const TRIALS_MAX = 4;
/** The day of the weekly summary, as `getUTCDay` counts. */
const SUNDAY = 0;

export async function startAlerts(options: StartAlertsOptions): Promise<Alerts> {
  const { settings, clock, deviceClock, log, totals } = options;
  const file = await openAlertMemory(options);
  const remembered = file.remembered ?? NO_MEMORY;
  const book = createAlertBook(remembered.records, clock.monotonicMs());
  let { starts, versions, days, lastSummary } = remembered;
  let disk: PlantView['disk'];
  let hasCountedStart = !options.isProgramStart;
  let isStopped = false;
  let trials = 0;
  let cancelLook = () => {};
  let cancelDisk = () => {};
  let cancelWrite: (() => void) | undefined;
  const trialAborter = new AbortController();

  const config = (): AlertSettings => settings.get('alerts');
  const nowS = () => Math.floor(deviceClock.unixMs() / 1000);
  const composer = (language = config().language) => createComposer(language, deviceClock.utcOffsetAtS);
  /** The clock on the wall, as the fields of a date in UTC. */
  const local = () => new Date(deviceClock.unixMs() + deviceClock.utcOffsetAtS(deviceClock.unixMs()) * 1000);
  const today = () => local().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const minuteOfDay = () => local().getUTCHours() * 60 + local().getUTCMinutes();
  const recordOf = (id: string) => book.all().find((record) => record.id === id);

  const outbox = createOutbox({
    remembered: remembered.queues,
    nowMs: clock.monotonicMs,
    ...{ today, nowS, send, onChange: remember },
    isQuiet() {
      const { quiet_from: from, quiet_to: to } = config();
      return deviceClock.isSet() && isWithin(minuteOfDay(), from, to);
    },
    maxADay: () => config().max_a_day,
    compose: (notices) => composer().message(notices, recordOf),
    enough: () => composer().enough(nowS()),
    onSent(channel, notices) {
      const kinds = new Map<string, boolean>();
      for (const notice of notices) {
        if ('alert' in notice) kinds.set(notice.alert, notice.kind === 'solved');
      }
      for (const [id, isSolved] of kinds) book.noteSent(id, { channel, atS: nowS(), isSolved });
    },
    onGivenUp(channel, notices) {
      log.warn('Alerts could not be sent and are given up.', { count: notices.length });
      for (const notice of notices) if ('alert' in notice) book.noteGivenUp(notice.alert, channel);
    },
  });

  let hasWritten = false;

  /** What was told must survive whatever comes; the rest comes in a while, together. */
  function rememberSoon(): void {
    cancelWrite ??= clock.after(WRITE_SOON_MS, remember);
  }

  function remember(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    if (isStopped) return;
    hasWritten = true;
    file.remember(() => {
      const memory: AlertMemory = {
        ...{ records: book.all(), queues: outbox.memory(), starts, versions, days, lastSummary },
      };
      return written(memory);
    });
  }

  async function send(
    channel: AlertChannel,
    message: AlertMessage,
    signal: AbortSignal,
  ): Promise<AlertProblem | undefined> {
    const problem = await sendBy(channel, message, signal);
    // Neither addresses nor answers: both may have secrets in them.
    if (problem === undefined) log.info('An alert was sent.', { mode: channel.kind });
    else if (!signal.aborted)
      log.warn('A channel did not take an alert.', { mode: channel.kind, failure: problem });
    return problem;
  }

  async function sendBy(
    channel: AlertChannel,
    message: AlertMessage,
    signal: AbortSignal,
  ): Promise<AlertProblem | undefined> {
    if (channel.kind === 'mqtt') return options.publish(channel.target, messageJson(message), signal);
    if (channel.kind === 'mail') return sendMail(channel, message, clock, signal);
    const post = postOf(channel.kind, channel, message);
    return post === undefined ? 'refused' : sendAlert(post, clock, signal);
  }

  function view(): PlantView {
    return {
      ...{ nowS: nowS(), findings: options.findings(), standings: totals().standings, disk },
      ...{ orders: options.orders(), sources: options.sources(), meter: options.meter() },
      ...{ obstacle: options.obstacle(), hasBackupFailed: options.hasBackupFailed() },
      ...{ startCount: starts.length, updates: seenUpdates() },
    };
  }

  /** Devices whose version is another one than when they were last seen; what is new stays news until it was told. */
  function seenUpdates(): readonly DeviceUpdate[] {
    return options.sources().flatMap(({ id, name, version = '' }) => {
      const from = versions.get(id) ?? '';
      return version === '' || from === '' || from === version ? [] : [{ id, name, from, to: version }];
    });
  }

  function noteVersions(): void {
    const known = new Map(
      options.sources().flatMap(({ id, version = '' }) => {
        const seen = version || versions.get(id);
        return seen === undefined ? [] : [[id, seen] as const];
      }),
    );
    const isSame = known.size === versions.size && [...known].every(([id, one]) => versions.get(id) === one);
    if (isSame) return;
    versions = known;
    rememberSoon();
  }

  function countStart(): void {
    const recent = starts.filter((atS) => nowS() - atS < DAY_S && atS <= nowS());
    const next = hasCountedStart ? recent : [...recent, nowS()];
    hasCountedStart = true;
    if (next.length === starts.length && next.at(-1) === starts.at(-1)) return;
    starts = next;
    rememberSoon();
  }

  /** The yield of a day is told from its beginning on, and is 0 again on the next one. */
  function noteYield({ day, yieldDayWh }: Totals): void {
    if (day === undefined || yieldDayWh === undefined) return;
    const before = days.find((one) => one.day === day);
    const energyWh = Math.max(before?.energyWh ?? 0, Math.round(yieldDayWh));
    if (before?.energyWh === energyWh) return;
    days = [...days.filter((one) => one.day !== day), { day, energyWh }].slice(-DAYS_KEPT);
    if (before === undefined) rememberSoon();
  }

  function summarize(): void {
    const { summary, summary_minutes: atMinute } = config();
    const isDay = summary === 'daily' || (summary === 'weekly' && local().getUTCDay() === SUNDAY);
    if (!isDay || lastSummary === today() || minuteOfDay() < atMinute) return;
    lastSummary = today();
    const { answering, all } = totals();
    const isWeekly = summary === 'weekly';
    const week = isWeekly ? lastWeek() : days.filter(({ day }) => day === today());
    const best = week.toSorted((one, other) => other.energyWh - one.energyWh)[0];
    const words = composer().summary({
      ...{ isWeekly, answering, all, open: book.all().filter(isOpen) },
      energyWh: week.length === 0 ? undefined : week.reduce((sum, { energyWh }) => sum + energyWh, 0),
      // At noon it is that day in every zone.
      best: isWeekly && best ? { ...best, atS: Date.parse(`${best.day}T12:00Z`) / 1000 } : undefined,
    });
    for (const channel of outbox.channelsFor('note')) {
      outbox.add(channel, { kind: 'summary', atS: nowS(), words });
    }
    remember();
  }

  function lastWeek(): readonly DayYield[] {
    const firstDay = new Date(local().getTime() - 6 * DAY_S * 1000).toISOString().slice(0, 10);
    return days.filter(({ day }) => day >= firstDay && day <= today());
  }

  function tell(records: readonly AlertRecord[], kind: 'opened' | 'solved'): void {
    for (const record of records) {
      for (const channel of outbox.channelsFor(ALERT_SEVERITY_OF[record.rule])) {
        // Whoever has not heard that it began is not to wonder what is over.
        if (kind === 'opened' || knows(channel, record))
          outbox.add(channel, { kind, alert: record.id, atS: nowS() });
      }
    }
  }

  /** It was told there, or is about to be. */
  function knows(channel: string, { id, sent }: AlertRecord): boolean {
    const waiting = outbox.states().find((state) => state.id === channel)?.notices ?? [];
    return (
      sent.some((delivery) => delivery.channel === channel) ||
      waiting.some((notice) => 'alert' in notice && notice.alert === id)
    );
  }

  function lookAtPlant(): void {
    countStart();
    noteYield(totals());
    const { rules, solved: tellsSolved } = config();
    const news = book.look(
      { nowMs: clock.monotonicMs(), nowS: nowS() },
      judge(view(), rules),
      (rule) => rules[rule],
    );
    noteVersions();
    for (const { id } of news.dropped) outbox.drop(id);
    tell(news.opened, 'opened');
    if (tellsSolved) tell(news.solved, 'solved');
    else for (const { id } of news.solved) outbox.drop(id);
    if (news.isChanged) remember();
    summarize();
  }

  function look(): void {
    cancelLook();
    cancelLook = clock.after(LOOK_EVERY_MS, look);
    try {
      if (deviceClock.isSet()) lookAtPlant();
      outbox.turn();
    } catch (error) {
      log.error('Alerts could not be looked for.', { error });
    }
  }

  async function lookAtDisk(): Promise<void> {
    const { total, used } = await options.disk();
    disk = total > 0 ? { freePercent: ((total - used) / total) * 100 } : undefined;
    if (!isStopped) cancelDisk = clock.after(DISK_EVERY_MS, () => void lookAtDisk());
  }

  outbox.configure(config().channels);
  const unsubscribe = settings.subscribe('alerts', ({ channels }) => {
    outbox.configure(channels);
    remember();
    look();
  });
  await lookAtDisk();
  look();

  async function end(): Promise<void> {
    unsubscribe();
    cancelLook();
    cancelDisk();
    cancelWrite?.();
    trialAborter.abort();
    await outbox.stop();
  }

  let stopping: Promise<void> | undefined;
  /** An end waits for the disk only where something is due: of a start that is as short as that nothing is. */
  async function stop(): Promise<void> {
    const isDue = hasWritten && cancelWrite !== undefined;
    await end();
    if (isDue) remember();
    isStopped = true;
    await file.close();
  }

  return {
    all: book.all,
    channels: outbox.states,
    words: (record, language) => composer(language).words(record),
    hasClock: deviceClock.isSet,
    async testChannel(channel) {
      if (trials >= TRIALS_MAX) return 'busy';
      trials += 1;
      try {
        return await send(channel, composer().test(nowS()), trialAborter.signal);
      } finally {
        trials -= 1;
      }
    },
    testRule(rule) {
      const channels = outbox.channelsFor('urgent');
      for (const channel of channels) outbox.add(channel, { kind: 'example', rule, atS: nowS() });
      outbox.turn();
      const found = judge(view(), config().rules).conditions.filter((condition) => condition.rule === rule);
      return { channels: channels.length, now: found.map((one) => composer().words(one).title) };
    },
    async forget() {
      isStopped = true;
      await end();
      await file.forget();
    },
    stop: () => (stopping ??= stop()),
  };
}

/** Of a gateway that looks for nothing. */
export const NO_ALERTS: Alerts = {
  all: () => [],
  channels: () => [],
  words: () => ({ title: '', text: '' }),
  hasClock: () => true,
  testChannel: async () => 'unreachable',
  testRule: () => ({ now: [], channels: 0 }),
  forget: async () => undefined,
  stop: async () => undefined,
};

/** Within two times of the day, of which the second may be one of the next day; the same twice: never. */
function isWithin(minute: number, from: number, to: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
