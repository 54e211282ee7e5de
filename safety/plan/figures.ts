import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RowRecord } from './row.ts';
import { PLAN, type RowId } from './rows.ts';

/** What nightly runs measured, each row by its last run. Kept beside the page that is made of it. */
export interface Figures {
  /** Of the last run, as in "2 cores, 24 GiB, Debian GNU/Linux 12, Node 20.20.0". */
  readonly machine: string;
  readonly rows: Readonly<Partial<Record<RowId, readonly RowRecord[]>>>;
}

export const FIGURES_FILE = fileURLToPath(new URL('../../docs/safety-figures.json', import.meta.url));

export function readFigures(): Figures {
  if (!existsSync(FIGURES_FILE)) return { machine: '', rows: {} };
  return JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as Figures;
}

/** The records that a run has left in a folder, in the order in which they came. */
export function readRecords(folder: string): Figures['rows'] {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return Object.fromEntries(
    names.map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
      return [name.replace('.ndjson', ''), lines.map((line) => JSON.parse(line) as RowRecord)];
    }),
  );
}

/** A row holds when all of its figures do, and the counter-proofs show that its guards matter. */
export function verdictOf(records: readonly RowRecord[] | undefined): 'held' | 'missed' | 'not run' {
  if (records === undefined || records.length === 0) return 'not run';
  return records.every(({ isHeld }) => isHeld) ? 'held' : 'missed';
}

export const ROW_IDS = Object.keys(PLAN) as readonly RowId[];
