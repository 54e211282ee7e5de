import type { DataDirectory } from '../platform/data-directory.ts';

/** Replaces a file: after a power cut at any moment it is the old one or the new one, whole. */
export async function replaceFile(directory: DataDirectory, name: string, bytes: Uint8Array): Promise<void> {
  const next = `${name}.tmp`;
  try {
    await directory.write(next, bytes);
    await directory.sync(next);
    await directory.rename(next, name);
  } catch (error) {
    await directory.remove(next).catch(() => undefined); // the first failure is the one to report
    throw error;
  }
  await directory.syncFolder();
}
