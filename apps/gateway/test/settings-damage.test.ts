import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { SECTION_NAMES } from '../src/settings/sections.ts';
import { openStoredSettings, pollEvery, SECTIONS } from './open-stored-settings.ts';

describe('damaged settings', () => {
  async function changedTwice(): Promise<CrashDisk> {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    await pollEvery(settings, 6);
    await pollEvery(settings, 7);
    return disk;
  }

  it('go back one generation, say so, and go on counting', async () => {
    const disk = await changedTwice();
    disk.put('dtu.json', '');
    const lines: string[] = [];
    const settings = await openStoredSettings(disk, lines);
    expect(settings.get('dtu').dtu_pollinterval).toBe(6);
    expect(lines.join()).toContain('dtu.json was damaged; its previous version is used');
    await pollEvery(settings, 8);
    expect(disk.text('dtu.json')).toContain('"generation":4');
  });

  it('are whole again on the disk after the start that found the damage', async () => {
    const disk = await changedTwice();
    disk.put('dtu.json', '');
    await openStoredSettings(disk);
    expect(disk.text('dtu.json')).toContain('"generation":3');
    disk.put('dtu.json.bak', ''); // a second damage, to the other generation
    expect((await openStoredSettings(disk)).get('dtu').dtu_pollinterval).toBe(6);
  });

  it('do not keep the gateway from starting when the disk refuses the repair', async () => {
    const disk = await changedTwice();
    disk.put('dtu.json', '');
    const lines: string[] = [];
    const full = { ...disk, write: () => Promise.reject(new Error('full')) };
    expect((await openStoredSettings(full, lines)).get('dtu').dtu_pollinterval).toBe(6);
    expect(lines.join()).toContain('could not be repaired');
  });

  it.each([...SECTIONS, 'manifest'])('are found again right after the first start: %s', async (name) => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    const text = disk.text(`${name}.json`) ?? '';
    disk.put(`${name}.json`, text.slice(0, 20));
    const again = await openStoredSettings(disk);
    expect([...again.newSections]).toEqual([]);
    for (const section of SECTION_NAMES) {
      expect(again.get(section)).toEqual(settings.get(section));
    }
  });

  it('get their copy at the next start when the first one was cut short', async () => {
    const disk = createCrashDisk();
    await openStoredSettings(disk);
    await disk.remove('ntp.json.bak');
    await openStoredSettings(disk);
    expect(disk.text('ntp.json.bak')).toBe(disk.text('ntp.json'));
  });

  it('do not need the manifest, which only repeats their names', async () => {
    const disk = await changedTwice();
    disk.put('manifest.json', '{}');
    disk.put('manifest.json.bak', '{}');
    const lines: string[] = [];
    const again = await openStoredSettings(disk, lines);
    expect(again.get('dtu').dtu_pollinterval).toBe(7);
    expect([...again.newSections]).toEqual([]);
    expect(lines.join()).toContain('manifest.json was damaged; it is created again');
    expect(disk.text('manifest.json')).toContain(`"sections":${JSON.stringify(SECTIONS)}`);
  });

  it.each(SECTIONS)('do need each other when the manifest is damaged: %s', async (name) => {
    const disk = await changedTwice();
    for (const file of ['manifest.json', 'manifest.json.bak']) disk.put(file, '{}');
    for (const file of [`${name}.json`, `${name}.json.bak`]) await disk.remove(file);
    for (let start = 0; start < 2; start++) {
      await expect(openStoredSettings(disk)).rejects.toThrow(`${name}.json in /fake is missing`);
    }
  });

  it.each(SECTIONS.slice(0, -1))('are missed when the manifest is gone with them: %s', async (name) => {
    const disk = await changedTwice();
    for (const file of ['manifest', name].flatMap((gone) => [`${gone}.json`, `${gone}.json.bak`])) {
      await disk.remove(file);
    }
    for (let start = 0; start < 2; start++) {
      await expect(openStoredSettings(disk)).rejects.toThrow(`${name}.json in /fake is missing`);
    }
  });

  it.each(SECTIONS)('never turn into defaults: %s', async (name) => {
    const disk = await changedTwice();
    disk.put(`${name}.json`, '{}');
    disk.put(`${name}.json.bak`, '{}');
    await expect(openStoredSettings(disk)).rejects.toThrow(`${name}.json in /fake cannot be used`);
  });

  it.each(SECTIONS)('are missed when they are gone: %s', async (name) => {
    const disk = await changedTwice();
    await disk.remove(`${name}.json`);
    await disk.remove(`${name}.json.bak`);
    await expect(openStoredSettings(disk)).rejects.toThrow(`${name}.json in /fake is missing`);
  });
});
