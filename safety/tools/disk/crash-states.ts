import { rmSync } from 'node:fs';
import { chance } from '@heliograph/testbed/dice.ts';
import { type Files, filesOf, passingFolder, putFiles } from '@heliograph/testbed/disk/stored-settings.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { buildForTests } from '../../../seams/test-build.ts';
import { without } from '../../../seams/without.ts';
import { type CrashOperation, type Found, findAfter } from './crash-operations.ts';
import { type DiskStep, traceDisk } from './disk-trace.ts';
import { createTracedDisk } from './traced-disk.ts';

export interface CrashFigures {
  readonly states: number;
  /** Of those: the ones that recover to the old world, and to the new one. */
  readonly old: number;
  readonly renewed: number;
  /** What must not be: neither of them, the old one although the new one was promised, or a number that went back. */
  readonly failures: readonly string[];
}

export interface CrashOptions {
  readonly seed: number;
  /** So many mixtures of what was not synced are tried at each step. */
  readonly mixtures: number;
  /** Steps that are not made: of a process that does not wait for the disk. */
  readonly isLeftOut?: (step: DiskStep) => boolean;
  /** Protections that are switched off in the process. */
  readonly without?: readonly SeamName[];
  /** Ends at the first failure. */
  readonly isBrief?: boolean;
  /** At most so many states are tried, chosen by chance. */
  readonly statesMax?: number;
  /** Cuts so many recoveries as well, each at one of its own steps. */
  readonly recoveriesCut?: number;
}

/**
 * Records what an operation does to the disk, cuts the power after each step of it, and looks at what this may leave: what
 * was not synced is lost, torn, there, or in another order, and so is each name.
 */
export async function tryCrashStates(
  operation: CrashOperation,
  options: CrashOptions,
): Promise<CrashFigures> {
  const { seed, mixtures, isLeftOut = () => false, isBrief = false } = options;
  const { statesMax = Number.POSITIVE_INFINITY, recoveriesCut = 0, without: switchedOff = [] } = options;
  const folder = passingFolder();
  try {
    await operation.prepare(folder);
    const start = filesOf(folder);
    const before = await foundIn(start);
    putFiles(folder, start);
    const program = await buildForTests('safety/tools/disk/crash-child.ts');
    const script = [program, folder, operation.name];
    const steps = await traceDisk({ folder, script, without: switchedOff });
    const left = filesOf(folder);
    const after = await foundIn(left);
    if (Number.isNaN(after.saveCount))
      throw new Error(`${operation.name} does not even work: ${after.world}`);
    requireWholeTrace(start, steps, left);

    const states = statesOf(
      start,
      steps.filter((step) => !isLeftOut(step)),
    );
    const figures = { states: 0, old: 0, renewed: 0, failures: [] as string[] };
    const judge = async (files: Files, isPromised: boolean, when: string) => {
      figures.states++;
      const found = await without(switchedOff, () => foundIn(files));
      const isNew = found.world === after.world;
      const isOld = found.world === before.world && !isPromised;
      if (isNew) figures.renewed++;
      else if (isOld) figures.old++;
      const least = (isPromised ? after : before).saveCount;
      const isCounted = Number.isNaN(least) || found.saveCount >= least;
      if ((!isNew && !isOld) || !isCounted)
        figures.failures.push(`${when}: ${found.saveCount} ${found.world}`);
    };
    for (const { files, isPromised, after: step } of chosen(states, statesMax, seed)) {
      await judge(files, isPromised, `cut after step ${step}`);
      if (isBrief && figures.failures.length > 0) return figures;
    }
    for (const { files, isPromised, after: step } of chosen(states, recoveriesCut, seed + 1)) {
      putFiles(folder, files);
      const recovery = await traceDisk({ folder, script: [...script, 'start'] });
      const cuts = statesOf(files, recovery);
      for (const half of chosen(cuts, CUTS_OF_RECOVERY, seed + step)) {
        await judge(
          half.files,
          isPromised,
          `cut after step ${step}, and after step ${half.after} of the repair`,
        );
      }
    }
    return figures;

    async function foundIn(files: Files): Promise<Found> {
      putFiles(folder, files);
      return findAfter(operation, folder);
    }

    function statesOf(from: Files, made: readonly DiskStep[]) {
      const disk = createTracedDisk(from);
      const all: { readonly files: Files; readonly isPromised: boolean; readonly after: number }[] = [];
      let isPromised = false;
      made.forEach((step, index) => {
        disk.step(step);
        isPromised ||= step.kind === 'acknowledge' && operation.isUnpromised !== true;
        const left = disk.statesAfterPowerCut(mixtures, seed + index);
        all.push(...left.map((files) => ({ files, isPromised, after: index })));
      });
      return all;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CUTS_OF_RECOVERY = 6;

/** As many as wanted, by chance, in their order. */
function chosen<State>(states: readonly State[], count: number, seed: number): readonly State[] {
  if (states.length <= count) return states;
  return states.filter((_, index) => chance(seed, 'chosen', index) < count / states.length);
}

/** What was recorded is all that was done. */
function requireWholeTrace(start: Files, steps: readonly DiskStep[], left: Files): void {
  const disk = createTracedDisk(start);
  for (const step of steps) disk.step(step);
  const found = disk.files();
  const names = new Set([...Object.keys(found), ...Object.keys(left)]);
  const wrong = [...names].filter(
    (name) => Buffer.compare(found[name] ?? Buffer.from('none'), left[name] ?? Buffer.from('none')) !== 0,
  );
  if (wrong.length > 0) throw new Error(`the trace lacks something of ${wrong.join()}`);
}
