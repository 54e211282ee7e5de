import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import {
  BOTH_FILES,
  damageFiles,
  putSections,
  storedContents,
  storedSection,
} from '@heliograph/testbed/disk/stored-settings.ts';
import { describe, expect, it } from 'vitest';
import { SECTION_NAMES } from '../src/settings/sections.ts';
import { openDatabase } from '../src/storage/database.ts';
import { endOf, openStoredSettings, pollEvery, settingsFolder } from './open-stored-settings.ts';

const DATABASE = 'settings.db';
const COPY = 'settings.db.good';

/** A folder that nobody has, in which something was saved twice. */
async function changedTwice(): Promise<string> {
  const folder = await settingsFolder();
  const settings = await openStoredSettings(folder);
  await pollEvery(settings, 6);
  await pollEvery(settings, 7);
  await endOf(folder);
  return folder;
}

describe('damaged settings', () => {
  it('give way to their last good copy, which is said, and go on counting', async () => {
    const folder = await changedTwice();
    damageFiles(folder, [DATABASE]);
    const lines: string[] = [];
    const settings = await openStoredSettings(folder, lines);
    expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([7, true]);
    expect(lines.join()).toContain('settings.db was damaged; its last good copy is used');
    await pollEvery(settings, 8);
    expect(settings.saveCount()).toBe(4);
  });

  it('are whole again on the disk after the start that found the damage', async () => {
    const folder = await changedTwice();
    damageFiles(folder, [DATABASE]);
    await openStoredSettings(folder);
    await endOf(folder);
    expect(storedSection(folder, 'dtu')).toMatchObject({ dtu_pollinterval: 7 });
    damageFiles(folder, [COPY]); // a second damage, to the other file
    const settings = await openStoredSettings(folder);
    expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([7, false]);
    expect(storedContents(folder, 'copy')).toEqual(storedContents(folder));
  });

  it('do not keep the gateway from starting when the disk refuses the repair, which the next save makes', async () => {
    const folder = await changedTwice();
    damageFiles(folder, [DATABASE]);
    const lines: string[] = [];
    let code: string | undefined = 'ENOSPC';
    const settings = await openStoredSettings(folder, lines, { connect: failingSettings(() => code) });
    expect(settings.get('dtu').dtu_pollinterval).toBe(7);
    expect(lines.join()).toContain('could not be repaired');
    await expect(pollEvery(settings, 8)).rejects.toThrow('the disk is full');
    code = undefined;
    await pollEvery(settings, 9);
    const again = await openStoredSettings(folder);
    expect([again.get('dtu').dtu_pollinterval, again.isRestored]).toEqual([9, false]);
  });

  it('are kept, the newest three of them', async () => {
    const folder = await changedTwice();
    for (let count = 0; count < 5; count++) {
      await writeFile(join(folder, DATABASE), `broken ${count}`);
      await openStoredSettings(folder);
      await endOf(folder);
    }
    const kept = (await readdir(folder)).filter((name) => name.includes('corrupt')).sort();
    const texts = await Promise.all(kept.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toEqual(['broken 4', 'broken 3', 'broken 2']);
  });

  it('are found out where a single letter of a text is another one', async () => {
    const folder = await changedTwice();
    const file = join(folder, DATABASE);
    const bytes = await readFile(file);
    await writeFile(
      file,
      Buffer.from(bytes.toString('latin1').replaceAll('pool.ntp.org', 'pool.ntp.orf'), 'latin1'),
    );
    expect(openDatabase(file, undefined, 'read').prepare('PRAGMA integrity_check').all()).toEqual([
      { integrity_check: 'ok' },
    ]);
    const settings = await openStoredSettings(folder);
    expect([settings.get('ntp').ntp_server, settings.isRestored]).toEqual(['pool.ntp.org', true]);
  });

  it('are not taken for those of a newer version where a bit of the number has tipped', async () => {
    const folder = await changedTwice();
    const file = join(folder, DATABASE);
    for (const bit of [3, 10, 11, 12, 30]) {
      const bytes = await readFile(file);
      bytes.writeUInt32BE((bytes.readUInt32BE(60) ^ (1 << bit)) >>> 0, 60);
      await writeFile(file, bytes);
      const settings = await openStoredSettings(folder);
      expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([7, true]);
      await endOf(folder);
    }
  });

  it.each(SECTION_NAMES)('that make no sense give way to the copy as well: %s', async (section) => {
    const folder = await changedTwice();
    putSections(folder, { [section]: { version: 'x' } }, { isCopyKept: true });
    const settings = await openStoredSettings(folder);
    expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([7, true]);
  });

  it.each(SECTION_NAMES)('never turn into first values: %s', async (section) => {
    const folder = await changedTwice();
    putSections(folder, { [section]: { version: 'x' } });
    await expect(openStoredSettings(folder)).rejects.toThrow(
      `The settings file settings.db in ${folder} cannot be used (its values are not valid), and neither can its copy settings.db.good`,
    );
  });

  it('that cannot be read, nor their copy, are left as they are', async () => {
    const folder = await changedTwice();
    damageFiles(folder);
    for (let start = 0; start < 2; start++) {
      await expect(openStoredSettings(folder)).rejects.toThrow('cannot be used (it is damaged)');
    }
    for (const name of BOTH_FILES) expect(await readFile(join(folder, name), 'utf8')).toBe('damaged');
  });

  it.each([
    ['an empty file', ''],
    ['an empty database', undefined],
  ])('are no fresh folder: %s', async (_, text) => {
    const folder = await changedTwice();
    for (const name of BOTH_FILES) {
      await rm(join(folder, name));
      if (text !== undefined) await writeFile(join(folder, name), text);
      else openDatabase(join(folder, name)).exec('CREATE TABLE t (x); DROP TABLE t');
    }
    await expect(openStoredSettings(folder)).rejects.toThrow('cannot be used');
  });

  it('do not take the gateway down with a program that has them open', async () => {
    const folder = await changedTwice();
    const other = openDatabase(join(folder, DATABASE));
    other.exec('BEGIN EXCLUSIVE');
    await expect(openStoredSettings(folder)).rejects.toThrow(
      `The settings in the data folder ${folder} cannot be read (another program has it open)`,
    );
    other.exec('ROLLBACK');
    expect((await openStoredSettings(folder)).isRestored).toBe(false);
  });
});

describe('missing settings', () => {
  it('are taken from the copy', async () => {
    const folder = await changedTwice();
    await rm(join(folder, DATABASE));
    const settings = await openStoredSettings(folder);
    expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([7, true]);
  });

  it.each(['history.db', 'settings.db.corrupt-1', 'settings.db.good.corrupt-1'])(
    'are missed where there is %s',
    async (trace) => {
      const folder = await changedTwice();
      for (const name of BOTH_FILES) await rm(join(folder, name));
      await writeFile(join(folder, trace), 'something');
      await expect(openStoredSettings(folder)).rejects.toThrow(
        `The settings file settings.db in ${folder} is missing, and so is its copy settings.db.good${trace === 'history.db' ? '; history.db with what was measured is there' : ''}; put a good copy`,
      );
    },
  );

  it('are not said to have no copy where that is damaged', async () => {
    const folder = await changedTwice();
    await rm(join(folder, DATABASE));
    await writeFile(join(folder, `${DATABASE}.good`), 'something');
    await expect(openStoredSettings(folder)).rejects.toThrow(
      `settings.db in ${folder} is missing, and nothing can be used of its copy settings.db.good; put`,
    );
  });

  it('are first ones in a folder without a trace of others', async () => {
    const folder = await settingsFolder();
    await writeFile(join(folder, 'pin_mapping.json'), '[]');
    expect((await openStoredSettings(folder)).newSections.size).toBe(SECTION_NAMES.length);
  });
});

describe('settings of a newer version', () => {
  const setVersion = (folder: string, version: number, sql = '') => {
    for (const name of BOTH_FILES) {
      const database = openDatabase(join(folder, name));
      database.exec(
        `PRAGMA user_version = ${version}; UPDATE meta SET value = '${version}' WHERE key = 'version'; ${sql}`,
      );
      database.close();
    }
  };

  it('that it can use are used, and what it does not know stays', async () => {
    const folder = await changedTwice();
    setVersion(folder, 1002, "CREATE TABLE account (name); INSERT INTO account VALUES ('Ada')");
    const settings = await openStoredSettings(folder);
    await pollEvery(settings, 9);
    await endOf(folder);
    for (const name of BOTH_FILES) {
      const database = openDatabase(join(folder, name), undefined, 'read');
      expect(database.prepare('SELECT * FROM account').all()).toEqual([{ name: 'Ada' }]);
      expect(database.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 1002 }]);
      database.close();
    }
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(9);
  });

  it.each(['', 'DROP TABLE meta'])(
    'that it cannot use are refused in a sentence, and left as they were (%s)',
    async (sql) => {
      const folder = await changedTwice();
      setVersion(folder, 2001, sql);
      const before = await Promise.all(BOTH_FILES.map((name) => readFile(join(folder, name))));
      await expect(openStoredSettings(folder)).rejects.toThrow(
        `The settings in ${folder} were written by a newer version of Heliograph (tables 2001); start that version`,
      );
      expect(await Promise.all(BOTH_FILES.map((name) => readFile(join(folder, name))))).toEqual(before);
    },
  );
});
