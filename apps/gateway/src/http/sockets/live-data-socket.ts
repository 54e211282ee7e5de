import {
  type ApiGenerations,
  LIVE_PUSH_MAX_INTERVAL_MS,
  LIVE_PUSH_MIN_INTERVAL_MS,
} from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { LiveDataFeed } from './live-data-feed.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface LiveDataSocketOptions {
  readonly feed: LiveDataFeed;
  /** Which API programs are to find. */
  readonly generations: () => ApiGenerations;
  readonly clock: Clock;
  readonly log: Log;
}

/** A timer is never early and often late: waiting for the last look within the 10 s would miss them. */
const DUE_AFTER_MS = LIVE_PUSH_MAX_INTERVAL_MS - LIVE_PUSH_MIN_INTERVAL_MS;

/**
 * While there are clients it looks once a second. Everybody gets a push when there is news since the last one, or when
 * that would be more than 10 s old at the next look; a client that just came gets its first. Reading over HTTP changes
 * nothing here (the original skips a push after it). As the newest original devices do it, each inverter is news by itself:
 * when it was heard, or after 10 s. Source: docs/reference/original-device.md#live-data-socket and
 * docs/reference/api-generations.md#three-shapes-of-live-data.
 */
export function createLiveDataSocket(options: LiveDataSocketOptions): SocketServer {
  const { feed, generations, clock, log } = options;
  const hub = createSocketHub({ clock, log });
  const pushed = new Map<string, { readonly heardAtMs: number | undefined; readonly atMs: number }>();
  let lastPushMs = Number.NEGATIVE_INFINITY;
  let lastNews: string | undefined;
  let cancelLook: (() => void) | undefined;
  let stoppedWith: number | undefined;

  function pushWhole(asked: 'both' | '2023'): void {
    const isDue = clock.monotonicMs() - lastPushMs >= DUE_AFTER_MS;
    const news = feed.newsOf(feed.current(asked));
    if (isDue || news !== lastNews) {
      hub.send(feed.textOf(feed.pushed(asked)), 'everyone');
      lastNews = news;
      lastPushMs = clock.monotonicMs();
    } else if (hub.hasNewcomers()) {
      hub.send(feed.textOf(feed.pushed(asked)), 'newcomers');
    }
  }

  function pushEach(): void {
    const atMs = clock.monotonicMs();
    const told = feed.newestOfEach();
    const due = told.filter(({ serial, heardAtMs }) => {
      const last = pushed.get(serial);
      return last === undefined || last.heardAtMs !== heardAtMs || atMs - last.atMs >= DUE_AFTER_MS;
    });
    for (const { serial, heardAtMs } of due) pushed.set(serial, { heardAtMs, atMs });
    const textsOf = (list: typeof told) => list.map(({ text }) => text);
    hub.send(textsOf(due), 'others');
    hub.send(textsOf(told), 'newcomers');
  }

  function look(): void {
    cancelLook = undefined;
    if (hub.size === 0) return;
    const asked = generations();
    if (asked === 'newest') pushEach();
    else pushWhole(asked);
    cancelLook = clock.after(LIVE_PUSH_MIN_INTERVAL_MS, look);
  }

  return {
    add(client) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return () => {};
      }
      const part = hub.add(client);
      // The first client after a while need not wait; after a push the next look is a second away for everybody.
      cancelLook ??= clock.after(0, look);
      return part;
    },
    closeAll: (code) => hub.closeAll(code),
    stop(code) {
      stoppedWith = code;
      cancelLook?.();
      cancelLook = undefined;
      hub.closeAll(code);
    },
  };
}
