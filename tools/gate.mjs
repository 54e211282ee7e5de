import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} Step
 * @property {string} name
 * @property {string} file the script that runs it, below node_modules or tools
 * @property {readonly string[]} args
 * @property {Record<string, string>} [env]
 * @property {true | string} [stream] shown while it runs, for the long ones; a text stands before each of its lines
 * @property {string} [needs] another step without which it makes no sense
 * @property {(output: string) => Counts | undefined} [count] how many tests it ran
 * @property {{ readonly env?: Record<string, string> }} [inCheck] a step of `npm run check` as well, there in this way
 * @typedef {{ step: Step, ok: boolean, seconds: number, counts: Counts, ran: boolean }} Outcome
 */

const STEP_TIME_LIMIT_MS = 1_800_000;
const REPORTS = join(ROOT, '.tsbuild', 'reports');
const UNIT_REPORT = join(REPORTS, 'unit.json');
const BROWSER_REPORT = join(REPORTS, 'browser.json');
const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * What vitest has written into a file; undefined without one.
 * @param {string} file
 * @returns {Counts | undefined}
 */
export function countUnitTests(file) {
  const report = readReport(file);
  if (report === undefined) return undefined;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @returns {Counts | undefined} */
function countBrowserTests() {
  const stats = readReport(BROWSER_REPORT)?.stats;
  if (stats === undefined) return undefined;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * @param {string} output
 * @returns {Counts | undefined}
 */
function countPlants(output) {
  const counted = /(\d+) planted violations caught, (\d+) missed/.exec(output);
  return counted === null
    ? undefined
    : { passed: Number(counted[1]), failed: Number(counted[2]), skipped: 0 };
}

/**
 * Groups run one after the other, the steps of a group side by side.
 * @type {readonly (readonly Step[])[]}
 */
const GROUPS = [
  [
    {
      name: 'format and lint',
      file: 'node_modules/@biomejs/biome/bin/biome',
      args: ['ci', '.'],
      inCheck: {},
    },
    { name: 'types', file: 'node_modules/@typescript/native/bin/tsc', args: ['-b'], inCheck: {} },
    { name: 'layering', file: 'tools/layers.mjs', args: [], inCheck: {}, count: countPlants },
    { name: 'dead code', file: 'node_modules/knip/bin/knip.js', args: [], inCheck: {} },
  ],
  // It says what it could not check, too.
  [{ name: 'files to run it with', file: 'tools/check-deploy.mjs', args: [], stream: true }],
  // The comparison with the release drives what is built.
  [{ name: 'build', file: 'tools/build.mjs', args: [] }],
  // Nobody opens it every day, and it should not be found broken by whoever needs it.
  [
    {
      name: 'build for a device',
      file: 'node_modules/vite/bin/vite.js',
      args: ['build', 'apps/web', '--mode', 'device'],
    },
  ],
  // Both wait now and then, for timers, disks and simulated air: side by side each works while the other waits.
  [
    {
      name: 'unit and integration tests',
      file: 'node_modules/vitest/vitest.mjs',
      args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
      env: { HELIOGRAPH_LANE: 'gate' },
      stream: 'unit     ',
      inCheck: { env: { HELIOGRAPH_LANE: 'check' } },
      count: () => countUnitTests(UNIT_REPORT),
    },
    {
      name: 'browser tests',
      file: 'node_modules/@playwright/test/cli.js',
      args: ['test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
      stream: 'browser  ',
      needs: 'build',
      count: countBrowserTests,
    },
    {
      name: 'bundle budget',
      file: 'node_modules/size-limit/bin.js',
      args: [],
      needs: 'build for a device',
    },
  ],
];

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
async function runStep(step) {
  const startMs = performance.now();
  if (step.stream) console.log(`\n--- ${step.name}`);
  const { code, output } = await runCommand(process.execPath, [join(ROOT, step.file), ...step.args], {
    cwd: ROOT,
    ...(step.env && { env: step.env }),
    ...(step.stream && { stream: step.stream }),
    timeLimitMs: STEP_TIME_LIMIT_MS,
  });
  const seconds = (performance.now() - startMs) / 1000;
  const counts = step.count === undefined ? NO_TESTS : step.count(output);
  // A step whose tests cannot be counted did not test.
  const ok = code === 0 && counts !== undefined && (step.count === undefined || counts.passed > 0);
  if (!ok && !step.stream) console.log(`\n--- ${step.name}\n${output.trimEnd()}`);
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${step.name} (${seconds.toFixed(1)} s)`);
  return { step, ok, seconds, counts: counts ?? NO_TESTS, ran: true };
}

/**
 * @param {Step} step
 * @returns {Outcome}
 */
function notRun(step) {
  console.log(`FAIL  ${step.name} (not run: the step "${step.needs}" failed)`);
  return { step, ok: false, seconds: 0, counts: NO_TESTS, ran: false };
}

/** @param {readonly Outcome[]} outcomes */
function printSummary(outcomes) {
  console.log('\nstep                            seconds  tests  result');
  for (const { step, ok, seconds, counts, ran } of outcomes) {
    const tests = step.count === undefined ? '' : String(counts.passed + counts.failed);
    const result = ok ? 'ok' : ran ? 'FAILED' : 'not run';
    console.log(`${step.name.padEnd(30)}${seconds.toFixed(1).padStart(9)}${tests.padStart(7)}  ${result}`);
  }
  const skipped = outcomes.reduce((sum, { counts }) => sum + counts.skipped, 0);
  if (skipped > 0) console.log(`${skipped} tests were skipped`);
  const passed = outcomes.reduce((sum, { counts }) => sum + counts.passed, 0);
  // A failed step without a failed test (lint, types, a crash) counts as one failure.
  const failed = outcomes.reduce((sum, { ok, counts }) => sum + (ok ? 0 : Math.max(counts.failed, 1)), 0);
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** The steps that need no build and little time. */
const CHECK = GROUPS.map((group) =>
  group.flatMap((step) => (step.inCheck === undefined ? [] : [{ ...step, ...step.inCheck }])),
);

export const runGate = () => run(GROUPS);
export const runCheck = () => run(CHECK);

/**
 * Runs every step, also after a failure, and closes with the number of tests. True when all is well.
 * @param {readonly (readonly Step[])[]} groups
 */
async function run(groups) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  /** @type {Outcome[]} */
  const outcomes = [];
  const failed = (/** @type {string | undefined} */ name) =>
    outcomes.some(({ step, ok }) => step.name === name && !ok);
  for (const group of groups) {
    outcomes.push(
      ...(await Promise.all(group.map((step) => (failed(step.needs) ? notRun(step) : runStep(step))))),
    );
  }
  printSummary(outcomes);
  return outcomes.every(({ ok }) => ok);
}
