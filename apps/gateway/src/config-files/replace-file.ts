import type { DataDirectory } from '../platform/data-directory.ts';

/** The next content of a file while it is being written. */
export const unfinishedName = (name: string) => `${name}.tmp`;

/**
 * Replaces a file: after a power cut at any moment it is the old one or the new one, whole. When this rejects it is the
 * old one.
 */
export async function replaceFile(directory: DataDirectory, name: string, bytes: Uint8Array): Promise<void> {
  const before = await directory.read(name);
  await putInPlace(directory, name, bytes);
  try {
    await directory.syncFolder();
  } catch (error) {
    // Nobody can say whether the new name is on the disk. The first failure is the one to report.
    const undone = before === undefined ? directory.remove(name) : putInPlace(directory, name, before);
    await undone.catch(() => undefined);
    throw error;
  }
}

async function putInPlace(directory: DataDirectory, name: string, bytes: Uint8Array): Promise<void> {
  const next = unfinishedName(name);
  try {
    await directory.write(next, bytes);
    await directory.sync(next);
    await directory.rename(next, name);
  } catch (error) {
    await directory.remove(next).catch(() => undefined); // as above
    throw error;
  }
}
