import {
  BODY_SCHEMAS,
  DEFAULT_ADMIN_PASSWORD,
  ENDPOINTS,
  type PostName,
  RESULT_CODES,
  readLenientJson,
  readSerial,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advanceUntil } from './advance-until.ts';
import { login, send } from './http-client.ts';
import {
  createTestPlatform,
  openTestSettings,
  startTestGateway,
  temporaryFolder,
} from './start-test-gateway.ts';

/** What each POST takes; every value is JSON text, so that it can be spelt in ways that no writer would. */
const MQTT = {
  ...{ mqtt_enabled: 'true', mqtt_hostname: '"127.0.0.1"', mqtt_port: '9', mqtt_username: '""' },
  ...{ mqtt_password: '"geheim"', mqtt_topic: '"solar/"', mqtt_retain: 'true', mqtt_tls: 'false' },
  ...{ mqtt_root_ca_cert: '""', mqtt_lwt_topic: '"dtu/status"', mqtt_lwt_online: '"on"' },
  ...{ mqtt_lwt_offline: '"off"', mqtt_publish_interval: '5', mqtt_hass_enabled: 'false' },
  ...{ mqtt_hass_expire: 'true', mqtt_hass_retain: 'true', mqtt_hass_topic: '"homeassistant/"' },
  ...{ mqtt_hass_individualpanels: 'false' },
};

const GOOD: { readonly [N in PostName]: Readonly<Record<string, string>> } = {
  setLimit: { serial: '"114181234567"', limit_value: '50', limit_type: '1' },
  setPower: { serial: '"114181234567"', power: 'true', restart: 'false' },
  addInverter: { serial: '114181234567', name: '"Roof"' },
  editInverter: {
    id: '1',
    serial: '"116180400144"',
    name: '"Roof"',
    channel: '[{"name":"East","max_power":400},{"name":"","max_power":"0"}]',
  },
  deleteInverter: { id: '2' },
  setNetworkConfig: {
    ...{ ipaddress: '"0.0.0.0"', netmask: '"255.255.255.0"', gateway: '"10.0.0.1"' },
    ...{ dns1: '"10.0.0.1"', dns2: '"0.0.0.0"', dhcp: 'true' },
    ...{ hostname: '"OpenDTU-%06X"', ssid: '"Home"', password: '"abc"' },
  },
  setNtpConfig: { ntp_server: '"pool.ntp.org"', ntp_timezone: '"UTC0"', ntp_timezone_descr: '"Etc/UTC"' },
  setTime: { year: '2026', month: '6', day: '21', hour: '12', minute: '0', second: '"30"' },
  setMqttConfig: MQTT,
  testMqttConnection: MQTT,
  setDtuConfig: { dtu_serial: '"199980112345"', dtu_pollinterval: '5', dtu_palevel: '0' },
  setDeviceConfig: {
    curPin: '{"name":"Default"}',
    display: '{"power_safe":true,"screensaver":false,"show_logo":true,"contrast":"60"}',
  },
  setSecurityConfig: { password: '"geheim genug"', allow_readonly: 'true' },
  deleteConfig: { delete: 'false' },
  reboot: { reboot: 'true' },
};

const ODD_VALUES = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1.9',
    '255',
    '65536',
    '4294967296',
    '9007199254740993',
    '1e999',
    '-1e999',
  ],
  ...[
    'NaN',
    'undefined',
    '+5',
    '.5',
    '5.',
    '1e-999',
    '12345678901234567890',
    '[]',
    '{}',
    '[[[[[[[[[1]]]]]]]]]',
  ],
  ...['""', '" "', '"0"', '"-1"', '"1e3"', '"NaN"', '"12345678901234567890"', '"11418123456a"', '"0x10"'],
  ...[
    '"\\ud800"',
    '"\\u0000"',
    '"a\0b"',
    '"\\u202eabc"',
    '"\u2028"',
    '"\\n\\r\\u001b[31m"',
    "'<script>'",
    '"{max}"',
  ],
  ...[
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"toString":1,"valueOf":2,"toJSON":3}',
  ],
  ...[`"${'ü'.repeat(16)}"`, `"${'x'.repeat(5000)}"`, '['.repeat(30_000), '['.repeat(900), '[null]', '[{}]'],
  ...['[{"name":null,"max_power":1e999}]', `[${'{},'.repeat(9)}{}]`],
];
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'x',
  '"\\u0000"',
  "''",
  '"__proto__"',
  '"serial"',
  '"id"',
];

type Member = readonly [key: string, value: string];
type Mutation = (members: readonly Member[]) => readonly Member[];

const oddValue = fc.constantFrom(...ODD_VALUES);
const place = fc.nat({ max: 7 });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 1,
    arbitrary: place.map(
      (at): Mutation =>
        (members) =>
          members.filter((_, index) => index !== at),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(place, oddValue).map(
      ([at, odd]): Mutation =>
        (members) =>
          members.map(([key, value], index) => [key, index === at % members.length ? odd : value]),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...ODD_KEYS), oddValue).map(
      ([key, odd]): Mutation =>
        (members) => [...members, [key, odd]],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, oddValue).map(
      ([at, odd]): Mutation =>
        (members) => [...members, [members[at % members.length]?.[0] ?? 'x', odd]],
    ),
  },
);

const posts = fc
  .tuple(
    fc.constantFrom(...(Object.keys(GOOD) as PostName[])),
    fc.array(mutation, { minLength: 1, maxLength: 3 }),
  )
  .map(([name, mutations]) => {
    const good: readonly Member[] = Object.entries(GOOD[name]);
    const members = mutations.reduce((mutated, mutate) => mutate(mutated), good);
    return { name, data: `{${members.map(([key, value]) => `${key}:${value}`).join(',')}}` };
  })
  .filter(({ name, data }) => name !== 'deleteConfig' || !isDeletion(data));

/** After a factory reset nothing else is saved; it has tests of its own. */
function isDeletion(data: string): boolean {
  const json = readLenientJson(data);
  return json.ok && BODY_SCHEMAS.deleteConfig.safeParse(json.value).data?.delete === true;
}

/** It takes 6 s where nothing else runs; other suites run beside it. */
const FUZZ_TIMEOUT_MS = 60_000;

it(
  '800 odd orders are answered from the catalogue, and what is kept of them can be read',
  async () => {
    const dataFolder = await temporaryFolder();
    const gateway = await startTestGateway({ dataFolder });
    const { port, logLines } = gateway;
    const codes: readonly unknown[] = Object.values(RESULT_CODES).map(({ code }) => code);
    let password: string = DEFAULT_ADMIN_PASSWORD;
    const answered = new Map<unknown, number>();
    expect(Object.keys(GOOD).sort()).toEqual(
      Object.entries(ENDPOINTS)
        .filter(([, { method }]) => method === 'POST')
        .map(([name]) => name)
        .sort(),
    );
    await fc.assert(
      fc.asyncProperty(posts, async ({ name, data }) => {
        const headers = { ...login(password), 'content-type': 'multipart/form-data; boundary=B' };
        const body = `--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n--B--\r\n`;
        const { status, text } = await send(port, ENDPOINTS[name].path, { method: 'POST', headers, body });
        expect(status).toBe(200);
        const { code } = JSON.parse(text);
        expect(codes).toContain(code);
        answered.set(code, (answered.get(code) ?? 0) + 1);
        // What was accepted as a password is one: the next order comes with it.
        if (name === 'setSecurityConfig' && code === 1001) password = passwordAfter(data, password);
        expect(({} as Record<string, unknown>).x).toBeUndefined();
      }),
      { numRuns: 800, seed: 20_221_110, endOnFailure: true },
    );
    // The fuzz reaches behind the first checks, and into each of them.
    for (const code of [
      ...[1001, 1003, 1004, 1005, 2001, 2002, 2003, 4001, 4002, 4004, 4005, 4006, 4007, 4008, 5001, 5002],
      ...[8001, 8002, 8003, 8004, 8005, 9001, 9004, 9005, 9006, 9010, 10001, 11001, 3001, 6001, 6002],
    ]) {
      expect(answered.get(code) ?? 0, `answers of code ${code}`).toBeGreaterThan(0);
    }
    // What was added is polled, what was ordered is sent, and another pin profile makes the gateway restart.
    await gateway.clock.advanceAsync(20_000);
    const authenticate = () => send(port, ENDPOINTS.authenticate.path, { headers: login(password) });
    await advanceUntil(gateway.clock, async () => (await authenticate()).status === 200);
    for (const { method, path } of Object.values(ENDPOINTS)) {
      if (method !== 'GET') continue;
      const { status, text } = await send(port, path, { headers: login(password) });
      expect([path, status]).toEqual([path, 200]);
      if (path !== ENDPOINTS.getPrometheusMetrics.path) JSON.parse(text);
    }
    expect(logLines.filter((line) => /^\S+ error /.test(line) || line.includes('\n'))).toEqual([]);
    const kept = (await inverterList(port, password)).inverter;
    await gateway.gateway.stop();
    const settings = await openTestSettings(createTestPlatform(), dataFolder);
    expect(settings.get('inverters').inverter.map(({ id, serial }) => ({ id, serial }))).toEqual(
      kept.map(({ id, serial }) => ({ id, serial: readSerial(serial) })),
    );
  },
  FUZZ_TIMEOUT_MS,
);

async function inverterList(
  port: number,
  password: string,
): Promise<{ inverter: { id: number; serial: string }[] }> {
  return JSON.parse((await send(port, ENDPOINTS.getInverterList.path, { headers: login(password) })).text);
}

/** The password that counts after this data was accepted. */
function passwordAfter(data: string, before: string): string {
  const json = readLenientJson(data);
  if (!json.ok) throw new Error('what cannot be read was accepted');
  const { password } = BODY_SCHEMAS.setSecurityConfig.parse(json.value);
  return password === SECRET_PLACEHOLDER ? before : password;
}
