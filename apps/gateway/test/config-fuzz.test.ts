import {
  byteLength,
  DtuConfigSchema,
  InverterEditSchema,
  MqttConfigSchema,
  MqttUpdateSchema,
  NetworkConfigSchema,
  NtpConfigSchema,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnfitFileError } from '../src/config-files/file-part.ts';
import type { Sections } from '../src/settings/sections.ts';
import { bytesOf, openConfigBench, sectionsOf } from './config-bench.ts';
import { originalBackup, withChange } from './original-backup.ts';

/** Backups at random. Every failure names its seed. */

const text = (max: number, min = 0) =>
  fc
    .string({ unit: 'grapheme', maxLength: max })
    .filter((value) => byteLength(value) >= min && byteLength(value) <= max && value !== SECRET_PLACEHOLDER);
const address = fc.ipV4();
const digits = fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n }).map(String);
const flag = fc.boolean();
const string = fc.record({ name: text(31), max_power: fc.nat(65_535) });
const slot = fc.record({
  ...{ id: fc.nat(9), serial: digits, name: text(31, 1) },
  channel: fc.array(string, { minLength: 4, maxLength: 4 }),
});

const changes = fc.record({
  network: fc.record({
    ...{ ssid: text(32), password: text(64), hostname: text(32, 1), dhcp: flag, ipaddress: address },
    ...{ netmask: address, gateway: address, dns1: address, dns2: address },
  }),
  ntp: fc.record({ ntp_server: text(32, 1), ntp_timezone: text(50, 1), ntp_timezone_descr: text(50, 1) }),
  mqtt: fc
    .record({
      ...{ mqtt_enabled: flag, mqtt_hostname: text(128), mqtt_port: fc.integer({ min: 1, max: 65_535 }) },
      ...{ mqtt_username: text(64), mqtt_password: text(64), mqtt_topic: text(32), mqtt_retain: flag },
      ...{ mqtt_tls: flag, mqtt_root_ca_cert: text(2560), mqtt_lwt_topic: text(32) },
      ...{ mqtt_lwt_online: text(20), mqtt_lwt_offline: text(20) },
      mqtt_publish_interval: fc.integer({ min: 1, max: 86_400 }),
      ...{ mqtt_hass_enabled: flag, mqtt_hass_expire: flag, mqtt_hass_retain: flag },
      ...{ mqtt_hass_topic: text(32), mqtt_hass_individualpanels: flag },
    })
    // What cannot be switched on is off.
    .map((mqtt) => (MqttUpdateSchema.safeParse(mqtt).success ? mqtt : { ...mqtt, mqtt_enabled: false })),
  dtu: fc.record({
    ...{ dtu_serial: digits, dtu_pollinterval: fc.integer({ min: 1, max: 86_400 }) },
    dtu_palevel: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
  }),
  device: fc.record({
    profile: text(63),
    display: fc.record({ show_logo: flag, power_safe: flag, screensaver: flag, contrast: fc.nat(100) }),
  }),
  inverters: fc.record({
    inverter: fc
      .uniqueArray(slot, { maxLength: 10, selector: ({ id }) => id })
      .map((slots) => slots.toSorted((one, other) => one.id - other.id)),
  }),
});

describe('our own backup', () => {
  it('of any settings comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(changes, flag, async (changed, allow_readonly) => {
        const { settings, disk } = await openConfigBench();
        const security = { ...settings.get('security'), allow_readonly };
        const wanted: Sections = { ...changed, security };
        await settings.replaceAll(() => wanted);
        const one = await openConfigBench(disk);
        expect(sectionsOf(one.settings)).toEqual(wanted);
        const other = await openConfigBench();
        await other.restore(await one.backup());
        expect(await other.afterRestart()).toEqual(wanted);
      }),
      { numRuns: 100, seed: 20_261_121, endOnFailure: true },
    );
  }, 60_000);
});

/** Values, as JSON text, for any place. */
const ODD = [
  ...['null', 'true', '0', '-1', '-0', '1.5', '1e999', '256', '65536', '86401', '4294967296', '1e21'],
  ...['9007199254740993', '12345678901234567890', '99999999999999999999999', '""', '" "', '"5"', '[]', '{}'],
  ...['"\\ud800"', '"\\u0000"', '"\\u202e"', `"${'ü'.repeat(40)}"`, `"${'x'.repeat(3000)}"`, '[[[[[]]]]]'],
  ...['"••••••••"', '"openDTU42"', '{"__proto__":1}', '{"serial":1}', '[null,null]', '"1.2.3"', 'NaN', ''],
];
const mutation = fc.oneof(
  fc.tuple(fc.constant('value' as const), fc.nat(), fc.constantFrom(...ODD)),
  fc.tuple(fc.constant('key' as const), fc.nat(), fc.constantFrom('__proto__', 'serial', 'x', 'cfg', '')),
  fc.tuple(fc.constant('byte' as const), fc.nat(), fc.nat(255)),
  fc.tuple(fc.constant('cut' as const), fc.nat(), fc.nat(30)),
);

/** A good backup with something put in the place of a value, of a key, of a byte, or of some bytes. */
function mutated(bytes: Uint8Array, [kind, at, by]: [string, number, string | number]): Uint8Array {
  if (kind === 'byte') return bytes.map((byte, index) => (index === at % bytes.length ? Number(by) : byte));
  if (kind === 'cut') {
    const from = at % bytes.length;
    return Buffer.concat([bytes.slice(0, from), bytes.slice(from + Number(by))]);
  }
  const content = new TextDecoder().decode(bytes);
  const places = [
    ...content.matchAll(
      kind === 'key' ? /(?<=[{,])"[^"]*"(?=:)/g : /(?<=[:[,])("(?:[^"\\]|\\.)*"|[\w.-]+)(?=[,}\]])/g,
    ),
  ];
  const place = places[at % places.length];
  if (place === undefined) return bytes;
  const put = kind === 'key' ? JSON.stringify(by) : String(by);
  return bytesOf(content.slice(0, place.index) + put + content.slice(place.index + place[0].length));
}

/** Whether everything lies inside the limits of the pages. */
function isInside({ network, ntp, mqtt, dtu, device, inverters }: Sections): boolean {
  return [
    NetworkConfigSchema.safeParse(network),
    NtpConfigSchema.safeParse(ntp),
    DtuConfigSchema.safeParse(dtu),
    MqttConfigSchema.safeParse(mqtt),
    MqttUpdateSchema.safeParse(mqtt),
    ...inverters.inverter.map((inverter) => InverterEditSchema.safeParse(inverter)),
    { success: byteLength(device.profile) <= 63 && device.display.contrast <= 100 },
  ].every(({ success }) => success);
}

describe('a backup with mistakes', () => {
  it('is refused in a sentence with nothing changed, or taken and inside of all limits (400 of them)', async () => {
    const outcomes = { taken: 0, refused: 0 };
    const good = [originalBackup(), withChange(({ inverters }) => inverters.splice(3))].map(bytesOf);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        async (index, mutations) => {
          const bench = await openConfigBench();
          const before = sectionsOf(bench.settings);
          const operations = bench.disk.operations.length;
          const error: unknown = await bench
            .restore(mutations.reduce(mutated, good[index] ?? bytesOf('')))
            .then(
              () => undefined,
              (thrown: unknown) => thrown,
            );
          const written = bench.disk.operations.length - operations;
          const after = await bench.afterRestart();
          if (error === undefined) {
            outcomes.taken++;
            expect(isInside(after)).toBe(true);
            expect(after.security.password_hash).toMatch(/^\$scrypt\$/);
          } else {
            outcomes.refused++;
            expect(error).toBeInstanceOf(UnfitFileError);
            expect(String(error)).toMatch(/^Error: The [^\n]+\.$/);
            expect(written).toBe(0);
            expect(after).toEqual(before);
          }
          expect(({} as Record<string, unknown>).serial).toBeUndefined();
        },
      ),
      { numRuns: 400, seed: 20_221_107, endOnFailure: true },
    );
    expect(outcomes.taken).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(50);
  }, 60_000);
});
