import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { completeFile, hasTwin } from './section-file.ts';
import { type Generation, loadSettingsFile, removeUnfinished, restoreSettingsFile } from './settings-file.ts';

/** What was loaded, as it is on the disk now. */
interface LoadedFile<Body> extends Generation<Body> {
  /** The disk holds just this, and not an earlier form of it. */
  readonly isAsFound: boolean;
  /** The current generation was damaged, so the previous one is the current one again. */
  readonly isRestored: boolean;
}

/** Loads a file; when its previous generation had to be used it says so and makes that the current one again. */
export async function loadFile<Body>(
  { directory, log }: { readonly directory: DataDirectory; readonly log: Log },
  name: string,
  read: Parameters<typeof loadSettingsFile<Body>>[2],
): Promise<LoadedFile<Body> | undefined> {
  const loaded = await loadSettingsFile(directory, name, read);
  if (loaded === undefined) return undefined;
  await removeUnfinished(directory, name);
  const { body, number, isAsFound, fallbackReason } = loaded;
  if (fallbackReason === undefined) {
    await repair(log, () => completeFile(directory, name));
    return { body, number, isAsFound, isRestored: false };
  }
  const used = hasTwin(name) ? 'its copy, which is the same,' : 'its previous version';
  log.warn(`The settings file ${name}.json was damaged; ${used} is used.`, { reason: fallbackReason });
  const restored = { body, number: number + 1 }; // the damaged one had that number
  await repair(log, async () => {
    await restoreSettingsFile(directory, name, restored);
    await completeFile(directory, name);
  });
  return { ...restored, isAsFound: true, isRestored: true };
}

/** Settings that could be read do not keep the gateway from starting because the disk cannot be written. */
export async function repair(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('Settings could not be repaired on the disk.', { error });
  }
}
