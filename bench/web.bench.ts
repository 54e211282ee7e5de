/**
 * How fast the web app is in a browser on a slow device and a slow line, for 4, 10 and 50 inverters: until the first live
 * value is on screen and a click works, for each push, between pushes, and when the limit dialog opens. Our builds and
 * pages by hand that show the same (`web/plain-page`) are measured in turns, so that a noisy machine hits all of them;
 * what counts is the ratio to the page by hand. How it is done is told in `web/README.md`.
 *
 * Exits non-zero when a page shows something wrong, never because it is slow.
 */

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { median } from './measure/median.ts';
import type { MeasuredPage, PlaceOptions } from './web/bench-place.ts';
import { DEVICE_BUILD, GATEWAY_BUILD, goalOf } from './web/goals.ts';
import { measureDialog } from './web/measure-dialog.ts';
import { measureFirstClick, measureLoad } from './web/measure-load.ts';
import { measurePushes } from './web/measure-pushes.ts';
import type { Reading } from './web/reading.ts';
import { launchBrowser } from './web/tab.ts';

const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));
const PLAIN_PAGE = fileURLToPath(new URL('web/plain-page', import.meta.url));
const BY_HAND = 'page by hand';

type Measure = (options: Omit<PlaceOptions, 'shape'>) => Promise<readonly Reading[]>;

/** What is measured, and how often: times on screen vary more than processor time does. */
const MEASURES: readonly (readonly [measure: Measure, rounds: number, inverterCounts: readonly number[]])[] =
  [
    [measureLoad, 5, [4, 10, 50]],
    [measureFirstClick, 5, [4, 10]],
    [measurePushes, 3, [4, 10]],
    [measureDialog, 2, [4, 10]],
  ];

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
  return { name: 'plain page', webFolder };
}

/** The plain page as one file that asks for the values first and makes the DOM of all inverters. */
async function packPageByHand(): Promise<MeasuredPage> {
  const webFolder = join(folder, 'page-by-hand');
  await mkdir(webFolder);
  const [page = '', styles = '', script = ''] = await Promise.all(
    ['index.html', 'assets/plain-page.css', 'assets/plain-page.js'].map((name) =>
      readFile(join(PLAIN_PAGE, name), 'utf8'),
    ),
  );
  const whole = page
    .replace('<html ', '<html data-panels="all" ')
    .replace(/<link rel="stylesheet".*/, () => `<style>${styles}</style>`)
    .replace(/<script .*/, '')
    .replace('</body>', () => `<script type="module">${script}</script></body>`);
  await writeFile(join(webFolder, 'index.html'), whole);
  await writeFile(join(webFolder, 'index.html.gz'), gzipSync(whole, { level: 9 }));
  return { name: BY_HAND, webFolder, isOneFile: true };
}

/** Builds the sources as they are. */
async function buildPage(name: string, mode: 'production' | 'device'): Promise<MeasuredPage> {
  const webFolder = join(folder, mode, 'dist');
  await build({ root: WEB, mode, logLevel: 'error', build: { outDir: webFolder } });
  if (mode === 'production') {
    const outDir = join(folder, mode, 'dist-server');
    await build({ root: WEB, mode, logLevel: 'error', build: { outDir, ssr: 'src/page-renderer.tsx' } });
  }
  return { name, webFolder };
}

/** All values of all rounds, by what was measured and of which page. */
type Values = Map<string, Map<string, number[]>>;

async function measureInTurns(
  pages: readonly MeasuredPage[],
  inverterCount: number,
  measure: Measure,
  rounds: number,
): Promise<void> {
  const units = new Map<string, string>();
  const values: Values = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const page of pages) {
      const browser = await launchBrowser(); // a fresh one knows nothing of the page before
      try {
        for (const { what, value, unit } of await measure({ browser, page, inverterCount })) {
          units.set(what, unit);
          note(values, what, page.name, value);
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
  const byHand = median(byPage.get(BY_HAND) ?? []);
  const name = `${what}, ${inverterCount} inverters`;
  const texts: string[] = [];
  for (const [page, all] of byPage) {
    const value = median(all);
    const goal = goalOf(what, page, inverterCount);
    console.log(
      JSON.stringify({ what: name, subject: page, value, unit, ...(goal !== undefined && { goal }) }),
    );
    const ratio = page === BY_HAND || byHand === 0 ? '' : ` (${(value / byHand).toFixed(2)} x)`;
    const wanted = goal === undefined ? '' : `, at most ${goal} x wanted`;
    texts.push(`${page} ${value.toFixed(1)} ${unit}${ratio}${wanted}`);
  }
  console.log(`${name}: ${texts.join('; ')}`);
}

const pages = [
  await packPageByHand(),
  await packPlainPage(),
  await buildPage(GATEWAY_BUILD, 'production'),
  await buildPage(DEVICE_BUILD, 'device'),
];
const browser = await launchBrowser();
console.log(JSON.stringify({ with: `Chromium ${browser.version()}` }));
await browser.close();
for (const [measure, rounds, inverterCounts] of MEASURES) {
  for (const inverterCount of inverterCounts) await measureInTurns(pages, inverterCount, measure, rounds);
}
await rm(folder, { recursive: true });
