import type { Page } from '@playwright/test';

/** What a page has shown, looked at whenever it was about to be painted. */
export interface AgeWatch {
  /**
   * The oldest news that were shown as live, in full tenths of a second of the page's clock: the picture that has the
   * mark is begun when the time for it is there.
   */
  oldestLiveS(): Promise<number>;
  /** Pictures so far do not count. */
  forgetOldest(): Promise<void>;
  /** Since the last news, in milliseconds of the page's clock. */
  silentMs(): Promise<number>;
  isStale(): Promise<boolean>;
  /**
   * Resolves when the last socket has heard something or is closed, or after about two seconds of real time: on the
   * page's clock, which runs a hundred times faster, the way to the gateway and back would take minutes.
   */
  settled(): Promise<void>;
  /** Sockets of the live data that are neither closed nor closing, now and at most. */
  sockets(): Promise<{ readonly now: number; readonly most: number; readonly all: number }>;
}

interface Watched {
  oldestLiveMs: number;
  lastNewsMs: number;
  most: number;
  readonly sockets: WebSocket[];
  /** The last one that has said something. */
  heard: WebSocket | undefined;
  /** Of real time. */
  readonly nextPicture: (look: () => void) => void;
}

type WatchedWindow = Window & { watched: Watched };

/**
 * Notes in the page itself when live data comes, and how old it is in every picture that shows it as live. Before the
 * page is opened, and before its clock is replaced: pictures are painted in real time.
 */
export async function watchAges(page: Page): Promise<AgeWatch> {
  await page.addInitScript(() => {
    const nextPicture = window.requestAnimationFrame.bind(window);
    const watched: Watched = {
      ...{ oldestLiveMs: 0, lastNewsMs: Date.now(), most: 0, sockets: [], heard: undefined, nextPicture },
    };
    (window as unknown as WatchedWindow).watched = watched;
    const news = () => {
      watched.lastNewsMs = Date.now();
    };
    const isOpen = ({ readyState }: WebSocket) => readyState <= WebSocket.OPEN;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        if (!String(url).endsWith('/livedata')) return;
        watched.sockets.push(this);
        watched.most = Math.max(watched.most, watched.sockets.filter(isOpen).length);
        this.addEventListener('message', () => {
          watched.heard = this;
          if (watched.sockets.at(-1) === this) news();
        });
      }
    };
    const realFetch = window.fetch.bind(window);
    window.fetch = async (...request) => {
      const response = await realFetch(...request);
      if (response.ok && String(request[0]).includes('/api/livedata/status')) news();
      return response;
    };
    const look = () => {
      nextPicture(look);
      const isLive = document.querySelector('[data-link="live"]') !== null;
      if (!isLive || document.getElementById('link-stale') !== null) return;
      watched.oldestLiveMs = Math.max(watched.oldestLiveMs, Date.now() - watched.lastNewsMs);
    };
    look();
  });
  return {
    oldestLiveS: async () => {
      const ms = await page.evaluate(() => (window as unknown as WatchedWindow).watched.oldestLiveMs);
      return Math.floor(ms / 100) / 10;
    },
    forgetOldest: () =>
      page.evaluate(() => {
        (window as unknown as WatchedWindow).watched.oldestLiveMs = 0;
      }),
    silentMs: () => page.evaluate(() => Date.now() - (window as unknown as WatchedWindow).watched.lastNewsMs),
    isStale: () => page.evaluate(() => document.getElementById('link-stale') !== null),
    settled: () =>
      page.evaluate(async () => {
        const { watched } = window as unknown as WatchedWindow;
        for (let picture = 0; picture < 120; picture++) {
          const last = watched.sockets.at(-1);
          if (last === undefined || last === watched.heard || last.readyState > WebSocket.OPEN) return;
          await new Promise<void>((resolve) => watched.nextPicture(resolve));
        }
      }),
    sockets: () =>
      page.evaluate(() => {
        const { sockets, most } = (window as unknown as WatchedWindow).watched;
        const now = sockets.filter(({ readyState }) => readyState <= WebSocket.OPEN).length;
        return { now, most, all: sockets.length };
      }),
  };
}
