import { createLiveReader, type ReceivedLiveData, SHOWN_STRINGS, SOCKETS } from '@heliograph/contract';
import type { Clock } from '../lib/clock.ts';
import { createNamedTimers } from '../lib/named-timers.ts';
import { createSubscribers } from '../lib/subscribers.ts';
import type { CallResult } from './call.ts';
import { stepLink } from './live-link-machine.ts';
import {
  IDLE_LINK,
  isStale,
  type LinkEffect,
  type LinkInput,
  type LinkPhase,
  type LinkProblem,
  type LinkState,
  type LinkTimer,
  type LiveSeed,
  linkPhase,
} from './live-link-state.ts';
import { createSingleSocket, type SocketLike } from './single-socket.ts';

/** What the page knows of the live data and of the link that brings it. The same object until something changes. */
export interface LinkSnapshot {
  readonly running: boolean;
  readonly phase: LinkPhase;
  /** The newest values were asked for, as they are every `POLL_INTERVAL_MS`, and not pushed. */
  readonly polled: boolean;
  /** The values are too old to be shown as live (or there are none). */
  readonly stale: boolean;
  readonly live: ReceivedLiveData | undefined;
  /** When `live` came, or, before anything came, when the link was started. In the clock's elapsed milliseconds. */
  readonly sinceMs: number;
  readonly problem: LinkProblem | undefined;
}

/** The one owner of live data: a socket that comes back by itself, and polling where sockets do not get through. */
export interface LiveLink {
  /** Opens the link; does nothing when it is open already. */
  start(): void;
  stop(): void;
  /** The page became visible, came online or came back: whatever is too old is renewed at once. */
  wake(): void;
  /** The browser has no network: an open socket is not waited for. */
  networkLost(): void;
  /** The page is put away and may come back: nothing stays open meanwhile. */
  suspend(): void;
  /** The page shows this inverter, or, with `SHOWN_STRINGS`, the strings of all. */
  show(serial: string): void;
  snapshot(): LinkSnapshot;
  subscribe(listener: () => void): () => void;
}

export interface LiveLinkPorts {
  readonly clock: Clock;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly openSocket: (name: 'liveData' | 'liveLean') => SocketLike;
  /** Where there are many inverters the query names the one that the page shows. */
  readonly fetchLiveData: (query: { readonly shown?: string }) => Promise<CallResult<ReceivedLiveData>>;
  /** Lets the gateway recognise this browser at the next socket handshake, if somebody is logged in. */
  readonly renewLogin: () => void;
  /** Values that came with the page. */
  readonly seed?: LiveSeed | undefined;
}

export function createLiveLink(ports: LiveLinkPorts): LiveLink {
  const { clock } = ports;
  const subscribers = createSubscribers();
  const timers = createNamedTimers<LinkTimer>(clock, (timer) => take({ type: 'timer', timer }));
  const isLean = () => !__FOR_DEVICE__ && state.live?.plant.isLean === true;
  const read = __FOR_DEVICE__ ? SOCKETS.liveData.read : createLiveReader();
  let inverter = '';
  const sayInverter = () => {
    if (isLean() && state.socket === 'open') socket.send(`show ${inverter}`);
  };
  const socket = createSingleSocket(() => ports.openSocket(isLean() ? 'liveLean' : 'liveData'), {
    opened() {
      take({ type: 'socket-opened' });
      sayInverter();
    },
    message: (text) => take({ type: 'socket-message', live: text === undefined ? text : read(text) }),
    closed: (code) => take({ type: 'socket-closed', code }),
  });
  let { seed } = ports;
  let state: LinkState =
    seed === undefined ? IDLE_LINK : { ...IDLE_LINK, live: seed.live, liveAtMs: seed.atMs };
  let shown = snapshotOf(state, clock.elapsedMs());

  function take(input: LinkInput): void {
    const step = stepLink(state, input, { nowMs: clock.elapsedMs(), random: ports.random() });
    state = step.state;
    for (const effect of step.effects) perform(effect);
    const next = snapshotOf(state, clock.elapsedMs());
    if (isSame(next, shown)) return;
    shown = next;
    subscribers.notify();
  }

  function perform(effect: LinkEffect): void {
    switch (effect.do) {
      case 'open-socket':
        socket.open();
        break;
      case 'close-socket':
        socket.close();
        break;
      case 'send-ping':
        socket.ping();
        break;
      case 'fetch':
        void ports
          .fetchLiveData(isLean() || inverter === SHOWN_STRINGS ? { shown: inverter } : {})
          .then((result) => take({ type: 'fetched', result }));
        break;
      case 'renew-login':
        ports.renewLogin();
        break;
      case 'set':
        timers.set(effect.timer, effect.delayMs);
        break;
      case 'clear':
        timers.clear(effect.timer);
        break;
    }
  }

  return {
    start() {
      take({ type: 'start', seed });
      seed = undefined;
    },
    stop: () => take({ type: 'stop' }),
    wake: () => take({ type: 'wake' }),
    networkLost: () => take({ type: 'network-lost' }),
    suspend: () => take({ type: 'suspend' }),
    show(serial) {
      inverter = serial;
      sayInverter();
    },
    snapshot: () => shown,
    subscribe: subscribers.subscribe,
  };
}

function snapshotOf(state: LinkState, nowMs: number): LinkSnapshot {
  return {
    running: state.running,
    phase: linkPhase(state, nowMs),
    polled: state.pollWorks,
    stale: isStale(state, nowMs),
    live: state.live,
    sinceMs: state.live === undefined ? state.startedAtMs : state.liveAtMs,
    problem: state.problem,
  };
}

function isSame(one: LinkSnapshot, other: LinkSnapshot): boolean {
  return (Object.keys(one) as (keyof LinkSnapshot)[]).every((key) => one[key] === other[key]);
}
