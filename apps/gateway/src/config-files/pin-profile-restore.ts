import { fileRefusal, PIN_PROFILE_FILE, type PinProfile, readPinProfiles } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { orNotSaved } from '../settings/settings-store.ts';
import { type FileContent, UnfitFileError } from './file-part.ts';
import { replaceFile } from './replace-file.ts';

/** The profiles of a file that can be restored. */
export type ReadProfiles = readonly PinProfile[];

/** Throws an `UnfitFileError` for what is no list of profiles, each with a name. */
export function readProfiles({ content }: FileContent): ReadProfiles {
  const profiles = readPinProfiles(content);
  if (profiles === undefined || profiles.length !== (content as readonly unknown[]).length) {
    throw new UnfitFileError(
      'The file is not a list of pin profiles with names.',
      fileRefusal('nameless-profiles'),
    );
  }
  return profiles;
}

/** Replaces the file with the pin profiles; `bytes` are those that they were read from. */
export type PinProfileRestore = (profiles: ReadProfiles, bytes: Uint8Array) => Promise<void>;

export function createPinProfileRestore(directory: DataDirectory, log: Log): PinProfileRestore {
  /** One replacement after the other: they share the name of what is unfinished. */
  let last: Promise<void> = Promise.resolve();

  return async ({ length: count }, bytes) => {
    const replaced = last.then(() => orNotSaved(() => replaceFile(directory, PIN_PROFILE_FILE, bytes)));
    last = replaced.catch(() => undefined); // whoever asked for it hears of the failure
    await replaced;
    log.info('The pin profiles were replaced.', { count });
  };
}
