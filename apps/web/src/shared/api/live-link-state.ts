import type { ReceivedLiveData } from '@heliograph/contract';
import type { CallResult } from './call.ts';

/** Without a message for this long, values are marked stale. The gateway pushes every 10 s at least. */
export const STALE_AFTER_MS = 15_000;

export type LinkTimer = 'attempt' | 'handshake' | 'silence' | 'stale' | 'ping' | 'poll';

export type LinkEffect =
  | { readonly do: 'open-socket' }
  | { readonly do: 'close-socket' }
  | { readonly do: 'send-ping' }
  | { readonly do: 'fetch' }
  | { readonly do: 'renew-login' }
  | { readonly do: 'set'; readonly timer: LinkTimer; readonly delayMs: number }
  | { readonly do: 'clear'; readonly timer: LinkTimer };

export type LinkInput =
  /** `seed`: values that came with the page. */
  | { readonly type: 'start'; readonly seed?: LiveSeed | undefined }
  | { readonly type: 'stop' }
  /** The page became visible, came online, or came back from the back/forward cache. */
  | { readonly type: 'wake' }
  /** The browser says that there is no network. */
  | { readonly type: 'network-lost' }
  /** The page goes to the back/forward cache. */
  | { readonly type: 'suspend' }
  | { readonly type: 'socket-opened' }
  | { readonly type: 'socket-message'; readonly live: ReceivedLiveData | undefined }
  | { readonly type: 'socket-closed'; readonly code: number }
  | { readonly type: 'fetched'; readonly result: CallResult<ReceivedLiveData> }
  | { readonly type: 'timer'; readonly timer: LinkTimer };

/** Live data, and when they were told, in the clock's elapsed milliseconds. */
export interface LiveSeed {
  readonly live: ReceivedLiveData;
  readonly atMs: number;
}

/** Why there is no fresh data, as far as it is known. */
export type LinkProblem = 'unreachable' | 'unreadable' | 'refused';

export interface LinkState {
  readonly running: boolean;
  readonly socket: 'none' | 'opening' | 'open';
  /** Sockets in a row that failed or stayed silent, since the last message that came through one. */
  readonly failures: number;
  readonly polling: boolean;
  /** The last answer over HTTP was good data. */
  readonly pollWorks: boolean;
  readonly live: ReceivedLiveData | undefined;
  /** When `live` came, or, where it was asked for, when that was. */
  readonly liveAtMs: number;
  readonly startedAtMs: number;
  /** The first answer over HTTP is awaited before the first socket is opened. */
  readonly awaitsFirstAnswer: boolean;
  readonly attemptAtMs: number;
  /** When the last socket opened; undefined before the first one did. */
  readonly openedAtMs: number | undefined;
  /** When this page has its turns, for as long as it runs. */
  readonly turnMs: number;
  /** When a fetch was sent; undefined while none is under way. */
  readonly fetchSentAtMs: number | undefined;
  readonly lastInputMs: number;
  readonly problem: LinkProblem | undefined;
}

export interface LinkMoment {
  readonly nowMs: number;
  /** From 0 up to, not including, 1. */
  readonly random: number;
}

export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

export const IDLE_LINK: LinkState = {
  running: false,
  socket: 'none',
  failures: 0,
  polling: false,
  pollWorks: false,
  live: undefined,
  liveAtMs: 0,
  startedAtMs: 0,
  awaitsFirstAnswer: false,
  attemptAtMs: 0,
  openedAtMs: undefined,
  turnMs: 0,
  fetchSentAtMs: undefined,
  lastInputMs: 0,
  problem: undefined,
};

/**
 * What to tell the user: `live` values flow; `reconnecting` the link is being made again; `offline` it could not be;
 * `unreadable` the gateway answers, but with nothing that can be understood; `connecting` nothing came yet and nothing
 * failed yet.
 */
export type LinkPhase = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'unreadable';

/** One failure may be a passing one: what was live is being made again, and not yet lost. */
const OFFLINE_AFTER_FAILURES = 2;

export function isStale(state: LinkState, nowMs: number): boolean {
  const isOld = nowMs - state.liveAtMs >= STALE_AFTER_MS && !__WITHOUT__.staleValues;
  return state.live === undefined || isOld;
}

export function linkPhase(state: LinkState, nowMs: number): LinkPhase {
  const isFirstTry = state.openedAtMs === undefined && state.failures === 0;
  if (!isStale(state, nowMs)) {
    // Values that came with the page, or are left from before, do not tell that the gateway is there now.
    const hasAnswered = isFirstTry && state.liveAtMs >= state.startedAtMs;
    if (state.socket === 'open' || state.pollWorks || hasAnswered) return 'live';
    return isFirstTry ? 'connecting' : 'reconnecting';
  }
  if (state.problem === 'unreadable') return 'unreadable';
  const calm =
    state.problem === undefined && (state.failures < OFFLINE_AFTER_FAILURES || state.socket === 'open');
  if (!calm) return 'offline';
  return state.live === undefined || isFirstTry ? 'connecting' : 'reconnecting';
}
