import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { CRASH_OPERATIONS } from '../tools/disk/crash-operations.ts';
import { type CrashOptions, tryCrashStates } from '../tools/disk/crash-states.ts';
import { STRACE } from '../tools/process/strace.ts';

/** F2: every state that a power cut at any moment may leave on the disk, and what a start makes of it. */

const row = openRow('F2');
const NEITHER = 'states that recover to neither the old nor the new settings, or to older ones than promised';
const NONE = { exactly: 0 } as const;
const TIMEOUT = { timeout: row.scale(600_000, 3_600_000) };
const OPTIONS: CrashOptions = {
  ...{ seed: row.seed, mixtures: row.scale(2, 20), statesMax: row.scale(40, Number.POSITIVE_INFINITY) },
};

const canTrace = row.can(
  STRACE !== undefined,
  'what the disk holds after a power cut',
  'strace is not installed (apt-get install strace)',
);

describe.runIf(canTrace)('a power cut at any moment of', TIMEOUT, () => {
  it.each(CRASH_OPERATIONS)('$name leaves the old or the new', async (operation) => {
    const { name } = operation;
    const { states, old, renewed, failures } = await tryCrashStates(operation, OPTIONS);
    row.figure({ what: `states after ${name}`, value: states, goal: { atLeast: 25 } });
    row.figure({ what: `${name}: ${NEITHER}`, value: failures.length, goal: NONE });
    expect(failures).toEqual([]);
    // Some starts leave what the start after them would make of nothing at all, or of a damage.
    expect(Math.min(renewed, old + Number(/start|taking over/.test(name)))).toBeGreaterThan(0);
  });

  it.runIf(row.isNightly).each(CRASH_OPERATIONS)('$name, and of the start after it', async (operation) => {
    const { states, failures } = await tryCrashStates(operation, {
      ...OPTIONS,
      statesMax: 0,
      recoveriesCut: 20,
    });
    const what = `${operation.name}, cut again while it was repaired: ${NEITHER}, of ${states}`;
    row.figure({ what, value: failures.length, goal: NONE });
    expect(failures).toEqual([]);
  });
});

/**
 * What makes names that were not there before, and cannot do so again: a first start and a takeover that lose theirs make the
 * same once more, and in the database a name is lost at no loss.
 */
const NAMING = ['a restore of pin profiles', 'a firmware image'];
const LASTING = CRASH_OPERATIONS.filter(({ isUnpromised }) => isUnpromised !== true).map(({ name }) => name);

/** Whoever does not wait for the disk. */
const CARELESS: readonly (readonly [string, readonly string[], NonNullable<CrashOptions['isLeftOut']>])[] = [
  ['the wait for bytes', LASTING, ({ kind }) => kind === 'sync'],
  ['the wait for names', NAMING, ({ kind }) => kind === 'syncFolder'],
];
/** In the short form one: the others go through the same writers. */
const SHORT = ['a restore of pin profiles'];
const CARELESS_TRIALS = CARELESS.flatMap(([wait, names, isLeftOut]) =>
  names
    .filter((name) => row.isNightly || SHORT.includes(name))
    .map((name) => [name, wait, isLeftOut] as const),
);
/** More than enough to find one that fails. */
const BRIEF = { ...OPTIONS, mixtures: 10, statesMax: 400, isBrief: true };

it.runIf(canTrace).each(CARELESS_TRIALS)(
  '%s would leave neither without %s',
  TIMEOUT,
  async (name, wait, isLeftOut) => {
    const { failures } = await tryCrashStates(operationOf(name), { ...BRIEF, isLeftOut });
    row.counterProof({ what: `${name}: ${NEITHER}`, without: wait, value: failures.length, goal: NONE });
  },
);

/** One stands in for the other, so both are switched off where a cut is to be seen. */
const SWITCHED_OFF = [
  ['a save', ['waitForDisk']],
  ['a save', ['rollbackJournal', 'lastGoodCopy']],
  ['a restore and', ['oneTransaction', 'fileChecksum']],
] as const;

it.runIf(canTrace && row.isNightly).each(SWITCHED_OFF)(
  '%s would leave neither without %s',
  TIMEOUT,
  async (begin, names) => {
    const { failures } = await tryCrashStates(operationOf(begin), { ...BRIEF, without: names });
    const protections = names.map((name) => SEAMS[name]).join(' and ');
    row.counterProof({ what: NEITHER, without: protections, value: failures.length, goal: NONE });
  },
);

function operationOf(begin: string) {
  const operation = CRASH_OPERATIONS.find(({ name }) => name.startsWith(begin));
  if (operation === undefined) throw new Error('there is one');
  return operation;
}
