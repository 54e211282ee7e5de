import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failingSettings } from '@heliograph/testbed/disk/failing-settings.ts';
import { storedContents, storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import { generatedDtuSerial } from '../src/settings/first-settings.ts';
import { SECTION_NAMES, type Sections, sectionsFrom } from '../src/settings/sections.ts';
import { openDatabase } from '../src/storage/database.ts';
import { endOf, openStoredSettings, pollEvery, SECTIONS, settingsFolder } from './open-stored-settings.ts';

describe('fresh settings', () => {
  it('are the defaults, and are kept', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    expect([...settings.newSections]).toEqual(SECTIONS);
    expect(settings.get('dtu')).toEqual({
      dtu_serial: '199980159375', // from the last three bytes of the hardware address, 0xabcdef
      dtu_pollinterval: 5,
      dtu_palevel: 0,
    });
    expect(settings.get('ntp')).toEqual({
      ntp_server: 'pool.ntp.org',
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: 'Europe/Berlin',
      latitude: null,
      longitude: null,
    });
    expect(settings.get('security')).toMatchObject({ default_password: true, allow_readonly: true });
    expect(settings.get('network')).toEqual({
      ...{ hostname: 'OpenDTU-%06X', dhcp: true, ssid: '', password: '', api_generations: 'both' },
      prometheus_labels: 'newest',
      ...{ ipaddress: '0.0.0.0', netmask: '0.0.0.0', gateway: '0.0.0.0', dns1: '0.0.0.0', dns2: '0.0.0.0' },
    });
    expect(settings.get('device')).toEqual({
      profile: '',
      display: {
        ...{ power_safe: true, screensaver: true, show_logo: true, contrast: 60 },
        ...{ rotation: 0, locale: 'en', diagramduration: 36_000, diagrammode: 1 },
      },
      led: [{ brightness: 100 }, { brightness: 100 }],
      log: { default: 5, modules: [] },
    });
    expect(settings.get('mqtt')).toMatchObject({
      mqtt_enabled: false,
      mqtt_port: 1883,
      mqtt_topic: 'solar/',
    });
    const authority = settings.get('mqtt').mqtt_root_ca_cert;
    expect([authority.length, authority.match(/\n/g)?.length]).toEqual([1939, 31]); // ISRG Root X1
    const again = await openStoredSettings(folder);
    expect([...again.newSections]).toEqual([]);
    for (const section of SECTION_NAMES) {
      expect(again.get(section)).toEqual(settings.get(section));
    }
  });

  it('never hold the password itself', async () => {
    const folder = await settingsFolder();
    await openStoredSettings(folder);
    await endOf(folder);
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    expect(texts.filter((text) => text.includes('openDTU42'))).toEqual([]);
    expect(texts.filter((text) => text.includes('$scrypt$ln=4,r=1,p=1$'))).toHaveLength(2);
  });

  it('get their serial from the chip, or by chance on a host without network', () => {
    expect(generatedDtuSerial(12_345)).toBe('199980112345');
    expect(generatedDtuSerial(16_700_007)).toBe('199980100007');
  });
});

describe('a change', () => {
  it('is told after it is on the disk', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const told: unknown[] = [];
    const end = settings.subscribe('dtu', (dtu) => {
      expect(storedSection(folder, 'dtu')).toMatchObject({ dtu_pollinterval: dtu.dtu_pollinterval });
      told.push(dtu.dtu_pollinterval);
    });
    await pollEvery(settings, 7);
    expect(told).toEqual([7]);
    end();
    await pollEvery(settings, 8);
    expect(told).toEqual([7]);
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(8);
  });

  it('that the disk refuses changes nothing and tells nobody', async () => {
    const folder = await settingsFolder();
    let code: string | undefined;
    const settings = await openStoredSettings(folder, [], { connect: failingSettings(() => code) });
    let told = 0;
    settings.subscribe('dtu', () => {
      told++;
    });
    for (code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']) {
      await expect(pollEvery(settings, 60)).rejects.toMatchObject({ name: 'NotSavedError', cause: { code } });
      expect(settings.get('dtu').dtu_pollinterval).toBe(5);
      expect(storedSection(folder, 'dtu')).toMatchObject({ dtu_pollinterval: 5 });
    }
    expect(told).toBe(0);
    code = undefined; // space is back
    await pollEvery(settings, 60);
    expect(settings.get('dtu').dtu_pollinterval).toBe(60);
    expect(told).toBe(1);
  });

  it('that makes no sense is refused before it reaches the disk', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const before = storedContents(folder);
    await expect(pollEvery(settings, 0)).rejects.toThrow();
    expect(storedContents(folder)).toEqual(before);
    expect(settings.get('dtu').dtu_pollinterval).toBe(5);
  });

  it('is finished before the settings close, and refused afterwards', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const saved = pollEvery(settings, 9);
    await settings.close();
    expect(storedSection(folder, 'dtu')).toMatchObject({ dtu_pollinterval: 9 });
    await saved;
    await expect(pollEvery(settings, 10)).rejects.toThrow('about to end');
  });

  it('that waits for its turn is refused at once when the settings close, and not after the one under way', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const over: string[] = [];
    const note = (saved: Promise<void>, name: string) =>
      saved.then(
        () => over.push(name),
        (error: Error) => over.push(`${name}: ${error.message}`),
      );
    const saves = [6, 7, 8].map((seconds) => note(pollEvery(settings, seconds), String(seconds)));
    await Promise.resolve(); // the first one is under way
    const closed = note(settings.close(), 'closed');
    await Promise.all([...saves, closed]);
    const refused = 'The gateway is about to end; nothing was changed.';
    expect(over).toEqual([`7: ${refused}`, `8: ${refused}`, '6', 'closed']);
    expect(storedSection(folder, 'dtu')).toMatchObject({ dtu_pollinterval: 6 });
  });

  it('survives a subscriber that fails', async () => {
    const lines: string[] = [];
    const settings = await openStoredSettings(await settingsFolder(), lines);
    settings.subscribe('dtu', () => {
      throw new Error('a bug');
    });
    await pollEvery(settings, 6);
    expect(settings.get('dtu').dtu_pollinterval).toBe(6);
    expect(lines.some((line) => line.includes('a bug'))).toBe(true);
  });

  it('is counted, also over restarts', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    expect(settings.saveCount()).toBe(1);
    for (const seconds of [6, 7, 8]) await pollEvery(settings, seconds);
    expect(settings.saveCount()).toBe(4);
    expect((await openStoredSettings(folder)).saveCount()).toBe(4);
  });
});

const NEW_DEVICE = {
  ...{ id: 'new', name: '', enabled: true, https: false, host: 'new.test', port: 80, path: '' },
  ...{ user: 'admin', password: 'new' },
};

/** Another value in every section. */
function changed(sections: Sections): Sections {
  return {
    security: { ...sections.security, allow_readonly: false },
    accounts: {
      user: [{ name: 'Anna', role: 'operator', password_hash: sections.security.password_hash }],
      share: [],
      token: [{ id: 'a', name: 'script', role: 'viewer', digest: 'd'.repeat(43), made_at: 1 }],
    },
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
    plant: { groups: [], modules: [], order: ['116181234567'] },
    limits: {
      groups: [
        { id: 'a', name: 'New', cap: 800, members: [{ serial: '116181234567', min_power: 0, max_power: 0 }] },
      ],
      schedule: [],
    },
    rule: { ...sections.rule, meter_power: -800 },
    meter: { ...sections.meter, kind: 'mqtt', topic: 'house/power', inverted: true },
    modbus: { enabled: true, port: 1503, writers: ['192.168.4.20'], heartbeat: 90 },
    alerts: { ...sections.alerts, max_a_day: 3, language: 'de' },
    radio: { hop_mode: 'free' },
    passkeys: {
      passkey: [
        {
          ...{ id: 'a', user: 'Anna', name: 'Phone', host: 'localhost', credential: 'c', public_key: 'k' },
          ...{ handle: 'h', counter: 0, made_at: 1 },
        },
      ],
    },
    signin: {
      ...sections.signin,
      proxy: {
        addresses: ['192.168.4.2'],
        user_header: 'X-User',
        secret: 's'.repeat(32),
        strangers: 'viewer',
      },
    },
    timeseries: { ...sections.timeseries, site: 'Roof', interval: 30 },
  };
}

describe('replacing all settings', () => {
  it('takes effect at the next opening; until then nothing else is taken', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const before = sectionsFrom(settings.get);
    const after = changed(before);
    await settings.replaceAll(() => after);
    expect(sectionsFrom(settings.get)).toEqual(before);
    await expect(settings.update('dtu', () => after.dtu)).rejects.toThrow('about to restart');
    const again = await openStoredSettings(folder);
    expect(sectionsFrom(again.get)).toEqual(after);
    expect(again.saveCount()).toBe(2);
  });

  it('that the disk refuses changes nothing', async () => {
    const folder = await settingsFolder();
    let code: string | undefined;
    const settings = await openStoredSettings(folder, [], { connect: failingSettings(() => code) });
    const before = sectionsFrom(settings.get);
    code = 'ENOSPC';
    await expect(settings.replaceAll(() => changed(before))).rejects.toThrow(
      'The settings could not be saved (the disk is full); nothing was changed.',
    );
    code = undefined;
    await pollEvery(settings, 8);
    const kept = { ...before, dtu: settings.get('dtu') };
    expect(sectionsFrom((await openStoredSettings(folder)).get)).toEqual(kept);
  });

  it('refuses values that nobody could read afterwards', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    const before = storedContents(folder);
    const bad = { ...sectionsFrom(settings.get), device: { profile: 5 } } as unknown as Sections;
    await expect(settings.replaceAll(() => bad)).rejects.toThrow('make no sense');
    expect(storedContents(folder)).toEqual(before);
  });

  it('by the first values leaves nothing of what was: no copy, no damaged file, and no file of release 0.1.0', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    await settings.update('mqtt', (mqtt) => ({ ...mqtt, mqtt_password: 'sage nichts' }));
    const left = [
      'dtu.json',
      'dtu.json.bak',
      'mqtt.json.corrupt-1',
      'manifest.json',
      'replacement.json.bak',
      'gateway.lock',
    ];
    for (const name of [...left, 'settings.db.corrupt-2', 'settings.db.good.corrupt-1']) {
      await writeFile(join(folder, name), 'sage nichts');
    }
    await writeFile(join(folder, 'yields.json'), 'stays');
    const fresh = sectionsFrom((await openStoredSettings(await settingsFolder())).get);
    await settings.replaceAll(() => fresh, { startsAnew: true });
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([
      'settings.db',
      'settings.db-journal',
      'settings.db.good',
      'settings.lock',
      'yields.json',
    ]);
    await endOf(folder);
    for (const name of names)
      expect(await readFile(join(folder, name), 'latin1')).not.toContain('sage nichts');
    expect(sectionsFrom((await openStoredSettings(folder)).get)).toEqual(fresh);
  });

  it('by the first values is finished by the next start where it was cut short', async () => {
    const folder = await settingsFolder();
    let isCut = false;
    const settings = await openStoredSettings(folder, [], {
      connect(path) {
        const { calls, end } = failingSettings(() => undefined)(path);
        const finishReset = () => (isCut ? Promise.reject(new Error('cut')) : calls.finishReset());
        return { calls: { ...calls, finishReset }, end };
      },
    });
    await writeFile(join(folder, 'settings.db.corrupt-1'), 'old');
    isCut = true;
    await settings.replaceAll((current) => current, { startsAnew: true });
    expect(await readdir(folder)).toContain('settings.db.corrupt-1');
    await openStoredSettings(folder);
    expect(await readdir(folder)).not.toContain('settings.db.corrupt-1');
    await writeFile(join(folder, 'settings.db.corrupt-1'), 'new');
    await openStoredSettings(folder);
    expect(await readdir(folder)).toContain('settings.db.corrupt-1');
  });
});

describe('the real folder', () => {
  it('belongs to its owner alone', async () => {
    const folder = join(await temporaryFolder(), 'new', 'data');
    const settings = await openTestSettings(createTestPlatform(), folder);
    await pollEvery(settings, 9);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names).toContain('settings.db.good');
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await settings.close();
  });

  it.skipIf(process.platform !== 'linux')('is refused where the system takes no new folder', async () => {
    await expect(createTestPlatform().openDataDirectory('/proc/heliograph/data')).rejects.toThrow(
      'The data folder /proc/heliograph/data cannot be written (it does not exist and cannot be created); choose another one with --data.',
    );
  });

  it('that was there already keeps its rights', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    await (await openTestSettings(createTestPlatform(), folder)).close();
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('has a copy that says the same after each save', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    for (const server of ['one.test', 'two.test']) {
      await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: server }));
      expect(storedSection(folder, 'ntp', 'copy')).toMatchObject({ ntp_server: server });
      expect(storedContents(folder, 'copy')).toEqual(storedContents(folder));
    }
  });

  it('in use is refused to another process, and to this one, and is free for whoever comes after', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    await pollEvery(settings, 9);
    const platform = createTestPlatform();
    await expect(openTestSettings(platform, folder)).rejects.toThrow(
      'Another gateway already uses the data folder',
    );
    expect(lockInAnotherProcess(folder)).toBe('SQLITE_BUSY');
    await endOf(folder);
    expect(lockInAnotherProcess(folder)).toBe('free');
    await (await openTestSettings(platform, folder)).close();
  });

  it('with a folder in place of the database uses the copy, and sets it aside', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder);
    await pollEvery(settings, 9);
    await endOf(folder);
    await rm(join(folder, 'settings.db'));
    await mkdir(join(folder, 'settings.db'));
    const again = await openStoredSettings(folder);
    expect([again.get('dtu').dtu_pollinterval, again.isRestored]).toEqual([9, true]);
    expect(await readdir(folder)).toContain('settings.db.corrupt-1');
    await pollEvery(again, 10);
    expect((await openStoredSettings(folder)).get('dtu').dtu_pollinterval).toBe(10);
  });

  it('has nothing left of what a crash left unfinished', async () => {
    const folder = await settingsFolder();
    await openStoredSettings(folder);
    await endOf(folder);
    const left = ['settings.db.new', 'settings.db.new-journal', 'settings.db.good.tmp', 'settings-trial.tmp'];
    for (const name of left) await writeFile(join(folder, name), 'half a file');
    await openStoredSettings(folder);
    expect((await readdir(folder)).sort()).toEqual(['settings.db', 'settings.db.good', 'settings.lock']);
  });

  it('has its settings read although they are in the middle of a path with signs of an address', async () => {
    const folder = join(await temporaryFolder(), "a?b#c%20 d'e");
    const settings = await openTestSettings(createTestPlatform(), folder);
    await pollEvery(settings, 9);
    await settings.close();
    const again = await openTestSettings(createTestPlatform(), folder);
    expect(again.get('dtu').dtu_pollinterval).toBe(9);
    await again.close();
  });
});

/** What another process hears that wants the lock of the folder. */
function lockInAnotherProcess(folder: string): string {
  const script = `
    const Database = require('libsql');
    const database = new Database(${JSON.stringify(join(folder, 'settings.lock'))});
    try {
      database.exec('BEGIN EXCLUSIVE');
      process.stdout.write('free');
    } catch (error) {
      process.stdout.write(error.code);
    }`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout;
}

describe('changes', () => {
  it('are kept with their time, who made them, and what was before and after; the hash of a password never', async () => {
    const folder = await settingsFolder();
    const settings = await openStoredSettings(folder, [], { nowS: () => 1_790_000_123 });
    await pollEvery(settings, 9);
    await settings.update('security', (security) => ({
      ...security,
      allow_readonly: false,
      password_hash: HASH,
    }));
    await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: 'time.test' }), {
      ...{ actor: 'gateway', reason: 'saved' },
    });
    await endOf(folder);
    expect(changesIn(folder)).toEqual([
      [1, 1_790_000_123, 'gateway', null, null, null],
      [2, 1_790_000_123, 'admin', 'dtu', '{"dtu_pollinterval":5}', '{"dtu_pollinterval":9}'],
      [
        ...[3, 1_790_000_123, 'admin', 'security'],
        ...['{"password_hash":null,"allow_readonly":true}', '{"password_hash":true,"allow_readonly":false}'],
      ],
      [4, 1_790_000_123, 'gateway', 'ntp', '{"ntp_server":"pool.ntp.org"}', '{"ntp_server":"time.test"}'],
    ]);
  });

  it('have no time while nobody has set the clock', async () => {
    const folder = await settingsFolder();
    await openStoredSettings(folder, [], { nowS: () => undefined });
    await endOf(folder);
    expect(changesIn(folder)[0]?.[1]).toBeNull();
  });

  it('are the newest thousand, and not more than a quarter of a megabyte, but for the newest', async () => {
    const folder = await settingsFolder();
    await openStoredSettings(folder);
    await endOf(folder);
    putChanges(folder, 1010, 1);
    await pollEvery(await openStoredSettings(folder), 9);
    await endOf(folder);
    const ids = changesIn(folder).map(([id]) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, 13, 1012]);
    putChanges(folder, 3, 100_000);
    await pollEvery(await openStoredSettings(folder), 10);
    await endOf(folder);
    expect(changesIn(folder).map(([id]) => id)).toEqual([1014, 1015, 1016]);
  });
});

const HASH = `$scrypt$ln=1,r=1,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

/** All changes, each with one of its sections. */
function changesIn(folder: string): unknown[][] {
  const database = openDatabase(join(folder, 'settings.db'), undefined, 'read');
  const rows = database
    .prepare<Record<string, unknown>>(
      'SELECT id, at, actor, section, before, after FROM change LEFT JOIN changed_section ON change = id ORDER BY id, section',
    )
    .all();
  database.close();
  return rows.map((row) => Object.values(row));
}

function putChanges(folder: string, count: number, size: number): void {
  const database = openDatabase(join(folder, 'settings.db'));
  const insert = database.prepare(
    "INSERT INTO change (at, actor, reason, size) VALUES (NULL, 'test', 'test', ?)",
  );
  database.transaction(() => {
    for (let index = 0; index < count; index++) insert.run(size);
  });
  database.close();
}
