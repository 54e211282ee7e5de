import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import { generatedDtuSerial } from '../src/settings/first-settings.ts';
import { SECTION_NAMES } from '../src/settings/sections.ts';
import { saveSettingsFile } from '../src/settings/settings-file.ts';
import { openStoredSettings, pollEvery, SECTIONS } from './open-stored-settings.ts';

describe('fresh settings', () => {
  it('are the defaults, and are kept', async () => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
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
    const again = await openStoredSettings(disk);
    expect([...again.newSections]).toEqual([]);
    for (const section of SECTION_NAMES) {
      expect(again.get(section)).toEqual(settings.get(section));
    }
  });

  it('never hold the password itself', async () => {
    const disk = createCrashDisk();
    await openStoredSettings(disk);
    for (const name of await disk.names()) expect(disk.text(name)).not.toContain('openDTU42');
    expect(disk.text('security.json')).toContain('$scrypt$ln=4,r=1,p=1$');
  });

  it('get their serial from the chip, or by chance on a host without network', () => {
    expect(generatedDtuSerial(12_345)).toBe('199980112345');
    expect(generatedDtuSerial(16_700_007)).toBe('199980100007');
  });
});

describe('a folder of a release with fewer sections', () => {
  it('gets the sections that it did not have, and keeps those that it had', async () => {
    const disk = createCrashDisk();
    await pollEvery(await openStoredSettings(disk), 7);
    const kept = ['security', 'dtu', 'ntp', 'inverters'];
    const later = ['network', 'device', 'mqtt', 'sources', 'history'];
    for (const section of later) {
      for (const file of [`${section}.json`, `${section}.json.bak`]) await disk.remove(file);
    }
    await saveSettingsFile(disk, 'manifest', { number: 2, body: { sections: kept } });
    const settings = await openStoredSettings(disk);
    expect([...settings.newSections]).toEqual(later);
    expect(settings.get('dtu').dtu_pollinterval).toBe(7);
    expect(disk.text('manifest.json')).toContain(`"sections":${JSON.stringify(SECTIONS)}`);
    const again = await openStoredSettings(disk);
    expect([...again.newSections]).toEqual([]);
    for (const section of SECTION_NAMES) expect(again.get(section)).toEqual(settings.get(section));
    for (const file of ['network.json', 'network.json.bak']) await disk.remove(file);
    await expect(openStoredSettings(disk)).rejects.toThrow('network.json in /fake is missing');
  });
});

describe('a change', () => {
  it('is told after it is on the disk', async () => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    const told: unknown[] = [];
    const end = settings.subscribe('dtu', (dtu) => {
      expect(disk.text('dtu.json')).toContain(`"dtu_pollinterval":${dtu.dtu_pollinterval}`);
      told.push(dtu.dtu_pollinterval);
    });
    await pollEvery(settings, 7);
    expect(told).toEqual([7]);
    end();
    await pollEvery(settings, 8);
    expect(told).toEqual([7]);
    expect((await openStoredSettings(disk)).get('dtu').dtu_pollinterval).toBe(8);
  });

  it('that the disk refuses changes nothing and tells nobody', async () => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    let told = 0;
    settings.subscribe('dtu', () => {
      told++;
    });
    for (let step = 0; step < 5; step++) {
      const before = disk.text('dtu.json');
      disk.refuse(step, 'ENOSPC');
      await expect(pollEvery(settings, 60)).rejects.toMatchObject({
        name: 'NotSavedError',
        cause: { code: 'ENOSPC' },
      });
      expect(settings.get('dtu').dtu_pollinterval).toBe(5);
      expect(disk.text('dtu.json')).toBe(before);
    }
    expect(told).toBe(0);
    await pollEvery(settings, 60); // space is back
    expect(settings.get('dtu').dtu_pollinterval).toBe(60);
    expect(told).toBe(1);
  });

  it('that makes no sense is refused before it reaches the disk', async () => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    const before = disk.operations.length;
    await expect(pollEvery(settings, 0)).rejects.toThrow();
    expect(disk.operations.length).toBe(before);
    expect(settings.get('dtu').dtu_pollinterval).toBe(5);
  });

  it('is finished before the settings close, and refused afterwards', async () => {
    const disk = createCrashDisk();
    const settings = await openStoredSettings(disk);
    const saved = pollEvery(settings, 9);
    await settings.close();
    expect(disk.text('dtu.json')).toContain('"dtu_pollinterval":9');
    await saved;
    await expect(pollEvery(settings, 10)).rejects.toThrow('about to end');
  });

  it('survives a subscriber that fails', async () => {
    const lines: string[] = [];
    const settings = await openStoredSettings(createCrashDisk(), lines);
    settings.subscribe('dtu', () => {
      throw new Error('a bug');
    });
    await pollEvery(settings, 6);
    expect(settings.get('dtu').dtu_pollinterval).toBe(6);
    expect(lines.some((line) => line.includes('a bug'))).toBe(true);
  });
});

describe('the real folder', () => {
  it('belongs to its owner alone', async () => {
    const folder = join(await temporaryFolder(), 'new', 'data');
    const settings = await openTestSettings(createTestPlatform(), folder);
    await pollEvery(settings, 9);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names).toContain('dtu.json.bak');
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('is refused where the system takes no new folder', async () => {
    await expect(createTestPlatform().openDataDirectory('/proc/heliograph/data')).rejects.toThrow(
      'The data folder /proc/heliograph/data cannot be written (it does not exist and cannot be created); choose another one with --data.',
    );
  });

  it('that was there already keeps its rights', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    await openTestSettings(createTestPlatform(), folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('keeps the previous generation under a second name', async () => {
    const folder = await temporaryFolder();
    const settings = await openTestSettings(createTestPlatform(), folder);
    const text = await readFile(join(folder, 'ntp.json'), 'utf8');
    await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: 'time.test' }));
    expect(await readFile(join(folder, 'ntp.json.bak'), 'utf8')).toBe(text);
  });

  it('with a folder in place of a file falls back, and sets it aside', async () => {
    const folder = await temporaryFolder();
    const settings = await openTestSettings(createTestPlatform(), folder);
    await pollEvery(settings, 9);
    await writeFile(join(folder, 'dtu.json.tmp'), 'half a file'); // what a crash leaves
    const disk = await createTestPlatform().openDataDirectory(folder);
    await disk.remove('dtu.json');
    await mkdir(join(folder, 'dtu.json'));
    const again = await openTestSettings(createTestPlatform(), folder);
    expect(again.get('dtu').dtu_pollinterval).toBe(1);
    expect(await readdir(folder)).toContain('dtu.json.corrupt-1');
    expect(await readdir(folder)).not.toContain('dtu.json.tmp');
    await pollEvery(again, 10);
    expect((await openTestSettings(createTestPlatform(), folder)).get('dtu').dtu_pollinterval).toBe(10);
  });
});
