import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Goal, goalText, isHeld } from './goal.ts';
import { IS_NIGHTLY, isAsked, scale, seedOf } from './lane.ts';
import { PLAN, type RowId } from './rows.ts';

/** Where a nightly run collects what it measures: a file for each row, a line of JSON for each figure. */
const RECORDS = fileURLToPath(new URL('../../.tsbuild/safety/records', import.meta.url));

/** Something that was counted or measured, and what it has to be. */
export interface Figure {
  /** What it is, as in "settings lost". */
  readonly what: string;
  /** What is no number (the thing never happened) holds no goal. */
  readonly value: number;
  readonly unit?: string;
  readonly goal: Goal;
  /** It depends on how busy the machine is, so it decides nothing in the short form. */
  readonly isTimed?: boolean;
}

export interface CounterProof extends Omit<Figure, 'isTimed'> {
  /** The guard that was switched off, as in "the cap on unread bytes". */
  readonly without: string;
}

/** A line in the record of a row. */
export interface RowRecord {
  readonly row: RowId;
  readonly kind: 'figure' | 'counter-proof' | 'not run';
  readonly what: string;
  /** Of a counter-proof: the guard. Of what was not run: the reason. */
  readonly without?: string;
  /** Null where nothing could be measured. */
  readonly value: number | null;
  readonly unit: string;
  readonly goal: string;
  /** Of a figure: it is as it should be. Of a counter-proof: the guard was missed, as it should be. */
  readonly isHeld: boolean;
  /** Null where nothing had been random by then. */
  readonly seed: number | null;
  /** ISO date. */
  readonly date: string;
}

/** One row of the plan while its test runs. */
export interface Row {
  /** Where everything random begins; said when it is first asked for. */
  readonly seed: number;
  readonly isNightly: boolean;
  /** How many, or how long: in the short form, and in the nightly one. */
  scale(short: number, nightly: number): number;
  /**
   * Whether a part of the row can run here. Where it cannot, that is said, and the row of a nightly run does not hold.
   * `what` is the part, `reason` what is lacking.
   */
  can(condition: boolean, what: string, reason: string): boolean;
  /** Notes a figure. Throws when it misses its goal; a nightly run goes on and says so in its table. */
  figure(figure: Figure): void;
  /** Notes what happened without a guard. Throws when the goal was reached all the same: then nothing proves the guard. */
  counterProof(proof: CounterProof): void;
}

/** Opens a row of the plan. */
export function openRow(id: RowId): Row {
  let usedSeed: number | undefined;

  function record(line: Omit<RowRecord, 'row' | 'seed' | 'date' | 'value'> & { value: number }): void {
    if (!IS_NIGHTLY || !isAsked(id)) return;
    mkdirSync(RECORDS, { recursive: true });
    const value = Number.isFinite(line.value) ? line.value : null;
    const seed = usedSeed ?? null;
    const full: RowRecord = { row: id, ...line, value, seed, date: new Date().toISOString() };
    appendFileSync(join(RECORDS, `${id}.ndjson`), `${JSON.stringify(full)}\n`);
  }

  return {
    get seed() {
      if (usedSeed === undefined) {
        usedSeed = seedOf(Object.keys(PLAN).indexOf(id));
        process.stdout.write(`${id}: seed ${usedSeed}\n`);
      }
      return usedSeed;
    },
    isNightly: IS_NIGHTLY,
    scale,
    can(condition, what, reason) {
      if (condition) return true;
      process.stdout.write(`${id}: ${what} is not run, since ${reason}\n`);
      record({ kind: 'not run', what, without: reason, value: 0, unit: '', goal: '', isHeld: false });
      return false;
    },
    figure({ what, value, unit = '', goal, isTimed = false }) {
      const held = isHeld(value, goal);
      record({ kind: 'figure', what, value, unit, goal: goalText(goal), isHeld: held });
      if (held || IS_NIGHTLY || (isTimed && Number.isFinite(value))) return;
      throw new Error(
        `${id}, ${what}: ${value} ${unit}, but it should be ${goalText(goal)}${seedText(usedSeed)}`,
      );
    },
    counterProof({ what, without, value, unit = '', goal }) {
      const isMissed = !isHeld(value, goal);
      record({ kind: 'counter-proof', what, without, value, unit, goal: goalText(goal), isHeld: isMissed });
      if (isMissed || IS_NIGHTLY) return;
      throw new Error(
        `${id}, ${what}: ${value} ${unit} is ${goalText(goal)} also without ${without}, so nothing proves it${seedText(usedSeed)}`,
      );
    },
  };
}

const seedText = (seed: number | undefined) => (seed === undefined ? '' : ` (seed ${seed})`);
