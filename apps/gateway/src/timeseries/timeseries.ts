import { createHash } from 'node:crypto';
import {
  SECRET_PLACEHOLDER,
  type TimeseriesLogin,
  type TimeseriesProblem,
  type TimeseriesSettings,
  type TimeseriesStatus,
} from '@heliograph/contract';
import { lineOf } from '../history/line-protocol.ts';
import type { OutgoingPiece, OutgoingTarget, SentTimes } from '../history/outgoing.ts';
import type { History } from '../history/start-history.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import { type Post, type PostOutcome, sendPost } from '../platform/http-post.ts';
import type { Log } from '../platform/log.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** Brings everything that the history keeps to a time-series database, and goes on where it was after whatever came between. */
export interface Timeseries {
  status(): Promise<TimeseriesStatus>;
  /** Sends one value with these settings. Undefined: it was taken. `busy`: others are being tried. */
  test(settings: TimeseriesSettings): Promise<Refusal | 'busy' | undefined>;
  /** Ends what is under way; what was not taken comes after the next start. */
  stop(): Promise<void>;
}

/** Why the database has not taken something. */
export interface Refusal {
  readonly problem: TimeseriesProblem;
  /** What it has said to that, in its own words. */
  readonly answer?: string;
}

export interface StartTimeseriesOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'subscribe'>;
  readonly history: Pick<History, 'nextToSend' | 'markSent' | 'goBack' | 'waitingSince'>;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly log: Log;
}

/** About 1 MB of lines, so memory is bounded however long the database was away. */
const READINGS_AT_ONCE = 2000;
const READINGS_AT_LEAST = 10;
/** What was taken within this time may be twice as much next time: a post that takes longer than 10 s is given up, and a slow line would never get one through. */
const QUICK_MS = 2000;
const RETRY_FIRST_MS = 5000;
const RETRY_MAX_MS = 5 * 60_000;
const RETRY_AFTER_MAX_MS = 60 * 60_000;
/** What inverters are called is told again, so that a database that looks at the last hours only has it. */
const NAMES_EVERY_MS = 60 * 60_000;
const TRIALS_MAX = 4;

export function startTimeseries({
  settings,
  history,
  clock,
  deviceClock,
  log,
}: StartTimeseriesOptions): Timeseries {
  let aborter = new AbortController();
  let cancelStep = () => {};
  let underWay: Promise<void> | undefined;
  let isStopped = false;
  let readingsMax = READINGS_AT_ONCE;
  /** More at once was refused as too large. */
  let readingsCap = READINGS_AT_ONCE;
  let retryMs = RETRY_FIRST_MS;
  let refusal: Refusal | undefined;
  let nextTryMs: number | undefined;
  let lastTakenMs: number | undefined;
  let lines = 0;
  let tooOld = 0;
  let linesRefused = 0;
  let namesToldMs = Number.NEGATIVE_INFINITY;
  let databaseSinceS: number | undefined;
  let trials = 0;
  const trialAborter = new AbortController();

  const config = () => settings.get('timeseries');
  const nowS = () => Math.floor(deviceClock.unixMs() / 1000);

  function stepIn(delayMs: number): void {
    cancelStep();
    if (isStopped || !config().enabled) return;
    cancelStep = clock.after(delayMs, () => {
      underWay ??= step().finally(() => {
        underWay = undefined;
      });
    });
  }

  async function step(): Promise<void> {
    const { signal } = aborter;
    const sentWith = config();
    nextTryMs = undefined;
    const delayMs = await sendOnce(sentWith, signal).catch((error: unknown) => {
      log.warn('What is to go to the time-series database could not be read.', { error: String(error) });
      return RETRY_MAX_MS;
    });
    if (!signal.aborted) stepIn(delayMs);
  }

  /** Returns after how many milliseconds to go on. */
  async function sendOnce(sentWith: TimeseriesSettings, signal: AbortSignal): Promise<number> {
    const target = targetOf(sentWith);
    const tellsNames = deviceClock.isSet() && clock.monotonicMs() - namesToldMs >= NAMES_EVERY_MS;
    const namesAtS = tellsNames ? nowS() : undefined;
    const piece = await history.nextToSend({ target, readingsMax, namesAtS });
    const sentAtMs = clock.monotonicMs();
    const outcome = await send(sentWith, piece.lines, signal);
    // Other settings have begun anew.
    if (signal.aborted) return 0;
    const verdict = verdictOf(outcome, sentWith);
    // It has gone, or has started anew between two posts: what it held in memory may have gone with it.
    if (isAway(outcome) || hasStartedAnew(outcome)) await history.goBack(target);
    fitToLine(outcome, clock.monotonicMs() - sentAtMs);
    if (verdict !== 'taken' && verdict !== 'too-old') return notTaken(verdict, outcome);
    await history.markSent(target, piece.marks, timesOf(piece, sentAtMs));
    if (tellsNames) namesToldMs = clock.monotonicMs();
    noteTaken(piece, verdict, refusedOf(outcome));
    return piece.hasMore ? 0 : sentWith.interval * 1000;
  }

  /** Where nothing was sent nobody has answered: the database may have forgotten what it held, and was not asked. */
  const timesOf = ({ lines: sent }: OutgoingPiece, sentAtMs: number): SentTimes => ({
    sentMs: sent === '' ? Number.NEGATIVE_INFINITY : sentAtMs,
    takenMs: clock.monotonicMs(),
  });

  /** Half as much where it did not get through in time, and more again as soon as that is quick. */
  function fitToLine(outcome: PostOutcome, tookMs: number): void {
    if (outcome.kind === 'failed') {
      if (outcome.problem === 'timeout') readingsMax = halfOf(readingsMax);
    } else if (outcome.status < 300 && tookMs <= QUICK_MS)
      readingsMax = Math.min(readingsCap, readingsMax * 2);
  }

  /** A later start than the one that was told before, or the first that is told; of several fleet pages one may hear of it later. */
  function hasStartedAnew(outcome: PostOutcome): boolean {
    const sinceS = outcome.kind === 'answered' ? outcome.databaseSinceS : undefined;
    if (sinceS === undefined) return false;
    const isFirst = databaseSinceS === undefined;
    const isLater = sinceS > (databaseSinceS ?? Number.POSITIVE_INFINITY);
    if (isLater) log.info('The time-series database has started anew; the last half minute is sent again.');
    databaseSinceS = Math.max(databaseSinceS ?? 0, sinceS);
    return isFirst || isLater;
  }

  async function send(to: TimeseriesSettings, text: string, signal: AbortSignal): Promise<PostOutcome> {
    // Without a line there is nothing to send, or nothing of it could be read.
    if (text === '') return { kind: 'answered', status: 204, text: '' };
    const post = postOf(to, text);
    return post === undefined ? { kind: 'failed', problem: 'refused' } : sendPost(post, clock, signal);
  }

  /** Lines that were refused are not sent again: they would be refused again, and hold up what comes after them. */
  function noteTaken({ lines: sent }: OutgoingPiece, verdict: 'taken' | 'too-old', refused: number): void {
    if (sent === '') return;
    const count = countLines(sent);
    const notTakenCount = Math.min(refused, count);
    if (verdict === 'too-old') tooOld += count;
    else lines += count - notTakenCount;
    linesRefused += notTakenCount;
    if (notTakenCount < count) lastTakenMs = clock.monotonicMs();
    retryMs = RETRY_FIRST_MS;
    if (notTakenCount > 0) noteLinesRefused(notTakenCount);
    else noteAllTaken();
  }

  function noteAllTaken(): void {
    if (refusal !== undefined) log.info('The time-series database takes what is sent again.');
    refusal = undefined;
  }

  function noteLinesRefused(count: number): void {
    if (refusal?.problem !== 'lines-refused') {
      log.warn('The fleet page refuses lines; mostly the name of the plant is not the id of its site.', {
        count,
      });
    }
    refusal = { problem: 'lines-refused' };
  }

  function notTaken(verdict: Refusal | 'too-large', outcome: PostOutcome): number {
    if (verdict === 'too-large' && readingsMax > READINGS_AT_LEAST) {
      readingsMax = halfOf(readingsMax);
      readingsCap = readingsMax;
      return 0;
    }
    const next: Refusal = verdict === 'too-large' ? { problem: 'refused' } : verdict;
    if (next.problem !== refusal?.problem) {
      const { problem, answer = '' } = next;
      log.warn('The time-series database does not take what is sent; it is tried again.', {
        failure: problem,
        reason: answer,
      });
    }
    refusal = next;
    const asked = outcome.kind === 'answered' ? (outcome.retryAfterS ?? 0) * 1000 : 0;
    const delayMs = Math.max(retryMs, Math.min(asked, RETRY_AFTER_MAX_MS));
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
    nextTryMs = clock.monotonicMs() + delayMs;
    return delayMs;
  }

  /** Whatever was under way is not waited for: it may hang for a while, and what it has sent comes again. */
  function beginAnew(): void {
    aborter.abort();
    aborter = new AbortController();
    [refusal, nextTryMs, databaseSinceS] = [undefined, undefined, undefined];
    [readingsMax, readingsCap] = [READINGS_AT_ONCE, READINGS_AT_ONCE];
    [retryMs, namesToldMs] = [RETRY_FIRST_MS, Number.NEGATIVE_INFINITY];
    cancelStep();
    const before = underWay ?? Promise.resolve();
    void before.then(() => stepIn(0));
  }

  const stopListening = settings.subscribe('timeseries', beginAnew);
  stepIn(RETRY_FIRST_MS);

  return {
    async status() {
      const current = config();
      const sinceS = current.enabled ? await history.waitingSince(targetOf(current)) : undefined;
      const nowMs = clock.monotonicMs();
      const secondsTo = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
      return {
        ...{ enabled: current.enabled, lines, too_old: tooOld },
        lines_refused: linesRefused,
        ...(lastTakenMs !== undefined && { last_taken: secondsTo(nowMs - lastTakenMs) }),
        ...(sinceS !== undefined && { waiting: Math.max(0, nowS() - sinceS) }),
        ...refusal,
        ...(nextTryMs !== undefined && { next_in: secondsTo(nextTryMs - nowMs) }),
      };
    },
    async test(tried) {
      if (trials >= TRIALS_MAX) return 'busy';
      trials += 1;
      try {
        const atS = deviceClock.isSet() ? nowS() : Math.floor(clock.unixMs() / 1000);
        const line = lineOf({
          ...{
            measurement: 'heliograph_test',
            tags: [['site', tried.site || 'test']],
            fields: [['value', 1]],
          },
          atS,
        });
        const outcome = await send(tried, line, trialAborter.signal);
        const verdict = verdictOf(outcome, tried);
        if (verdict === 'taken') return refusedOf(outcome) > 0 ? { problem: 'lines-refused' } : undefined;
        return typeof verdict === 'string' ? { problem: 'refused' } : verdict;
      } finally {
        trials -= 1;
      }
    },
    async stop() {
      isStopped = true;
      stopListening();
      cancelStep();
      aborter.abort();
      trialAborter.abort();
      await underWay;
    },
  };
}

const halfOf = (readings: number) => Math.max(READINGS_AT_LEAST, Math.floor(readings / 2));

/** Nobody answers, or what stands before it says that it does not. */
const isAway = (outcome: PostOutcome) => outcome.kind === 'failed' || outcome.status >= 500;

/** A fleet page takes what it can of a post, and says of how many lines it could not (docs/fleet.md, "What happens to readings"). */
const refusedOf = (outcome: PostOutcome) => (outcome.kind === 'answered' ? (outcome.linesRefused ?? 0) : 0);

const countLines = (text: string) => text.split('\n').length - 1;

/** Another address or another name of the plant is another target, which gets everything. */
function targetOf({ address, site }: TimeseriesSettings): OutgoingTarget {
  return {
    id: createHash('sha256')
      .update(JSON.stringify([address, site]))
      .digest('base64url'),
    site,
  };
}

/** Undefined: no address can be like this, although it looks like one. */
function postOf(settings: TimeseriesSettings, body: string): Post | undefined {
  if (!URL.canParse(settings.address)) return undefined;
  return {
    url: new URL(settings.address),
    headers: { 'content-type': 'text/plain; charset=utf-8', ...HEADERS[settings.login](settings) },
    body,
  };
}

/** Tokens are ASCII; what is not would be refused by Node.js with a message that has it in it. */
const asHeader = (secret: string) => secret.replace(/[^\x21-\x7e]/g, '');

const HEADERS: Readonly<
  Record<TimeseriesLogin, (settings: TimeseriesSettings) => Readonly<Record<string, string>>>
> = {
  none: () => ({}),
  basic: ({ user, secret }) => ({
    authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  }),
  token: ({ secret }) => ({ authorization: `Token ${asHeader(secret)}` }),
  bearer: ({ secret }) => ({ authorization: `Bearer ${asHeader(secret)}` }),
};

/** What an answer means. InfluxDB refuses what is older than it keeps, and has taken all else; sent again it would be refused again. */
function verdictOf(
  outcome: PostOutcome,
  settings: TimeseriesSettings,
): 'taken' | 'too-old' | 'too-large' | Refusal {
  if (outcome.kind === 'failed') return { problem: outcome.problem };
  const { status, text } = outcome;
  if (status >= 200 && status < 300) return 'taken';
  if (status === 413) return 'too-large';
  if ((status === 400 || status === 422) && /retention/i.test(text)) return 'too-old';
  const answer = shownAnswer(text, settings);
  return { problem: problemOfStatus(status), ...(answer !== '' && { answer }) };
}

function problemOfStatus(status: number): TimeseriesProblem {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'login';
  if (status === 404) return 'not-found';
  if (status === 429) return 'throttled';
  return status >= 400 && status < 500 ? 'refused' : 'fault';
}

const ANSWER_MAX_LENGTH = 200;

/** In one line, without what is secret, should it say that. */
function shownAnswer(text: string, { secret }: TimeseriesSettings): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const masked = secret === '' ? line : line.replaceAll(secret, SECRET_PLACEHOLDER);
  return masked.slice(0, ANSWER_MAX_LENGTH);
}

/** Of a gateway that sends nothing anywhere. */
export const NO_TIMESERIES: Timeseries = {
  status: async () => ({ enabled: false, lines: 0, too_old: 0, lines_refused: 0 }),
  test: async () => ({ problem: 'refused' }),
  stop: async () => undefined,
};
