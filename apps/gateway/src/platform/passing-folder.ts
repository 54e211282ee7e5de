import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPartOf } from './data-directory.ts';

/** A folder outside the data folder for what is needed for a moment; nobody else on this machine may look into it. */
export interface PassingFolder {
  readonly path: string;
  names(): Promise<readonly string[]>;
  /** Opens a file to read it once; where the system can do that, it and the folder are gone from then on for everybody else. */
  open(name: string): Promise<PassingFile>;
  /** Removes it with all that is in it. */
  discard(): Promise<void>;
}

export interface PassingFile {
  /** As `readAt` of a data directory. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Nobody needs it any more. */
  end(): Promise<void>;
}

/** In memory on most Linux systems, also where nothing else may be written, such as in a container with a read-only root. */
const SHARED_MEMORY = '/dev/shm';

/** Makes one folder after the other, in the places where that can be done; whoever takes one removes it. */
export async function* makePassingFolders(
  places: readonly string[] = [tmpdir(), SHARED_MEMORY],
): AsyncGenerator<PassingFolder> {
  for (const place of new Set(places)) {
    if (!existsSync(place)) continue;
    const path = await mkdtemp(join(place, 'heliograph-')).catch(() => undefined);
    if (path !== undefined) yield folderAt(path);
  }
}

function folderAt(path: string): PassingFolder {
  const discard = () => rm(path, { recursive: true, force: true });
  return {
    path,
    names: () => readdir(path),
    async open(name) {
      const file = await open(join(path, name), 'r');
      // What is in it may be secret and is not to outlive a process that is killed. Windows keeps it until it is closed.
      await discard().catch(() => undefined);
      return {
        read: (offset, length) => readPartOf(file, offset, length),
        async end() {
          await file.close();
          await discard();
        },
      };
    },
    discard,
  };
}
