import { type Handlers, PIN_PROFILE_FILE } from '@heliograph/contract';
import type { DataDirectory } from '../../platform/data-directory.ts';
import { NothingThereError } from '../nothing-there-error.ts';

/** The files that can be asked for by name; no other name ever reaches the disk. */
const FILES: readonly string[] = [PIN_PROFILE_FILE];

export function createConfigFileHandlers(directory: DataDirectory): Pick<Handlers, 'getConfigFile'> {
  return {
    async getConfigFile(_, { file = '' }) {
      const bytes = FILES.includes(file) ? await directory.read(file) : undefined;
      if (bytes === undefined) throw new NothingThereError();
      return bytes;
    },
  };
}
