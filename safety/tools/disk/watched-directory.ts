import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';

/** A data folder that tells which files were asked for, by whatever operation. */
export interface WatchedDirectory {
  readonly directory: DataDirectory;
  /** Names as they were given, both of those that have two. */
  readonly names: ReadonlySet<string>;
}

export function watchDirectory(directory: DataDirectory): WatchedDirectory {
  const names = new Set<string>();
  const { read, readAt, write, append, sync, link, rename, remove } = directory;
  return {
    names,
    directory: {
      ...directory,
      read: (name) => read(noted(name)),
      readAt: (name, offset, length) => readAt(noted(name), offset, length),
      write: (name, bytes) => write(noted(name), bytes),
      append: (name, bytes) => append(noted(name), bytes),
      sync: (name) => sync(noted(name)),
      link: (name, secondName) => link(noted(name), noted(secondName)),
      rename: (name, newName) => rename(noted(name), noted(newName)),
      remove: (name) => remove(noted(name)),
    },
  };

  function noted(name: string): string {
    names.add(name);
    return name;
  }
}
