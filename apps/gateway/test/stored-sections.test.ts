import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { tryCrashStates } from '@heliograph/testbed/disk/crash-states.ts';
import { fileOf } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { describe, expect, it } from 'vitest';
import { SECTION_NAMES, type SectionName, sectionsFrom } from '../src/settings/sections.ts';
import { DamagedFileError } from '../src/settings/settings-file.ts';
import { MIGRATIONS, type Migrations, type StoredSection } from '../src/settings/stored-section.ts';
import { openStoredSettings, pollEvery } from './open-stored-settings.ts';

/** What a section looks like on the disk. */
function bodyOn(disk: CrashDisk, section: SectionName): StoredSection {
  return JSON.parse(disk.text(`${section}.json`) ?? '').body;
}

/** Puts another body into the current generation of a section, and into the one before it where nothing else is said. */
function putBody(disk: CrashDisk, section: SectionName, body: unknown, files = ['json', 'json.bak']): void {
  for (const file of files) disk.put(`${section}.${file}`, fileOf(3, body));
}

/** A folder with inverters, and with something set in every section. */
async function usedDisk(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  const settings = await openStoredSettings(disk);
  await pollEvery(settings, 7);
  await settings.update('inverters', () => ({
    inverter: [inverter('114182730124', 0), inverter('112174506011', 1)],
  }));
  await settings.update('device', (device) => ({ ...device, display: { ...device.display, contrast: 11 } }));
  return disk;
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
    const disk = await usedDisk();
    for (const section of SECTION_NAMES) expect(bodyOn(disk, section).version).toBe(1);
  });

  it('that has no version yet is taken over once, and what was there stays beside it', async () => {
    const disk = await usedDisk();
    const values = sectionsFrom((await openStoredSettings(disk)).get);
    for (const section of SECTION_NAMES) putBody(disk, section, without(bodyOn(disk, section), 'version'));
    const saved = (await openStoredSettings(disk)).saveCount();
    const again = await openStoredSettings(disk);
    expect(again.saveCount()).toBe(saved); // there was nothing to do any more
    expect(sectionsFrom(again.get)).toEqual(values);
    for (const section of SECTION_NAMES) expect(bodyOn(disk, section).version).toBe(1);
    expect(disk.text('dtu.json.bak')).not.toContain('version');
    expect(disk.text('security.json.bak')).toBe(disk.text('security.json'));
  });

  it('is used although the disk takes no other', async () => {
    const disk = await usedDisk();
    putBody(disk, 'dtu', without(bodyOn(disk, 'dtu'), 'version'));
    const full = { ...disk, write: () => Promise.reject(new Error('full')) };
    expect((await openStoredSettings(full)).get('dtu').dtu_pollinterval).toBe(7);
  });
});

describe('a key that is missing', () => {
  const MISSING = SECTION_NAMES.filter((section) => section !== 'security');
  /** What a folder had before it had the key; a fresh one begins otherwise. */
  const OF_BEFORE: Readonly<Record<string, unknown>> = { prometheus_labels: '2023' };

  it.each(MISSING)('gets its first value in %s, and the others stay', async (section) => {
    const fresh = createCrashDisk();
    const first = sectionsFrom((await openStoredSettings(fresh)).get)[section];
    const keys = Object.keys(first);
    for (const key of keys) {
      const disk = await usedDisk();
      const before = sectionsFrom((await openStoredSettings(disk)).get)[section];
      putBody(disk, section, without(bodyOn(disk, section), key));
      const settings = await openStoredSettings(disk);
      const expected = { ...before, [key]: OF_BEFORE[key] ?? first[key as keyof typeof first] };
      expect(settings.get(section)).toEqual(expected);
      expect(bodyOn(disk, section)).toEqual({ version: 1, ...expected });
    }
  });

  it('gets its first value in the items of a list, once', async () => {
    const disk = await usedDisk();
    const slot = inverter('114182730124', 0);
    const [left = {}, right = {}] = slot.channel;
    const body = { version: 1, inverter: [{ ...slot, channel: [without(left, 'max_power'), right] }] };
    putBody(disk, 'inverters', body);
    const settings = await openStoredSettings(disk);
    expect(settings.get('inverters').inverter[0]?.channel).toEqual([{ name: 'left', max_power: 0 }, right]);
    expect((await openStoredSettings(disk)).saveCount()).toBe(settings.saveCount());
    putBody(disk, 'inverters', { version: 1, inverter: [without(slot, 'name')] });
    await expect(openStoredSettings(disk)).rejects.toThrow(DamagedFileError); // a name there is none for
  });

  it('takes the other half of a place with it, and is no string of an inverter', async () => {
    const disk = await usedDisk();
    for (const half of [{ latitude: 48 }, { longitude: 11, latitude: undefined }]) {
      const { latitude: _, longitude: __, ...ntp } = bodyOn(disk, 'ntp');
      putBody(disk, 'ntp', { ...ntp, ...half });
      const settings = await openStoredSettings(disk);
      expect(settings.get('ntp')).toMatchObject({
        ...without(ntp, 'version'),
        latitude: null,
        longitude: null,
      });
    }
    putBody(disk, 'inverters', { version: 1, inverter: [without(inverter('114182730124', 0), 'channel')] });
    const { inverter: slots } = (await openStoredSettings(disk)).get('inverters');
    expect(slots).toEqual([{ ...inverter('114182730124', 0), channel: [{ name: '', max_power: 0 }] }]);
  });

  it('gets its first value within the settings of the display', async () => {
    const disk = await usedDisk();
    const { display, ...device } = bodyOn(disk, 'device');
    putBody(disk, 'device', { ...device, display: without(display as StoredSection, 'screensaver') });
    const settings = await openStoredSettings(disk);
    expect(settings.get('device').display).toMatchObject({ screensaver: true, contrast: 11 });
  });

  it('is never made up for a password', async () => {
    const disk = await usedDisk();
    putBody(disk, 'security', without(bodyOn(disk, 'security'), 'password_hash'));
    await expect(openStoredSettings(disk)).rejects.toThrow(DamagedFileError);
  });

  it('opens nothing, and tells the default password by its hash', async () => {
    const disk = await usedDisk();
    const { password_hash } = bodyOn(disk, 'security');
    putBody(disk, 'security', { version: 1, password_hash });
    const settings = await openStoredSettings(disk);
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
    const disk = await usedDisk();
    const good = bodyOn(disk, section);
    const value = (await openStoredSettings(disk)).get(section);
    putBody(disk, section, good);
    putBody(disk, section, { ...good, ...changes }, ['json']);
    const settings = await openStoredSettings(disk);
    expect([settings.isRestored, settings.get(section)]).toEqual([true, value]);
    putBody(disk, section, { ...good, ...changes });
    await expect(openStoredSettings(disk)).rejects.toThrow(`${section}.json in /fake cannot be used`);
  });
});

describe('a key that only a newer version knows', () => {
  const LATER = { mode: 'quiet', list: [1, { a: null }] };

  async function diskOfLater(): Promise<CrashDisk> {
    const disk = await usedDisk();
    for (const section of SECTION_NAMES) {
      putBody(disk, section, { ...bodyOn(disk, section), version: 4, later: LATER });
    }
    const { display, ...device } = bodyOn(disk, 'device');
    putBody(disk, 'device', { ...device, display: { ...(display as object), glow: 5 } });
    const [one, other] = (bodyOn(disk, 'inverters').inverter ?? []) as StoredSection[];
    const strings = (one?.channel ?? []) as StoredSection[];
    const channel = strings.map((string, index) => ({ ...string, tilt: index }));
    const body = { ...bodyOn(disk, 'inverters'), inverter: [{ ...one, order: 7, channel }, other] };
    putBody(disk, 'inverters', body);
    return disk;
  }

  it('is told to nobody, and nothing is written because of it', async () => {
    const plain = sectionsFrom((await openStoredSettings(await usedDisk())).get);
    const disk = await diskOfLater();
    const before = disk.text('ntp.json');
    const settings = await openStoredSettings(disk);
    expect({ ...sectionsFrom(settings.get), security: plain.security }).toEqual(plain);
    expect(disk.text('ntp.json')).toBe(before);
  });

  it('stays through saves, with the version that it belongs to', async () => {
    const disk = await diskOfLater();
    const settings = await openStoredSettings(disk);
    await pollEvery(settings, 9);
    await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
    await settings.update('device', (device) => ({
      ...device,
      display: { ...device.display, contrast: 12 },
    }));
    expect(bodyOn(disk, 'dtu')).toMatchObject({ version: 4, dtu_pollinterval: 9, later: LATER });
    expect(bodyOn(disk, 'security')).toMatchObject({ version: 4, allow_readonly: false, later: LATER });
    expect(disk.text('security.json.bak')).toBe(disk.text('security.json'));
    expect(bodyOn(disk, 'device')).toMatchObject({ later: LATER, display: { contrast: 12, glow: 5 } });
    expect((await openStoredSettings(disk)).get('dtu').dtu_pollinterval).toBe(9);
  });

  it('stays with its inverter, wherever that one stands, and goes with it', async () => {
    const disk = await diskOfLater();
    const settings = await openStoredSettings(disk);
    await settings.update('inverters', ({ inverter: [one, other] }) => ({
      inverter: [other, one].flatMap((slot, id) => (slot === undefined ? [] : [{ ...slot, id: id + 4 }])),
    }));
    expect(bodyOn(disk, 'inverters').inverter).toMatchObject([
      { id: 4, serial: '112174506011' },
      { id: 5, serial: '114182730124', order: 7, channel: [{ tilt: 0 }, { tilt: 1 }] },
    ]);
    expect(bodyOn(disk, 'inverters').inverter).not.toMatchObject([{ order: 7 }, {}]);
    await settings.update('inverters', ({ inverter: slots }) => ({ inverter: slots.slice(0, 1) }));
    expect(JSON.stringify(bodyOn(disk, 'inverters'))).not.toContain('order');
  });

  it('stays when everything is restored, and goes with a reset', async () => {
    const disk = await diskOfLater();
    const settings = await openStoredSettings(disk);
    await settings.replaceAll((current) => ({ ...current, ntp: { ...current.ntp, ntp_server: 'new.test' } }));
    const restored = await openStoredSettings(disk);
    expect(bodyOn(disk, 'ntp')).toMatchObject({ version: 4, ntp_server: 'new.test', later: LATER });
    await restored.replaceAll((current) => current, { startsAnew: true });
    await openStoredSettings(disk);
    for (const section of SECTION_NAMES) {
      expect(bodyOn(disk, section).version).toBe(1);
      expect(JSON.stringify(bodyOn(disk, section))).not.toMatch(/later|glow|tilt/);
    }
  });

  it('may come with finer values than ours, but not with less of them', async () => {
    const disk = await usedDisk();
    const dtu = bodyOn(disk, 'dtu');
    putBody(disk, 'dtu', { ...dtu, version: 4, dtu_pollinterval: 5.5 });
    expect((await openStoredSettings(disk)).get('dtu').dtu_pollinterval).toBe(5);
    putBody(disk, 'dtu', { ...dtu, version: 4, dtu_pollinterval: 0.5 });
    await expect(openStoredSettings(disk)).rejects.toThrow(DamagedFileError); // a 0 is out of range
    putBody(disk, 'dtu', { ...dtu, version: 1, dtu_pollinterval: 5.5 });
    await expect(openStoredSettings(disk)).rejects.toThrow(DamagedFileError); // none of our version wrote that
    putBody(disk, 'dtu', { ...without(dtu, 'dtu_palevel'), version: 4 });
    expect((await openStoredSettings(disk)).get('dtu').dtu_palevel).toBe(0);
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
    const disk = await usedDisk();
    const migrated = async () =>
      (await openStoredSettings(disk, [], { migrations: STEPS })).get('ntp').ntp_server;
    expect(await migrated()).toBe('pool.ntp.org.lan');
    expect(bodyOn(disk, 'ntp')).toMatchObject({ version: 3, ntp_server: 'pool.ntp.org.lan' });
    expect(await migrated()).toBe('pool.ntp.org.lan');
    const { ntp_server, ...others } = bodyOn(disk, 'ntp');
    putBody(disk, 'ntp', { ...others, version: 2, host: 'time.test' });
    expect(await migrated()).toBe('time.test.lan');
    expect(ntp_server).toBe('pool.ntp.org.lan');
  });

  it('work on what was written down to replace everything, too', async () => {
    const disk = await usedDisk();
    await (await openStoredSettings(disk)).replaceAll((current) => ({
      ...current,
      ntp: { ...current.ntp, ntp_server: 'new.test' },
    }));
    const settings = await openStoredSettings(disk, [], { migrations: STEPS });
    expect(settings.get('ntp').ntp_server).toBe('new.test.lan');
    expect(bodyOn(disk, 'ntp').version).toBe(3);
  });

  it('that fail on what they find make it a damage', async () => {
    const disk = await usedDisk();
    const failing = () => {
      throw new Error('no such text');
    };
    const opened = openStoredSettings(disk, [], { migrations: { ...MIGRATIONS, ntp: [failing] } });
    await expect(opened).rejects.toThrow('ntp.json in /fake cannot be used');
  });

  it('lose nothing when the power fails at any step', async () => {
    const open = (disk: CrashDisk) => openStoredSettings(disk, [], { migrations: STEPS });
    const { states, failures } = await tryCrashStates({
      name: 'taking over',
      async prepare() {
        const disk = await usedDisk();
        for (const section of SECTION_NAMES)
          putBody(disk, section, without(bodyOn(disk, section), 'version'));
        return disk;
      },
      change: async (disk) => {
        await open(disk);
      },
      async find(disk) {
        const settings = await open(disk);
        return { world: JSON.stringify(sectionsFrom(settings.get)), saveCount: settings.saveCount() };
      },
    });
    expect(states).toBeGreaterThan(100);
    expect(failures).toEqual([]);
  });
});
