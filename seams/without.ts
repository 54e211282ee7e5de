import { SEAM_NAMES, type SeamName } from './seams.ts';

type Switches = typeof globalThis.__WITHOUT__;

/** What `__WITHOUT__` is while these protections are switched off. */
export function switchesFor(switchedOff: readonly SeamName[]): Switches {
  const switches: Partial<Record<SeamName, boolean>> = {};
  for (const name of SEAM_NAMES) switches[name] = switchedOff.includes(name);
  if (!isWhole(switches)) throw new Error('a seam is missing');
  return switches;
}

function isWhole(switches: Partial<Switches>): switches is Switches {
  return SEAM_NAMES.every((name) => switches[name] !== undefined);
}

/**
 * Switches protections off in this process until `work` is done, for a counter-proof. All product code of the process is
 * without them, so what is compared with it is measured before or after.
 */
export async function without<Result>(
  names: readonly SeamName[],
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = globalThis.__WITHOUT__;
  const others = SEAM_NAMES.filter((name) => before[name]);
  globalThis.__WITHOUT__ = switchesFor([...others, ...names]);
  try {
    return await work();
  } finally {
    globalThis.__WITHOUT__ = before;
  }
}
