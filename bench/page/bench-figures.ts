import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One figure, as a bench has printed it. */
export interface BenchFigure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Whose figure it is, where several things are measured against the first of them. */
  readonly subject?: string;
  /** What it may be at most, as a multiple of the first subject's. */
  readonly goal?: number;
}

/** What the last run of a bench has measured. */
export interface BenchRun {
  /** ISO, of the end of the run. */
  readonly date: string;
  /** As in "2 cores, 24 GiB, Debian GNU/Linux 12, Node 20.20.0". */
  readonly machine: string;
  /** The first digits of the commit that was checked out; missing outside of a repository. */
  readonly commit?: string;
  /** What else took part, such as a browser with its version. */
  readonly with?: string;
  readonly figures: readonly BenchFigure[];
}

/** By the name of the bench: its file's, without what all end with. */
export type BenchRuns = Readonly<Record<string, BenchRun>>;

/** What runs have measured, each bench by its last one. Kept beside the page that is made of it. */
export const FIGURES_FILE = fileURLToPath(new URL('../../docs/performance-figures.json', import.meta.url));

export function readRuns(): BenchRuns {
  return existsSync(FIGURES_FILE) ? (JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as BenchRuns) : {};
}
