import { PIN_PROFILE_FILE } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile, unfinishedName } from './replace-file.ts';

/**
 * `config-before-reset-1790000000-5h.json`: when it was made, in Unix seconds, and how many hours the gateway has run
 * since. The clock may have been wrong by days at either time, so it only names the copy and never ends it.
 */
const NAME = /^config-before-reset-(\d{1,12})(?:-(\d{1,2})h)?\.json$/;
const KEPT_HOURS = 24;

/** Keeps a configuration that is about to be forgotten, for whoever regrets it. */
export function keepCopy(directory: DataDirectory, config: string, unixMs: number): Promise<void> {
  const name = `config-before-reset-${Math.floor(unixMs / 1000)}.json`;
  return replaceFile(directory, name, new TextEncoder().encode(config));
}

/** The copies that are there, the newest first. */
export async function copyNames(directory: DataDirectory): Promise<readonly string[]> {
  const copies = (await directory.names()).filter((name) => NAME.test(name)).map(partsOf);
  return copies
    .sort((one, other) => one.hours - other.hours || other.madeS - one.madeS)
    .map(({ name }) => name);
}

function partsOf(name: string) {
  const [, madeS, hours] = NAME.exec(name) ?? [];
  return { name, madeS: Number(madeS), hours: Number(hours ?? 0) };
}

/** The gateway has run for another hour: copies become an hour older, and go after a day; they hold passwords. */
async function addHour(directory: DataDirectory): Promise<void> {
  for (const name of await copyNames(directory)) {
    const { madeS, hours } = partsOf(name);
    if (hours + 1 >= KEPT_HOURS) await directory.remove(name);
    else await directory.rename(name, `config-before-reset-${madeS}-${hours + 1}h.json`);
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

const HOUR_MS = 60 * 60 * 1000;

/** Removes copies that have had their day. Returns the function that ends it. */
export function watchCopies(parts: {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
}): () => Promise<void> {
  const { directory, clock, log } = parts;
  let cancel = clock.after(HOUR_MS, nextHour);
  let looking = Promise.resolve();
  function nextHour(): void {
    cancel = clock.after(HOUR_MS, nextHour);
    looking = addHour(directory).catch((error: unknown) => {
      log.warn('An old copy of the configuration could not be removed.', { error });
    });
  }
  return () => {
    cancel();
    return looking;
  };
}
