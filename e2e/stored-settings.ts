import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the gateway has stored in a section, secrets included. */
export async function readStoredSettings(
  dataFolder: string,
  section: 'network',
): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(join(dataFolder, `${section}.json`), 'utf8')).body;
}
