/**
 * What the chart of a day costs in a real browser: a step of moving about in it, and from the click on another day until that
 * is on screen, on a processor slowed down four times. The floor, measured in turns with it, is a page with nothing but
 * uPlot that shows the same curve of the same gateway in the same size (`chart/bare-page.html`).
 *
 * Exits non-zero when a page does not show what it should, never because it is slow.
 */

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCENARIOS } from '@heliograph/simulator/scenarios';
import { writePast } from '@heliograph/testbed/gateway/past.ts';
import { MUNICH } from '@heliograph/testbed/gateway/roof.ts';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Browser } from '@playwright/test';
import { offsetOf } from '../apps/gateway/src/history/plant-timezone.ts';
import { buildStale } from '../tools/builds.mjs';
import { median } from './measure/median.ts';
import { launchBrowser, openTab, type Tab } from './web/tab.ts';

const OURS = 'history page';
const BARE = 'bare uPlot';
const ROUNDS = 5;
const SLOW_DOWN = 4;
const PAN_GOAL = 1.3;

/** A drag to and fro. */
const STEPS = 120;
const STEP_PX = 4;
const TURN_STEPS = 30;
const ZOOMS = 3;
const ZOOM = 1.6;

const CLICKS = 5;
const SETTLE_MS = 1500;
const DAY_MS = 86_400_000;
const DAYS_KEPT = 12;
const STEP_OF_PAST_S = 10;
const TIMEZONE = 'CET-1CEST,M3.5.0,M10.5.0/3';

const PROBE = fileURLToPath(new URL('chart/probe.js', import.meta.url));
const BARE_FILES = [
  'bench/chart/bare-page.html',
  'bench/chart/bare-page.js',
  'node_modules/uplot/dist/uPlot.iife.min.js',
  'node_modules/uplot/dist/uPlot.min.css',
].map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)));

const utcOffsetS = offsetOf(TIMEZONE);
const todayMs = Math.floor((Date.now() + utcOffsetS(Date.now() / 1000) * 1000) / DAY_MS) * DAY_MS;
/** `2026-06-21`, so many days before today. */
const dateOf = (daysAgo: number) => new Date(todayMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
/** Its first moment at the plant. */
function startOf(daysAgo: number): number {
  const wallS = (todayMs - daysAgo * DAY_MS) / 1000;
  return wallS - utcOffsetS(wallS);
}

/** One of the two pages, open, with yesterday on it. */
interface OpenPage {
  readonly tab: Tab;
  /** What pointers move about in. */
  readonly plot: string;
  /** The button that leads to the day before. */
  readonly back: string;
  zoomIn(): Promise<void>;
  /** What is true in the page once it shows a day so many days ago. */
  shows(daysAgo: number): string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function openOurs(browser: Browser, { url }: GatewayProcess): Promise<OpenPage> {
  const tab = await openTab(browser);
  await tab.page.addInitScript({ path: PROBE });
  await tab.open(`${url}/history?date=${dateOf(1)}`);
  const shows = (daysAgo: number) =>
    `document.querySelector('main input[type="date"]')?.value === '${dateOf(daysAgo)}' &&
     document.querySelector('figure[aria-busy="false"] canvas') !== null`;
  await tab.until(shows(1));
  const chart = tab.page.getByRole('application');
  return {
    ...{ tab, shows, plot: '[role="application"] .u-over', back: 'button[aria-label="Day before"]' },
    async zoomIn() {
      await chart.focus();
      for (let count = 0; count < ZOOMS; count++) await tab.page.keyboard.press('+');
    },
  };
}

async function openBare(browser: Browser, { url }: GatewayProcess, size: Size): Promise<OpenPage> {
  const tab = await openTab(browser);
  await tab.page.addInitScript({ path: PROBE });
  // Files of the bench beside the calls of the gateway.
  await tab.page.route('**/bare/*', (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const path = BARE_FILES.find((file) => basename(file) === name);
    return path === undefined ? route.abort() : route.fulfill({ path });
  });
  await tab.open(
    `${url}/bare/bare-page.html?${new URLSearchParams({
      from: String(startOf(1)),
      width: String(size.width),
      height: String(size.height),
    })}`,
  );
  const shows = (daysAgo: number) => `document.body.dataset.shown === '${startOf(daysAgo)}'`;
  await tab.until(shows(1));
  await tab.page.unroute('**/bare/*');
  return {
    ...{ tab, shows, plot: '.u-over', back: 'button' },
    zoomIn: async () => void (await tab.run(`bare.zoom(${ZOOM ** ZOOMS})`)),
  };
}

/** What one pointer move of a drag costs the main thread, in ms of its own processor time. */
async function measurePan({ tab, plot, zoomIn }: OpenPage): Promise<number> {
  const { page } = tab;
  await zoomIn();
  const place = await page.locator(plot).boundingBox();
  if (place === null) throw new Error('there is nothing to move about in');
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.waitForTimeout(SETTLE_MS);
  await page.mouse.down();
  const drag = async () => {
    for (let step = 0; step < STEPS; step++) {
      const forth = Math.abs((step % (2 * TURN_STEPS)) - TURN_STEPS);
      await page.mouse.move(middle.x + forth * STEP_PX - (TURN_STEPS * STEP_PX) / 2, middle.y);
    }
  };
  await drag(); // once to get warm
  const drawnBefore = Number(await tab.run('chartProbe.drawn'));
  const beforeMs = await tab.mainThreadMs();
  await drag();
  const costMs = (await tab.mainThreadMs()) - beforeMs;
  const drawn = Number(await tab.run('chartProbe.drawn')) - drawnBefore;
  await page.mouse.up();
  if (drawn < STEPS * 0.9) throw new Error(`of ${STEPS} steps only ${drawn} were drawn`);
  return costMs / STEPS;
}

/** From a click on the day before until that is on screen, in ms. */
async function measureClicks({ tab, back, shows }: OpenPage): Promise<number> {
  const { page } = tab;
  await page.waitForTimeout(SETTLE_MS);
  await tab.slowDown(SLOW_DOWN);
  const timesMs: number[] = [];
  for (let daysAgo = 2; daysAgo < 2 + CLICKS; daysAgo++) {
    await tab.run(`chartProbe.arm(${JSON.stringify(shows(daysAgo))})`);
    await page.locator(back).click();
    await tab.until('chartProbe.paintedMs !== undefined');
    timesMs.push(Number(await tab.run('chartProbe.paintedMs')));
    await page.waitForTimeout(SETTLE_MS / 2);
  }
  await tab.slowDown(1);
  return median(timesMs);
}

async function measureInTurns(gateway: GatewayProcess): Promise<void> {
  const pans = { [OURS]: [] as number[], [BARE]: [] as number[] };
  const clicks = { [OURS]: [] as number[], [BARE]: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await launchBrowser();
    try {
      const ours = await openOurs(browser, gateway);
      const size = await ours.tab.page.getByRole('application').boundingBox();
      if (size === null) throw new Error('there is no chart');
      pans[OURS].push(await measurePan(ours));
      clicks[OURS].push(await measureClicks(ours));
      await close(ours);
      const bare = await openBare(browser, gateway, size);
      pans[BARE].push(await measurePan(bare));
      clicks[BARE].push(await measureClicks(bare));
      await close(bare);
    } finally {
      await browser.close();
    }
  }
  report('a step of moving about in a day, processor time', pans, PAN_GOAL);
  report('from the click to another day on screen, slowed down 4 times', clicks);
}

async function close({ tab }: OpenPage): Promise<void> {
  await tab.close();
  if (tab.complaints.length > 0) throw new Error(tab.complaints.join('; '));
}

function report(
  what: string,
  values: Readonly<Record<typeof OURS | typeof BARE, readonly number[]>>,
  goal?: number,
): void {
  for (const subject of [BARE, OURS] as const) {
    const hasGoal = subject === OURS && goal !== undefined;
    const value = median([...values[subject]]);
    console.log(JSON.stringify({ what, subject, value, unit: 'ms', ...(hasGoal && { goal }) }));
    console.log(`${what}: ${subject} ${values[subject].map((one) => one.toFixed(2)).join(' ')} ms`);
  }
}

async function measure(): Promise<void> {
  const gateway = await startGatewayProcess();
  try {
    await gateway.end();
    writePast({
      ...{ folder: gateway.dataFolder, site: MUNICH, timezone: TIMEZONE, stepS: STEP_OF_PAST_S },
      inverters: SCENARIOS['three-inverters'].inverters.map(({ serial, name, strings }) => ({
        ...{ serial, name },
        strings: strings.map((string) => ({ ...string, peakW: string.panelW })),
      })),
      fromMs: startOf(DAYS_KEPT) * 1000,
      untilMs: startOf(0) * 1000,
    });
    await gateway.startAgain();
    await measureInTurns(gateway);
  } finally {
    await gateway.dispose();
  }
}

if (await buildStale()) await measure();
else process.exitCode = 1;
