/**
 * What the page of the console makes of 500 lines a second for a minute, in a real browser on a processor slowed down
 * four times: its longest tasks, the pictures it draws, and its memory once all lines that it keeps have been
 * replaced many times. The floor, measured in the same run, is the same open page while no line comes.
 *
 * Exits non-zero when the page does not show the last line, never because of a figure.
 */

import { startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { chromium } from '@playwright/test';
import { measureConsoleLoad } from '../e2e/console-load.ts';
import { ConsolePage } from '../e2e/pages/console-page.ts';
import { findBrowser } from '../tools/browser.mjs';
import { buildStale } from '../tools/builds.mjs';
import { reportFigure } from './measure/report-figure.ts';

const LOAD = { linesPerSecond: 500, windowS: 10, windows: 6 };
const LAST_LINE_TIMEOUT_MS = 10_000;

async function measure(): Promise<void> {
  const executablePath = findBrowser();
  const gateway = await startGatewayProcess();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-proxy-server', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ baseURL: gateway.url });
    const consolePage = new ConsolePage(page);
    const load = await measureConsoleLoad(page, consolePage, LOAD);
    await consolePage.line(`line ${load.lines - 1}.`).waitFor({ timeout: LAST_LINE_TIMEOUT_MS });
    const inMs = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' ');
    const cpuMs = load.longest.map((task) => task.cpuMs);
    console.log(`longest task of each 10 s, ms of processor: ${inMs(cpuMs)} (goal: below 100)`);
    console.log(`the same with what other programs add: ${inMs(load.longest.map((task) => task.wallMs))}`);
    console.log(`pictures a second: ${inMs(load.framesPerS)}`);
    console.log(`nodes: ${load.nodes.first} at first, ${load.nodes.last} at last; ${load.lines} lines`);
    reportFigure('longest task, no lines', load.floor.cpuMs, 'ms');
    reportFigure('longest task, 500 lines/s', Math.max(...cpuMs), 'ms');
    reportFigure('heap after the minute', load.heapMb, 'MB');
    reportFigure('heap growth over the minute', load.heapGrowthMb, 'MB');
  } finally {
    await browser.close();
    await gateway.dispose();
  }
}

if (await buildStale()) await measure();
else process.exitCode = 1;
