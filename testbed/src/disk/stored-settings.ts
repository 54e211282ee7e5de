import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SectionName } from '../../../apps/gateway/src/settings/sections.ts';
import {
  COPY_FILE,
  type Contents,
  DATABASE_FILE,
  openSettingsDatabase,
  type SettingsCalls,
} from '../../../apps/gateway/src/settings/settings-database.ts';
import type { StoredSection } from '../../../apps/gateway/src/settings/stored-section.ts';

/** What lies in the settings database of a folder, read and changed behind the back of whoever uses it. */

/** The database and its last good copy. */
export const BOTH_FILES = [DATABASE_FILE, COPY_FILE] as const;

/** What it holds; throws where it is not whole. */
export function storedContents(folder: string, which: 'current' | 'copy' = 'current'): Contents {
  const outcome = openSettingsDatabase({ folder }).read(which);
  if (outcome.kind === 'whole') return outcome.contents;
  throw new Error(`the settings are ${outcome.kind}`);
}

/** A section as it lies there. */
export function storedSection(
  folder: string,
  section: SectionName,
  which?: 'current' | 'copy',
): StoredSection {
  return JSON.parse(storedContents(folder, which).sections[section] ?? 'null');
}

/** Puts other sections there, with right check sums; into the database alone where `isCopyKept`. Nobody may have the folder. */
export function putSections(
  folder: string,
  sections: { readonly [S in SectionName]?: unknown },
  { isCopyKept = false } = {},
): void {
  const copy = readFileSync(join(folder, COPY_FILE));
  withSettings(folder, (calls) => {
    const texts = Object.entries(sections).map(([name, body]) => [name, JSON.stringify(body)]);
    const outcome = calls.save({
      sections: Object.fromEntries(texts),
      change: { atS: undefined, actor: 'test', reason: 'test', sections: [] },
      isGuarded: false,
    });
    if (outcome.kind !== 'done') throw new Error(outcome.reason);
  });
  if (isCopyKept) writeFileSync(join(folder, COPY_FILE), copy);
}

/** Uses the settings of a folder that nobody has. */
export function withSettings<Result>(folder: string, work: (calls: SettingsCalls) => Result): Result {
  const calls = openSettingsDatabase({ folder });
  try {
    if (calls.lock().kind !== 'held') throw new Error('somebody has the folder');
    calls.read('current');
    return work(calls);
  } finally {
    calls.close();
  }
}

/** Makes files of a folder such that nothing can be read of them. */
export function damageFiles(folder: string, names: readonly string[] = BOTH_FILES): void {
  for (const name of names) {
    rmSync(join(folder, name), { recursive: true, force: true });
    writeFileSync(join(folder, name), 'damaged', { mode: 0o600 });
  }
}

/** All files of a folder and of those in it, by their paths, to damage copies of it one after the other. One that ends in `/` is a folder. */
export type Files = Readonly<Record<string, Uint8Array>>;

export function filesOf(folder: string): Files {
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) {
      files[entry.name] = readFileSync(path);
      continue;
    }
    files[`${entry.name}/`] = new Uint8Array();
    for (const [name, bytes] of Object.entries(filesOf(path))) files[`${entry.name}/${name}`] = bytes;
  }
  return files;
}

/** Makes a folder, which nobody has, hold just these files. */
export function putFiles(folder: string, files: Files): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    if (name.endsWith('/')) mkdirSync(path, { mode: 0o700 });
    else writeFileSync(path, bytes, { mode: 0o600 });
  }
}

/** A disk in memory, where there is one: what damages files does not care for it, and is done sooner. */
export function passingFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'heliograph-'));
}
