/**
 * Which form of the plan runs. `npm test` carries the short one: few repeats, fixed seeds, and no figure that a busy
 * machine could spoil decides. `npm run test:nightly` runs every count of the plan and tells what holds.
 */
export const IS_NIGHTLY = process.env.HELIOGRAPH_NIGHTLY === '1';

/** Ids of the rows that a nightly run is for, separated by blanks; empty for all. */
const ASKED = (process.env.HELIOGRAPH_ROWS ?? '').split(' ').filter((id) => id !== '');

/** A file may hold several rows: what it measures counts for those that the run is for. */
export const isAsked = (id: string) => ASKED.length === 0 || ASKED.includes(id);

/** How many, or how long: in the short form, and in the nightly one. */
export function scale(short: number, nightly: number): number {
  return IS_NIGHTLY ? nightly : short;
}

const SEED_GIVEN = process.env.HELIOGRAPH_SEED;

/**
 * Everything random in a row comes from one number: a fixed one in the short form, another one each night, or the
 * one in `HELIOGRAPH_SEED`, with which a find is looked at again.
 */
export function seedOf(rowNumber: number): number {
  if (SEED_GIVEN !== undefined) return Number(SEED_GIVEN);
  return IS_NIGHTLY ? Math.floor(Math.random() * 2 ** 31) : 20_261_121 + rowNumber;
}
