import type { Exchange } from '../answer.ts';
import { ask } from '../ask.ts';
import { login, PASSWORD } from '../callers.ts';
import { askStatus } from './reading.ts';
import { dataForm, FORM, type Recorder, recordPlant, untilRead } from './recorder.ts';

type Body = Readonly<Record<string, unknown>>;

interface PostCase {
  readonly path: string;
  readonly good: Body;
  /** Keys and values of theirs, each put into a good body by itself. */
  readonly others?: Readonly<Record<string, readonly unknown[]>>;
  /** Bodies of another shape. */
  readonly bodies?: readonly Body[];
  /** What is asked after a good one was taken. */
  readonly after?: readonly string[];
}

const UNREACHABLE = '114182730124';
const x = (count: number) => 'x'.repeat(count);
const NUMBERS = [0, -1, 1.5, '7', 'x', null, true];

const MQTT = {
  ...{ mqtt_enabled: false, mqtt_hostname: 'broker.test', mqtt_port: 1883, mqtt_username: 'roof' },
  ...{ mqtt_password: 'geheim', mqtt_topic: 'solar/', mqtt_retain: true, mqtt_tls: false },
  ...{ mqtt_root_ca_cert: '', mqtt_lwt_topic: 'dtu/status', mqtt_lwt_online: 'on', mqtt_lwt_offline: 'off' },
  ...{ mqtt_publish_interval: 5, mqtt_hass_enabled: true, mqtt_hass_expire: true, mqtt_hass_retain: true },
  ...{ mqtt_hass_topic: 'homeassistant/', mqtt_hass_individualpanels: false },
};
const MQTT_OTHERS = {
  mqtt_hostname: ['', x(128), x(129)],
  mqtt_username: ['', x(65)],
  mqtt_password: ['', x(65)],
  mqtt_topic: ['', 'solar', 'so lar/', '#/', x(33)],
  mqtt_port: [...NUMBERS, 65_535, 65_536],
  mqtt_root_ca_cert: ['no certificate', x(2561)],
  mqtt_lwt_topic: ['', 'dtu status', x(33)],
  mqtt_lwt_online: ['', x(21)],
  mqtt_lwt_offline: ['', x(21)],
  mqtt_publish_interval: [...NUMBERS, 4, 86_400, 86_401],
  mqtt_hass_topic: ['', 'home assistant/', x(33)],
};

/** In an order in which the later ones do not depend on what the earlier ones have changed. */
const CASES: readonly PostCase[] = [
  {
    path: '/api/limit/config',
    good: { serial: UNREACHABLE, limit_value: 60, limit_type: 1 },
    others: {
      serial: ['0', 0, null, 'abc', '', '114100000000', 114_182_730_124],
      limit_value: [...NUMBERS, 2, 1500, 1501, 2250, 55.5, '55.5'],
      limit_type: [0, 256, 257, 2, 3, 4, 5, 258, 'x', null],
    },
  },
  {
    path: '/api/power/config',
    good: { serial: UNREACHABLE, power: false },
    others: { serial: ['0', 'abc', '114100000000'], power: [true, 'true', 1, null] },
    bodies: [
      { serial: UNREACHABLE, restart: true },
      { serial: UNREACHABLE, restart: false },
      { serial: UNREACHABLE, power: true, restart: true },
      { serial: UNREACHABLE },
    ],
  },
  {
    path: '/api/inverter/add',
    good: { serial: '116100000001', name: 'Nordseite ☀' },
    others: { serial: ['0', 0, 'abc', '', null, '116100000001'], name: ['', x(31), x(32), 'ü'.repeat(16)] },
    after: ['/api/inverter/list'],
  },
  {
    path: '/api/inverter/edit',
    good: { id: 3, serial: '116100000001', name: 'Nord', channel: [{ name: 'Ost', max_power: 400 }] },
    others: {
      id: [10, -1, 'x', null, '3'],
      serial: ['0', 'abc', '112174506011'],
      name: ['', x(32)],
      channel: [[], [{}], [{}, {}, {}, {}, {}], null, [{ name: x(32), max_power: 1 }], [{ max_power: -1 }]],
    },
    after: ['/api/inverter/list'],
  },
  {
    path: '/api/inverter/del',
    good: { id: 3 },
    others: { id: [10, -1, 'x', null, 9] },
    after: ['/api/inverter/list'],
  },
  {
    path: '/api/network/config',
    good: {
      ...{ hostname: 'Sun-%06X', dhcp: false, ipaddress: '192.168.1.20', netmask: '255.255.255.0' },
      ...{ gateway: '192.168.1.1', dns1: '192.168.1.1', dns2: '9.9.9.9', ssid: 'Home', password: 'geheim' },
    },
    others: {
      ...{ ipaddress: ['300.1.1.1', '', null], netmask: ['x'], gateway: ['1.2.3'], dns1: ['::1'] },
      ...{ dns2: [''], hostname: ['', x(32), x(33)], ssid: ['', x(33)], password: ['', x(65)] },
      dhcp: ['true', 1, null],
    },
    after: ['/api/network/config', '/api/network/status'],
  },
  {
    path: '/api/ntp/config',
    good: {
      ntp_server: 'time.test',
      ntp_timezone: 'EST5EDT,M3.2.0,M11.1.0',
      ntp_timezone_descr: 'America/New_York',
    },
    others: {
      ...{ ntp_server: ['', x(32), x(33)], ntp_timezone: ['', 'no rule', x(51)] },
      ntp_timezone_descr: ['', x(51)],
    },
    after: ['/api/ntp/config', '/api/ntp/status'],
  },
  {
    path: '/api/ntp/time',
    good: { year: 2026, month: 6, day: 21, hour: 12, minute: 30, second: 15 },
    others: {
      ...{ year: [2021, 2101, 'x', null], month: [0, 13], day: [0, 31, 32], hour: [24, -1] },
      ...{ minute: [60], second: [60] },
    },
    after: ['/api/ntp/time'],
  },
  {
    path: '/api/mqtt/config',
    good: MQTT,
    others: MQTT_OTHERS,
    after: ['/api/mqtt/config', '/api/mqtt/status'],
  },
  {
    path: '/api/mqtt/config',
    good: { ...MQTT, mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: 1 },
    others: MQTT_OTHERS,
    after: ['/api/mqtt/config'],
  },
  {
    path: '/api/heliograph/mqtt-trial',
    good: { ...MQTT, mqtt_hostname: '127.0.0.1', mqtt_port: 1 },
    others: { mqtt_hostname: ['', x(129)], mqtt_topic: ['solar'] },
  },
  {
    path: '/api/dtu/config',
    good: { dtu_serial: '199980298765', dtu_pollinterval: 7, dtu_palevel: 2 },
    others: {
      dtu_serial: ['0', 'abc', '', null, '200000000000'],
      dtu_pollinterval: [...NUMBERS, 86_400, 86_401],
      dtu_palevel: [-1, 4, '3', 'x', null],
    },
    after: ['/api/dtu/config'],
  },
  {
    path: '/api/device/config',
    good: { display: { power_safe: false, screensaver: true, show_logo: false, contrast: 30 } },
    bodies: [
      { curPin: { name: '' } },
      { curPin: { name: x(64) } },
      { curPin: {} },
      { display: { contrast: 101 } },
      { display: null },
      {},
    ],
    after: ['/api/device/config'],
  },
  {
    path: '/api/security/config',
    good: { password: '••••••••', allow_readonly: true },
    others: { password: ['', x(7), x(65), null, 'ü'.repeat(33)], allow_readonly: ['x', null, 1] },
    after: ['/api/security/config'],
  },
  { path: '/api/config/delete', good: { delete: false }, bodies: [{}, { delete: null }] },
  { path: '/api/maintenance/reboot', good: { reboot: false }, bodies: [{}, { reboot: null }] },
];

/** Every POST with what it takes and what it refuses. One of the inverters never answers. */
export function recordPosts(checkout: string): Promise<readonly Exchange[]> {
  return recordPlant({ checkout, scenario: 'unreachable' }, async (recorder) => {
    await untilRead(recorder, { answering: 2, silent: 1 });
    recorder.enter('unreachable');
    await askStatus(recorder);
    recorder.enter('posts');
    for (const postCase of CASES) await postAll(recorder, postCase);
    await fillSlots(recorder);
    await postBadBodies(recorder);
  });
}

async function postAll(recorder: Recorder, { path, good, others = {}, bodies = [], after = [] }: PostCase) {
  const isOn = good.mqtt_enabled === true ? ' with MQTT on' : '';
  for (const [key, values] of Object.entries(others)) {
    const { [key]: _, ...without } = good;
    await recorder.post(path, without, { words: `without ${key}${isOn}` });
    for (const value of values) {
      await recorder.post(path, { ...good, [key]: value }, { words: `${key}=${shown(value)}${isOn}` });
    }
  }
  for (const body of bodies) await recorder.post(path, body, { words: JSON.stringify(body).slice(0, 60) });
  await recorder.post(path, good, { words: `good${isOn}` });
  for (const asked of after)
    recorder.note(`GET ${asked} after ${path}${isOn}`, 'admin', await answerOf(recorder, asked));
}

/** Long texts by their length. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 6)}... (${text.length})`;
}

async function answerOf({ gateway }: Recorder, path: string) {
  return { ...(await ask(gateway.url, path, { headers: login(PASSWORD) })) };
}

async function fillSlots(recorder: Recorder): Promise<void> {
  const path = '/api/inverter/add';
  for (let number = 3; number <= 10; number += 1) {
    const data = { serial: String(116_100_000_010 + number), name: `Inverter ${number}` };
    await recorder.post(path, data, { words: `number ${number + 1}` });
  }
}

const BAD_BODIES: readonly (readonly [words: string, type: string | undefined, body: string | undefined])[] =
  [
    ['no body', undefined, undefined],
    ['an empty form', FORM['content-type'], ''],
    ['another field', FORM['content-type'], 'other=1'],
    ['no JSON', FORM['content-type'], 'data={'],
    ['a list', FORM['content-type'], 'data=[]'],
    ['a number', FORM['content-type'], 'data=5'],
    ['a null', FORM['content-type'], 'data=null'],
    ['nested too deep', FORM['content-type'], `data=${'['.repeat(11)}${']'.repeat(11)}`],
    ['too large', FORM['content-type'], dataForm({ x: x(5000) })],
    ['much too large', FORM['content-type'], dataForm({ x: x(70_000) })],
    [
      'JSON alone',
      'application/json',
      JSON.stringify({ dtu_serial: '1', dtu_pollinterval: 5, dtu_palevel: 0 }),
    ],
    [
      'a form in parts',
      'multipart/form-data; boundary=B',
      '--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"x":1}\r\n--B--\r\n',
    ],
    [
      'a form in parts, cut short',
      'multipart/form-data; boundary=B',
      '--B\r\nContent-Disposition: form-data; na',
    ],
    ['text', 'text/plain', 'data={"x":1}'],
  ];

async function postBadBodies({ gateway, note }: Recorder): Promise<void> {
  for (const path of [
    '/api/dtu/config',
    '/api/mqtt/config',
    '/api/device/config',
    '/api/maintenance/reboot',
  ]) {
    for (const [words, type, body] of BAD_BODIES) {
      const headers = { ...login(PASSWORD), ...(type !== undefined && { 'content-type': type }) };
      const answer = await ask(gateway.url, path, { method: 'POST', headers, body });
      note(`POST ${path} ${words}`, 'admin', { ...answer });
    }
  }
}
