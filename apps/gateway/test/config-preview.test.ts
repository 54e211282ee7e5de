import {
  CONFIG_FILE,
  ENDPOINTS,
  PIN_PROFILE_FILE,
  previewRestore,
  type ReceivedAdjustment,
  type RestoreAdjustment,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import { restarts, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { bytesOf, openConfigTestbed } from '@heliograph/testbed/gateway/config-testbed.ts';
import {
  originalBackup,
  SERIALS,
  withChange,
  withLaterKeys,
} from '@heliograph/testbed/gateway/original-backup.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { jsonOf, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** What a restore would not keep as it is in the file, told before it is done. */

/** One of each reason. */
const ODD = withChange((backup) => {
  Object.assign(backup.mqtt, {
    port: 99_999_999,
    publish_invterval: 0,
    password: 'ü'.repeat(40),
    topic: 'a b/',
  });
  Object.assign(backup.dtu, { poll_interval: 0, pa_level: 7, serial: 0x1999801234ab });
  Object.assign(backup.wifi, { ssid: 'x'.repeat(40), hostname: '', password: SECRET_PLACEHOLDER });
  Object.assign(backup.ntp, { timezone_descr: null, server: 'a\ud800b', latitude: 148.1, longitude: 11.6 });
  Object.assign(backup.device.display, { contrast: 255 });
  Object.assign(backup.inverters[0] ?? {}, { name: '' });
  Object.assign(backup.inverters[1] ?? {}, { serial: 0x1161_ffff_ffff });
  Object.assign(backup.inverters[2]?.channel[3] ?? {}, { max_power: 70_000 });
});

const previewed = async (content: unknown) => {
  const testbed = await openConfigTestbed();
  return (await testbed.configFiles.preview(CONFIG_FILE, bytesOf(content))).adjustments;
};

describe('the preview of a restore', () => {
  it('names every value that is not kept as it is, with what is kept and why', async () => {
    const told = await previewed(ODD);
    const row = (path: string, from: unknown, to: unknown, reason: string) => ({
      ...{ path, from, to, reason },
      hidden: false,
    });
    const hidden = (path: string, reason: string) => ({ ...row(path, null, null, reason), hidden: true });
    expect(told).toEqual([
      row('wifi.ssid', 'x'.repeat(40), 'x'.repeat(32), 'too-long'),
      row('wifi.hostname', '', 'OpenDTU-%06X', 'not-set'),
      hidden('wifi.password', 'current-kept'),
      row('ntp.server', 'a\ud800b', 'a\ufffdb', 'broken-character'),
      row('ntp.timezone_descr', null, 'Europe/Berlin', 'missing'),
      row('ntp.latitude', 148.1, null, 'no-place'),
      row('ntp.longitude', 11.6, null, 'no-place'),
      row('mqtt.port', 99_999_999, 65_535, 'above-maximum'),
      hidden('mqtt.password', 'too-long'),
      row('mqtt.publish_invterval', 0, 5, 'not-set'),
      {
        ...row('mqtt.enabled', true, false, 'mqtt-switched-off'),
        cause: expect.objectContaining({ code: 7005 }),
      },
      row('dtu.pa_level', 7, 3, 'above-maximum'),
      row('dtu.serial', '1999801234ab', null, 'current-kept'),
      row('dtu.poll_interval', 0, 1, 'below-minimum'),
      row('device.display.contrast', 255, 100, 'above-maximum'),
      row('inverters.0.name', '', SERIALS[0], 'no-name'),
      row('inverters.1.serial', '1161ffffffff', null, 'no-serial'),
      row('inverters.2.channel.3.max_power', 70_000, 65_535, 'above-maximum'),
    ]);
  });

  it('is empty for what is kept as it is', async () => {
    expect(await previewed(originalBackup())).toEqual([]);
    const testbed = await openConfigTestbed();
    expect(await previewed(await testbed.backup())).toEqual([]);
    const profiles = bytesOf([{ name: 'Board', nrf24: { clk: 14 } }]);
    expect(await testbed.configFiles.preview(PIN_PROFILE_FILE, profiles)).toEqual({ adjustments: [] });
  });

  it('tells what the restore then does: each value is as told, all others are as in the file', async () => {
    const testbed = await openConfigTestbed();
    const { adjustments } = await testbed.configFiles.preview(CONFIG_FILE, bytesOf(ODD));
    await testbed.restore(ODD);
    const kept = JSON.parse(await (await openConfigTestbed(testbed.disk)).backup());
    const expected = structuredClone(JSON.parse(JSON.stringify(ODD)));
    for (const adjustment of adjustments) apply(expected, adjustment, kept);
    const { cfg: _, security: __, heliograph: _____, ...others } = kept; // what only our own backups have stays
    const { cfg: ___, security: ____, ...meant } = expected;
    expect(others).toEqual(withLaterKeys(meant));
  });

  it('refuses what the restore refuses, in the same words', async () => {
    for (const content of ['{', [], { ...originalBackup(), inverters: Array(11).fill({}) }]) {
      const [one, other] = [await openConfigTestbed(), await openConfigTestbed()];
      const bytes = bytesOf(content);
      const said = await one.configFiles.preview(CONFIG_FILE, bytes).catch((error: Error) => error);
      const done = await other.restore(bytes).catch((error: Error) => error);
      expect(said).toBeInstanceOf(Error);
      expect(said).toEqual(done);
    }
  });
});

/** Puts what is told into what was sent; what is not told is as the gateway has it. */
function apply(expected: object, { path, to, hidden, reason }: RestoreAdjustment, kept: object): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  if (reason === 'no-serial') {
    // The whole inverter is left out.
    const { inverters } = expected as { inverters: unknown[] };
    inverters[Number(steps[1])] = (kept as typeof expected & { inverters: unknown[] }).inverters[
      Number(steps[1])
    ];
    return;
  }
  const partOf = (tree: object) => steps.reduce((part, step) => Reflect.get(part, step) as object, tree);
  if (reason === 'no-place') {
    Reflect.deleteProperty(partOf(expected), last); // as in a backup without a place
    return;
  }
  const isAsSet = hidden || reason === 'current-kept';
  Reflect.set(partOf(expected), last, isAsSet ? Reflect.get(partOf(kept), last) : to);
}

describe('the preview over HTTP', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });
  const ask = (content: unknown, { query = `?file=${CONFIG_FILE}`, headers = login() } = {}) =>
    upload(gateway.port, 'previewRestore', formOf([configPart(bytesOf(content))]), { query, headers });

  it('answers JSON, changes nothing and restarts nothing', async () => {
    const before = await settingsOf(gateway);
    const answer = await ask(ODD);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    const read = previewRestore.read(jsonOf(answer)) as readonly ReceivedAdjustment[];
    expect(read.map(({ path }) => path)).toContain('mqtt.port');
    expect(read).toHaveLength(18);
    expect(await settingsOf(gateway)).toEqual(before);
    expect(await restarts(gateway)).toBe(false);
  });

  it('never tells a password or a certificate, neither of the file nor of the gateway', async () => {
    const secret = 'very-secret-'.repeat(400);
    const { text } = await ask(
      withChange((backup) => {
        for (const part of [backup.wifi, backup.mqtt]) part.password = secret;
        backup.mqtt.tls.root_ca_cert = secret;
      }),
    );
    expect(JSON.parse(text).adjustments).toHaveLength(3);
    expect(text).not.toContain('secret');
  });

  it('is for the admin, and names why a file cannot be restored', async () => {
    expect((await ask(ODD, { headers: login('wrong password') })).status).toBe(401);
    const refused = await ask('{"cfg":{"version":71424},"mqtt":{"port":18');
    expect([refused.status, refused.headers['x-heliograph-refusal']]).toEqual([500, 'cut-short']);
    expect(refused.text).toBe('The file is not JSON; it may be damaged or incomplete.');
    const { status } = await send(gateway.port, ENDPOINTS.getDtuConfig.path, { headers: login() });
    expect(status).toBe(200);
  });
});
