import type { DataDirectory } from './data-directory.ts';
import { isReadOnlyError } from './start-error.ts';

/** A data folder, and whether nothing could be written there when somebody last tried. */
export interface WatchedDirectory {
  readonly directory: DataDirectory;
  isReadOnly(): boolean;
}

/** Watches everything that is written to a folder: a system sets a disk read-only while it is in use when it has errors. */
export function watchDirectory(watched: DataDirectory): WatchedDirectory {
  let isReadOnly = false;

  async function noted<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      isReadOnly = false;
      return result;
    } catch (error) {
      // Any other failure says nothing about it: the disk may be full, or the file not there.
      if (isReadOnlyError(error)) isReadOnly = true;
      throw error;
    }
  }

  return {
    isReadOnly: () => isReadOnly,
    directory: {
      ...watched,
      write: (name, bytes) => noted(watched.write(name, bytes)),
      append: (name, bytes) => noted(watched.append(name, bytes)),
      sync: (name) => noted(watched.sync(name)),
      link: (name, secondName) => noted(watched.link(name, secondName)),
      rename: (name, newName) => noted(watched.rename(name, newName)),
    },
  };
}
