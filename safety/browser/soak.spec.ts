import type { CDPSession, Page } from '@playwright/test';
import { ConsolePage, numberedLines } from '../../e2e/pages/console-page.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

/**
 * L6: the live view and the console stay open while a hundred times as much comes as a plant has to say. The
 * counter-proof is in `load/console-lines.test.ts`.
 */

const row = openRow('L6');
const SOAK_S = row.scale(3, 1200);
/** A plant pushes once a second, and its gateway says about ten lines. */
const PUSH_MS = 10;
const LINES_PER_BATCH = 100;
const BATCH_MS = 100;
/** More than the console keeps, so that it has dropped some. */
const WARM_UP_MS = 2_500;
const MEGABYTE = 1_048_576;

type SoakWindow = Window & { soak: { longestMs: number; frames: number } };

/** Notes the longest task, and speaks for the gateway on the socket of the live data. */
async function feedLiveData(page: Page, message: string): Promise<void> {
  await page.addInitScript(
    ([text, pushMs]) => {
      const soak = { longestMs: 0, frames: 0 };
      (window as unknown as SoakWindow).soak = soak;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) soak.longestMs = Math.max(soak.longestMs, duration);
      }).observe({ type: 'longtask' });
      window.WebSocket = class extends EventTarget {
        onopen: (() => void) | null = null;
        onmessage: ((event: { data: string }) => void) | null = null;
        readonly send = () => undefined;
        private readonly timer = setInterval(() => {
          if (soak.frames === 0) this.onopen?.();
          soak.frames += 1;
          this.onmessage?.({ data: text.replaceAll('"v":1', `"v":${1 + (soak.frames % 9)}`) });
        }, pushMs);
        readonly close = () => clearInterval(this.timer);
      } as unknown as typeof WebSocket;
    },
    [message, PUSH_MS] as const,
  );
}

async function memory(session: CDPSession): Promise<{ heapBytes: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('L6: a live view and a console that stay open', async ({ page, context, home, api }) => {
  test.setTimeout(60_000 + SOAK_S * 1500);
  await feedLiveData(page, JSON.stringify(await api.get('/api/livedata/status')));
  await home.openWithValues();
  const other = await context.newPage();
  const console = new ConsolePage(other);
  const far = await console.openFake();
  let lines = 0;
  let isFlooded = true;
  const flood = setInterval(() => {
    if (!isFlooded) return;
    far.say(numberedLines(lines, LINES_PER_BATCH));
    lines += LINES_PER_BATCH;
  }, BATCH_MS);
  /** What is being drawn at the moment is not counted. */
  const measure = async () => {
    isFlooded = false;
    await console.line(`line ${lines - 1}.`).waitFor();
    await console.atRest();
    const measured = await Promise.all(sessions.map(memory));
    isFlooded = true;
    return measured;
  };
  const sessions = await Promise.all([page, other].map((own) => context.newCDPSession(own)));
  try {
    await pause(WARM_UP_MS);
    const first = await measure();
    await pause(SOAK_S * 1000);
    const last = await measure();

    const heap = last.reduce((sum, { heapBytes }) => sum + heapBytes, 0) / MEGABYTE;
    row.figure({ what: 'JS heap of both pages', value: heap, unit: 'MB', goal: { below: 60 } });
    for (const [index, name] of ['live view', 'console'].entries()) {
      const before = first[index]?.nodes ?? Number.NaN;
      const percent = (100 * Math.abs((last[index]?.nodes ?? Number.NaN) - before)) / before;
      row.figure({
        what: `DOM nodes of the ${name}, change`,
        value: percent,
        unit: '%',
        goal: { atMost: 5 },
      });
    }
    const { longestMs, frames } = await page.evaluate(() => (window as unknown as SoakWindow).soak);
    row.figure({ what: 'longest task', value: longestMs, unit: 'ms', goal: { atMost: 200 }, isTimed: true });
    expect(frames).toBeGreaterThan(SOAK_S * 5);
    const kept = Number(/^[\d,]+/.exec(await console.count.innerText())?.[0].replaceAll(',', ''));
    row.figure({ what: 'lines in the console', value: kept, goal: { atMost: 2000 } });
    expect(lines).toBeGreaterThan(2000);
  } finally {
    clearInterval(flood);
  }
});
