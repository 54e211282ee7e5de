import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildStale } from '../tools/builds.mjs';
import { memberOf } from './answer.ts';
import { FOLDER_PASSWORD } from './make-folder.ts';
import { recordPlant } from './plants/recorder.ts';
import { withCopy } from './plants/taken-over.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));

type Section = Record<string, unknown>;

/** Changes a section in a folder of release 0.1.0; the release's checksum is right afterwards. */
function changeSection(dataFolder: string, name: string, change: (body: Section) => void): void {
  const file = join(dataFolder, `${name}.json`);
  const { format, generation, body } = JSON.parse(readFileSync(file, 'utf8'));
  change(body);
  const sha256 = createHash('sha256')
    .update(JSON.stringify([format, generation, body]))
    .digest('hex');
  writeFileSync(file, JSON.stringify({ format, generation, sha256, body }));
}

/** For each section a key that is taken out of it, where it is served, and its first value. */
const TAKEN_OUT: readonly (readonly [section: string, key: string, path: string, first: unknown])[] = [
  ['dtu', 'dtu_palevel', '/api/dtu/config', 0],
  ['ntp', 'ntp_server', '/api/ntp/config', 'pool.ntp.org'],
  ['network', 'dhcp', '/api/network/config', true],
  ['mqtt', 'mqtt_hass_topic', '/api/mqtt/config', 'homeassistant/'],
  ['security', 'allow_readonly', '/api/security/config', false],
  [
    'device',
    'display',
    '/api/device/config',
    { show_logo: true, power_safe: true, screensaver: true, contrast: 60 },
  ],
];
const LATER = 'key_of_a_later_version';

/** Wherever in the folder, and in whatever form. */
const filesWith = (dataFolder: string, text: string) =>
  readdirSync(dataFolder).filter((name) => readFileSync(join(dataFolder, name)).includes(text));

it('starts on a folder of release 0.1.0 in which keys are missing and others unknown', {
  timeout: 120_000,
}, async () => {
  expect(await buildStale(), 'it can be built').toBe(true);
  await withCopy(async (dataFolder) => {
    for (const [section, key] of TAKEN_OUT) {
      changeSection(dataFolder, section, (body) => {
        delete body[key];
        body[LATER] = section;
      });
    }
    changeSection(dataFolder, 'inverters', (body) => {
      const [slot] = body.inverter as { channel: { max_power?: number }[] }[];
      delete slot?.channel[0]?.max_power;
      Object.assign(slot ?? {}, { [LATER]: 'inverter' });
    });
    await recordPlant({ checkout: CHECKOUT, scenario: 'three-inverters', dataFolder }, async (recorder) => {
      recorder.setPassword(FOLDER_PASSWORD);
      const told: unknown[] = [];
      const bodyOf = async (path: string) => {
        const body = await recorder.look(path);
        told.push(body);
        return body;
      };
      for (const [, key, path, first] of TAKEN_OUT) {
        const value = memberOf(await bodyOf(path), key);
        // Beside the keys of then stand those that came later.
        if (typeof first === 'object' && first !== null) expect(value, path).toMatchObject(first);
        else expect(value, path).toEqual(first);
      }
      expect(await bodyOf('/api/ntp/time')).toMatchObject({ ntp_status: expect.any(Boolean) });
      const inverters = await bodyOf('/api/inverter/list');
      expect(memberOf(inverters, 'inverter', 0)).toMatchObject({
        name: 'Großes Dach 屋根',
        channel: [
          { name: 'Süd ☀', max_power: 0 },
          { name: 'Été', max_power: 0 },
        ],
      });
      expect(memberOf(await bodyOf('/api/mqtt/config'), 'mqtt_topic')).toBe('haus/sonne/');
      await bodyOf('/api/config/get');
      await recorder.post('/api/dtu/config', {
        dtu_serial: '199980212345',
        dtu_pollinterval: 9,
        dtu_palevel: 1,
      });
      expect(JSON.stringify(told)).not.toContain(LATER);
    });
    const old = [...TAKEN_OUT.map(([section]) => `${section}.json`), 'inverters.json'];
    expect(filesWith(dataFolder, LATER)).toEqual(expect.arrayContaining([...old, 'settings.db']));
    expect(filesWith(dataFolder, '"dtu_pollinterval":9')).toEqual(['settings.db', 'settings.db.good']);
  });
});
