import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {{ what: string, value: number, unit: string, subject?: string, goal?: number }} Figure */
/** @typedef {{ figures: Figure[], with?: string }} Measured */

const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
/** Product code that runs from its sources asks it. */
const SEAMS = './seams/all-in-place.ts';
const RUN_FILE = join(ROOT, '.tsbuild', 'bench', 'run.json');

/**
 * A line of a bench's output as what it has noted; undefined for everything else it says.
 * @param {string} line
 * @returns {Figure | { with: string } | undefined}
 */
function readNote(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const note = JSON.parse(line);
    if (typeof note.with === 'string') return note;
    const { what, value, unit } = note;
    const isFigure = typeof what === 'string' && typeof value === 'number' && typeof unit === 'string';
    return isFigure ? note : undefined;
  } catch {
    return undefined; // a line that only looks like one: shown as text
  }
}

/** @param {number} value */
function shown(value) {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * @param {string} file
 * @returns {Promise<{ ok: boolean, measured: Measured }>}
 */
async function runBench(file) {
  console.log(`--- ${basename(file)}`);
  const { code, output } = await runCommand(process.execPath, [TSX, '--import', SEAMS, file], { cwd: ROOT });
  /** @type {Measured} */
  const measured = { figures: [] };
  for (const line of output.trimEnd().split('\n')) {
    const note = readNote(line);
    if (note === undefined) console.log(line);
    else if ('with' in note) measured.with = note.with;
    else measured.figures.push(note);
  }
  if (code !== 0) console.log(`${basename(file)} ended with code ${code}`);
  return { ok: code === 0, measured };
}

/**
 * Runs the benches one after the other, so that none disturbs another, prints one table, and takes the figures over into
 * docs/performance.md.
 * @param {readonly string[]} wanted parts of file names; empty for all
 */
export async function runBenches(wanted) {
  const files = readdirSync(join(ROOT, 'bench'))
    .filter((name) => name.endsWith('.bench.ts'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  /** @type {Record<string, Measured>} */
  const run = {};
  for (const name of files) {
    const { ok, measured } = await runBench(join(ROOT, 'bench', name));
    if (!ok) {
      process.exitCode = 1; // a bench that breaks is a bug; a slow one is a figure
      continue;
    }
    const bench = name.replace('.bench.ts', '');
    run[bench] = measured;
    // At once: all of them take an hour, and whoever stops them keeps what was measured.
    await writePage({ [bench]: measured });
  }
  printTable(run);
}

/** @param {Readonly<Record<string, Measured>>} run */
function printTable(run) {
  const rows = Object.entries(run).flatMap(([bench, { figures }]) =>
    figures.map(({ what, subject, value, unit }) => ({
      bench,
      what: subject === undefined ? what : `${what}: ${subject}`,
      value,
      unit,
    })),
  );
  const benchWidth = Math.max(...rows.map(({ bench }) => bench.length), 0);
  const whatWidth = Math.max(...rows.map(({ what }) => what.length), 0);
  console.log('');
  for (const { bench, what, value, unit } of rows) {
    console.log(
      `${bench.padEnd(benchWidth)}  ${what.padEnd(whatWidth)}  ${shown(value).padStart(10)} ${unit}`,
    );
  }
}

/** @param {Readonly<Record<string, Measured>>} run */
async function writePage(run) {
  mkdirSync(dirname(RUN_FILE), { recursive: true });
  writeFileSync(RUN_FILE, JSON.stringify(run));
  const writer = join(ROOT, 'bench', 'page', 'write-page.ts');
  const { code } = await runCommand(process.execPath, [TSX, writer, RUN_FILE], { cwd: ROOT, stream: true });
  if (code !== 0) process.exitCode = 1;
}
