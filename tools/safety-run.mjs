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

/**
 * @param {RowFile} file
 * @param {readonly string[]} asked
 */
async function runFile({ path, rows }, asked) {
  const startMs = performance.now();
  const [script = '', ...args] = path.endsWith('.spec.ts') ? PLAYWRIGHT : VITEST;
  const { code, output } = await runCommand(process.execPath, [join(ROOT, script), ...args, path], {
    cwd: ROOT,
    env: { HELIOGRAPH_NIGHTLY: '1', HELIOGRAPH_ROWS: asked.join(' ') },
    timeLimitMs: FILE_TIME_LIMIT_MS,
  });
  const log = join(LOGS, `${basename(path)}.log`);
  writeFileSync(log, output);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${seconds.padStart(5)} s  ${path}  ${rows.join(' ')}`);
  if (code === 0) return;
  console.log(`      its output is in ${log}`);
  for (const row of rows.filter((id) => asked.includes(id))) noteFailure(row, path);
}

/**
 * A test that ended early has noted only the figures it got to.
 * @param {string} row
 * @param {string} path
 */
function noteFailure(row, path) {
  const line = {
    ...{ row, kind: 'figure', what: `errors of ${path}`, value: 1, unit: '', goal: '0' },
    ...{ isHeld: false, seed: null, date: new Date().toISOString() },
  };
  appendFileSync(join(RECORDS, `${row}.ndjson`), `${JSON.stringify(line)}\n`);
}

/**
 * @param {readonly RowFile[]} files
 * @param {readonly string[]} asked
 * @param {number} lanes
 */
async function runFiles(files, asked, lanes) {
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runFile(file, asked);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The ids of the plan, in its order, as its files write them. */
function planRows() {
  const folder = join(ROOT, 'safety', 'plan');
  return ['load', 'fault', 'input', 'access'].flatMap((part) => {
    const text = readFileSync(join(folder, `${part}-rows.ts`), 'utf8');
    return [...text.matchAll(/^ {2}([A-Z]\d+): \{$/gm)].map((match) => match[1] ?? '');
  });
}

/**
 * Runs the files of the rows, or all; resolves with the exit code of the table.
 * @param {readonly string[]} rows
 */
export async function runSafetyPlan(rows) {
  const known = planRows();
  const unknown = rows.filter((row) => !known.includes(row));
  if (unknown.length > 0) {
    console.error(`The plan has no row ${unknown.join(', ')}. Its rows are ${known.join(' ')}.`);
    return 1;
  }
  if (!((await installMissingDependencies()) && (await ensureBrowser()) && (await buildStale()))) return 1;
  await installTestServers();
  await installNightlyTools();
  const asked = rows.length > 0 ? rows : known;
  const files = rowFiles().filter((file) => file.rows.some((row) => asked.includes(row)));
  for (const row of asked) rmSync(join(RECORDS, `${row}.ndjson`), { force: true });
  for (const folder of [RECORDS, LOGS]) mkdirSync(folder, { recursive: true });
  const isTimed = (/** @type {RowFile} */ file) => file.isTimed;
  await runFiles(
    files.filter((file) => !isTimed(file)),
    asked,
    SIDE_BY_SIDE,
  );
  await runFiles(files.filter(isTimed), asked, 1);
  const matrix = rows.length > 0 ? undefined : await runMatrix();
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { code } = await runCommand(process.execPath, [tsx, 'safety/plan/write-page.ts', ...asked], {
    cwd: ROOT,
    stream: true,
  });
  if (matrix === undefined) return code;
  console.log(matrix.text);
  return matrix.ok ? code : 1;
}

/**
 * The browser tests of `e2e`, in all languages, themes and widths and with those that are marked `@nightly`. Those of
 * `safety/browser` have run with their rows by then, the marked ones too.
 */
async function runMatrix() {
  const startMs = performance.now();
  const [script = '', ...args] = PLAYWRIGHT;
  const { code, output } = await runCommand(process.execPath, [join(ROOT, script), ...args, 'e2e/'], {
    cwd: ROOT,
    env: { HELIOGRAPH_NIGHTLY: '1' },
    stream: true,
    timeLimitMs: FILE_TIME_LIMIT_MS,
  });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  const count = (/** @type {string} */ word) => new RegExp(`^ +(\\d+) ${word}`, 'm').exec(output)?.[1] ?? '0';
  const counts = `${count('passed')} passed, ${count('failed')} failed`;
  const what = 'browser tests in every language, theme and width';
  return {
    ok: code === 0,
    text: `${code === 0 ? 'ok  ' : 'FAIL'}  ${seconds.padStart(5)} s  ${what}: ${counts}`,
  };
}
