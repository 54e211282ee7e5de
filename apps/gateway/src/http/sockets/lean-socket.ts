import { LIVE_PUSH_MAX_INTERVAL_MS, LIVE_PUSH_MIN_INTERVAL_MS, SHOWN_STRINGS } from '@heliograph/contract';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { isWhole } from './lean-live-data.ts';
import { createLeanRows, type LeanPage, newLeanPage } from './lean-rows.ts';
import type { LiveDataFeed } from './live-data-feed.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface LeanSocketOptions {
  readonly feed: LiveDataFeed;
  readonly clock: Clock;
  readonly log: Log;
}

const DUE_AFTER_MS = LIVE_PUSH_MAX_INTERVAL_MS - LIVE_PUSH_MIN_INTERVAL_MS;
/** Who steps through a list with a key held down asks for many inverters, and looks at the last one. */
const SHOW_AFTER_MS = 100;
/** So long a page may take to say which inverter it shows, before it is told of the first one. */
const SAYS_WITHIN_MS = 1_000;
/** `show 114182730124`; without a serial: the first; `show strings`: those of all */
const SHOW = new RegExp(`^show (${SHOWN_STRINGS}|[0-9a-f]{0,16})$`, 'i');

/**
 * Live data for the pages of the gateway. It looks once a second, as the socket for programs does, and tells each page what is
 * news to it: of few inverters everything, of many what `LeanRows` says.
 */
export function createLeanSocket({ feed, clock, log }: LeanSocketOptions): SocketServer {
  const hub = createSocketHub({ clock, log });
  const rows = createLeanRows();
  const pages = new WeakMap<WebSocket, Page>();
  let cancelLook: (() => void) | undefined;
  let cancelShow: (() => void) | undefined;
  let stoppedWith: number | undefined;

  interface Page {
    readonly lean: LeanPage;
    /** What it was told while there were few inverters. */
    wholeNews: string | undefined;
    toldAtMs: number;
    readonly cameAtMs: number;
    hasSaid: boolean;
    /** It shows another inverter now, of which it does not have everything yet. */
    isWaiting: boolean;
  }

  /** Tells every page what is news, or only those that wait for another inverter. */
  function tell(isOnlyWaiting: boolean): void {
    const data = feed.current('2023');
    const whole =
      isWhole(data) || __WITHOUT__.leanMessages
        ? { text: feed.textOf(data).toString(), news: feed.newsOf(data) }
        : undefined;
    if (whole === undefined) rows.take(data);
    hub.sendEach((socket) => {
      const page = pages.get(socket);
      if (page === undefined || (isOnlyWaiting && !page.isWaiting)) return undefined;
      if (!page.hasSaid && clock.monotonicMs() - page.cameAtMs < SAYS_WITHIN_MS) return undefined;
      page.isWaiting = false;
      const isDue = clock.monotonicMs() - page.toldAtMs >= DUE_AFTER_MS;
      const text = whole === undefined ? rows.messageFor(page.lean, isDue) : wholeFor(page, whole, isDue);
      if (text !== undefined) page.toldAtMs = clock.monotonicMs();
      return text;
    });
  }

  function wholeFor(
    page: Page,
    { text, news }: { readonly text: string; readonly news: string },
    isDue: boolean,
  ) {
    page.lean.list = undefined; // should there be many of them again, it begins anew
    const isNews = page.wholeNews !== news;
    page.wholeNews = news;
    return isNews || isDue ? text : undefined;
  }

  function look(): void {
    cancelLook = undefined;
    if (hub.size === 0) return;
    tell(false);
    cancelLook = clock.after(LIVE_PUSH_MIN_INTERVAL_MS, look);
  }

  function show(page: Page, serial: string): void {
    const isFirst = !page.hasSaid;
    if (!isFirst && page.lean.shownSerial === serial) return;
    page.hasSaid = true;
    page.lean.shownSerial = serial;
    page.isWaiting = true;
    if (isFirst) cancelShow?.();
    else if (cancelShow !== undefined) return;
    cancelShow = clock.after(isFirst ? 0 : SHOW_AFTER_MS, () => {
      cancelShow = undefined;
      tell(true);
    });
  }

  return {
    add(client) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return () => {};
      }
      const page: Page = {
        lean: newLeanPage(),
        wholeNews: undefined,
        toldAtMs: Number.NEGATIVE_INFINITY,
        isWaiting: false,
        cameAtMs: clock.monotonicMs(),
        hasSaid: false,
      };
      pages.set(client, page);
      client.on('message', (message) => {
        const [, serial] = SHOW.exec(String(message)) ?? [];
        if (serial !== undefined) show(page, serial);
      });
      const part = hub.add(client);
      cancelLook ??= clock.after(0, look);
      return part;
    },
    closeAll: (code) => hub.closeAll(code),
    stop(code) {
      stoppedWith = code;
      for (const cancel of [cancelLook, cancelShow]) cancel?.();
      cancelLook = undefined;
      cancelShow = undefined;
      hub.closeAll(code);
    },
  };
}
