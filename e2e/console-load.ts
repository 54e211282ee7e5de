import type { CDPSession, Page } from '@playwright/test';
import { type ConsolePage, numberedLines } from './pages/console-page.ts';

interface ConsoleLoadOptions {
  readonly linesPerSecond: number;
  /** The load is looked at in pieces of so many seconds. */
  readonly windowS: number;
  readonly windows: number;
}

/** What a flood of lines did to the page. */
interface ConsoleLoad {
  /** How many lines were sent. */
  readonly lines: number;
  /** The longest task of the open page on the same slow processor while no line comes, in milliseconds. */
  readonly floorMs: number;
  /** The longest task of each piece; 0 where none was longer than 50 ms. */
  readonly longestMs: readonly number[];
  /** Pictures drawn per second in each piece. */
  readonly framesPerS: readonly number[];
  /** After garbage was collected, once all lines that are kept have been replaced. */
  readonly heapGrowthMb: number;
  readonly heapMb: number;
  /** In the document and out of it, after the garbage. */
  readonly nodes: { readonly first: number; readonly last: number };
}

/** How much slower than this machine. */
const CPU_SLOWDOWN = 4;
const FLOOR_S = 2;
/** As the gateway batches. */
const BATCH_MS = 100;
/** Twice what is kept. */
const WARM_UP_LINES = 4_000;
const MEGABYTE = 1_048_576;

interface Watch {
  longestMs: number;
  frames: number;
}

type WatchedWindow = Window & { consoleWatch: Watch };

/** Counts tasks and pictures in the page. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const counts = { longestMs: 0, frames: 0 };
    (window as unknown as WatchedWindow).consoleWatch = counts;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) counts.longestMs = Math.max(counts.longestMs, duration);
    }).observe({ type: 'longtask' });
    const count = () => {
      counts.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
}

/** What was counted since the last time. */
function takeCounts(page: Page): Promise<Watch> {
  return page.evaluate(() => {
    const counts = (window as unknown as WatchedWindow).consoleWatch;
    const taken = { ...counts };
    counts.longestMs = 0;
    counts.frames = 0;
    return taken;
  });
}

async function memory(cdp: CDPSession): Promise<{ heapMb: number; nodes: number }> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { heapMb: usedSize / MEGABYTE, nodes };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens the console on a processor that is four times slower, and floods it. */
export async function measureConsoleLoad(
  page: Page,
  consolePage: ConsolePage,
  { linesPerSecond, windowS, windows }: ConsoleLoadOptions,
): Promise<ConsoleLoad> {
  const cdp = await page.context().newCDPSession(page);
  const far = await consolePage.openFake();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await watch(page);
  await pause(FLOOR_S * 1000);
  const floor = await takeCounts(page);

  let lines = 0;
  let startMs = performance.now();
  let sinceStart = 0;
  const flood = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) / 1000) * linesPerSecond) - sinceStart;
    if (due <= 0) return;
    far.say(numberedLines(lines, due));
    lines += due;
    sinceStart += due;
  }, BATCH_MS);
  try {
    await pause((WARM_UP_LINES / linesPerSecond) * 1000);
    const first = await memory(cdp);
    const counts: Watch[] = [];
    for (let window = 0; window < windows; window++) {
      startMs = performance.now(); // looking at the memory takes time that need not be made up for
      sinceStart = 0;
      await takeCounts(page);
      await pause(windowS * 1000);
      counts.push(await takeCounts(page));
    }
    const last = await memory(cdp);
    return {
      lines,
      floorMs: floor.longestMs,
      longestMs: counts.map(({ longestMs }) => longestMs),
      framesPerS: counts.map(({ frames }) => Math.round(frames / windowS)),
      heapGrowthMb: last.heapMb - first.heapMb,
      heapMb: last.heapMb,
      nodes: { first: first.nodes, last: last.nodes },
    };
  } finally {
    clearInterval(flood);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}
