/**
 * How long the built gateway takes from the start of its process until it listens: on a fresh data folder, where the
 * first password is hashed, and on one it knows. The floor, measured in turns with it, is Node that does nothing.
 * Also the memory of the process right after the start.
 *
 * Exits non-zero when the gateway does not start, never because the machine is slow.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DELIVERED_ENVIRONMENT } from '@heliograph/testbed/outside/gateway-process.ts';
import { build } from 'vite';
import { median } from './measure/median.ts';
import { reportFigure } from './measure/report-figure.ts';

const ROUNDS = 7;
const GATEWAY = fileURLToPath(new URL('../apps/gateway', import.meta.url));

interface Start {
  readonly tookMs: number;
  /** Undefined where the system does not tell. */
  readonly rssMb: number | undefined;
}

/** Starts the gateway and ends it as soon as it listens. */
async function startGateway(main: string, dataFolder: string): Promise<Start> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [main, '--port', '0', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...DELIVERED_ENVIRONMENT },
  });
  const exited = once(child, 'exit');
  const tookMs = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', () => resolve(performance.now() - startedAtMs));
    void exited.then(([code]) => reject(new Error(`the gateway ended with code ${code}`)));
  });
  const rssMb = rssOf(child.pid ?? 0);
  child.kill('SIGTERM');
  await exited;
  return { tookMs, rssMb };
}

function rssOf(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function startNothing(): Promise<number> {
  const startedAtMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - startedAtMs;
}

const folder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
// Inside the repository: an older Node finds its SQLite in node_modules.
const built = join(GATEWAY, '.tsbuild', 'bench-start');
await build({ root: GATEWAY, logLevel: 'error', build: { outDir: built, emptyOutDir: true } });
const main = join(built, 'main.js');

const fresh: Start[] = [];
const known: Start[] = [];
const floorMs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  floorMs.push(await startNothing());
  const dataFolder = join(folder, `data-${round}`);
  fresh.push(await startGateway(main, dataFolder));
  known.push(await startGateway(main, dataFolder));
}
await Promise.all([folder, built].map((made) => rm(made, { recursive: true })));

const nothingMs = median(floorMs);
for (const [name, starts] of [
  ['start on a fresh data folder', fresh],
  ['start on a known data folder', known],
] as const) {
  const tookMs = median(starts.map((start) => start.tookMs));
  console.log(
    `${name}: ${tookMs.toFixed(0)} ms until it listens, ${(tookMs / nothingMs).toFixed(1)} x node -e 0`,
  );
  reportFigure(name, tookMs, 'ms');
  reportFigure(`${name} over node -e 0`, tookMs / nothingMs, 'x');
}
const rssMb = known.map((start) => start.rssMb).filter((value) => value !== undefined);
if (rssMb.length > 0) reportFigure('memory after the start', median(rssMb), 'MB');
