import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineName } from '../../tools/machine-name.ts';
import {
  FIGURES_FILE,
  type Figures,
  isGood,
  ROW_IDS,
  type RowFigures,
  readFigures,
  readRecords,
  verdictOf,
} from './figures.ts';
import { safetyPage } from './page.ts';
import { PLAN, type RowId } from './rows.ts';

/**
 * The end of `npm run test:nightly`: takes over what the run has measured for the rows it is given, writes the page, and
 * prints their table. Its exit code says whether all of them hold. Without rows it only writes the page.
 */

const RECORDS = fileURLToPath(new URL('../../.tsbuild/safety/records', import.meta.url));
const PAGE_FILE = fileURLToPath(new URL('../../docs/safety.md', import.meta.url));
const machine = machineName();

function rowTable(id: RowId, figures: Figures): string[] {
  const lines = (figures[id]?.records ?? []).map(({ kind, what, without, value, unit, goal, isHeld }) => {
    const name = kind === 'figure' ? what : `${kind === 'not run' ? kind : 'without'} ${without}: ${what}`;
    return `       ${isHeld ? 'ok  ' : 'MISS'} ${name}: ${value ?? 'not measured'} ${unit} (${goal})`;
  });
  return [`${id.padEnd(4)} ${verdictOf(id, figures).padEnd(23)} ${PLAN[id].title}`, ...lines];
}

const asked = process.argv.slice(2).map((id) => {
  if (id in PLAN) return id as RowId;
  throw new Error(`The plan has no row ${id}.`);
});
const before = readFigures();
const figures: Figures = Object.fromEntries(
  ROW_IDS.flatMap((id): [RowId, RowFigures][] => {
    const kept = before[id];
    if (!asked.includes(id)) return kept === undefined ? [] : [[id, kept]];
    const records = readRecords(RECORDS, id);
    return records.length === 0 ? [] : [[id, { machine, records }]];
  }),
);
if (asked.length > 0) writeFileSync(FIGURES_FILE, `${JSON.stringify(figures, null, 1)}\n`);
writeFileSync(PAGE_FILE, safetyPage(figures));
const failed = asked.filter((id) => !isGood(verdictOf(id, figures)));
const lines = asked.flatMap((id) => rowTable(id, figures));
process.stdout.write(
  `${[...lines, '', `${asked.length - failed.length} rows are as they should be, ${failed.length} are not: ${failed.join(' ')}`].join('\n')}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
