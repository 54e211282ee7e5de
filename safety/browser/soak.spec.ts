import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type PageMemory, pageMemory } from '../../e2e/page-memory.ts';
import { ConsolePage, type FakeConsole, numberedLines } from '../../e2e/pages/console-page.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

/**
 * L6: the live view and the console stay open while a hundred times as much comes as a plant has to say. The
 * counter-proof is in `load/console-lines.test.ts`.
 */

test.use({ sharedGateway: true });

const row = openRow('L6');
const SOAK_S = row.scale(3, 1200);
/** A plant pushes once a second, and its gateway says about ten lines. */
const PUSHES_PER_S = 1;
const LINES_PER_S = 10;
const TIMES = 100;
/** A bit more than that comes, so that what is late is made up for. */
const PUSH_MS = 900 / (PUSHES_PER_S * TIMES);
const BATCH_MS = 90;
const LINES_PER_BATCH = LINES_PER_S * TIMES * 0.1;
/** More than the console keeps, so that it has dropped some. */
const WARM_UP_MS = 2_500;
/** What waits longer comes later. */
const AT_ONCE_MAX = 5;

type SoakWindow = Window & { soak: { longestMs: number; frames: number } };

const soakOf = (page: Page) => page.evaluate(() => (window as unknown as SoakWindow).soak);

/** What the page did to be opened, and the search for garbage that a test asks for, are no part of the soak. */
const forgetTasks = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as SoakWindow).soak.longestMs = 0;
  });

/** Notes the longest task. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const soak = { longestMs: 0, frames: 0 };
    (window as unknown as SoakWindow).soak = soak;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) soak.longestMs = Math.max(soak.longestMs, duration);
    }).observe({ type: 'longtask' });
  });
}

/** Speaks for the gateway on the socket of the live data. */
async function feedLiveData(page: Page, message: string): Promise<void> {
  await page.addInitScript(
    ([text, pushMs, atOnceMax]) => {
      const { soak } = window as unknown as SoakWindow;
      window.WebSocket = class extends EventTarget {
        onopen: (() => void) | null = null;
        onmessage: ((event: { data: string }) => void) | null = null;
        readonly send = () => undefined;
        private lastMs = performance.now();
        private readonly timer = setInterval(() => {
          if (soak.frames === 0) this.onopen?.();
          const nowMs = performance.now();
          for (let count = 0; count < atOnceMax && this.lastMs + pushMs <= nowMs; count++) {
            this.lastMs += pushMs;
            soak.frames += 1;
            this.onmessage?.({ data: text.replaceAll('"v":1', `"v":${1 + (soak.frames % 9)}`) });
          }
        }, pushMs);
        readonly close = () => clearInterval(this.timer);
      } as unknown as typeof WebSocket;
    },
    [message, PUSH_MS, AT_ONCE_MAX] as const,
  );
}

/** A flood of lines that can be held: all that was said is drawn then. */
function startFlood(far: FakeConsole, console: ConsolePage) {
  let lines = 0;
  let isFlooded = true;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (let count = 0; isFlooded && count < AT_ONCE_MAX && lastMs + BATCH_MS <= nowMs; count++) {
      lastMs += BATCH_MS;
      far.say(numberedLines(lines, LINES_PER_BATCH));
      lines += LINES_PER_BATCH;
    }
  }, BATCH_MS);
  return {
    lines: () => lines,
    async settle(): Promise<void> {
      isFlooded = false;
      await console.line(`line ${lines - 1}.`).waitFor({ timeout: 30_000 });
      await console.atRest();
    },
    goOn(): void {
      lastMs = performance.now();
      isFlooded = true;
    },
    stop: () => clearInterval(timer),
  };
}

const PAGES = ['live view', 'console'] as const;

/** Of both pages: what they hold at first and at last, and the longest tasks. */
interface Soaked {
  readonly first: readonly PageMemory[];
  readonly last: readonly PageMemory[];
  readonly longest: readonly { readonly longestMs: number }[];
}

function noteFigures({ first, last, longest }: Soaked): void {
  const value = last.reduce((sum, { heapMb }) => sum + heapMb, 0);
  row.figure({ what: 'JS heap of both pages', value, unit: 'MB', goal: { below: 60 } });
  for (const [index, name] of PAGES.entries()) {
    const nodes = first[index]?.nodes ?? 0;
    const percent = (100 * Math.abs((last[index]?.nodes ?? 0) - nodes)) / nodes;
    const what = `DOM nodes of the ${name}, change`;
    row.figure({ what, value: percent, unit: '%', goal: { atMost: 5 } });
  }
  for (const [index, name] of PAGES.entries()) {
    const ms = longest[index]?.longestMs ?? Number.POSITIVE_INFINITY;
    const what = `longest task of the ${name}`;
    row.figure({ what, value: ms, unit: 'ms', goal: { atMost: 200 }, isTimed: true });
  }
}

test('@nightly L6: a live view and a console that stay open', async ({ page, context, home, api }) => {
  test.setTimeout(60_000 + SOAK_S * 1500);
  await home.openWithValues(); // which the gateway may not have yet
  await watchTasks(page);
  await feedLiveData(page, JSON.stringify(await api.get('/api/livedata/status')));
  await home.openWithValues();
  const other = await context.newPage();
  await watchTasks(other);
  const console = new ConsolePage(other);
  const flood = startFlood(await console.openFake(), console);
  const sessions = await Promise.all([page, other].map((own) => context.newCDPSession(own)));
  try {
    await wait(WARM_UP_MS);
    await flood.settle(); // what is being drawn at the moment is not counted
    const first = await Promise.all(sessions.map(pageMemory));
    await Promise.all([page, other].map(forgetTasks));
    const before = { lines: flood.lines(), frames: (await soakOf(page)).frames, ms: performance.now() };
    flood.goOn();
    await wait(SOAK_S * 1000);
    const pushed = (await soakOf(page)).frames - before.frames;
    const pushedS = (performance.now() - before.ms) / 1000;
    await flood.settle();
    const longest = await Promise.all([page, other].map(soakOf));
    const drawnS = (performance.now() - before.ms) / 1000;
    const last = await Promise.all(sessions.map(pageMemory));
    const rates = [
      ['messages at the live view', pushed / pushedS / PUSHES_PER_S],
      ['lines at the console', (flood.lines() - before.lines) / drawnS / LINES_PER_S],
    ] as const;
    for (const [name, value] of rates) {
      const what = `${name}, as a multiple of what a plant says`;
      row.figure({ what, value, goal: { atLeast: TIMES }, isTimed: true });
    }
    noteFigures({ first, last, longest });
    const kept = Number(/^[\d,]+/.exec(await console.count.innerText())?.[0].replaceAll(',', ''));
    row.figure({ what: 'lines in the console', value: kept, goal: { atMost: 2000 } });
    expect(flood.lines()).toBeGreaterThan(2000);
  } finally {
    flood.stop();
  }
});
