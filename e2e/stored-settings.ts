import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What both SQLites have in common, that of Node and that of the package for a Node without it. */
type OpenDatabase = new (
  path: string,
) => {
  prepare(sql: string): { get(...values: readonly unknown[]): unknown };
  close(): unknown;
};

/** What the gateway has stored in a section, secrets included. */
export async function readStoredSettings(
  dataFolder: string,
  section: 'network',
): Promise<Readonly<Record<string, unknown>>> {
  const database = new (openDatabase())(join(dataFolder, 'settings.db'));
  try {
    const row = database.prepare('SELECT body FROM section WHERE name = ?').get(section);
    return JSON.parse((row as { readonly body: string }).body);
  } finally {
    database.close();
  }
}

function openDatabase(): OpenDatabase {
  const require = createRequire(import.meta.url);
  try {
    return (require('node:sqlite') as { readonly DatabaseSync: OpenDatabase }).DatabaseSync;
  } catch {
    // The gateway's own dependency, for a Node without SQLite.
    return createRequire(new URL('../apps/gateway/package.json', import.meta.url))('libsql') as OpenDatabase;
  }
}
