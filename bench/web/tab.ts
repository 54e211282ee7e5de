import { fileURLToPath } from 'node:url';
import { GUIDE_PUT_OFF } from '@heliograph/testbed/outside/put-off-guide.ts';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';

/** What the probe has noted in a page. */
export interface ProbeNotes {
  /** From the start of the navigation until a value was on screen, in milliseconds. */
  readonly paintedAtMs: { readonly totalPower?: number; readonly firstPower?: number };
  /** Timers and animation frames that have run. */
  readonly timers: number;
  readonly frames: number;
  /** From the click until the dialog was on screen. */
  readonly dialogMs?: number;
  /** From the start of the navigation until a click on the second tab had shown its inverter. */
  readonly clickedMs?: number;
}

/** A tab of a browser that has seen nothing yet, with the probe in its pages. */
export interface Tab {
  readonly page: Page;
  open(url: string): Promise<void>;
  notes(): Promise<ProbeNotes>;
  /** Waits until the expression is true in the page. */
  until(expression: string): Promise<void>;
  run(expression: string): Promise<unknown>;
  /** What the main thread has worked so far, in milliseconds of its own processor time. */
  mainThreadMs(): Promise<number>;
  /** 4: a processor of a quarter of the speed. */
  slowDown(factor: number): Promise<void>;
  /** What the page complained about. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TabOptions {
  /** With somebody logged in, so that everything can be opened. */
  readonly isLoggedIn?: boolean;
}

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
const WAIT_MS = 60_000;
const LOOK_MS = 50;
const USER = JSON.stringify({ type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') });

/** Not in an empty page, which has no storage. */
const LOG_IN = `if (location.protocol === 'http:') localStorage.setItem('user', ${JSON.stringify(USER)})`;

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--disable-quic', '--disable-background-networking', '--no-proxy-server'],
  });
}

/** Opens a tab with a storage and a cache of its own. */
export async function openTab(browser: Browser, { isLoggedIn = false }: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  await context.addCookies([GUIDE_PUT_OFF]);
  await context.addInitScript({ path: PROBE });
  if (isLoggedIn) await context.addInitScript(LOG_IN);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const session = await context.newCDPSession(page);
  // Processor time and not the clock's: other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const run = (expression: string) => evaluate(session, expression);
  return {
    page,
    complaints,
    run,
    open: async (url) => {
      await page.goto(url, { waitUntil: 'commit' });
    },
    notes: async () => JSON.parse(String(await run('JSON.stringify(benchProbe)'))) as ProbeNotes,
    async until(expression) {
      const endMs = performance.now() + WAIT_MS;
      while ((await run(`Boolean(${expression})`)) !== true) {
        if (performance.now() > endMs) throw new Error(`it never came: ${expression}`);
        await page.waitForTimeout(LOOK_MS);
      }
    },
    async mainThreadMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    },
    slowDown: async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    close: () => context.close(),
  };
}

async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  return result.value;
}
