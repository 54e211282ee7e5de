import { isDeepStrictEqual } from 'node:util';
import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { openConfigTestbed, sectionsOf } from '@heliograph/testbed/gateway/config-testbed.ts';
import {
  type OriginalBackup,
  originalBackup,
  withChange,
} from '@heliograph/testbed/gateway/original-backup.ts';
import { expect, it } from 'vitest';
import { UnfitFileError } from '../../apps/gateway/src/config-files/file-part.ts';
import { openRow } from '../plan/row.ts';

/**
 * What cannot be restored is refused in one sentence, and nothing has changed. Source:
 * docs/reference/original-device.md#configuration-files.
 */

const row = openRow('B6');

/** A file, what it is given as, and what its refusal has to say. */
interface ForeignFile {
  readonly what: string;
  readonly content: unknown;
  readonly says: string;
  readonly name?: string;
}

const newer = (version: number) => withChange(({ cfg }) => Object.assign(cfg, { version }));
const NEWER: readonly ForeignFile[] = [
  {
    what: 'the next version',
    content: newer(0x00011800),
    says: 'The file has version 0.1.24, which is newer than this gateway can read (0.1.23).',
  },
  { what: 'a version of the far future', content: newer(0xff011700), says: '255.1.23' },
  { what: 'a version that is a little newer', content: newer(71_425), says: 'newer' },
];

/** A place in a backup, and the mistake there. */
const MISTAKES: readonly (readonly [place: string, change: (backup: OriginalBackup) => void])[] = [
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
];

const PINS = [{ name: 'My board', nrf24: { clk: 14 } }];
const deepPart = `{"cfg":{},"wifi":${'{"ssid":'.repeat(5000)}1${'}'.repeat(5000)}}`;
const utf16 = Buffer.from(`\ufeff${JSON.stringify(originalBackup())}`, 'utf16le');
const latin1 = Buffer.from(JSON.stringify(originalBackup()), 'latin1');

type OtherKind = readonly [what: string, content: unknown, says: string];
const NO_CONFIGURATIONS: readonly OtherKind[] = [
  ['nothing', '', 'is empty'],
  ['profiles', PINS, 'is a pin_mapping.json, not a config.json'],
  ['UTF-16', utf16, 'is not JSON'],
  ['Latin 1', latin1, 'is not JSON'],
  ['zero bytes', new Uint8Array(500), 'is not JSON'],
  ['an image', Uint8Array.of(0xe9, 4, 2, 0x20, 0xff), 'is not JSON'],
  ['text', 'Bad Request', 'is not JSON'],
  [
    'an error of a device',
    { type: 'warning', message: 'x', code: 1004 },
    'nothing that belongs in config.json',
  ],
  [
    'another product with such parts',
    { wifi: { ssid: 'x' }, mqtt: { host: 'y' } },
    'nothing that belongs in config.json',
  ],
  ['a version alone', { cfg: { version: 71_424 } }, 'nothing that belongs in config.json'],
  ['null', 'null', 'nothing that belongs in config.json'],
  ['a number', '5', 'nothing that belongs in config.json'],
  ['deep nesting', '['.repeat(60_000) + ']'.repeat(60_000), 'is a pin_mapping.json'],
  ['two backups', JSON.stringify(originalBackup()).repeat(2), 'is not JSON'],
  ['deep nesting in a part', deepPart, 'wifi.ssid'],
];
const NO_PROFILES: readonly OtherKind[] = [
  ['a configuration', originalBackup(), 'is a config.json, not a pin_mapping.json'],
  ['no list', { name: 'My board' }, 'nothing that belongs in pin_mapping.json'],
  ['a list of something else', [1, 2], 'not a list of pin profiles'],
  ['a profile without a name', [...PINS, { nrf24: {} }], 'not a list of pin profiles'],
  ['a raw control character', '[{"name":"\u0007"}]', 'is not JSON'],
  ['nothing', '', 'is empty'],
];

const FILES: readonly ForeignFile[] = [
  ...NEWER,
  ...MISTAKES.map(([place, change]) => ({ what: place, content: withChange(change), says: ` ${place}` })),
  ...NO_CONFIGURATIONS.map(([what, content, says]) => ({ what, content, says })),
  ...NO_PROFILES.map(([what, content, says]) => ({ what, content, says, name: PIN_PROFILE_FILE })),
];

/** What is wrong with how a file is taken; empty where it is refused as it should be, and all is as before. */
async function faultOf({ what, content, says, name = CONFIG_FILE }: ForeignFile): Promise<string> {
  const testbed = await openConfigTestbed();
  const before = await testbed.afterRestart();
  const steps = testbed.disk.operations.length;
  const error: unknown = await testbed.restore(content, name).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const message = error instanceof UnfitFileError ? error.message : String(error);
  const isSame =
    testbed.disk.operations.length === steps &&
    isDeepStrictEqual(sectionsOf(testbed.settings), before) &&
    isDeepStrictEqual(await testbed.afterRestart(), before);
  const [, after] = message.split(says);
  // A place is named whole: what follows is no further part of it.
  const isSaid = after !== undefined && !(says.startsWith(' ') && !/^[ .]/.test(after));
  const isRefused = error instanceof UnfitFileError && /^The [^\n]+\.$/.test(message);
  return isRefused && isSaid && isSame ? '' : `${what}: ${message}${isSame ? '' : ', and something changed'}`;
}

it('newer, foreign and mistaken files are refused with a reason', async () => {
  const faults: string[] = [];
  for (const file of FILES) faults.push(await faultOf(file));
  const wrong = faults.filter((fault) => fault !== '');
  expect.soft(wrong).toEqual([]);
  row.figure({ what: 'newer, foreign and mistaken files', value: FILES.length, goal: { atLeast: 40 } });
  row.figure({
    what: 'of them taken, refused without the right reason, or that changed something',
    value: wrong.length,
    goal: { exactly: 0 },
  });
});

it('a backup that was cut at any place is refused', async () => {
  const testbed = await openConfigTestbed();
  const bytes = Buffer.from(JSON.stringify(originalBackup()));
  const steps = testbed.disk.operations.length;
  const taken: number[] = [];
  for (let length = 0; length < bytes.length; length += row.scale(7, 1)) {
    const error: unknown = await testbed
      .restore(bytes.subarray(0, length))
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof UnfitFileError)) taken.push(length);
  }
  expect.soft(taken).toEqual([]);
  row.figure({ what: 'cut backups not refused', value: taken.length, goal: { exactly: 0 } });
  const changes = testbed.disk.operations.length - steps;
  row.figure({ what: 'changes of the disk by cut backups', value: changes, goal: { exactly: 0 } });
});

it('what is only written otherwise is taken over', async () => {
  const json = JSON.stringify(originalBackup());
  let taken = 0;
  const forms = [json, `\ufeff${json}`, JSON.stringify(originalBackup(), undefined, '\t'), ` \r\n${json}\n`];
  for (const form of forms) {
    const testbed = await openConfigTestbed();
    await testbed.restore(form).catch(() => undefined);
    if ((await testbed.afterRestart()).ntp.ntp_server === 'ptbtime1.ptb.de') taken += 1;
  }
  const goal = { exactly: forms.length };
  row.figure({ what: 'backups with a byte order mark or other spaces taken over', value: taken, goal });
});
