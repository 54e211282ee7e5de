import type { Page } from '@playwright/test';
import { pageMemory } from './page-memory.ts';
import { type ConsolePage, numberedLines } from './pages/console-page.ts';

interface ConsoleLoadOptions {
  readonly linesPerSecond: number;
  /** The load is looked at in pieces of so many seconds. */
  readonly windowS: number;
  readonly windows: number;
}

/** The longest task of the page's main thread. */
interface LongestTask {
  /** How long the processor worked on it, which other programs on the same machine do not stretch. */
  readonly cpuMs: number;
  /** How long it took. */
  readonly wallMs: number;
}

/** What a flood of lines did to the page. */
interface ConsoleLoad {
  /** How many lines were sent. */
  readonly lines: number;
  /** On the same slow processor while no line comes. */
  readonly floor: LongestTask;
  /** Of each piece. */
  readonly longest: readonly LongestTask[];
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

type CountedWindow = Window & { pictures: { drawn: number } };

function countPictures(page: Page): Promise<void> {
  return page.evaluate(() => {
    const pictures = {
      drawn: 0,
      count(): void {
        pictures.drawn += 1;
        requestAnimationFrame(pictures.count);
      },
    };
    (window as unknown as CountedWindow).pictures = pictures;
    pictures.count();
  });
}

function picturesDrawn(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as CountedWindow).pictures.drawn);
}

/** What is used of an entry in a trace of the browser; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The longest task while `action` goes on. */
async function longestTask(page: Page, action: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] });
  await action();
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  if (tasks.every(({ tdur = 0 }) => tdur === 0)) throw new Error('the trace has no tasks of the page');
  return {
    cpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    wallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the console on a processor that is four times slower, and floods it. */
export async function measureConsoleLoad(
  page: Page,
  consolePage: ConsolePage,
  { linesPerSecond, windowS, windows }: ConsoleLoadOptions,
): Promise<ConsoleLoad> {
  const cdp = await page.context().newCDPSession(page);
  const far = await consolePage.openFake();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await countPictures(page);
  const floor = await longestTask(page, () => pause(FLOOR_S * 1000));

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
    const first = await pageMemory(cdp);
    const longest: LongestTask[] = [];
    const framesPerS: number[] = [];
    for (let window = 0; window < windows; window++) {
      const drawn = await picturesDrawn(page);
      startMs = performance.now(); // looking at what was measured takes time that need not be made up for
      sinceStart = 0;
      longest.push(await longestTask(page, () => pause(windowS * 1000)));
      framesPerS.push(((await picturesDrawn(page)) - drawn) / windowS);
    }
    const last = await pageMemory(cdp);
    return {
      lines,
      floor,
      longest,
      framesPerS,
      heapGrowthMb: last.heapMb - first.heapMb,
      heapMb: last.heapMb,
      nodes: { first: first.nodes, last: last.nodes },
    };
  } finally {
    clearInterval(flood);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}
