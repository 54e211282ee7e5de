import type { AnyEndpoint } from '@heliograph/contract';
import type { Clock } from '../lib/clock.ts';
import { createSubscribers } from '../lib/subscribers.ts';
import type { Call, CallListener } from './call.ts';

/** Whether the gateway answers: what every page knows of it, with or without live data. */
export interface ContactSnapshot {
  readonly phase: 'connecting' | 'connected' | 'reconnecting' | 'offline';
  /** When it was last known to answer, as of the last change of phase. In the clock's elapsed milliseconds. */
  readonly heardAtMs: number;
  /** Since when nobody knows what it does: from here on clocks and counters of its stand still. */
  readonly lostAtMs: number | undefined;
}

/**
 * Learns from whatever is asked of the gateway anyway, and asks by itself only where nothing else does for a while.
 */
export interface Contact extends CallListener {
  /** Somebody wants to know: from now on it is asked where nothing else asks. Returns the function that ends it. */
  watch(): () => void;
  /** The page came into sight, came online or lost its network: what is known may be old. */
  wake(): void;
  /** The same object until something changes. */
  snapshot(): ContactSnapshot;
  subscribe(listener: () => void): () => void;
}

interface ContactPorts {
  readonly clock: Clock;
  /** Asks for anything; what comes of it reaches `heard` or `missed` as with every call. */
  readonly probe: () => Promise<unknown>;
  /** Nobody can see the page: then nothing is asked. */
  readonly isHidden: () => boolean;
  /** When the gateway has answered with the page itself, where it did. */
  readonly heardAtMs?: number | undefined;
}

/** A little longer than the pages that refresh by themselves wait, so that they rarely need it. */
const PROBE_AFTER_MS = 13_000;
/** Longer than that and the wait for an answer: the page was asleep, and nothing is known any more. */
const STALE_AFTER_MS = 20_000;
const RETRY_AFTER_MS = 2000;
const LATER_RETRY_AFTER_MS = 5000;
/** One question without an answer may be a passing trouble. */
const OFFLINE_AFTER_MISSES = 2;

/** A gateway on the same network answers within milliseconds. */
const PROBE_WAIT_MS = 5000;

/**
 * Whatever comes back will do, so nothing reads it. What is asked for is small, for everybody, and not known to original
 * devices, which answer it all the same.
 */
const ANYTHING: AnyEndpoint<unknown, true> = {
  method: 'GET',
  path: '/api/heliograph/update-source',
  access: 'open',
  query: [],
  read: () => true,
};

export function askAnything(call: Call): Promise<unknown> {
  return call(ANYTHING, { anonymous: true, waitMs: PROBE_WAIT_MS });
}

export function createContact({ clock, probe, isHidden, ...ports }: ContactPorts): Contact {
  const subscribers = createSubscribers();
  let watchers = 0;
  let { heardAtMs } = ports;
  let lostAtMs: number | undefined;
  let misses = 0;
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let stopWaiting: (() => void) | undefined;

  function phase(): ContactSnapshot['phase'] {
    if (misses >= OFFLINE_AFTER_MISSES) return 'offline';
    if (lostAtMs !== undefined) return 'reconnecting';
    return heardAtMs === undefined ? 'connecting' : 'connected';
  }

  let shown: ContactSnapshot = { phase: phase(), heardAtMs: heardAtMs ?? clock.elapsedMs(), lostAtMs };

  function show(): void {
    const next = phase();
    if (next === shown.phase) return;
    shown = { phase: next, heardAtMs: heardAtMs ?? shown.heardAtMs, lostAtMs };
    subscribers.notify();
  }

  function ask(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    if (watchers === 0 || isAsking || isHidden()) return;
    isAsking = true;
    void probe().finally(() => {
      isAsking = false;
      wait();
    });
  }

  function wait(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    if (watchers === 0 || isAsking) return;
    const soon = misses === 1 ? RETRY_AFTER_MS : LATER_RETRY_AFTER_MS;
    const sinceHeardMs = clock.elapsedMs() - (heardAtMs ?? Number.NEGATIVE_INFINITY);
    stopWaiting = clock.after(misses > 0 ? soon : Math.max(0, PROBE_AFTER_MS - sinceHeardMs), ask);
  }

  /** Nothing was asked for long, as in a tab that nobody saw. */
  function doubt(): void {
    if (heardAtMs === undefined || clock.elapsedMs() - heardAtMs < STALE_AFTER_MS) return;
    lostAtMs ??= clock.elapsedMs();
  }

  return {
    heard() {
      heardAtMs = clock.elapsedMs();
      lostAtMs = undefined;
      misses = 0;
      missedAtMs = Number.NEGATIVE_INFINITY;
      show();
      wait();
    },
    missed(askedAtMs) {
      if (heardAtMs !== undefined && heardAtMs > askedAtMs) return; // it has answered another one since
      if (askedAtMs < missedAtMs) return; // several at once are one trouble
      misses += 1;
      missedAtMs = clock.elapsedMs();
      lostAtMs ??= clock.elapsedMs();
      show();
      wait();
    },
    watch() {
      watchers += 1;
      if (watchers === 1) {
        doubt();
        show();
        wait();
      }
      return () => {
        watchers -= 1;
        wait();
      };
    },
    wake() {
      if (watchers === 0) return;
      doubt();
      show();
      ask();
    },
    snapshot: () => shown,
    subscribe: subscribers.subscribe,
  };
}
