import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies in a data folder, and the hash of each file; without the memory of the simulation, which plays the inverters. */
export async function folderHashes(folder: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith('simulation')) continue;
    const bytes = entry.isDirectory() ? '' : await readFile(join(folder, name));
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
  return hashes;
}
