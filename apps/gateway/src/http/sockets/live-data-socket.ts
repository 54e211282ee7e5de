import { LIVE_PUSH_MAX_INTERVAL_MS, LIVE_PUSH_MIN_INTERVAL_MS } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type LiveDataFeed, sameHints } from '../live-data-feed.ts';
import type { CrowdLimits } from '../server-limits.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface LiveDataSocketOptions {
  readonly feed: LiveDataFeed;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: CrowdLimits;
}

/** A timer is never early and often late: waiting for the last look within the 10 s would miss them. */
const DUE_AFTER_MS = LIVE_PUSH_MAX_INTERVAL_MS - LIVE_PUSH_MIN_INTERVAL_MS;

/**
 * While there are clients it looks once a second. Everybody gets a push when something has changed since the last
 * one, or when that would be more than 10 s old at the next look; a client that just came gets its first. Reading over HTTP changes nothing here
 * (the original skips a push after it). Source: device contract, section 4.2.
 */
export function createLiveDataSocket(options: LiveDataSocketOptions): SocketServer {
  const { feed, clock, log, limits } = options;
  const hub = createSocketHub({ clock, log, limits, clientsMax: limits.liveSocketsMax });
  let hasChanged = true;
  let lastPushMs = Number.NEGATIVE_INFINITY;
  let lastHints = feed.hints();
  let cancelLook: (() => void) | undefined;
  let stoppedWith: number | undefined;
  const stopWatching = feed.onChange(() => {
    hasChanged = true;
  });

  function push(): void {
    const data = feed.current();
    hub.send(feed.textOf(data), 'everyone');
    hasChanged = false;
    lastHints = data.hints;
    lastPushMs = clock.monotonicMs();
  }

  function look(): void {
    cancelLook = undefined;
    if (hub.size === 0) return;
    const isDue = clock.monotonicMs() - lastPushMs >= DUE_AFTER_MS;
    if (hasChanged || isDue || !sameHints(lastHints, feed.hints())) push();
    else if (hub.hasNewcomers()) hub.send(feed.textOf(feed.current()), 'newcomers');
    cancelLook = clock.after(LIVE_PUSH_MIN_INTERVAL_MS, look);
  }

  return {
    hasRoom: hub.hasRoom,
    add(client, address) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return;
      }
      hub.add(client, address);
      // The first client after a while need not wait; after a push the next look is a second away for everybody.
      cancelLook ??= clock.after(0, look);
    },
    closeAll: (code) => hub.closeAll(code),
    stop(code) {
      stoppedWith = code;
      stopWatching();
      cancelLook?.();
      cancelLook = undefined;
      hub.closeAll(code);
    },
  };
}
