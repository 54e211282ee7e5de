/**
 * How fast the web app is in a browser on a slow device and a slow line, for 4 and 10 inverters: until the first live
 * value is on screen, for each push, between pushes, and when the limit dialog opens. Our builds and a page by hand that
 * shows the same (`web/plain-page`) are measured in turns, so that a noisy machine hits all of them; what counts is the
 * ratio to that page. How it is done is told in `web/README.md`.
 *
 * Exits non-zero when a page shows something wrong, never because it is slow.
 */

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { median } from './measure/median.ts';
import type { PlaceOptions } from './web/bench-place.ts';
import { GOALS } from './web/goals.ts';
import { measureDialog } from './web/measure-dialog.ts';
import { measureLoad } from './web/measure-load.ts';
import { measurePushes } from './web/measure-pushes.ts';
import type { Reading } from './web/reading.ts';
import { launchBrowser } from './web/tab.ts';

const INVERTER_COUNTS = [4, 10];
const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));
const PLAIN_PAGE = fileURLToPath(new URL('web/plain-page', import.meta.url));
const PLAIN_NAME = 'plain page';

type Measure = (options: Omit<PlaceOptions, 'shape'>) => Promise<readonly Reading[]>;

/** What is measured, and how often: times on screen vary more than processor time does. */
const MEASURES: readonly (readonly [measure: Measure, rounds: number])[] = [
  [measureLoad, 7],
  [measurePushes, 3],
  [measureDialog, 2],
];

interface MeasuredPage {
  readonly name: string;
  readonly webFolder: string;
}

const folder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));

/** A copy with a `.gz` beside each file, as the builds have them. */
async function packPlainPage(): Promise<MeasuredPage> {
  const webFolder = join(folder, 'plain-page');
  await cp(PLAIN_PAGE, webFolder, { recursive: true });
  const entries = await readdir(webFolder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
  }
  return { name: PLAIN_NAME, webFolder };
}

/** Builds the sources as they are. */
async function buildPage(name: string, mode: 'production' | 'device'): Promise<MeasuredPage> {
  const webFolder = join(folder, mode);
  await build({ root: WEB, mode, logLevel: 'error', build: { outDir: webFolder, emptyOutDir: true } });
  return { name, webFolder };
}

/** All values of all rounds, by what was measured and of which page. */
type Values = Map<string, Map<string, number[]>>;

async function measureInTurns(
  pages: readonly MeasuredPage[],
  inverterCount: number,
  [measure, rounds]: (typeof MEASURES)[number],
): Promise<void> {
  const units = new Map<string, string>();
  const values: Values = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const { name, webFolder } of pages) {
      const browser = await launchBrowser(); // a fresh one knows nothing of the page before
      try {
        for (const { what, value, unit } of await measure({ browser, webFolder, inverterCount })) {
          units.set(what, unit);
          note(values, what, name, value);
        }
      } finally {
        await browser.close();
      }
    }
  }
  for (const [what, byPage] of values) report(what, byPage, inverterCount, units.get(what) ?? '');
}

function note(values: Values, what: string, page: string, value: number): void {
  const byPage = values.get(what) ?? new Map<string, number[]>();
  values.set(what, byPage);
  byPage.set(page, [...(byPage.get(page) ?? []), value]);
}

function report(
  what: string,
  byPage: ReadonlyMap<string, number[]>,
  inverterCount: number,
  unit: string,
): void {
  const plain = median(byPage.get(PLAIN_NAME) ?? []);
  const goal = GOALS[what];
  const name = `${what}, ${inverterCount} inverters`;
  const texts: string[] = [];
  for (const [page, all] of byPage) {
    const value = median(all);
    console.log(
      JSON.stringify({ what: name, subject: page, value, unit, ...(goal !== undefined && { goal }) }),
    );
    const ratio = page === PLAIN_NAME || plain === 0 ? '' : ` (${(value / plain).toFixed(2)} x)`;
    texts.push(`${page} ${value.toFixed(1)} ${unit}${ratio}`);
  }
  console.log(`${name}: ${texts.join(', ')}${goal === undefined ? '' : `; goal: at most ${goal} x`}`);
}

const pages = [
  await packPlainPage(),
  await buildPage('gateway build', 'production'),
  await buildPage('device build', 'device'),
];
const browser = await launchBrowser();
console.log(JSON.stringify({ with: `Chromium ${browser.version()}` }));
await browser.close();
for (const inverterCount of INVERTER_COUNTS) {
  for (const measure of MEASURES) await measureInTurns(pages, inverterCount, measure);
}
await rm(folder, { recursive: true });
