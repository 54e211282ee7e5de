import { authenticate, getSystemStatus, SOCKET_CLOSE, SOCKETS } from '@heliograph/contract';
import { backoffDelayMs } from '../lib/backoff.ts';
import { createSubscribers } from '../lib/subscribers.ts';
import type { CallFailure, CallResult } from './call.ts';
import type { Services } from './services.ts';
import { createSingleSocket, HANDSHAKE_WAIT_MS, STEADY_AFTER_MS } from './single-socket.ts';

/** What the page knows of the socket that brings the console. The same object until something changes. */
export interface ConsoleLinkSnapshot {
  readonly running: boolean;
  /** `offline`: it could not be connected more than once; else as the words say. */
  readonly phase: 'connecting' | 'connected' | 'reconnecting' | 'offline';
  /** Why it is offline; `blocked`: the gateway answers calls, and yet there is no socket. */
  readonly problem: CallFailure | { readonly kind: 'blocked' } | undefined;
}

/** The socket of the console, which comes back by itself. */
export interface ConsoleLink {
  start(): void;
  stop(): void;
  /** Tries at once what it would try later. */
  wake(): void;
  snapshot(): ConsoleLinkSnapshot;
  subscribe(listener: () => void): () => void;
}

interface ConsoleListener {
  /** `isAgain`: after another one, so what came in between is missing. */
  opened(isAgain: boolean): void;
  text(text: string): void;
}

type Ports = Pick<Services, 'clock' | 'random' | 'openSocket' | 'call' | 'session'>;

/** One failure may be a passing one. */
const OFFLINE_AFTER_FAILURES = 2;
/** Being sent away counts as so many: back at once, it would be too slow, or one too many, again. */
const NO_ROOM_FAILURES = 5;
/** A gateway may have nothing to say; after this it is asked whether it is there at all. */
const ASK_AFTER_SILENCE_MS = 15_000;

interface SocketEvents {
  opened(): void;
  text(text: string): void;
  pinged(): unknown;
  /** It is closed. `noRoom`: the gateway has too many of them. */
  failed(noRoom: boolean): void;
}

/** A socket whose handshake ends in time, and that is pinged. */
function createPingedSocket({ clock, openSocket }: Ports, events: SocketEvents) {
  let cancel: (() => void) | undefined;
  const socket = createSingleSocket(() => openSocket(SOCKETS.console.path), {
    opened() {
      wait();
      events.opened();
    },
    message(text) {
      if (text !== undefined) events.text(SOCKETS.console.read(text));
    },
    closed(code) {
      cancel?.();
      events.failed(code === SOCKET_CLOSE.tryAgainLater);
    },
  });

  function wait(): void {
    cancel?.();
    cancel = clock.after(SOCKETS.console.pingIntervalMs, () => {
      wait();
      socket.ping();
      events.pinged();
    });
  }

  function close(): void {
    cancel?.();
    socket.close();
  }

  return {
    close,
    open(): void {
      cancel = clock.after(HANDSHAKE_WAIT_MS, () => {
        close();
        events.failed(false);
      });
      socket.open();
    },
  };
}

/**
 * A browser does not tell why a socket was refused, so a call is made for it, one at a time. The one that the admin's
 * browser makes also lets the gateway recognise it at the next handshake. `forget`: an answer that is still to come
 * means nothing any more.
 */
function createQuestion({ session, call }: Ports, hear: (result: CallResult<unknown>) => void) {
  let pending: object | undefined;
  return {
    forget(): void {
      pending = undefined;
    },
    async ask(): Promise<void> {
      if (pending !== undefined) return;
      const own = {};
      pending = own;
      const result = await (session.user() === undefined ? call(getSystemStatus) : call(authenticate));
      if (pending !== own) return;
      pending = undefined;
      hear(result);
    },
  };
}

function isSame(one: ConsoleLinkSnapshot, other: ConsoleLinkSnapshot): boolean {
  return one.running === other.running && one.phase === other.phase && one.problem === other.problem;
}

type State = 'off' | 'resting' | 'opening' | 'open' | 'waiting';

function snapshotOf(
  state: State,
  failures: number,
  wasOpen: boolean,
  problem: ConsoleLinkSnapshot['problem'],
): ConsoleLinkSnapshot {
  const isOffline = state !== 'open' && failures >= OFFLINE_AFTER_FAILURES;
  const onTheWay = wasOpen ? 'reconnecting' : 'connecting';
  const phase = state === 'open' ? 'connected' : isOffline ? 'offline' : onTheWay;
  return { running: state !== 'off', phase, problem: isOffline ? problem : undefined };
}

export function createConsoleLink(ports: Ports, listener: ConsoleListener): ConsoleLink {
  const { clock, random } = ports;
  const subscribers = createSubscribers();
  const socket = createPingedSocket(ports, {
    opened,
    text,
    failed,
    pinged: () => isSilent() && void question.ask(),
  });
  const question = createQuestion(ports, answered);
  let state: State = 'off';
  let shown: ConsoleLinkSnapshot = { running: false, phase: 'connecting', problem: undefined };
  let cancelAttempt: (() => void) | undefined;
  let failures = 0;
  let wasOpen = false;
  let openedAtMs = 0;
  let heardAtMs = 0;
  let problem: ConsoleLinkSnapshot['problem'];

  function turn(next: State): void {
    state = next;
    const now = snapshotOf(state, failures, wasOpen, problem);
    if (isSame(now, shown)) return;
    shown = now;
    subscribers.notify();
  }

  function attempt(): void {
    cancelAttempt?.();
    turn('opening');
    socket.open();
  }

  function opened(): void {
    openedAtMs = clock.elapsedMs();
    heardAtMs = openedAtMs;
    problem = undefined;
    turn('open');
    listener.opened(wasOpen);
    wasOpen = true;
  }

  function text(received: string): void {
    heardAtMs = clock.elapsedMs();
    listener.text(received);
  }

  const isSilent = () => clock.elapsedMs() - heardAtMs >= ASK_AFTER_SILENCE_MS;

  function failed(noRoom = false): void {
    const wasSteady = state === 'open' && clock.elapsedMs() - openedAtMs >= STEADY_AFTER_MS;
    failures = noRoom ? NO_ROOM_FAILURES : wasSteady ? 0 : failures + 1;
    cancelAttempt = clock.after(backoffDelayMs(failures, random()), attempt);
    turn('waiting');
    void question.ask();
  }

  function answered(result: CallResult<unknown>): void {
    if (result.kind === 'unauthorized') {
      end('resting'); // it led to the login, which wakes it
    } else if (state !== 'open') {
      problem = result.kind === 'answered' ? { kind: 'blocked' } : result;
      turn(state);
    } else if (isSilent() && result.kind === 'unreachable') {
      socket.close();
      failed();
    } else heardAtMs = clock.elapsedMs();
  }

  function end(next: 'off' | 'resting'): void {
    cancelAttempt?.();
    question.forget();
    socket.close();
    turn(next);
  }

  return {
    start() {
      if (state !== 'off') return;
      failures = 0;
      attempt();
    },
    stop: () => end('off'),
    wake() {
      if (state !== 'waiting' && state !== 'resting') return;
      question.forget();
      attempt();
    },
    snapshot: () => shown,
    subscribe: subscribers.subscribe,
  };
}
