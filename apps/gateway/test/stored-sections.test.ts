import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { putSections, storedContents, storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { describe, expect, it } from 'vitest';
import { DamagedFileError } from '../src/settings/damaged-file-error.ts';
import { SECTION_NAMES, type SectionName, sectionsFrom } from '../src/settings/sections.ts';
import { MIGRATIONS, type Migrations, type StoredSection } from '../src/settings/stored-section.ts';
import { endOf, openStoredSettings, pollEvery, settingsFolder } from './open-stored-settings.ts';

/** Puts another text into the place of a section, and into the copy where nothing else is said. */
async function putBody(
  folder: string,
  section: SectionName,
  body: unknown,
  options: { readonly isCopyKept?: boolean } = {},
): Promise<void> {
  await endOf(folder);
  putSections(folder, { [section]: body }, options);
}

/** A folder with inverters, and with something set in every section. */
async function usedFolder(): Promise<string> {
  const folder = await settingsFolder();
  const settings = await openStoredSettings(folder);
  await pollEvery(settings, 7);
  await settings.update('inverters', () => ({
    inverter: [inverter('114182730124', 0), inverter('112174506011', 1)],
  }));
  await settings.update('device', (device) => ({ ...device, display: { ...device.display, contrast: 11 } }));
  return folder;
}

const inverter = (serial: string, id: number) => ({
  ...{ id, serial, name: `Roof ${id}` },
  channel: [
    { name: 'left', max_power: 400 },
    { name: 'right', max_power: 410 },
  ],
});

const without = (body: StoredSection, key: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));

describe('a section on the disk', () => {
  it('carries the version of its schema', async () => {
    const folder = await usedFolder();
    for (const section of SECTION_NAMES) expect(storedSection(folder, section).version).toBe(1);
  });

  it('that has no version yet is taken over once', async () => {
    const folder = await usedFolder();
    const values = sectionsFrom((await openStoredSettings(folder)).get);
    for (const section of SECTION_NAMES) {
      await putBody(folder, section, without(storedSection(folder, section), 'version'));
    }
    const saved = (await openStoredSettings(folder)).saveCount();
    const again = await openStoredSettings(folder);
    expect(again.saveCount()).toBe(saved); // there was nothing to do any more
    expect(sectionsFrom(again.get)).toEqual(values);
    for (const section of SECTION_NAMES) expect(storedSection(folder, section).version).toBe(1);
    expect(storedContents(folder, 'copy')).toEqual(storedContents(folder));
  });

  it('is used although the disk takes no other', async () => {
    const folder = await usedFolder();
    await putBody(folder, 'dtu', without(storedSection(folder, 'dtu'), 'version'));
    const connect = failingSettings(() => 'ENOSPC');
    expect((await openStoredSettings(folder, [], { connect })).get('dtu').dtu_pollinterval).toBe(7);
  });
});

describe('a key that is missing', () => {
  const MISSING = SECTION_NAMES.filter((section) => section !== 'security');
  /** What a folder had before it had the key; a fresh one begins otherwise. */
  const OF_BEFORE: Readonly<Record<string, unknown>> = { prometheus_labels: '2023' };

  it.each(MISSING)('gets its first value in %s, and the others stay', async (section) => {
    const fresh = await settingsFolder();
    const first = sectionsFrom((await openStoredSettings(fresh)).get)[section];
    const keys = Object.keys(first);
    for (const key of keys) {
      const folder = await usedFolder();
      const before = sectionsFrom((await openStoredSettings(folder)).get)[section];
      await putBody(folder, section, without(storedSection(folder, section), key));
      const settings = await openStoredSettings(folder);
      const expected = { ...before, [key]: OF_BEFORE[key] ?? first[key as keyof typeof first] };
      expect(settings.get(section)).toEqual(expected);
      expect(storedSection(folder, section)).toEqual({ version: 1, ...expected });
    }
  });

  it('gets its first value in the items of a list, once', async () => {
    const folder = await usedFolder();
    const slot = inverter('114182730124', 0);
    const [left = {}, right = {}] = slot.channel;
    const body = { version: 1, inverter: [{ ...slot, channel: [without(left, 'max_power'), right] }] };
    await putBody(folder, 'inverters', body);
    const settings = await openStoredSettings(folder);
    expect(settings.get('inverters').inverter[0]?.channel).toEqual([{ name: 'left', max_power: 0 }, right]);
    expect((await openStoredSettings(folder)).saveCount()).toBe(settings.saveCount());
    await putBody(folder, 'inverters', { version: 1, inverter: [without(slot, 'name')] });
    await expect(openStoredSettings(folder)).rejects.toThrow(DamagedFileError); // a name there is none for
  });

  it('takes the other half of a place with it, and is no string of an inverter', async () => {
    const folder = await usedFolder();
    for (const half of [{ latitude: 48 }, { longitude: 11, latitude: undefined }]) {
      const { latitude: _, longitude: __, ...ntp } = storedSection(folder, 'ntp');
      await putBody(folder, 'ntp', { ...ntp, ...half });
      const settings = await openStoredSettings(folder);
      expect(settings.get('ntp')).toMatchObject({
        ...without(ntp, 'version'),
        latitude: null,
        longitude: null,
      });
    }
    await putBody(folder, 'inverters', {
      version: 1,
      inverter: [without(inverter('114182730124', 0), 'channel')],
    });
    const { inverter: slots } = (await openStoredSettings(folder)).get('inverters');
    expect(slots).toEqual([{ ...inverter('114182730124', 0), channel: [{ name: '', max_power: 0 }] }]);
  });

  it('gets its first value within the settings of the display', async () => {
    const folder = await usedFolder();
    const { display, ...device } = storedSection(folder, 'device');
    await putBody(folder, 'device', { ...device, display: without(display as StoredSection, 'screensaver') });
    const settings = await openStoredSettings(folder);
    expect(settings.get('device').display).toMatchObject({ screensaver: true, contrast: 11 });
  });

  it('is never made up for a password', async () => {
    const folder = await usedFolder();
    await putBody(folder, 'security', without(storedSection(folder, 'security'), 'password_hash'));
    await expect(openStoredSettings(folder)).rejects.toThrow(DamagedFileError);
  });

  it('opens nothing, and tells the default password by its hash', async () => {
    const folder = await usedFolder();
    const { password_hash } = storedSection(folder, 'security');
    await putBody(folder, 'security', { version: 1, password_hash });
    const settings = await openStoredSettings(folder);
    expect(settings.get('security')).toEqual({
      password_hash,
      default_password: true,
      allow_readonly: false,
    });
  });
});

describe('a value of another type', () => {
  it.each([
    ['dtu', { dtu_pollinterval: '7' }],
    ['dtu', { dtu_palevel: null }],
    ['ntp', { ntp_server: 5 }],
    ['inverters', { inverter: {} }],
    ['network', { dhcp: 'yes' }],
    ['network', { password: null }],
    ['device', { display: 'on' }],
    ['device', { display: { show_logo: 1, power_safe: true, screensaver: true, contrast: 60 } }],
    ['mqtt', { mqtt_port: 'x' }],
    ['mqtt', { mqtt_enabled: 0 }],
    ['security', { allow_readonly: 'false' }],
    ['dtu', { version: 'x' }],
    ['dtu', { version: 0 }],
  ] as const)('in %s (%o) is a damage, and never a first value', async (section, changes) => {
    const folder = await usedFolder();
    const good = storedSection(folder, section);
    const value = (await openStoredSettings(folder)).get(section);
    await putBody(folder, section, good);
    await putBody(folder, section, { ...good, ...changes }, { isCopyKept: true });
    const settings = await openStoredSettings(folder);
    expect([settings.isRestored, settings.get(section)]).toEqual([true, value]);
    await putBody(folder, section, { ...good, ...changes });
    await expect(openStoredSettings(folder)).rejects.toThrow(`settings.db in ${folder} cannot be used`);
  });
});

describe('a key that only a newer version knows', () => {
  const LATER = { mode: 'quiet', list: [1, { a: null }] };

  async function folderOfLater(): Promise<string> {
    const folder = await usedFolder();
    for (const section of SECTION_NAMES) {
      await putBody(folder, section, { ...storedSection(folder, section), version: 4, later: LATER });
    }
    const { display, ...device } = storedSection(folder, 'device');
    await putBody(folder, 'device', { ...device, display: { ...(display as object), glow: 5 } });
    const [one, other] = (storedSection(folder, 'inverters').inverter ?? []) as StoredSection[];
    const strings = (one?.channel ?? []) as StoredSection[];
    const channel = strings.map((string, index) => ({ ...string, tilt: index }));
    const body = { ...storedSection(folder, 'inverters'), inverter: [{ ...one, order: 7, channel }, other] };
    await putBody(folder, 'inverters', body);
    return folder;
  }

  it('is told to nobody, and nothing is written because of it', async () => {
    const plain = sectionsFrom((await openStoredSettings(await usedFolder())).get);
    const folder = await folderOfLater();
    const before = storedContents(folder);
    const settings = await openStoredSettings(folder);
    expect({ ...sectionsFrom(settings.get), security: plain.security }).toEqual(plain);
    expect(storedContents(folder)).toEqual(before);
  });

  it('stays through saves, with the version that it belongs to', async () => {
    const folder = await folderOfLater();
    const settings = await openStoredSettings(folder);
    await pollEvery(settings, 9);
    await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
    await settings.update('device', (device) => ({
      ...device,
      display: { ...device.display, contrast: 12 },
    }));
    expect(storedSection(folder, 'dtu')).toMatchObject({ version: 4, dtu_pollinterval: 9, later: LATER });
    expect(storedSection(folder, 'security')).toMatchObject({
      version: 4,
      allow_readonly: false,
      later: LATER,
    });
    expect(storedSection(folder, 'device')).toMatchObject({
      later: LATER,
      display: { contrast: 12, glow: 5 },
    });
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(9);
  });

  it('stays with its inverter, wherever that one stands, and goes with it', async () => {
    const folder = await folderOfLater();
    const settings = await openStoredSettings(folder);
    await settings.update('inverters', ({ inverter: [one, other] }) => ({
      inverter: [other, one].flatMap((slot, id) => (slot === undefined ? [] : [{ ...slot, id: id + 4 }])),
    }));
    expect(storedSection(folder, 'inverters').inverter).toMatchObject([
      { id: 4, serial: '112174506011' },
      { id: 5, serial: '114182730124', order: 7, channel: [{ tilt: 0 }, { tilt: 1 }] },
    ]);
    expect(storedSection(folder, 'inverters').inverter).not.toMatchObject([{ order: 7 }, {}]);
    await settings.update('inverters', ({ inverter: slots }) => ({ inverter: slots.slice(0, 1) }));
    expect(JSON.stringify(storedSection(folder, 'inverters'))).not.toContain('order');
  });

  it('stays when everything is restored, and goes with a reset', async () => {
    const folder = await folderOfLater();
    const settings = await openStoredSettings(folder);
    await settings.replaceAll((current) => ({ ...current, ntp: { ...current.ntp, ntp_server: 'new.test' } }));
    const restored = await openStoredSettings(folder);
    expect(storedSection(folder, 'ntp')).toMatchObject({ version: 4, ntp_server: 'new.test', later: LATER });
    await restored.replaceAll((current) => current, { startsAnew: true });
    await openStoredSettings(folder);
    for (const section of SECTION_NAMES) {
      expect(storedSection(folder, section).version).toBe(1);
      expect(JSON.stringify(storedSection(folder, section))).not.toMatch(/later|glow|tilt/);
    }
  });

  it('may come with finer values than ours, but not with less of them', async () => {
    const folder = await usedFolder();
    const dtu = storedSection(folder, 'dtu');
    await putBody(folder, 'dtu', { ...dtu, version: 4, dtu_pollinterval: 5.5 });
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(5);
    await putBody(folder, 'dtu', { ...dtu, version: 4, dtu_pollinterval: 0.5 });
    await expect(openStoredSettings(folder)).rejects.toThrow(DamagedFileError); // a 0 is out of range
    await putBody(folder, 'dtu', { ...dtu, version: 1, dtu_pollinterval: 5.5 });
    await expect(openStoredSettings(folder)).rejects.toThrow(DamagedFileError); // none of our version wrote that
    await putBody(folder, 'dtu', { ...without(dtu, 'dtu_palevel'), version: 4 });
    expect((await openStoredSettings(folder)).get('dtu').dtu_palevel).toBe(0);
  });
});

describe('migrations', () => {
  /** Two steps: the server gets another name, then its text another form. Back under its old key, for our schema. */
  const STEPS: Migrations = {
    ...MIGRATIONS,
    ntp: [
      ({ ntp_server, ...others }) => ({ ...others, host: ntp_server }),
      ({ host, ...others }) => ({ ...others, ntp_server: `${String(host)}.lan` }),
    ],
  };

  it('lead from the version that was found to ours, once', async () => {
    const folder = await usedFolder();
    const migrated = async () =>
      (await openStoredSettings(folder, [], { migrations: STEPS })).get('ntp').ntp_server;
    expect(await migrated()).toBe('pool.ntp.org.lan');
    expect(storedSection(folder, 'ntp')).toMatchObject({ version: 3, ntp_server: 'pool.ntp.org.lan' });
    expect(await migrated()).toBe('pool.ntp.org.lan');
    const { ntp_server, ...others } = storedSection(folder, 'ntp');
    await putBody(folder, 'ntp', { ...others, version: 2, host: 'time.test' });
    expect(await migrated()).toBe('time.test.lan');
    expect(ntp_server).toBe('pool.ntp.org.lan');
  });

  it('work on what was written down to replace everything, too', async () => {
    const folder = await usedFolder();
    await (await openStoredSettings(folder)).replaceAll((current) => ({
      ...current,
      ntp: { ...current.ntp, ntp_server: 'new.test' },
    }));
    const settings = await openStoredSettings(folder, [], { migrations: STEPS });
    expect(settings.get('ntp').ntp_server).toBe('new.test.lan');
    expect(storedSection(folder, 'ntp').version).toBe(3);
  });

  it('that fail on what they find make it a damage', async () => {
    const folder = await usedFolder();
    const failing = () => {
      throw new Error('no such text');
    };
    const opened = openStoredSettings(folder, [], { migrations: { ...MIGRATIONS, ntp: [failing] } });
    await expect(opened).rejects.toThrow(`settings.db in ${folder} cannot be used`);
  });
});
