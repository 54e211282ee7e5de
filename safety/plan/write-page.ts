import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { FIGURES_FILE, type Figures, ROW_IDS, readFigures, readRecords, verdictOf } from './figures.ts';
import { safetyPage } from './page.ts';
import type { RowRecord } from './row.ts';
import { PLAN, type RowId } from './rows.ts';

/**
 * The end of `npm run test:nightly`: takes over what the run has measured, writes the page, and prints a table of the
 * rows it was asked for. Its exit code says whether all of them hold.
 */

const RECORDS = fileURLToPath(new URL('../../.tsbuild/safety/records', import.meta.url));
const PAGE_FILE = fileURLToPath(new URL('../../docs/safety.md', import.meta.url));
const GIB = 2 ** 30;

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform; // not every system has this file
  }
}

function machineText(): string {
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  return `${cpus().length} cores, ${memory}, ${systemName()}, Node ${process.versions.node}`;
}

/** Why a row is not complete; undefined when it is. */
function gapOf(id: RowId, records: readonly RowRecord[] | undefined): string | undefined {
  const { noCounterProof, leftOut } = PLAN[id];
  if (records === undefined) return leftOut === undefined ? 'no figure' : undefined;
  const isProven = noCounterProof !== undefined || records.some(({ kind }) => kind === 'counter-proof');
  return isProven ? undefined : 'no counter-proof';
}

function tableLines(ids: readonly RowId[], { rows }: Figures): string[] {
  return ids.flatMap((id) => {
    const records = rows[id] ?? [];
    const verdict = gapOf(id, rows[id]) ?? verdictOf(records);
    const head = `${id.padEnd(4)} ${verdict.padEnd(17)} ${PLAN[id].title}`;
    const lines = records.map(({ kind, what, without, value, unit, goal, isHeld }) => {
      const name = kind === 'figure' ? what : `without ${without}: ${what}`;
      return `       ${isHeld ? 'ok  ' : 'MISS'} ${name}: ${Math.round(value * 1000) / 1000} ${unit} (${goal})`;
    });
    return [head, ...lines];
  });
}

const asked = process.argv.slice(2).filter((word): word is RowId => word in PLAN);
const ids = asked.length > 0 ? asked : ROW_IDS;
const before = readFigures();
const measured = readRecords(RECORDS);
const kept = asked.length > 0 ? before.rows : {};
const rows = Object.fromEntries(
  ROW_IDS.flatMap((id) => {
    const records = measured[id] ?? kept[id];
    return records === undefined ? [] : [[id, records]];
  }),
);
const figures: Figures = { machine: machineText(), rows };
writeFileSync(FIGURES_FILE, `${JSON.stringify(figures, null, 1)}\n`);
writeFileSync(PAGE_FILE, safetyPage(figures));
process.stdout.write(`${tableLines(ids, figures).join('\n')}\n`);
const failed = ids.filter(
  (id) => gapOf(id, figures.rows[id]) !== undefined || verdictOf(figures.rows[id]) === 'missed',
);
process.stdout.write(
  `\n${ids.length - failed.length} rows hold, ${failed.length} do not: ${failed.join(' ')}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
