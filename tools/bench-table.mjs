import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {{ what: string, value: number, unit: string }} Figure */

/**
 * A line of a bench's output as a figure; undefined for everything else it says.
 * @param {string} line
 * @returns {Figure | undefined}
 */
function readFigure(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const { what, value, unit } = JSON.parse(line);
    return typeof what === 'string' && typeof value === 'number' && typeof unit === 'string'
      ? { what, value, unit }
      : undefined;
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
 * @returns {Promise<{ ok: boolean, figures: Figure[] }>}
 */
async function runBench(file) {
  console.log(`--- ${basename(file)}`);
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { code, output } = await runCommand(process.execPath, [tsx, file], { cwd: ROOT });
  /** @type {Figure[]} */
  const figures = [];
  for (const line of output.trimEnd().split('\n')) {
    const figure = readFigure(line);
    if (figure === undefined) console.log(line);
    else figures.push(figure);
  }
  if (code !== 0) console.log(`${basename(file)} ended with code ${code}`);
  return { ok: code === 0, figures };
}

/**
 * Runs the benches one after the other, so that none disturbs another, and prints one table.
 * @param {readonly string[]} wanted parts of file names; empty for all
 */
export async function runBenches(wanted) {
  const files = readdirSync(join(ROOT, 'bench'))
    .filter((name) => name.endsWith('.bench.ts'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  /** @type {(Figure & { bench: string })[]} */
  const rows = [];
  for (const name of files) {
    const { ok, figures } = await runBench(join(ROOT, 'bench', name));
    if (!ok) process.exitCode = 1; // a bench that breaks is a bug; a slow one is a figure
    rows.push(...figures.map((figure) => ({ ...figure, bench: name.replace('.bench.ts', '') })));
  }
  const benchWidth = Math.max(...rows.map(({ bench }) => bench.length), 0);
  const whatWidth = Math.max(...rows.map(({ what }) => what.length), 0);
  console.log('');
  for (const { bench, what, value, unit } of rows) {
    console.log(
      `${bench.padEnd(benchWidth)}  ${what.padEnd(whatWidth)}  ${shown(value).padStart(10)} ${unit}`,
    );
  }
}
