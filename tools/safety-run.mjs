import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { buildStale } from './builds.mjs';
import { installMissingDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';
import { installNightlyTools, installTestServers } from './test-servers.mjs';

const RECORDS = join(ROOT, '.tsbuild', 'safety', 'records');
const LOGS = join(ROOT, '.tsbuild', 'safety', 'logs');
const FOLDERS = ['load', 'faults', 'input', 'access', 'browser'];
const FILE_TIME_LIMIT_MS = 3_600_000;
/** Of files that measure no times. */
const SIDE_BY_SIDE = 2;
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list', '--workers=1'];

/**
 * @typedef {object} RowFile a file of tests
 * @property {string} path
 * @property {readonly string[]} rows
 * @property {boolean} isTimed it measures times, so nothing else may run beside it
 */

/** @returns {RowFile[]} */
function rowFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, 'safety', folder))
      .filter((name) => /\.(test|spec)\.ts$/.test(name))
      .map((name) => {
        const path = `safety/${folder}/${name}`;
        const text = readFileSync(join(ROOT, path), 'utf8');
        return {
          path,
          rows: [...new Set([...text.matchAll(/openRow\('(\w+)'\)/g)].map((match) => match[1] ?? ''))],
          isTimed: text.includes('isTimed'),
        };
      }),
  );
}

/** @param {RowFile} file */
async function runFile({ path, rows }) {
  const startMs = performance.now();
  const [script = '', ...args] = path.endsWith('.spec.ts') ? PLAYWRIGHT : VITEST;
  const { code, output } = await runCommand(process.execPath, [join(ROOT, script), ...args, path], {
    cwd: ROOT,
    env: { HELIOGRAPH_NIGHTLY: '1' },
    timeLimitMs: FILE_TIME_LIMIT_MS,
  });
  const log = join(LOGS, `${basename(path)}.log`);
  writeFileSync(log, output);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${seconds.padStart(5)} s  ${path}  ${rows.join(' ')}`);
  if (code === 0) return;
  console.log(`      its output is in ${log}`);
  for (const row of rows) noteFailure(row, path);
}

/**
 * A test that ended early has noted only the figures it got to.
 * @param {string} row
 * @param {string} path
 */
function noteFailure(row, path) {
  const line = {
    ...{ row, kind: 'figure', what: `errors of ${path}`, value: 1, unit: '', goal: '0' },
    ...{ isHeld: false, seed: 0, date: new Date().toISOString() },
  };
  appendFileSync(join(RECORDS, `${row}.ndjson`), `${JSON.stringify(line)}\n`);
}

/**
 * @param {readonly RowFile[]} files
 * @param {number} lanes
 */
async function runFiles(files, lanes) {
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runFile(file);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Runs the files of the rows, or all; resolves with the exit code of the table.
 * @param {readonly string[]} rows
 */
export async function runSafetyPlan(rows) {
  if (!((await installMissingDependencies()) && (await ensureBrowser()) && (await buildStale()))) return 1;
  await installTestServers();
  await installNightlyTools();
  const files = rowFiles().filter((file) => rows.length === 0 || file.rows.some((row) => rows.includes(row)));
  const measured = [...new Set(files.flatMap((file) => file.rows))];
  if (rows.length === 0) rmSync(RECORDS, { recursive: true, force: true });
  for (const row of measured) rmSync(join(RECORDS, `${row}.ndjson`), { force: true });
  for (const folder of [RECORDS, LOGS]) mkdirSync(folder, { recursive: true });
  await runFiles(
    files.filter((file) => !file.isTimed),
    SIDE_BY_SIDE,
  );
  await runFiles(
    files.filter((file) => file.isTimed),
    1,
  );
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const asked = rows.length === 0 ? [] : measured;
  const { code } = await runCommand(process.execPath, [tsx, 'safety/plan/write-page.ts', ...asked], {
    cwd: ROOT,
    stream: true,
  });
  return code;
}
