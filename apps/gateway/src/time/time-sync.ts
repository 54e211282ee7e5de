import type { NtpFailure, NtpState } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { watchHostJumps } from './host-jumps.ts';
import { CONTRADICTS, ntpFailure } from './ntp-failure.ts';
import { createServerAsker } from './server-asker.ts';
import type { ServerAnswer, ServerQuery } from './server-query.ts';

/** Keeps the device's clock right with a time server. */
export interface TimeSync {
  /** Asks at once, and again and again. */
  start(): void;
  /** Ends it; an answer that is under way is not taken any more. */
  stop(): void;
  /** Asks another server from now on, and at once; the same one again is asked at once if it gave no time. */
  setServer(server: string): void;
  /** Somebody has set the clock by hand: it is theirs until the server answers again. */
  overruled(): void;
  state(): TimeSyncState;
}

/** How the clock and its server are. */
export interface TimeSyncState {
  readonly server: string;
  readonly state: NtpState;
  /** The newest answer that set the clock; undefined where this server gave none since the start. */
  readonly answer: (ClockAnswer & { readonly ageMs: number }) | undefined;
  /** Until the server is asked again; 0 while it is being asked. */
  readonly nextInMs: number;
  /** Why the last try gave no time, in the words of the log; undefined when it did, and before the first one. */
  readonly problem: string | undefined;
  /** The same by name; empty where there is no problem. */
  readonly failure: NtpFailure | '';
}

interface ClockAnswer {
  readonly address: string;
  /** Of the monotonic clock. */
  readonly atMs: number;
  /** By how much it moved the clock. */
  readonly changeMs: number;
}

export interface TimeSyncOptions {
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  readonly query: ServerQuery;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly server: string;
}

type Failure = Exclude<ServerAnswer, { readonly kind: 'time' }>;

/** The platform default of the original. Source: docs/reference/original-device.md#time. */
const SYNC_INTERVAL_MS = 3_600_000;
const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 900_000;
/** Many gateways whose power came back together do not ask together. */
const RETRY_JITTER = 0.25;
/** An answer that moves a clock this far is taken only when a second one agrees with it. */
const DOUBTFUL_CHANGE_MS = 1_000_000;
const CONFIRM_AFTER_MS = 2000;
/** What two right answers may differ by: half a round trip each. */
const CONFIRM_TOLERANCE_MS = 2000;
const NOTABLE_CHANGE_MS = 1000;
/** Two answers in a row were missed. */
const LATE_AFTER_MS = 2 * SYNC_INTERVAL_MS;

export function createTimeSync(options: TimeSyncOptions): TimeSync {
  const { clock, deviceClock, query, log, random } = options;
  let server = options.server;
  let endWatch = () => {};
  let failures = 0;
  let answered: ClockAnswer | undefined;
  let isOverruled = false;
  let problem: string | undefined;
  let failure: NtpFailure | '' = '';
  /** Unix time minus monotonic time, of an answer that was not believed. */
  let doubtfulMs: number | undefined;
  const asker = createServerAsker({
    clock,
    query,
    server: () => server,
    onAnswer(answer) {
      if (answer.kind === 'time') judge(answer.unixMs - answer.atMonotonicMs, answer.address);
      else fail(answer);
    },
  });

  /** `baseMs` is unix time minus monotonic time. */
  function judge(baseMs: number, address: string): void {
    const changeMs = baseMs + clock.monotonicMs() - deviceClock.unixMs();
    const earlierMs = doubtfulMs ?? Number.POSITIVE_INFINITY;
    const isConfirmed = Math.abs(baseMs - earlierMs) <= CONFIRM_TOLERANCE_MS;
    if (isConfirmed || !deviceClock.isSet() || Math.abs(changeMs) <= DOUBTFUL_CHANGE_MS) {
      set(baseMs, changeMs, address);
    } else if (doubtfulMs === undefined) {
      doubtfulMs = baseMs;
      log.debug('The time server is far from the clock, so it is asked again.', facts(changeMs));
      asker.askAfter(CONFIRM_AFTER_MS);
    } else {
      doubtfulMs = baseMs;
      fail({ kind: 'failed', reason: CONTRADICTS });
    }
  }

  function set(baseMs: number, changeMs: number, address: string): void {
    const isNotable = answered === undefined || Math.abs(changeMs) > NOTABLE_CHANGE_MS;
    deviceClock.set(baseMs + clock.monotonicMs());
    reset();
    answered = { address, atMs: clock.monotonicMs(), changeMs };
    isOverruled = false;
    log[isNotable ? 'info' : 'debug']('The time server has set the clock.', facts(changeMs));
    asker.askAfter(SYNC_INTERVAL_MS);
  }

  function fail(answer: Failure): void {
    failures += 1;
    problem = answer.kind === 'failed' ? answer.reason : `it answered ${answer.code}`;
    failure = ntpFailure(answer);
    log[failures === 1 ? 'warn' : 'debug']('The time server gives no time.', { server, reason: problem });
    asker.askAfter(retryDelayMs(answer, failures, clock) * (1 + RETRY_JITTER * random()));
  }

  function reset(): void {
    failures = 0;
    problem = undefined;
    failure = '';
    doubtfulMs = undefined;
  }

  function stateNow(): NtpState {
    if (isOverruled) return 'manual';
    if (answered === undefined) return 'never';
    return clock.monotonicMs() - answered.atMs <= LATE_AFTER_MS ? 'synced' : 'late';
  }

  const facts = (changeMs: number) => ({ server, changeS: Math.round(changeMs) / 1000 });

  return {
    start() {
      endWatch = watchHostJumps(clock, asker.ask); // the device's clock jumps with it
      asker.ask();
    },
    stop() {
      endWatch();
      asker.pause();
    },
    setServer(newServer) {
      if (newServer === server) {
        if (problem !== undefined && !asker.isAsking()) asker.ask();
        return;
      }
      server = newServer;
      answered = undefined;
      reset();
      asker.ask();
    },
    overruled() {
      isOverruled = true;
    },
    state: () => ({
      ...{ server, state: stateNow(), problem, failure },
      answer: answered && { ...answered, ageMs: clock.monotonicMs() - answered.atMs },
      nextInMs: asker.nextInMs() ?? 0,
    }),
  };
}

/** Milliseconds until a server that failed is asked again. */
function retryDelayMs(answer: Failure, failures: number, clock: Clock): number {
  if (answer.kind === 'failed') return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return Math.max(FIRST_RETRY_MS, answer.untilMonotonicMs - clock.monotonicMs());
}
