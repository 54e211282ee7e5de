import { chance } from '@heliograph/testbed/dice.ts';
import type { CrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { type CrashOptions, tryCrashStates } from '@heliograph/testbed/disk/crash-states.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { CRASH_OPERATIONS } from '../tools/disk/crash-operations.ts';

/** F2: every state that a power cut at any moment may leave on the disk, and what a start makes of it. */

const row = openRow('F2');
const NEITHER = 'states that recover to neither the old nor the new settings, or to older ones than promised';
const NONE = { exactly: 0 } as const;
const TIMEOUT = { timeout: 600_000 };
/** In the short form only some of the steps of the long ones. */
const every = (name: string) => (name.includes('start after it') ? row.scale(4, 1) : 1);

describe('a power cut at any moment of', TIMEOUT, () => {
  it.each(CRASH_OPERATIONS)('$name leaves the old or the new', async (operation) => {
    const { name } = operation;
    const { states, old, renewed, failures } = await tryCrashStates(operation, { every: every(name) });
    row.figure({ what: `states after ${name}`, value: states, goal: { atLeast: 25 } });
    row.figure({ what: `${name}: ${NEITHER}`, value: failures.length, goal: NONE });
    expect(failures).toEqual([]);
    // A first start leaves what the start after it would make of nothing at all.
    expect(Math.min(renewed, old + Number(name === 'the first start'))).toBeGreaterThan(0);
  });

  it.runIf(row.isNightly).each(CRASH_OPERATIONS)('$name, and of the start after it', async (operation) => {
    let drawn = 0;
    const cutRecovery = () => chance(row.seed, drawn++);
    const { states, failures } = await tryCrashStates(operation, { cutRecovery });
    const what = `${operation.name}, cut again while it was repaired: ${NEITHER}, of ${states}`;
    row.figure({ what, value: failures.length, goal: NONE });
    expect(failures).toEqual([]);
  });
});

const SHORT = ['a save', 'a firmware image'];

/** Whoever does not wait for the disk. */
const CARELESS: readonly (readonly [string, Pick<CrashOptions, 'wrap'>])[] = [
  ['the wait for bytes', { wrap: (disk: CrashDisk) => ({ ...disk, sync: async () => undefined }) }],
  ['the wait for names', { wrap: (disk: CrashDisk) => ({ ...disk, syncFolder: async () => undefined }) }],
];
/** In the short form two of them: the others go through the same writers. */
const LASTING = CRASH_OPERATIONS.filter(
  ({ name, isUnpromised }) => isUnpromised !== true && (row.isNightly || SHORT.includes(name)),
);

describe.each(CARELESS)('without %s', (wait, wrap) => {
  it.each(LASTING)('$name would leave neither', TIMEOUT, async (operation) => {
    const { failures } = await tryCrashStates(operation, { ...wrap, isBrief: true });
    const what = `${operation.name}: ${NEITHER}`;
    row.counterProof({ what, without: wait, value: failures.length, goal: NONE });
  });
});

it('a restore that is not announced would leave both, mixed', TIMEOUT, async () => {
  const operation = CRASH_OPERATIONS.find(({ name }) => name.startsWith('a restore and'));
  if (operation === undefined) throw new Error('there is one');
  const { failures } = await without(['announcedRestore'], () =>
    tryCrashStates(operation, { isBrief: true }),
  );
  row.counterProof({ what: NEITHER, without: SEAMS.announcedRestore, value: failures.length, goal: NONE });
});
