import { isDeepStrictEqual } from 'node:util';
import {
  API_GENERATIONS,
  byteLength,
  CONFIG_FILE,
  LOG_MODULES,
  MqttUpdateSchema,
  PROMETHEUS_LABELS,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import {
  bytesOf,
  type ConfigTestbed,
  openConfigTestbed,
  sectionsOf,
} from '@heliograph/testbed/gateway/config-testbed.ts';
import { originalBackup, withChange } from '@heliograph/testbed/gateway/original-backup.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnfitFileError } from '../../apps/gateway/src/config-files/file-part.ts';
import type { Sections } from '../../apps/gateway/src/settings/sections.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { mutatedJson } from '../tools/input/mutate-json.ts';
import { openPostTarget } from '../tools/input/post-target.ts';
import { outsideOfSections } from '../tools/input/settings-ranges.ts';

/** Backups at random. Source: docs/reference/original-device.md#configuration-files. */

const row = openRow('B6');
const timeout = row.scale(120_000, 900_000);

const text = (max: number, min = 0) =>
  fc
    .string({ unit: 'grapheme', maxLength: max })
    .filter((value) => byteLength(value) >= min && byteLength(value) <= max && value !== SECRET_PLACEHOLDER);
const address = fc.ipV4();
const digits = fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n }).map(String);
const flag = fc.boolean();
const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true }).map((value) => value + 0); // no -0 in JSON
const place = fc.oneof(fc.tuple(degrees(90), degrees(180)), fc.constant([null, null] as const));
const string = fc.record({ name: text(31), max_power: fc.nat(65_535) });
const slot = fc.record({
  ...{ id: fc.nat(9), serial: digits, name: text(31, 1) },
  channel: fc.array(string, { minLength: 4, maxLength: 4 }),
});

const changes = fc.record({
  network: fc.record({
    ...{ ssid: text(32), password: text(64), hostname: text(32, 1), dhcp: flag, ipaddress: address },
    ...{ netmask: address, gateway: address, dns1: address, dns2: address },
    api_generations: fc.constantFrom(...API_GENERATIONS),
    prometheus_labels: fc.constantFrom(...PROMETHEUS_LABELS),
  }),
  ntp: fc
    .record({ ntp_server: text(32, 1), ntp_timezone: text(50, 1), ntp_timezone_descr: text(50, 1), place })
    .map(({ place: [latitude, longitude], ...ntp }) => ({ ...ntp, latitude, longitude })),
  mqtt: fc
    .record({
      ...{ mqtt_enabled: flag, mqtt_hostname: text(128), mqtt_port: fc.integer({ min: 1, max: 65_535 }) },
      ...{ mqtt_username: text(64), mqtt_password: text(64), mqtt_topic: text(32), mqtt_retain: flag },
      ...{ mqtt_tls: flag, mqtt_root_ca_cert: text(2560), mqtt_lwt_topic: text(32) },
      ...{ mqtt_lwt_online: text(20), mqtt_lwt_offline: text(20) },
      mqtt_publish_interval: fc.integer({ min: 1, max: 86_400 }),
      ...{ mqtt_hass_enabled: flag, mqtt_hass_expire: flag, mqtt_hass_retain: flag },
      ...{ mqtt_hass_topic: text(32), mqtt_hass_individualpanels: flag },
      ...{ mqtt_clientid: text(64), mqtt_tls_cert_login: flag, mqtt_client_cert: text(2560) },
      ...{ mqtt_client_key: text(2560), mqtt_lwt_qos: fc.nat(2), mqtt_clean_session: flag },
    })
    // What cannot be switched on is off.
    .map((mqtt) => (MqttUpdateSchema.safeParse(mqtt).success ? mqtt : { ...mqtt, mqtt_enabled: false })),
  dtu: fc.record({
    ...{ dtu_serial: digits, dtu_pollinterval: fc.integer({ min: 1, max: 86_400 }) },
    dtu_palevel: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
  }),
  device: fc.record({
    profile: text(63),
    display: fc.record({
      ...{ show_logo: flag, power_safe: flag, screensaver: flag, contrast: fc.nat(100) },
      ...{ rotation: fc.nat(3), locale: fc.constantFrom('de', 'en', 'fr', 'pl') },
      ...{ diagramduration: fc.nat(), diagrammode: fc.nat(2) },
    }),
    log: fc.record({
      default: fc.nat(5),
      modules: fc.uniqueArray(fc.record({ name: fc.constantFrom(...LOG_MODULES), level: fc.nat(5) }), {
        selector: ({ name }) => name,
      }),
    }),
    led: fc.array(fc.record({ brightness: fc.nat(100) }), { minLength: 2, maxLength: 2 }),
  }),
  inverters: fc.record({
    inverter: fc
      .uniqueArray(slot, { maxLength: 10, selector: ({ id }) => id })
      .map((slots) => slots.toSorted((one, other) => one.id - other.id)),
  }),
});

describe('our own backup', { timeout }, () => {
  it('of any settings comes back as it was', async () => {
    const count = row.scale(10, 500);
    let same = 0;
    const property = fc.asyncProperty(changes, flag, async (changed, allow_readonly) => {
      const { settings, disk } = await openConfigTestbed();
      const security = { ...settings.get('security'), allow_readonly };
      const {
        accounts,
        sources,
        history,
        plant,
        limits,
        rule,
        meter,
        modbus,
        alerts,
        passkeys,
        signin,
        timeseries,
        radio,
      } = sectionsOf(settings);
      const wanted: Sections = {
        ...{ ...changed, security, accounts, sources, history, plant, limits, rule, meter, modbus, alerts },
        ...{ passkeys, signin, radio, timeseries },
      };
      await settings.replaceAll(() => wanted);
      const one = await openConfigTestbed(disk);
      expect(sectionsOf(one.settings)).toEqual(wanted);
      const other = await openConfigTestbed();
      await other.restore(await one.backup());
      expect(await other.afterRestart()).toEqual(wanted);
      same += 1;
    });
    await fc.assert(property, { numRuns: count, seed: row.seed, endOnFailure: true });
    row.figure({ what: 'backups that come back as they were', value: same, goal: { exactly: count } });
  });
});

/**
 * As the original wrote it before its strings had names. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
function olderBackup() {
  const { inverters, ...others } = originalBackup();
  const channels = [400, 0, 65_535, 1];
  const older = inverters.map(({ serial, name }) => ({ serial, name, channels }));
  return { ...others, cfg: { version: 0x00011600, save_count: 3 }, inverters: older };
}

const GOOD = [originalBackup(), withChange(({ inverters }) => inverters.splice(3)), olderBackup()];
const TYPE_ERROR = /^Error: The [^\n]+\.$/;

/** A good backup with mistakes, as bytes; now and then one byte is another one, so that it may be no UTF-8. */
const mutatedBackup = fc
  .tuple(
    fc.oneof(...GOOD.map(mutatedJson)),
    fc.option(fc.tuple(fc.noBias(fc.nat()), fc.nat(255)), { freq: 8 }),
  )
  .map(([json, byte]) => {
    const bytes = bytesOf(json);
    if (byte !== null && bytes.length > 0) bytes[byte[0] % bytes.length] = byte[1];
    return bytes;
  });

/** Looked at each time, however few the others are. */
const FIXED = [
  withChange(({ device }) => Object.assign(device, { pinmapping: 'x'.repeat(64) })),
  withChange(({ mqtt }) => Object.assign(mqtt, { hostname: 'ü'.repeat(65), enabled: false })),
  withChange(({ ntp }) => Object.assign(ntp, { server: '😀'.repeat(9) })),
  withChange(({ mqtt }) => Object.assign(mqtt, { username: 'half \ud83d' })),
].map((backup): [Uint8Array] => [bytesOf(backup)]);

const HASH_COSTS = [0, 1, 2, 7, 13, 15, 16, 99].flatMap((ln) =>
  [0, 1, 8, 9].flatMap((r) => [0, 1, 3, 4].map((p) => `ln=${ln},r=${r},p=${p}`)),
);

/** What came of mutated backups; of those that were taken, what is outside of the ranges of the product. */
interface Outcome {
  taken: number;
  refused: number;
  readonly outside: string[];
  /** Refusals that are none of ours, or that changed something. */
  readonly badRefusals: string[];
}

/** What the next start finds outside of the ranges, or does not take. */
async function outsideAfterRestart(disk: ConfigTestbed['disk']): Promise<readonly string[]> {
  const { settings, logLines } = await openConfigTestbed(disk);
  const after = sectionsOf(settings);
  const isHash = after.security.password_hash.startsWith('$scrypt$');
  return [
    ...outsideOfSections(after),
    ...logLines.filter((line) => / (warn|error) /.test(line)),
    ...(isHash ? [] : ['password_hash']),
  ];
}

async function restoreMutated(count: number): Promise<Outcome> {
  const outcome: Outcome = { taken: 0, refused: 0, outside: [], badRefusals: [] };
  const property = fc.asyncProperty(mutatedBackup, async (bytes) => {
    const testbed = await openConfigTestbed();
    const before = sectionsOf(testbed.settings);
    const steps = testbed.disk.operations.length;
    const error: unknown = await testbed.restore(bytes).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const isUntouched = testbed.disk.operations.length === steps;
    const text = new TextDecoder().decode(bytes.subarray(0, 500));
    if (error === undefined) {
      outcome.taken += 1;
      outcome.outside.push(...(await outsideAfterRestart(testbed.disk)).map((what) => `${what} of ${text}`));
      return;
    }
    outcome.refused += 1;
    const isOurs = error instanceof Error && error.constructor.name === UnfitFileError.name;
    const isSame = isUntouched && JSON.stringify(sectionsOf(testbed.settings)) === JSON.stringify(before);
    if (!isOurs || !isSame || !TYPE_ERROR.test(String(error))) {
      outcome.badRefusals.push(`${String(error)} to ${text}`);
    }
  });
  await fc.assert(property, { numRuns: count, seed: row.seed, examples: FIXED, endOnFailure: true });
  return outcome;
}

describe('a backup with mistakes', { timeout }, () => {
  it('is refused in a sentence with nothing changed, or taken and inside of all ranges', async () => {
    const count = row.scale(100, 3000);
    const { taken, refused, outside, badRefusals } = await restoreMutated(count);
    row.figure({ what: 'mutated backups', value: taken + refused, goal: { exactly: count } });
    row.figure({
      ...{ what: 'refusals without a reason of ours, or that changed something', value: badRefusals.length },
      goal: { exactly: 0 },
    });
    row.figure({
      ...{ what: 'taken backups that left something outside of its range', value: outside.length },
      goal: { exactly: 0 },
    });
    row.figure({ what: 'mutated backups that were taken', value: taken, goal: { atLeast: count / 20 } });
    row.figure({ what: 'mutated backups that were refused', value: refused, goal: { atLeast: count / 10 } });
    expect([...badRefusals, ...outside]).toEqual([]);
    expect(({} as Record<string, unknown>).serial).toBeUndefined();
  });

  it('is taken, or refused in a sentence, whatever its hash of the password says it costs', async () => {
    const bad: string[] = [];
    let tried = 0;
    for (const cost of HASH_COSTS) {
      const testbed = await openConfigTestbed();
      const password_hash = `$scrypt$${cost}$${'A'.repeat(22)}$${'B'.repeat(43)}`;
      const bytes = bytesOf(withChange(({ security }) => Object.assign(security, { password_hash })));
      const said = await testbed.restore(bytes).then(() => '', String);
      if (said !== '' && !TYPE_ERROR.test(said)) bad.push(`${cost}: ${said}`);
      tried += 1;
    }
    row.figure({ what: 'costs of hashes in backups', value: tried, goal: { atLeast: 100 } });
    row.figure({ what: 'of them refused without a reason', value: bad.length, goal: { exactly: 0 } });
    expect(bad).toEqual([]);
  });

  it('does not make the gateway restart when it is refused, however large it is', async () => {
    let target = await openPostTarget();
    const restarted: string[] = [];
    let refused = 0;
    async function send(bytes: Uint8Array): Promise<void> {
      const before = { settings: target.settings(), steps: target.diskSteps() };
      const query = `?file=${CONFIG_FILE}`;
      const { status, text } = await upload(target.port, 'restoreConfig', formOf([configPart(bytes)]), {
        query,
      });
      const after = { settings: target.settings(), steps: target.diskSteps() };
      if (status === 200) {
        expect([text, target.restarts()]).toEqual(['OK', 1]);
        await target.close(); // nothing is saved any more before the restart
        target = await openPostTarget();
        return;
      }
      refused += 1;
      expect([status, text]).toEqual([500, expect.stringMatching(/^The .+\.$/)]);
      if (target.restarts() > 0 || !isDeepStrictEqual(after, before)) restarted.push(text);
    }
    try {
      const count = row.scale(12, 300);
      await fc.assert(fc.asyncProperty(mutatedBackup, send), { numRuns: count, seed: row.seed });
      await send(Buffer.alloc(row.scale(1_000_000, 10_000_000), JSON.stringify(originalBackup())));
      row.figure({
        what: 'uploads of backups that were refused',
        value: refused,
        goal: { atLeast: count / 3 },
      });
      row.figure({
        ...{ what: 'refused uploads that changed something or asked for a restart', value: restarted.length },
        goal: { exactly: 0 },
      });
      expect(restarted).toEqual([]);
    } finally {
      await target.close();
    }
  });

  it.each([
    ['taken backups that left something outside of its range', 'outside', 'textLimits'],
    ['refusals without a reason of ours, or that changed something', 'badRefusals', 'jsonFiles'],
  ] as const)('would be missed: %s', async (what, kind, seam) => {
    const value = (await without([seam], () => restoreMutated(30)))[kind].length;
    row.counterProof({ what, without: SEAMS[seam], value, goal: { exactly: 0 } });
  });
});
