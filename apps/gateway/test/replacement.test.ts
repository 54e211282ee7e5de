import { isDeepStrictEqual } from 'node:util';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import type { DataDirectory } from '../src/platform/data-directory.ts';
import { carryOutReplacement, loadReplacement } from '../src/settings/replacement.ts';
import { SECTION_NAMES, type Sections, sectionsFrom } from '../src/settings/sections.ts';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { createStoredSections } from '../src/settings/stored-section.ts';
import { openStoredSettings } from './open-stored-settings.ts';

const open = (directory: DataDirectory): Promise<SettingsStore> => openStoredSettings(directory);

const sectionsOf = (settings: SettingsStore) => sectionsFrom(settings.get);

const NEW_DEVICE = {
  ...{ id: 'new', name: '', enabled: true, https: false, host: 'new.test', port: 80, path: '' },
  ...{ user: 'admin', password: 'new' },
};

/** Another value in every section. */
function changed(sections: Sections): Sections {
  return {
    security: { ...sections.security, allow_readonly: false },
    dtu: { ...sections.dtu, dtu_pollinterval: 60 },
    ntp: { ...sections.ntp, ntp_server: 'new.test' },
    inverters: {
      inverter: [{ id: 3, serial: '116181234567', name: 'New', channel: [{ name: 'a', max_power: 1 }] }],
    },
    network: { ...sections.network, hostname: 'new' },
    device: { ...sections.device, profile: 'new' },
    mqtt: { ...sections.mqtt, mqtt_hostname: 'new.test' },
    sources: { source: [NEW_DEVICE], inverter: [], stagger_polls: false },
    history: { ...sections.history, raw_days: 3, minute_days: 30, write_interval: 300 },
  };
}

/** Which of the two worlds the settings are from, section by section. */
function worldOf(settings: SettingsStore, before: Sections, after: Sections): string {
  const worlds = SECTION_NAMES.map((name) => {
    if (isDeepStrictEqual(settings.get(name), after[name])) return 'new';
    return isDeepStrictEqual(settings.get(name), before[name]) ? 'old' : 'other';
  });
  return [...new Set(worlds)].join(' and ');
}

async function usedDisk(): Promise<{ disk: CrashDisk; before: Sections; after: Sections }> {
  const disk = createCrashDisk();
  const settings = await open(disk);
  await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 7 }));
  await settings.close();
  const before = sectionsOf(settings);
  return { disk, before, after: changed(before) };
}

async function stepsOfCarryingOut(): Promise<number> {
  const { disk, after } = await usedDisk();
  await (await open(disk)).replaceAll(() => after);
  const stored = createStoredSections(firstTestSettings());
  const replacement = await loadReplacement(disk, stored);
  if (replacement === undefined) throw new Error('nothing was written down');
  const before = disk.operations.length;
  await carryOutReplacement(disk, replacement, stored);
  return disk.operations.length - before;
}

describe('replacing all settings', () => {
  it('takes effect at the next opening; until then nothing else is taken', async () => {
    const { disk, before, after } = await usedDisk();
    const settings = await open(disk);
    const saves = settings.saveCount();
    await settings.replaceAll(() => after);
    expect(worldOf(settings, before, after)).toBe('old');
    await expect(settings.update('dtu', () => after.dtu)).rejects.toThrow('about to restart');
    const again = await open(disk);
    expect(worldOf(again, before, after)).toBe('new');
    expect(again.saveCount()).toBe(saves + SECTION_NAMES.length);
    expect((await disk.names()).filter((name) => name.startsWith('replacement'))).toEqual([]);
  });

  it('that the disk refuses changes nothing, at every step', async () => {
    for (let step = 0; ; step++) {
      const { disk, before, after } = await usedDisk();
      const settings = await open(disk);
      disk.refuse(step, 'ENOSPC');
      const done = await settings
        .replaceAll(() => after)
        .then(
          () => true,
          () => false,
        );
      if (done) break;
      await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 8 }));
      const kept = { ...before, dtu: settings.get('dtu') };
      expect(worldOf(await open(disk), kept, after)).toBe('old');
    }
  });

  it('that the disk does not let be carried out counts all the same, and goes before the next save', async () => {
    const clearingUp = 2;
    const steps = await stepsOfCarryingOut();
    expect(steps).toBeGreaterThan(40);
    for (let step = clearingUp; step < clearingUp + steps; step++) {
      const { disk, before, after } = await usedDisk();
      await (await open(disk)).replaceAll(() => after);
      disk.refuse(step, 'ENOSPC');
      const settings = await open(disk);
      expect(worldOf(settings, before, after)).toBe('new');
      expect(worldOf(await open(disk), before, after)).toBe('new');
      await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 61 }));
      const changed = { ...after, dtu: settings.get('dtu') };
      expect(worldOf(await open(disk), before, changed)).toBe('new');
      expect(await disk.names()).not.toContain('replacement.json');
    }
  });

  it('that cannot be carried out keeps everything else from being saved', async () => {
    const { disk, before, after } = await usedDisk();
    await (await open(disk)).replaceAll(() => after);
    const full = {
      ...disk,
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const settings = await open(full);
    await expect(settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: 61 }))).rejects.toThrow(
      'The settings could not be saved (the disk is full); nothing was changed.',
    );
    expect(worldOf(settings, before, after)).toBe('new');
    expect(worldOf(await open(disk), before, after)).toBe('new');
  });

  it('is carried out from its copy where the file is damaged, and nothing starts where both are', async () => {
    const { disk, before, after } = await usedDisk();
    await (await open(disk)).replaceAll(() => after);
    const files = ['replacement.json', 'replacement.json.bak'];
    for (const [damagedFile = ''] of [files, files.toReversed()]) {
      const [left] = disk.disksAfterPowerCut();
      if (left === undefined) throw new Error('there is one');
      left.put(damagedFile, '{"format":1,');
      expect(worldOf(await open(left), before, after)).toBe('new');
      expect((await left.names()).filter((name) => files.includes(name))).toEqual([]);
    }
    for (const name of files) disk.put(name, '{"format":1,');
    const left = disk.operations.length;
    await expect(open(disk)).rejects.toThrow('The settings file replacement.json in /fake cannot be used');
    expect(disk.operations.length).toBe(left);
  });

  it('refuses values that nobody could read afterwards', async () => {
    const { disk, after } = await usedDisk();
    const settings = await open(disk);
    const bad = { ...after, device: { profile: 5 } } as unknown as Sections;
    await expect(settings.replaceAll(() => bad)).rejects.toThrow('make no sense');
    expect((await disk.names()).filter((name) => name.startsWith('replacement'))).toEqual([]);
  });
});
