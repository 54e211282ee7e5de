import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Changes what a stopped gateway remembers, where no call of the API can do so yet. The layout of the file is
 * described where it is written, in the gateway's settings.
 */
export async function changeStoredSettings(
  dataFolder: string,
  section: 'security' | 'dtu',
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = join(dataFolder, `${section}.json`);
  const { format, generation, body } = JSON.parse(await readFile(file, 'utf8'));
  const changed = { ...body, ...changes };
  const sha256 = createHash('sha256')
    .update(JSON.stringify([format, generation, changed]))
    .digest('hex');
  await writeFile(file, `${JSON.stringify({ format, generation, sha256, body: changed })}\n`);
}

/** What the gateway has stored in a section, secrets included. */
export async function readStoredSettings(
  dataFolder: string,
  section: 'network',
): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(join(dataFolder, `${section}.json`), 'utf8')).body;
}
