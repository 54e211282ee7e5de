import { SETTINGS_PATHS, type SettingsDocument } from '@heliograph/opendtu-api';
import { FIRMWARES, type FirmwareName } from '@heliograph/simulator';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  DEVICE_LOGIN,
  DEVICE_PASSWORD,
  startServedDevice,
} from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';

/** Keys that no release has, at the top and deeper: a device sets back what a save leaves out. */
const PLANTED = { tomorrow: 'stays', planted: { level: 3, on: true, more: { text: 'here' } } };

/** One setting of each document, as our forms change it: its name here, its key on the device, and its new value. */
const CHANGES: Readonly<
  Record<
    SettingsDocument,
    { readonly name: string; readonly keys: readonly string[]; readonly value: unknown }
  >
> = {
  network: { name: 'hostname', keys: ['hostname'], value: 'barn' },
  time: { name: 'ntp_server', keys: ['ntp_server'], value: 'time.example' },
  mqtt: { name: 'mqtt_topic', keys: ['mqtt_topic'], value: 'barn/' },
  // Renamed in v23.4.15.
  dtu: { name: 'dtu_pollinterval', keys: ['dtu_pollinterval', 'pollinterval'], value: 17 },
  security: { name: 'allow_readonly', keys: ['allow_readonly'], value: false },
  device: { name: 'display.contrast', keys: ['display.contrast'], value: 31 },
};

/** Every value of a document by its way, such as `display.contrast`. */
function valuesOf(value: unknown, way = ''): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[way, value]]);
  const inner = Object.entries(value).flatMap(([key, one]) => [
    ...valuesOf(one, way === '' ? key : `${way}.${key}`),
  ]);
  return new Map(inner.length === 0 ? [[way, JSON.stringify(value)]] : inner);
}

describe.each(Object.keys(FIRMWARES) as FirmwareName[])('the settings of a device with %s', (firmware) => {
  it('change in nothing but what was changed, compared key by key', async () => {
    const gateway = await startPlantGateway({ scenario: 'no-inverters' });
    const { device, port, url } = await startServedDevice({ firmware, clock: gateway.clock });
    await gateway.advance(16_000);
    const config = {
      ...{ id: '', name: '', enabled: true, https: false, host: '127.0.0.1', port, path: '' },
      ...{ user: 'admin', password: DEVICE_PASSWORD },
    };
    const { id: source } = JSON.parse((await gateway.post('/api/heliograph/source', config)).text);
    await eventually(async () => {
      const { sources } = Object(await gateway.json('/api/heliograph/sources'));
      expect(sources[1]).toMatchObject({ state: 'live', password_right: true });
    });
    const documents = Object.keys(CHANGES) as SettingsDocument[];
    const raw = async (document: SettingsDocument) =>
      valuesOf(await (await fetch(url + SETTINGS_PATHS[document], { headers: DEVICE_LOGIN })).json());
    for (const document of documents) {
      device.plantKeys(document, PLANTED);
      const { name, keys, value } = CHANGES[document];
      const all = await Promise.all(documents.map(raw));
      const before = await raw(document);
      expect(before.get('planted.more.text')).toBe('here');
      const update = { source, document, settings: { [name]: value } };
      expect(await gateway.result('/api/heliograph/source-document', update)).toBe(1001);
      const after = await raw(document);
      expect([...after.keys()]).toEqual([...before.keys()]);
      const different = [...after].filter(([key, now]) => now !== before.get(key)).map(([key]) => key);
      expect(different).toHaveLength(1);
      expect(keys).toContain(different[0]);
      expect(after.get(different[0] ?? '')).toBe(value);
      // The other documents are as they were.
      const others = documents.map((other, index) => (other === document ? after : all[index]));
      expect(await Promise.all(documents.map(raw))).toEqual(others);
    }
  });
});
