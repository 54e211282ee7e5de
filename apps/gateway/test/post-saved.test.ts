import {
  DEFAULT_PINS,
  ENDPOINTS,
  type EndpointName,
  PAGE_HEADER,
  type PostName,
  SECRET_PLACEHOLDER,
} from '@heliograph/contract';
import { storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { toldAs } from '../src/http/answers/told-keys.ts';
import type { SectionName } from '../src/settings/sections.ts';

/** What a good POST leaves behind: in the answer of the GET, byte for byte, and on the disk. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const post = (name: PostName, data: unknown) => postData(gateway.port, ENDPOINTS[name].path, data);
/** What our pages get, without the keys that came after 2023: those have tests of their own. */
async function textOf(name: EndpointName): Promise<string> {
  const headers = { ...login(), [PAGE_HEADER.name]: PAGE_HEADER.value };
  const { text } = await send(gateway.port, ENDPOINTS[name].path, { headers });
  return JSON.stringify(toldAs('2023', name, JSON.parse(text)));
}
const onDisk = (section: SectionName) => storedSection(gateway.dataFolder, section);

async function expectSaved(name: PostName, data: unknown): Promise<void> {
  expect((await post(name, data)).text).toBe('{"type":"success","message":"Settings saved.","code":1001}');
}

/** What is posted over the good values, and what differs from them in the answer (a missing key: not there). */
type Row = readonly [posted: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, unknown>>];

interface SavedCase {
  readonly post: PostName;
  readonly get: EndpointName;
  readonly section: SectionName;
  /** The good values of `POST_CASES` as the GET shows them, keys in the order of the wire. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
}

/** Exactly 32 bytes in 16 characters. */
const UMLAUTS = 'ü'.repeat(16);
const MY_BOARD = { name: 'My board', ...DEFAULT_PINS };
const DISPLAY = { show_logo: false, power_safe: false, screensaver: true, contrast: 30 };
const curPin = (name: unknown): Row => [
  { curPin: { name } },
  { curPin: { ...MY_BOARD, name: String(name) } },
];
const contrast = (sent: unknown, shown: number): Row => [
  { display: { contrast: sent } },
  { display: { show_logo: false, power_safe: false, screensaver: false, contrast: shown } },
];

const CASES: readonly SavedCase[] = [
  {
    post: 'setNetworkConfig',
    get: 'getNetworkConfig',
    section: 'network',
    shown: {
      ...{ hostname: 'Sun-%06X', dhcp: false, ipaddress: '192.168.1.20', netmask: '255.255.255.0' },
      ...{ gateway: '192.168.1.1', dns1: '192.168.1.1', dns2: '9.9.9.9', ssid: 'Home' },
      password: SECRET_PLACEHOLDER,
      ...{ api_generations: 'newest', prometheus_labels: '2023' },
    },
    rows: [
      [{ dhcp: 'false' }, { dhcp: true }],
      [{ dhcp: 0 }, { dhcp: false }],
      [{ dhcp: null }, { dhcp: false }],
      [
        { hostname: 5, ssid: 116_180_400_144 },
        { hostname: '5', ssid: '116180400144' },
      ],
      [{ ssid: null }, { ssid: 'null' }],
      [
        { hostname: UMLAUTS, ssid: UMLAUTS, password: UMLAUTS + UMLAUTS },
        { hostname: UMLAUTS, ssid: UMLAUTS },
      ],
      [{ ssid: '' }, { ssid: '' }],
      [{ password: '' }, { password: '' }],
      [
        { ipaddress: '0.0.0.0', dns2: '255.255.255.255' },
        { ipaddress: '0.0.0.0', dns2: '255.255.255.255' },
      ],
      [{ api_generations: 2023 }, { api_generations: '2023' }],
      [{ prometheus_labels: 'newest' }, { prometheus_labels: 'newest' }],
    ],
  },
  {
    post: 'setNtpConfig',
    get: 'getNtpConfig',
    section: 'ntp',
    shown: {
      ...{ ntp_server: 'time.test', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' },
      ...{ latitude: 48.14, longitude: 11.57 },
    },
    rows: [
      [{ ntp_server: UMLAUTS }, { ntp_server: UMLAUTS }],
      [{ ntp_server: 5 }, { ntp_server: '5' }],
      [
        { ntp_timezone: 'x'.repeat(50), ntp_timezone_descr: 'ü'.repeat(25) },
        { ntp_timezone: 'x'.repeat(50), ntp_timezone_descr: 'ü'.repeat(25) },
      ],
      [
        { latitude: -33.8688, longitude: 151.2093 },
        { latitude: -33.8688, longitude: 151.2093 },
      ],
      [
        { latitude: '90', longitude: '-180' },
        { latitude: 90, longitude: -180 },
      ],
      [
        { latitude: 0, longitude: 0 },
        { latitude: 0, longitude: 0 },
      ],
      [
        { latitude: null, longitude: null },
        { latitude: null, longitude: null },
      ],
    ],
  },
  {
    post: 'setDtuConfig',
    get: 'getDtuConfig',
    section: 'dtu',
    shown: { dtu_serial: '199980112345', dtu_pollinterval: 7, dtu_palevel: 2 },
    rows: [
      [{ dtu_serial: 199_980_112_399 }, { dtu_serial: '199980112399' }],
      [{ dtu_serial: '0007' }, { dtu_serial: '7' }],
      [
        { dtu_pollinterval: '1e3', dtu_palevel: '3.7' },
        { dtu_pollinterval: 1000, dtu_palevel: 3 },
      ],
      [
        { dtu_pollinterval: true, dtu_palevel: null },
        { dtu_pollinterval: 1, dtu_palevel: 0 },
      ],
      [
        { dtu_pollinterval: 86_400, dtu_palevel: -1 },
        { dtu_pollinterval: 86_400, dtu_palevel: 0 },
      ],
    ],
  },
  {
    post: 'setDeviceConfig',
    get: 'getDeviceConfig',
    section: 'device',
    shown: { curPin: MY_BOARD, display: DISPLAY },
    rows: [
      curPin('Default'),
      curPin('x'.repeat(63)),
      curPin('ü'.repeat(31)),
      curPin(5),
      [{ curPin: { name: 'A', nrf24: { clk: 99 } } }, { curPin: { ...MY_BOARD, name: 'A' } }],
      contrast('60', 60),
      contrast(100, 100),
      contrast(101, 100),
      contrast('999', 100),
      contrast(-1, 0),
      contrast(undefined, 0),
      contrast('x', 0),
      [
        { display: { show_logo: 'false', power_safe: 1, screensaver: null, contrast: 1.9 } },
        { display: { show_logo: true, power_safe: true, screensaver: false, contrast: 1 } },
      ],
      [{ display: {} }, { display: { ...DISPLAY, screensaver: false, contrast: 0 } }],
    ],
  },
  {
    post: 'setSecurityConfig',
    get: 'getSecurityConfig',
    section: 'security',
    shown: { password: SECRET_PLACEHOLDER, allow_readonly: true },
    rows: [
      [{ allow_readonly: false }, { allow_readonly: false }],
      [{ allow_readonly: 'false' }, {}],
      [{ allow_readonly: null }, { allow_readonly: false }],
      [{ password: SECRET_PLACEHOLDER, allow_readonly: 1 }, {}],
    ],
  },
];

describe.each(CASES)('$post', ({ post: name, get, section, shown, rows }) => {
  const { good, dataMaxLength } = POST_CASES[name];

  it.each([[{}, {}], ...rows] as const)('with %j', async (posted, change) => {
    await expectSaved(name, { ...good, ...posted });
    expect(await textOf(get)).toBe(JSON.stringify({ ...shown, ...change }));
    const kept = await onDisk(section);
    for (const [key, value] of Object.entries({ ...shown, ...change })) {
      if (key in kept && key !== 'password') expect({ [key]: kept[key] }).toMatchObject({ [key]: value });
    }
  });

  it('takes keys it does not know, up to the last byte, and keeps nothing of them', async () => {
    const text = JSON.stringify({ ...good, unknown: { deep: [1, null, 'ü'] }, [`${name}_x`]: true });
    await expectSaved(name, text + ' '.repeat(dataMaxLength - Buffer.byteLength(text)));
    expect(await textOf(get)).toBe(JSON.stringify(shown));
    expect(JSON.stringify(await onDisk(section))).not.toMatch(/unknown|_x"/);
  });
});

describe('the place of the plant', () => {
  it('stays where a program does not send one, and goes with null', async () => {
    const { good } = POST_CASES.setNtpConfig;
    const { latitude, longitude, ...time } = good;
    await expectSaved('setNtpConfig', good);
    await expectSaved('setNtpConfig', { ...time, ntp_server: 'other.test' });
    expect(JSON.parse(await textOf('getNtpConfig'))).toEqual({ ...good, ntp_server: 'other.test' });
    expect(await onDisk('ntp')).toMatchObject({ latitude, longitude });
    await expectSaved('setNtpConfig', { ...good, latitude: null, longitude: null });
    expect(await onDisk('ntp')).toMatchObject({ latitude: null, longitude: null });
  });

  it('is told to the admin alone, in the settings, their changes and the backups', async () => {
    const { good } = POST_CASES.setNtpConfig;
    await expectSaved('setNtpConfig', good);
    const told: string[] = [];
    for (const { method, path } of Object.values(ENDPOINTS)) {
      if (method !== 'GET') continue;
      for (const [who, headers] of Object.entries({ admin: login(), anybody: {} })) {
        const { text } = await send(gateway.port, path, { headers });
        if (/latitude|longitude|48\.14|11\.57/.test(text)) told.push(`${who} ${path}`);
      }
    }
    expect(told).toEqual([
      'admin /api/ntp/config',
      'admin /api/config/get',
      'admin /api/file/get',
      'admin /api/heliograph/changes',
      'admin /api/heliograph/backup',
      'admin /api/heliograph/support-bundle',
    ]);
  });
});

describe('the device settings', () => {
  it('keep the half that is not sent', async () => {
    const name = 'setDeviceConfig';
    await expectSaved(name, POST_CASES[name].good);
    await expectSaved(name, { curPin: { name: 'Another' } });
    const another = { ...MY_BOARD, name: 'Another' };
    expect(JSON.parse(await textOf('getDeviceConfig'))).toEqual({ curPin: another, display: DISPLAY });
    await expectSaved(name, { display: { ...DISPLAY, contrast: 31 } });
    const display = { ...DISPLAY, contrast: 31 };
    expect(JSON.parse(await textOf('getDeviceConfig'))).toEqual({ curPin: another, display });
    expect(await onDisk('device')).toMatchObject({ profile: 'Another', display });
  });
});

describe('the clock', () => {
  const { good } = POST_CASES.setTime;
  it.each([
    [{}, good],
    [
      { month: '2', day: '31' },
      { ...good, month: 3, day: 3 },
    ],
    [
      { year: '2022', month: 1, day: true, hour: 'x', minute: null, second: -1 },
      { year: 2022, month: 1, day: 1 },
    ],
    [
      { year: 2100, month: 12, day: 31, hour: 23, minute: 59, second: 59.9 },
      { year: 2100, second: 59 },
    ],
  ])('set to %j', async (change, shown) => {
    const { text } = await post('setTime', { ...good, ...change, unknown: 1 });
    expect(text).toBe('{"type":"success","message":"The clock was set.","code":9010}');
    const time = await textOf('getTime');
    expect(Object.keys(JSON.parse(time))).toEqual(['ntp_status', ...Object.keys(good)]);
    expect(JSON.parse(time)).toMatchObject({ ntp_status: true, ...shown });
  });
});

it('keeps each address that may write over Modbus once', async () => {
  const writers = ['192.168.4.20', 'fd00::1', 'FD00::1', '192.168.4.20'];
  await expectSaved('setModbusSettings', { ...POST_CASES.setModbusSettings.good, writers });
  expect(JSON.parse(await textOf('getModbusSettings')).writers).toEqual(['192.168.4.20', 'fd00::1']);
});
