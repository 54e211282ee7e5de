import { PIN_PROFILE_FILE } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile, unfinishedName } from './replace-file.ts';

/** `config-before-reset-1790000000.json`: when it was made, in Unix seconds. */
const NAME = /^config-before-reset-(\d{1,12})\.json$/;
const KEPT_S = 24 * 60 * 60;

/** Keeps a configuration that is about to be forgotten, for whoever regrets it. */
export function keepCopy(directory: DataDirectory, config: string, unixMs: number): Promise<void> {
  const name = `config-before-reset-${Math.floor(unixMs / 1000)}.json`;
  return replaceFile(directory, name, new TextEncoder().encode(config));
}

/** The copies that are there, the newest first. */
export async function copyNames(directory: DataDirectory): Promise<readonly string[]> {
  const names = (await directory.names()).filter((name) => NAME.test(name));
  return names.sort((one, other) => madeS(other) - madeS(one));
}

const madeS = (name: string) => Number(NAME.exec(name)?.[1]);

/** Removes copies older than a day; they hold passwords. One from the future is of a clock that was wrong. */
async function removeOldCopies(directory: DataDirectory, unixMs: number): Promise<void> {
  for (const name of await copyNames(directory)) {
    const ageS = unixMs / 1000 - madeS(name);
    if (ageS >= KEPT_S || ageS < -KEPT_S) await directory.remove(name);
  }
}

/** Removes what a crash left of an unfinished copy or file of profiles. */
export async function removeUnfinishedFiles(directory: DataDirectory): Promise<void> {
  for (const name of await directory.names()) {
    const target = name.replace(/\.tmp$/, '');
    const isOurs = target === PIN_PROFILE_FILE || NAME.test(target);
    if (isOurs && unfinishedName(target) === name) await directory.remove(name);
  }
}

const LOOK_EVERY_MS = 60 * 60 * 1000;

/** Removes old copies now and then. Returns the function that ends it. */
export function watchCopies(parts: {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
}): () => Promise<void> {
  const { directory, clock, log } = parts;
  let cancel = () => {};
  let looking = Promise.resolve();
  function look(): void {
    cancel = clock.after(LOOK_EVERY_MS, look);
    looking = removeOldCopies(directory, clock.unixMs()).catch((error: unknown) => {
      log.warn('An old copy of the configuration could not be removed.', { error });
    });
  }
  look();
  return () => {
    cancel();
    return looking;
  };
}
