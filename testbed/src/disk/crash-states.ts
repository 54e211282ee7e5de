import type { CrashDisk } from './crash-disk.ts';

/** What a start finds on a disk. */
export interface Found {
  /** Everything that counts, as one text; the reason where nothing can be read. */
  readonly world: string;
  /** How often something was saved; a number never goes back. */
  readonly saveCount: number;
}

/** Something that changes the disk from one world to another. */
export interface CrashOperation {
  readonly name: string;
  /** Its end is no promise that the new world is on the disk. */
  readonly isUnpromised?: boolean;
  prepare(): Promise<CrashDisk>;
  /** Changes it; calls `acknowledge` when the new world is promised. What follows is done as well. */
  change(disk: CrashDisk, acknowledge: () => void): Promise<void>;
  /** A start on it, with all its repairs. */
  find(disk: CrashDisk): Promise<Found>;
}

export interface CrashFigures {
  readonly states: number;
  /** Of those: the ones that recover to the old world, and to the new one. */
  readonly old: number;
  readonly renewed: number;
  /** What must not be: neither of them, the old one although the new one was promised, or a number that went back. */
  readonly failures: readonly string[];
}

export interface CrashOptions {
  /** Changes the disk that the operation sees. */
  readonly wrap?: (disk: CrashDisk) => CrashDisk;
  /** Cuts each recovery as well, before an operation of its own that these numbers (from 0 up to 1) choose. */
  readonly cutRecovery?: () => number;
  /** Cuts only before every second step, or third, and so on. */
  readonly every?: number;
  /** Ends at the first failure. */
  readonly isBrief?: boolean;
}

/**
 * Cuts the power before each step of an operation, and looks at every state of the disk that this may leave: what was
 * not synced is lost, torn or there, and so is each name.
 */
export async function tryCrashStates(
  operation: CrashOperation,
  options: CrashOptions = {},
): Promise<CrashFigures> {
  const { wrap = (disk: CrashDisk) => disk, cutRecovery, isBrief = false, every = 1 } = options;
  const start = await operation.prepare();
  const before = await operation.find(start.copy());
  const whole = start.copy();
  await operation.change(whole, () => undefined);
  const after = await operation.find(whole);
  if (Number.isNaN(before.saveCount + after.saveCount)) {
    throw new Error(`${operation.name} does not even work: ${before.world} ${after.world}`);
  }
  const figures = { states: 0, old: 0, renewed: 0, failures: [] as string[] };

  function isRight({ world, saveCount }: Found, isPromised: boolean): boolean {
    if (world === after.world) figures.renewed++;
    else if (world === before.world && !isPromised) figures.old++;
    else return false;
    return saveCount >= (isPromised ? after : before).saveCount;
  }

  async function judge(state: CrashDisk, cutBefore: number, isPromised: boolean): Promise<void> {
    figures.states++;
    const left = cutRecovery === undefined ? state : await recoveredHalf(operation, state, cutRecovery);
    const found = await operation.find(left);
    if (isRight(found, isPromised)) return;
    figures.failures.push(`cut before step ${cutBefore}: ${found.saveCount} ${found.world}`);
  }

  for (let cutBefore = 0; ; cutBefore += every) {
    const disk = start.copy();
    disk.cutPowerBefore(cutBefore);
    let isAcknowledged = false;
    await operation
      .change(wrap(disk), () => {
        isAcknowledged = true;
      })
      .catch(() => undefined); // the power was cut, or it found out that it had been
    const isDone = disk.operations.length <= cutBefore;
    for (const left of disk.disksAfterPowerCut()) {
      await judge(left, cutBefore, isAcknowledged && operation.isUnpromised !== true);
      if (isBrief && figures.failures.length > 0) return figures;
    }
    if (isDone) return figures;
  }
}

/** More than most recoveries do. */
const RECOVERY_STEPS = 12;

/** What is left when the power is cut again, while what it left is being repaired. */
async function recoveredHalf(
  operation: CrashOperation,
  state: CrashDisk,
  random: () => number,
): Promise<CrashDisk> {
  state.cutPowerBefore(Math.floor(random() * RECOVERY_STEPS));
  await operation.find(state);
  const left = state.disksAfterPowerCut();
  return left[Math.floor(random() * left.length)] ?? state;
}
