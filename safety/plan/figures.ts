import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RowRecord } from './row.ts';
import { PLAN, type RowId } from './rows.ts';

/** What the last nightly run of a row measured. */
export interface RowFigures {
  /** As in "2 cores, 24 GiB, Debian GNU/Linux 12, Node 20.20.0". */
  readonly machine: string;
  readonly records: readonly RowRecord[];
}

/** What nightly runs measured, each row by its last run. Kept beside the page that is made of it. */
export type Figures = Readonly<Partial<Record<RowId, RowFigures>>>;

export const FIGURES_FILE = fileURLToPath(new URL('../../docs/safety-figures.json', import.meta.url));
export const ROW_IDS = Object.keys(PLAN) as readonly RowId[];

export function readFigures(): Figures {
  return existsSync(FIGURES_FILE) ? (JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as Figures) : {};
}

/** What a run has left of a row in its folder, in the order in which it came. */
export function readRecords(folder: string, id: RowId): readonly RowRecord[] {
  const file = join(folder, `${id}.ndjson`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as RowRecord);
}

/** What came of a row: it holds when all of its figures do, and counter-proofs show that its guards matter. */
export type Verdict = 'holds' | 'not run, with a reason' | 'no figures' | 'no counter-proof' | 'missed';

export function verdictOf(id: RowId, figures: Figures): Verdict {
  const { noCounterProof, notRun } = PLAN[id];
  const records = figures[id]?.records ?? [];
  if (notRun !== undefined) return 'not run, with a reason';
  if (records.length === 0) return 'no figures';
  if (records.some(({ isHeld }) => !isHeld)) return 'missed';
  const isProven = noCounterProof !== undefined || records.some(({ kind }) => kind === 'counter-proof');
  return isProven ? 'holds' : 'no counter-proof';
}

export const isGood = (verdict: Verdict) => verdict === 'holds' || verdict === 'not run, with a reason';
