import { type ReceivedLiveData, SOCKET_CLOSE, SOCKETS } from '@heliograph/contract';
import { backoffDelayMs, drawTurnMs, turnDelayMs } from '../lib/backoff.ts';
import type { CallResult } from './call.ts';
import {
  IDLE_LINK,
  isStale,
  type LinkEffect,
  type LinkInput,
  type LinkMoment,
  type LinkProblem,
  type LinkState,
  type LinkStep,
  type LinkTimer,
  type LiveSeed,
  STALE_AFTER_MS,
} from './live-link-state.ts';
import { HANDSHAKE_WAIT_MS, STEADY_AFTER_MS } from './single-socket.ts';

/**
 * The rules of the live link, without any I/O: what happened goes in, what to do comes out. `live-link.ts` does it.
 *
 *   start ──> first answer over HTTP ──> socket opening ──> socket open ──ping each 59 s──┐
 *                                         ^   │ fails                │ silent 15 s / closed
 *                                         │   v                      v
 *                                         └─ back-off 0.5 s doubling to 15 s, once it was open its turn in 15 s; for ever
 *         (values that came with the page stand for the first answer)
 *                                             (from the second failure on: HTTP every 10 s meanwhile;
 *                                              a socket that stays silent counts as a failure)
 */

/** Where sockets do not get through, live data is asked for this often: `link.polled` of the texts says so. */
const POLL_INTERVAL_MS = 10_000;
/** Polling starts after this many failed sockets in a row. */
const POLL_AFTER_FAILURES = 2;
/** The socket waits this long for the first HTTP answer, so that the first value takes few requests. */
const FIRST_ANSWER_WAIT_MS = 2_000;
/** A wake-up call leaves a handshake alone that is younger than this. */
const FRESH_HANDSHAKE_MS = 1_000;
/** Nothing at all happened for longer than the stale timer: the page was frozen. */
const FROZEN_AFTER_MS = STALE_AFTER_MS + 1_000;

const ALL_TIMERS: readonly LinkTimer[] = ['attempt', 'handshake', 'silence', 'stale', 'ping', 'poll'];
const clear = (timer: LinkTimer): LinkEffect => ({ do: 'clear', timer });
const set = (timer: LinkTimer, delayMs: number): LinkEffect => ({ do: 'set', timer, delayMs });

/** Takes one input; the random number is used where a wait is drawn. */
export function stepLink(before: LinkState, input: LinkInput, moment: LinkMoment): LinkStep {
  const step = react(before, input, moment);
  return { state: { ...step.state, lastInputMs: moment.nowMs }, effects: step.effects };
}

function react(state: LinkState, input: LinkInput, moment: LinkMoment): LinkStep {
  if (input.type === 'start') {
    if (state.running) return stay(state);
    const seed = __FOR_DEVICE__ ? undefined : input.seed;
    return start(seed === undefined ? state : seeded(state, seed), moment, seed !== undefined);
  }
  if (!state.running) return stay(state);
  switch (input.type) {
    case 'stop':
      return halt(state, false);
    case 'suspend':
      return halt(state, true);
    case 'wake':
      return wake(state, moment);
    case 'network-lost': // a socket without a network would look open until it has been silent for long
      return state.socket === 'open' ? retryLater(state, state.failures, moment) : stay(state);
    case 'socket-opened':
      return opened(state, moment);
    case 'socket-message':
      return received(state, input.live, moment);
    case 'socket-closed':
      return closed(state, input.code, moment);
    case 'fetched':
      return fetched(state, input.result, moment);
    case 'timer':
      return timerFired(state, input.timer, moment);
  }
}

function stay(state: LinkState): LinkStep {
  return { state, effects: [] };
}

function then(step: LinkStep, next: (state: LinkState) => LinkStep): LinkStep {
  const following = next(step.state);
  return { state: following.state, effects: [...step.effects, ...following.effects] };
}

function seeded(state: LinkState, { live, atMs }: LiveSeed): LinkState {
  return { ...state, live, liveAtMs: atMs };
}

/**
 * Values that came with the page stay, as stale ones where they are old; where they are not, they need not be asked for:
 * the socket goes on from them.
 */
function start(state: LinkState, { nowMs, random }: LinkMoment, isSeeded: boolean): LinkStep {
  const isFresh = !isStale(state, nowMs);
  const freshForMs = state.liveAtMs + STALE_AFTER_MS - nowMs;
  return then(
    {
      state: {
        ...IDLE_LINK,
        running: true,
        live: isFresh || isSeeded ? state.live : undefined,
        liveAtMs: state.liveAtMs,
        startedAtMs: nowMs,
        turnMs: drawTurnMs(random),
        awaitsFirstAnswer: true,
      },
      effects: [set('attempt', FIRST_ANSWER_WAIT_MS), ...(isFresh ? [set('stale', freshForMs)] : [])],
    },
    (next) => (isSeeded && isFresh ? attempt(next, nowMs) : ask(next, nowMs)),
  );
}

function ask(state: LinkState, nowMs: number): LinkStep {
  if (state.fetchSentAtMs !== undefined) return stay(state);
  return { state: { ...state, fetchSentAtMs: nowMs }, effects: [{ do: 'fetch' }] };
}

function dropSocket(state: LinkState): LinkStep {
  const timers = [clear('handshake'), clear('silence'), clear('ping')];
  const effects: LinkEffect[] = state.socket === 'none' ? timers : [{ do: 'close-socket' }, ...timers];
  return { state: { ...state, socket: 'none' }, effects };
}

function halt(state: LinkState, stayRunning: boolean): LinkStep {
  const { state: dropped, effects } = dropSocket(state);
  return {
    state: { ...dropped, running: stayRunning, polling: false, pollWorks: false, fetchSentAtMs: undefined },
    effects: [...effects, ...ALL_TIMERS.map(clear)],
  };
}

function attempt(state: LinkState, nowMs: number): LinkStep {
  return then(dropSocket(state), (next) => ({
    state: { ...next, socket: 'opening', awaitsFirstAnswer: false, attemptAtMs: nowMs },
    effects: [clear('attempt'), { do: 'open-socket' }, set('handshake', HANDSHAKE_WAIT_MS)],
  }));
}

/**
 * How long until the next attempt. All pages of a gateway lose it at once, and must not come back so: a page that had
 * it waits for its turn, unless it has waited that long in silence.
 */
function delayMs({ failures, openedAtMs, turnMs }: LinkState, moment: LinkMoment, waitedMs: number): number {
  if (openedAtMs === undefined || __WITHOUT__.pageTurns)
    return Math.max(0, backoffDelayMs(failures, moment.random) - waitedMs);
  return waitedMs < STALE_AFTER_MS ? turnDelayMs(moment.nowMs, turnMs) : 0;
}

/** The next attempt; what was waited for the one that failed counts. */
function retryLater(state: LinkState, failures: number, moment: LinkMoment, waitedMs = 0): LinkStep {
  const restMs = delayMs(state, moment, waitedMs);
  return then(dropSocket(state), (next) => ({
    state: { ...next, failures },
    effects: [set('attempt', restMs)],
  }));
}

function failed(state: LinkState, moment: LinkMoment, waitedMs = 0): LinkStep {
  const step = retryLater(state, state.failures + 1, moment, waitedMs);
  if (step.state.polling || step.state.failures < POLL_AFTER_FAILURES) return step;
  return then(step, (next) => ask({ ...next, polling: true }, moment.nowMs));
}

function wake(state: LinkState, moment: LinkMoment): LinkStep {
  if (state.socket === 'open' && !isStale(state, moment.nowMs)) return stay(state);
  if (state.socket === 'opening' && moment.nowMs - state.attemptAtMs < FRESH_HANDSHAKE_MS) return stay(state);
  const step = attempt(state, moment.nowMs);
  return state.polling || state.live === undefined ? then(step, (next) => ask(next, moment.nowMs)) : step;
}

function opened(state: LinkState, { nowMs }: LinkMoment): LinkStep {
  return {
    state: { ...state, socket: 'open', openedAtMs: nowMs },
    effects: [
      clear('handshake'),
      set('silence', STALE_AFTER_MS),
      set('ping', SOCKETS.liveData.pingIntervalMs),
    ],
  };
}

function accept(state: LinkState, live: ReceivedLiveData, liveAtMs: number, nowMs: number): LinkStep {
  return {
    state: { ...state, live, liveAtMs, problem: undefined },
    effects: [set('stale', Math.max(0, liveAtMs + STALE_AFTER_MS - nowMs))],
  };
}

function received(state: LinkState, live: ReceivedLiveData | undefined, moment: LinkMoment): LinkStep {
  const { nowMs } = moment;
  // After a freeze the messages of hours come in one burst: none of them is live, so start over.
  const wasFrozen = nowMs - state.lastInputMs > FROZEN_AFTER_MS;
  if (wasFrozen && !__WITHOUT__.frozenMessages) return attempt(state, nowMs);
  const silence = set('silence', STALE_AFTER_MS);
  if (live === undefined) return { state: { ...state, problem: 'unreadable' }, effects: [silence] };
  // Of many inverters there is a socket for pages; this one tells too much of them, or too little.
  if (!__FOR_DEVICE__ && live.plant.isLean && !state.live?.plant.isLean) {
    return attempt({ ...state, live }, nowMs);
  }
  const steady = nowMs - (state.openedAtMs ?? nowMs) >= STEADY_AFTER_MS;
  return then(accept(state, live, nowMs, nowMs), (next) => ({
    state: { ...next, failures: steady ? 0 : state.failures, polling: false, pollWorks: false },
    effects: [silence, clear('poll')],
  }));
}

function closed(state: LinkState, code: number, moment: LinkMoment): LinkStep {
  if (state.socket === 'none') return stay(state);
  if (code === SOCKET_CLOSE.unauthorized) {
    return then(failed(state, moment), (next) => ask(next, moment.nowMs)); // its 401 leads to the login
  }
  const openedAtMs = state.openedAtMs ?? moment.nowMs;
  const wasSteady =
    state.socket === 'open' && state.liveAtMs >= openedAtMs && moment.nowMs - openedAtMs >= STEADY_AFTER_MS;
  return wasSteady ? retryLater(state, 1, moment) : failed(state, moment);
}

function fetched(state: LinkState, result: CallResult<ReceivedLiveData>, moment: LinkMoment): LinkStep {
  const { nowMs } = moment;
  const sentAtMs = state.fetchSentAtMs ?? nowMs;
  const idle: LinkState = { ...state, fetchSentAtMs: undefined };
  if (result.kind === 'unauthorized') {
    return halt({ ...idle, problem: 'refused' }, true); // it rests until the login is made and wakes it
  }
  const step =
    result.kind === 'answered'
      ? fetchedData(idle, result.answer, sentAtMs, nowMs)
      : fetchFailed(idle, result.kind);
  if (state.polling) return then(step, (next) => ({ state: next, effects: [set('poll', POLL_INTERVAL_MS)] }));
  return state.awaitsFirstAnswer ? then(step, (next) => attempt(next, nowMs)) : step;
}

function fetchedData(state: LinkState, live: ReceivedLiveData, sentAtMs: number, nowMs: number): LinkStep {
  // A push that overtook the answer is newer than the answer.
  if (state.socket === 'open' && state.live !== undefined && state.liveAtMs > sentAtMs) return stay(state);
  // How long the answer was on its way nobody knows: at worst it is as old as its question.
  const step = accept({ ...state, pollWorks: state.polling }, live, sentAtMs, nowMs);
  const firstGoodPoll = state.polling && !state.pollWorks;
  return firstGoodPoll ? { state: step.state, effects: [...step.effects, { do: 'renew-login' }] } : step;
}

function fetchFailed(
  state: LinkState,
  kind: 'throttled' | 'refused' | 'missing' | 'unreadable' | 'unreachable',
): LinkStep {
  const problem: LinkProblem =
    kind === 'unreachable'
      ? 'unreachable'
      : kind === 'unreadable' || kind === 'missing'
        ? 'unreadable'
        : 'refused';
  return stay({ ...state, pollWorks: false, problem });
}

function timerFired(state: LinkState, timer: LinkTimer, moment: LinkMoment): LinkStep {
  switch (timer) {
    case 'attempt':
      return attempt(state, moment.nowMs);
    case 'handshake':
      return failed(state, moment, HANDSHAKE_WAIT_MS);
    case 'silence': // open, but nothing comes through: as good as one that failed
      return __WITHOUT__.silentSockets ? stay(state) : failed(state, moment, STALE_AFTER_MS);
    case 'poll':
      return state.polling ? ask(state, moment.nowMs) : stay(state);
    case 'ping':
      if (state.socket !== 'open') return attempt(state, moment.nowMs);
      return { state, effects: [{ do: 'send-ping' }, set('ping', SOCKETS.liveData.pingIntervalMs)] };
    case 'stale':
      return stay(state); // nothing to do but to look again: what is shown depends on the time
  }
}
