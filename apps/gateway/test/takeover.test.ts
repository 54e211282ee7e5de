import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { BOTH_FILES, storedContents, storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import { SECTION_NAMES, type SectionName, sectionsFrom } from '../src/settings/sections.ts';
import { MIGRATIONS } from '../src/settings/stored-section.ts';
import { endOf, openStoredSettings, pollEvery, settingsFolder } from './open-stored-settings.ts';

/** The sections that release 0.1.0 had. */
const OLD_SECTIONS = SECTION_NAMES.slice(0, 7);

const first = firstTestSettings();
const bodies = new Map<SectionName, object>();
for (const section of SECTION_NAMES) bodies.set(section, await first[section]());

const pollBody = (seconds: number) => ({ ...bodies.get('dtu'), dtu_pollinterval: seconds });

/** A folder as release 0.1.0 leaves it: two generations of each section, of the poll interval 6 and 7 s. */
async function oldFolder(sections: readonly SectionName[] = OLD_SECTIONS): Promise<string> {
  const folder = await settingsFolder();
  for (const section of sections) {
    await putFile(folder, section, fileOf(3, section === 'dtu' ? pollBody(7) : bodies.get(section)));
    await putFile(
      folder,
      section,
      fileOf(2, section === 'dtu' ? pollBody(6) : bodies.get(section)),
      '.json.bak',
    );
  }
  for (const end of ['.json', '.json.bak']) await putFile(folder, 'manifest', fileOf(1, { sections }), end);
  return folder;
}

const putFile = (folder: string, name: string, text: string, end = '.json') =>
  writeFile(join(folder, name + end), text, { mode: 0o600 });
const removeFiles = async (folder: string, ...names: readonly string[]) => {
  for (const name of names)
    for (const end of ['.json', '.json.bak']) await rm(join(folder, name + end), { force: true });
};

async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.includes('.json')).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

describe('a folder of release 0.1.0', () => {
  it('is taken over once: its settings count, and its files stay as they were', async () => {
    const folder = await oldFolder();
    const before = await filesIn(folder);
    const lines: string[] = [];
    const settings = await openStoredSettings(folder, lines);
    expect([...settings.newSections]).toEqual(SECTION_NAMES.slice(OLD_SECTIONS.length));
    expect(settings.isRestored).toBe(false);
    expect(sectionsFrom(settings.get)).toEqual({ ...Object.fromEntries(bodies), dtu: pollBody(7) });
    expect(settings.saveCount()).toBe(3 * OLD_SECTIONS.length + 1);
    expect(lines.join()).toContain('The settings of an earlier version were taken over.');
    await pollEvery(settings, 8);
    const again = await openStoredSettings(folder);
    expect(again.get('dtu').dtu_pollinterval).toBe(8);
    expect(await filesIn(folder)).toEqual(before);
    expect(storedSection(folder, 'dtu')).toMatchObject({ version: 1, dtu_pollinterval: 8 });
  });

  it('is taken over as a version since then has left it, with more sections and versions of them', async () => {
    const folder = await oldFolder(SECTION_NAMES);
    await putFile(folder, 'ntp', fileOf(9, { version: 4, ...bodies.get('ntp'), later: { a: 1 } }));
    const settings = await openStoredSettings(folder);
    expect([...settings.newSections]).toEqual([]);
    expect(storedSection(folder, 'ntp')).toMatchObject({ version: 4, later: { a: 1 } });
  });

  it('has a current generation that is damaged: the previous one counts, and that is said', async () => {
    const folder = await oldFolder();
    await putFile(folder, 'dtu', 'damaged');
    const lines: string[] = [];
    const settings = await openStoredSettings(folder, lines);
    expect([settings.get('dtu').dtu_pollinterval, settings.isRestored]).toEqual([6, true]);
    expect(lines.join()).toContain('its previous version is used');
    expect((await filesIn(folder))['dtu.json']).toBe('damaged');
    expect((await openStoredSettings(folder)).isRestored).toBe(false);
  });

  it('has a restore that was announced and not carried out, which counts', async () => {
    const folder = await oldFolder();
    const entries = OLD_SECTIONS.map((section) => [section, { number: 9, body: bodies.get(section) }]);
    const announced = { ...Object.fromEntries(entries), dtu: { number: 9, body: pollBody(60) } };
    await putFile(folder, 'replacement', fileOf(1, announced));
    await removeFiles(folder, 'ntp'); // as it was cut short
    const settings = await openStoredSettings(folder);
    expect(settings.get('dtu').dtu_pollinterval).toBe(60);
    expect(settings.saveCount()).toBe(9 * OLD_SECTIONS.length + 1);
    await putFile(folder, 'replacement', '{"format":1,');
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(60);
  });

  it('is brought up to date by the migrations, also what was announced', async () => {
    const migrations = {
      ...MIGRATIONS,
      dtu: [
        (dtu: Readonly<Record<string, unknown>>) => ({
          ...dtu,
          dtu_pollinterval: Number(dtu.dtu_pollinterval) + 1,
        }),
      ],
    };
    const folder = await oldFolder();
    expect((await openStoredSettings(folder, [], { migrations })).get('dtu').dtu_pollinterval).toBe(8);
    const announcing = await oldFolder();
    await putFile(announcing, 'replacement', fileOf(1, { dtu: { number: 9, body: pollBody(60) } }));
    expect((await openStoredSettings(announcing, [], { migrations })).get('dtu').dtu_pollinterval).toBe(61);
  });

  it.each(OLD_SECTIONS)('that is damaged in both generations is not taken over: %s', async (section) => {
    const folder = await oldFolder();
    for (const end of ['.json', '.json.bak']) await putFile(folder, section, '{}', end);
    const before = await filesIn(folder);
    await expect(openStoredSettings(folder)).rejects.toThrow(
      `The settings file ${section}.json in ${folder} cannot be used (it is damaged), and neither can its previous version`,
    );
    expect(await filesIn(folder)).toEqual(before);
    expect(await readdir(folder)).not.toContain('settings.db');
  });

  it('that has lost what was announced is not taken over either', async () => {
    const folder = await oldFolder();
    await putFile(folder, 'replacement', '{"format":1,');
    await expect(openStoredSettings(folder)).rejects.toThrow('replacement.json');
  });

  it.each(OLD_SECTIONS)('that has lost a section is not taken over: %s', async (section) => {
    const folder = await oldFolder();
    await removeFiles(folder, section);
    await expect(openStoredSettings(folder)).rejects.toThrow(`${section}.json in ${folder} is missing`);
  });

  it.each(OLD_SECTIONS)('that has lost its list with a section is not taken over: %s', async (section) => {
    for (const [sections, manifest] of [
      [OLD_SECTIONS, undefined],
      [OLD_SECTIONS, '{}'],
      [SECTION_NAMES, undefined],
    ] as const) {
      const folder = await oldFolder(sections);
      await removeFiles(folder, 'manifest', section);
      if (manifest !== undefined) await putFile(folder, 'manifest', manifest);
      await expect(openStoredSettings(folder)).rejects.toThrow(`${section}.json in ${folder} is missing`);
    }
  });

  it.each([undefined, '{}'])('that has lost its list alone is taken over (%s)', async (manifest) => {
    const folder = await oldFolder();
    await removeFiles(folder, 'manifest');
    if (manifest !== undefined) await putFile(folder, 'manifest', manifest);
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(7);
  });

  it('whose first start was cut short keeps what there is', async () => {
    const folder = await settingsFolder();
    await putFile(folder, 'security', fileOf(1, bodies.get('security')));
    await putFile(folder, 'dtu', fileOf(1, pollBody(9)));
    const settings = await openStoredSettings(folder);
    expect(settings.newSections.has('security')).toBe(false);
    expect(settings.get('security')).toEqual(bodies.get('security'));
    expect(settings.get('dtu').dtu_pollinterval).toBe(9);
  });

  it('whose files are of another format is refused', async () => {
    const folder = await oldFolder();
    const text = fileOf(1, bodies.get('dtu'));
    const { sha256: _, ...others } = JSON.parse(text);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256')
      .update(JSON.stringify([2, others.generation, others.body]))
      .digest('hex');
    await putFile(folder, 'dtu', JSON.stringify({ ...others, format: 2, sha256 }));
    await expect(openStoredSettings(folder)).rejects.toThrow(
      'written by another version of Heliograph (format 2)',
    );
  });

  it('counts although the disk takes nothing, and is written down with the first save that is possible', async () => {
    const folder = await oldFolder();
    let code: string | undefined = 'ENOSPC';
    const settings = await openStoredSettings(folder, [], { connect: failingSettings(() => code) });
    expect(settings.get('dtu').dtu_pollinterval).toBe(7);
    await expect(pollEvery(settings, 8)).rejects.toThrow('the disk is full');
    expect(await readdir(folder)).not.toContain('settings.db');
    code = undefined;
    await pollEvery(settings, 9);
    const again = await openStoredSettings(folder);
    expect([again.get('dtu').dtu_pollinterval, again.newSections.size]).toEqual([9, 0]);
  });

  it('that it has written to since is pointed out, and does not count', async () => {
    const folder = await oldFolder();
    await openStoredSettings(folder);
    const warning = 'has written to the data folder since its settings were taken over';
    const warned = async () => {
      const lines: string[] = [];
      const settings = await openStoredSettings(folder, lines);
      expect(settings.get('dtu').dtu_pollinterval).toBe(7);
      return lines.join().includes(warning);
    };
    expect(await warned()).toBe(false);
    await removeFiles(folder, 'mqtt'); // by its owner, who needs it no more
    expect(await warned()).toBe(false);
    await putFile(folder, 'dtu', fileOf(4, pollBody(99)));
    expect(await warned()).toBe(true);
  });

  it('is not taken over a second time where the database is lost', async () => {
    const folder = await oldFolder();
    await pollEvery(await openStoredSettings(folder), 8);
    await endOf(folder);
    await rm(join(folder, 'settings.db'));
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(8);
    await endOf(folder);
    for (const name of BOTH_FILES) await writeFile(join(folder, name), 'damaged');
    await expect(openStoredSettings(folder)).rejects.toThrow('settings.db');
    expect(() => storedContents(folder)).toThrow('damaged');
  });
});
