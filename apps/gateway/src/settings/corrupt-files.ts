import type { DataDirectory } from '../platform/data-directory.ts';

/** Damaged files that are kept for their owner, as `<name>.json.corrupt-1` to `-3`; the highest number is the newest. */
const KEPT_MAX = 3;

const corruptName = (fileName: string, number: number) => `${fileName}.corrupt-${number}`;

/** Moves a damaged file out of the way of the next write; where that fails it stays until the write. */
export async function keepCorrupt(directory: DataDirectory, fileName: string): Promise<void> {
  try {
    await directory.rename(fileName, await freeName(directory, fileName));
  } catch {
    // a disk that cannot be written says so at the next write
  }
}

/**
 * Gives what lies at the names of both generations further names, so that it is not lost with the next write. A folder
 * cannot have two names, and is moved.
 */
export async function keepBoth(directory: DataDirectory, name: string): Promise<void> {
  for (const fileName of bothNames(name)) {
    const kept = await freeName(directory, fileName);
    await directory.link(fileName, kept).catch(() => keepCorrupt(directory, fileName));
  }
}

/** Moves both generations of a file that can be made anew out of the way. */
export async function setAside(directory: DataDirectory, name: string): Promise<void> {
  for (const fileName of bothNames(name)) await keepCorrupt(directory, fileName);
}

const bothNames = (name: string) => [`${name}.json`, `${name}.json.bak`];

/** The next name for a damaged file. Where all are taken the oldest one goes, and the others move up. */
async function freeName(directory: DataDirectory, fileName: string): Promise<string> {
  const names = await directory.names();
  const numbers = Array.from({ length: KEPT_MAX }, (_, index) => index + 1);
  const free = numbers.find((number) => !names.includes(corruptName(fileName, number)));
  if (free !== undefined || !names.includes(fileName)) return corruptName(fileName, free ?? KEPT_MAX);
  await directory.remove(corruptName(fileName, 1)).catch(() => undefined); // a folder is not removed, and stays the oldest
  for (const number of numbers.slice(1)) {
    await directory
      .rename(corruptName(fileName, number), corruptName(fileName, number - 1))
      .catch(() => undefined);
  }
  return corruptName(fileName, KEPT_MAX);
}
