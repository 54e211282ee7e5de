import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineName } from '../../tools/machine-name.ts';
import { type BenchRun, type BenchRuns, FIGURES_FILE, readRuns } from './bench-figures.ts';
import { performancePage } from './performance-page.ts';

/**
 * The end of `npm run bench`: takes over what the benches of this run have measured, from the file it is given, and
 * writes the page. Without a file it only writes the page.
 */

const PAGE_FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const [runFile] = process.argv.slice(2);
const measured: Readonly<Record<string, Pick<BenchRun, 'figures' | 'with'>>> =
  runFile === undefined ? {} : JSON.parse(readFileSync(runFile, 'utf8'));
const date = new Date().toISOString();
const machine = machineName();
const commit = commitDigits();
const now = Object.entries(measured).map(([bench, run]): [string, BenchRun] => [
  bench,
  { date, machine, ...(commit !== undefined && { commit }), ...run },
]);
const runs: BenchRuns = { ...readRuns(), ...Object.fromEntries(now) };
if (now.length > 0) writeFileSync(FIGURES_FILE, `${JSON.stringify(runs, null, 2)}\n`);
writeFileSync(PAGE_FILE, performancePage(runs));

function commitDigits(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: dirname(PAGE_FILE),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // sources without a repository can be measured too
  }
}
