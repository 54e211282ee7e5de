import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { BACKUP_OPERATIONS } from '../tools/disk/backup-operations.ts';
import { type CrashOptions, tryCrashStates } from '../tools/disk/crash-states.ts';
import { STRACE } from '../tools/process/strace.ts';

/** F35: every state that a power cut may leave while backups are made and taken, and what a start makes of it. */

const row = openRow('F35');
const NEITHER =
  'states that recover to neither all of the old nor all of the new, to older ones than promised, or to half a copy';
const NONE = { exactly: 0 } as const;
const TIMEOUT = { timeout: row.scale(600_000, 3_600_000) };
const OPTIONS: CrashOptions = {
  ...{ seed: row.seed, mixtures: row.scale(2, 6), statesMax: row.scale(12, 500) },
};

const canTrace = row.can(
  STRACE !== undefined,
  'what the disk holds after a power cut',
  'strace is not installed (apt-get install strace)',
);

describe.runIf(canTrace)('a power cut at any moment of', TIMEOUT, () => {
  it.each(BACKUP_OPERATIONS)('$name leaves the old or the new', async (operation) => {
    const { name } = operation;
    const { states, old, renewed, failures } = await tryCrashStates(operation, OPTIONS);
    expect(failures).toEqual([]);
    row.figure({ what: `states after ${name}`, value: states, goal: { atLeast: row.scale(4, 250) } });
    row.figure({ what: `${name}: ${NEITHER}`, value: failures.length, goal: NONE });
    expect(Math.min(renewed, old)).toBeGreaterThan(0);
  });

  it.runIf(row.isNightly).each(BACKUP_OPERATIONS)('$name, and of the start after it', async (operation) => {
    const { states, failures } = await tryCrashStates(operation, {
      ...OPTIONS,
      ...{ statesMax: 0, recoveriesCut: 15 },
    });
    expect(failures).toEqual([]);
    const what = `${operation.name}, cut again while it was repaired: ${NEITHER}, of ${states}`;
    row.figure({ what, value: failures.length, goal: NONE });
  });
});

/** Whoever does not wait for the disk. */
const CARELESS: readonly (readonly [string, string, NonNullable<CrashOptions['isLeftOut']>])[] = [
  ['a restore of everything', 'the wait for bytes', ({ kind }) => kind === 'sync'],
  ['a restore of everything', 'the wait for names', ({ kind }) => kind === 'syncFolder'],
  ['the first nightly copy', 'the wait for bytes', ({ kind }) => kind === 'sync'],
  ['the first nightly copy', 'the wait for names', ({ kind }) => kind === 'syncFolder'],
];
const BRIEF = { ...OPTIONS, mixtures: 4, statesMax: 400, isBrief: true };

it.runIf(canTrace && row.isNightly).each(CARELESS)(
  '%s would leave neither without %s',
  TIMEOUT,
  async (begin, wait, isLeftOut) => {
    const { failures } = await tryCrashStates(operationOf(begin), { ...BRIEF, isLeftOut });
    row.counterProof({ what: `${begin}: ${NEITHER}`, without: wait, value: failures.length, goal: NONE });
  },
);

it.runIf(canTrace && row.isNightly).each([
  ['a restore of everything', 'stagedRestore'],
  ['the first nightly copy', 'nightlyDraft'],
] as const)('%s would leave neither without %s', TIMEOUT, async (begin, seam) => {
  const { failures } = await tryCrashStates(operationOf(begin), { ...BRIEF, without: [seam] });
  row.counterProof({
    what: `${begin}: ${NEITHER}`,
    without: SEAMS[seam],
    value: failures.length,
    goal: NONE,
  });
});

function operationOf(begin: string) {
  const operation = BACKUP_OPERATIONS.find(({ name }) => name.startsWith(begin));
  if (operation === undefined) throw new Error('there is one');
  return operation;
}
