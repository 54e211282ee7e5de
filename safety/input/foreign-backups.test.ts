import { PIN_PROFILE_FILE } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { UnfitFileError } from '../../apps/gateway/src/config-files/file-part.ts';
import { openConfigBench, sectionsOf } from '../../apps/gateway/test/config-bench.ts';
import { type OriginalBackup, originalBackup, withChange } from '../../apps/gateway/test/original-backup.ts';

/** What cannot be restored is refused in one sentence, and nothing has changed. Source: device contract, section 11. */

async function refusal(content: unknown, name?: string): Promise<string> {
  const bench = await openConfigBench();
  const before = await bench.afterRestart();
  const files = await bench.disk.names();
  const error = await bench.restore(content, name).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnfitFileError);
  expect(sectionsOf(bench.settings)).toEqual(before);
  expect(await bench.disk.names()).toEqual(files);
  expect(await bench.afterRestart()).toEqual(before);
  const { message } = error as Error;
  expect(message).toMatch(/^The [^\n]+\.$/);
  return message;
}

it('a file of a newer version is refused', async () => {
  const newer = (version: number) => withChange(({ cfg }) => Object.assign(cfg, { version }));
  expect(await refusal(newer(0x00011800))).toBe(
    'The file is of version 0.1.24, which is newer than what can be read here (0.1.23).',
  );
  expect(await refusal(newer(0xff011700))).toContain('255.1.23');
  expect(await refusal(newer(71_425))).toContain('newer');
});

describe('a file is refused with its place', () => {
  it.each<[string, (backup: OriginalBackup) => void]>([
    ['wifi.ip', ({ wifi }) => Object.assign(wifi, { ip: '300.1.1.1' })],
    ['wifi.dns2', ({ wifi }) => Object.assign(wifi, { dns2: '' })],
    ['wifi.dhcp', ({ wifi }) => Object.assign(wifi, { dhcp: 'yes' })],
    ['wifi', (backup) => Object.assign(backup, { wifi: [] })],
    ['mqtt.lwt', ({ mqtt }) => Object.assign(mqtt, { lwt: 'dtu/status' })],
    ['mqtt.port', ({ mqtt }) => Object.assign(mqtt, { port: '1883' })],
    ['mqtt.publish_invterval', ({ mqtt }) => Object.assign(mqtt, { publish_invterval: 5.5 })],
    ['ntp.server', ({ ntp }) => Object.assign(ntp, { server: 5 })],
    ['dtu.serial', ({ dtu }) => Object.assign(dtu, { serial: '199980123456' })],
    ['dtu.serial', ({ dtu }) => Object.assign(dtu, { serial: -1 })],
    ['dtu.serial', ({ dtu }) => Object.assign(dtu, { serial: 1e22 })],
    ['dtu.pa_level', ({ dtu }) => Object.assign(dtu, { pa_level: -1 })],
    ['security.password', ({ security }) => Object.assign(security, { password: 'short' })],
    ['security.password', ({ security }) => Object.assign(security, { password: 'x'.repeat(65) })],
    ['security.password_hash', ({ security }) => Object.assign(security, { password_hash: 'x' })],
    ['cfg.version', ({ cfg }) => Object.assign(cfg, { version: '71424' })],
    ['inverters', (backup) => Object.assign(backup, { inverters: {} })],
    ['inverters', ({ inverters }) => inverters.push(...inverters.slice(0, 1))],
    ['inverters.4', ({ inverters }) => Object.assign(inverters, { 4: 'x' })],
    ['inverters.4.name', ({ inverters }) => Object.assign(inverters[4] ?? {}, { name: 7 })],
    ['inverters.4.channel', ({ inverters }) => inverters[4]?.channel.push({ name: '', max_power: 0 })],
    [
      'inverters.4.channel.2.max_power',
      ({ inverters }) => Object.assign(inverters[4]?.channel[2] ?? {}, { max_power: '4' }),
    ],
  ])('%s', async (place, change) => {
    expect(await refusal(withChange(change))).toMatch(new RegExp(` ${place.replaceAll('.', '\\.')}[ .]`));
  });
});

describe('a file of another kind', () => {
  const PINS = [{ name: 'My board', nrf24: { clk: 14 } }];
  const utf16 = Buffer.from(`\ufeff${JSON.stringify(originalBackup())}`, 'utf16le');
  const latin1 = Buffer.from(JSON.stringify(originalBackup()), 'latin1');

  it.each<[string, unknown, string]>([
    ['nothing', '', 'is empty'],
    ['profiles', PINS, 'is a pin_mapping.json, not a config.json'],
    ['UTF-16', utf16, 'is no JSON'],
    ['Latin 1', latin1, 'is no JSON'],
    ['zero bytes', new Uint8Array(500), 'is no JSON'],
    ['an image', Uint8Array.of(0xe9, 4, 2, 0x20, 0xff), 'is no JSON'],
    ['text', 'Bad Request', 'is no JSON'],
    ['an error of a device', { type: 'warning', message: 'x', code: 1004 }, 'has nothing of config.json'],
    [
      'another product with such parts',
      { wifi: { ssid: 'x' }, mqtt: { host: 'y' } },
      'has nothing of config.json',
    ],
    ['a version alone', { cfg: { version: 71_424 } }, 'has nothing of config.json'],
    ['null', 'null', 'has nothing of config.json'],
    ['a number', '5', 'has nothing of config.json'],
    ['deep nesting', '['.repeat(60_000) + ']'.repeat(60_000), 'is a pin_mapping.json'],
    ['two backups', JSON.stringify(originalBackup()).repeat(2), 'is no JSON'],
  ])('%s is no configuration', async (_, content, why) => {
    expect(await refusal(content)).toContain(why);
  });

  it('deep nesting in a part is a wrong type', async () => {
    const deep = `{"cfg":{},"wifi":${'{"ssid":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    expect(await refusal(deep)).toContain('wifi.ssid');
  });

  it.each<[string, unknown, string]>([
    ['a configuration', originalBackup(), 'is a config.json, not a pin_mapping.json'],
    ['no list', { name: 'My board' }, 'has nothing of pin_mapping.json'],
    ['a list of something else', [1, 2], 'no list of pin profiles'],
    ['a profile without a name', [...PINS, { nrf24: {} }], 'no list of pin profiles'],
    ['a raw control character', '[{"name":"\u0007"}]', 'is no JSON'],
    ['nothing', '', 'is empty'],
  ])('%s is no file of profiles', async (_, content, why) => {
    expect(await refusal(content, PIN_PROFILE_FILE)).toContain(why);
  });

  it('cut at any place is refused', async () => {
    const bench = await openConfigBench();
    const bytes = Buffer.from(JSON.stringify(originalBackup()));
    const before = [...bench.disk.operations];
    for (let length = 0; length < bytes.length; length += 7) {
      await expect(bench.restore(bytes.subarray(0, length)), String(length)).rejects.toThrow(UnfitFileError);
    }
    expect(bench.disk.operations).toEqual(before);
  });

  it('may begin with a byte order mark', async () => {
    const bench = await openConfigBench();
    await bench.restore(`\ufeff${JSON.stringify(originalBackup())}`);
    expect((await bench.afterRestart()).ntp.ntp_server).toBe('ptbtime1.ptb.de');
  });
});
