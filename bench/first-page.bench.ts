/**
 * What it costs the gateway to render the live view with its values, for 4 and for 10 inverters, once it has been running.
 * The floor is to print the data that the page carries as JSON.
 *
 * Exits non-zero when the page is wrong, never because the machine is slow.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CreatePageRenderer, type FirstPage, getLiveData } from '@heliograph/contract';
import { build } from 'vite';
import { openStaticWeb } from '../apps/gateway/src/http/pages/static-web.ts';
import { costUs } from './measure/cost-us.ts';
import { median } from './measure/median.ts';
import { reportFigure } from './measure/report-figure.ts';
import { createLivePlant } from './web/live-plant.ts';

const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));
/** Some of them before Node has made fast code of it. */
const WARM_UPS = 100;
const RENDERINGS = 200;

const folder = await mkdtemp(join(tmpdir(), 'heliograph-first-page-'));
const webFolder = join(folder, 'dist');
const serverFolder = join(folder, 'dist-server');
await build({ root: WEB, logLevel: 'error', build: { outDir: webFolder } });
await build({ root: WEB, logLevel: 'error', build: { outDir: serverFolder, ssr: 'src/page-renderer.tsx' } });
const { createPageRenderer }: { createPageRenderer: CreatePageRenderer } = await import(
  pathToFileURL(join(serverFolder, 'page-renderer.js')).href
);
const { pages } = await openStaticWeb(webFolder, '/');
if (pages === undefined) throw new Error(`there is no page in ${webFolder}`);
const renderer = createPageRenderer(pages);

async function measure(inverterCount: number): Promise<void> {
  const what = `render the live view, ${inverterCount} inverters`;
  const plant = createLivePlant(inverterCount);
  const page: FirstPage = {
    path: '/',
    search: '',
    basePath: '',
    languages: ['en'],
    unixMs: Date.UTC(2026, 5, 21, 12),
    utcOffsetS: 7200,
    reader: 'visitor',
    answers: { [getLiveData.path]: JSON.parse(plant.liveText()) },
  };
  const timesMs: number[] = [];
  let text = '';
  for (let count = 0; count < WARM_UPS + RENDERINGS; count++) {
    const startedAtMs = performance.now();
    text = await renderer.render(page, { isStyleFileKept: false });
    if (count >= WARM_UPS) timesMs.push(performance.now() - startedAtMs);
  }
  if (text.match(/ aria-selected="/g)?.length !== inverterCount) {
    console.error(`${what}: wrong page`);
    process.exitCode = 1;
    return;
  }
  let length = 0;
  const floorUs = costUs(() => {
    length += JSON.stringify(page).length;
  }, 100);
  const renderingMs = median(timesMs);
  if (length === 0) throw new Error('nothing was printed');
  const ratio = (renderingMs * 1000) / floorUs;
  console.log(
    `${what}: ${renderingMs.toFixed(2)} ms, ${ratio.toFixed(0)} x printing its data (${text.length} characters)`,
  );
  reportFigure(what, renderingMs, 'ms');
  reportFigure(`${what}, over printing its data`, ratio, 'x');
}

await measure(4);
await measure(10);
await rm(folder, { recursive: true });
