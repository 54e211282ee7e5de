import { DEFAULT_ADMIN_PASSWORD, type PostName } from '@heliograph/contract';
import { NO_TIME_SERVER } from './platform.ts';

type Body = Readonly<Record<string, unknown>>;

/** A field, values of it that are refused, and the answer: a code with its numbers, or a message that has no code. */
export type Refused = readonly [
  key: string,
  bad: readonly unknown[],
  answer: number | string,
  param?: Readonly<Record<string, number>>,
];

/** What a POST takes and what it refuses. */
export interface PostCase {
  readonly good: Body;
  /** Keys without which it is 1005. */
  readonly required: readonly string[];
  /** Bytes that `data` may have. */
  readonly dataMaxLength: 1024 | 3072 | 10_240 | 61_440;
  /** In the order in which the fields are looked at. */
  readonly refused: readonly Refused[];
}

/** Texts that are `bytes + 1` bytes long, in one, two and four bytes a character. */
const tooLong = (bytes: number) => [
  'x'.repeat(bytes + 1),
  `${'x'.repeat((bytes + 1) % 2)}${'ü'.repeat((bytes + 1) / 2)}`,
  `${'x'.repeat((bytes + 1) % 4)}${'😀'.repeat((bytes + 1) / 4)}`,
];
/** No numbers, and numbers that do not fit into 32 bits: read as 0. */
const ZEROS = [0, '0', null, -1, 'x', '5x', '', {}, [], false, 4_294_967_296, '0x10', 0.9];
/** Neither numbers nor null: 0 degrees would be a place. */
const NO_DEGREES = ['x', '5x', '', '48°', {}, [], true, false, '1e999'];
const ADDRESSES = ['300.1.1.1', '1.2.3', '1.2.3.', '1.2.3.4.5', '1.2.3.-4', ' 1.2.3.4', '1.2.3.4\n', ''];
const NO_ADDRESSES = [...ADDRESSES, 'localhost', '::1', '0x1.2.3.4', null, true, 16_843_009, {}, []];

/** With wildcards and control characters nobody can publish to it. */
const NO_TOPICS = ['so lar/', ' /', 'so+lar/', '#/', 'a\u0000/', 'a\n/'];
const MQTT_GOOD = {
  ...{ mqtt_enabled: true, mqtt_hostname: 'broker.invalid', mqtt_port: 1883, mqtt_username: 'roof' },
  ...{ mqtt_password: 'geheim', mqtt_topic: 'solar/', mqtt_retain: true, mqtt_tls: false },
  ...{ mqtt_root_ca_cert: '', mqtt_lwt_topic: 'dtu/status', mqtt_lwt_online: 'on', mqtt_lwt_offline: 'off' },
  ...{ mqtt_publish_interval: 5, mqtt_hass_enabled: true, mqtt_hass_expire: true, mqtt_hass_retain: true },
  ...{ mqtt_hass_topic: 'homeassistant/', mqtt_hass_individualpanels: false },
  ...{ mqtt_clientid: 'roof', mqtt_tls_cert_login: false, mqtt_client_cert: '', mqtt_client_key: 'key' },
  ...{ mqtt_lwt_qos: 1, mqtt_clean_session: false },
};
/** What programs of 2023 do not send stays as it is. */
const MQTT_NEWER = ['clientid', 'tls_cert_login', 'client_cert', 'client_key', 'lwt_qos', 'clean_session'];
const MQTT_OPTIONAL = ['root_ca_cert', ...MQTT_NEWER].map((name) => `mqtt_${name}`);
/** Where nothing listens: a save answers with what it found out. */
const SOURCE_GOOD = {
  ...{ id: '', name: 'Barn', enabled: true, https: false, host: '127.0.0.1', port: 1, path: '' },
  ...{ user: 'admin', password: 'geheim' },
  certificate: 'A1:'.repeat(31).concat('B2'),
};
/** Nobody is asked: what each kind needs is in the tests of the meter. */
const METER_GOOD = {
  ...{ kind: 'none', topic: 'house/meter', value: 'ENERGY.Power', http_preset: 'own', modbus_preset: 'sdm' },
  ...{ https: false, host: '127.0.0.1', port: 1, path: '/meter?id=0', user: 'admin', password: 'geheim' },
  ...{ interval: 5, unit: 3, factor: 1000, inverted: true },
};
const SIGN_IN = {
  proxy: { addresses: ['10.0.0.2'], user_header: 'Remote-User', secret: 's'.repeat(43), strangers: 'viewer' },
  openid: {
    ...{ enabled: true, issuer: 'https://id.example', client_id: 'heliograph', client_secret: 'geheim' },
    ...{ name: 'Our login', public_address: 'https://solar.example/pv', user_claim: 'preferred_username' },
    ...{ groups_claim: 'groups', strangers: 'refused' },
    roles: (['viewer', 'operator', 'admin'] as const).map((role) => ({ group: role, role })),
  },
};
const withOpenId = (openid: object) => ({ ...SIGN_IN.openid, ...openid });
const withProxy = (proxy: object) => ({ ...SIGN_IN.proxy, ...proxy });
/** Read as 0, they would count. */
const NO_NUMBERS = ['', 'x', null, {}, true, '20', [20]];
/** What originals would take for true or false. */
const NO_FLAGS = ['false', 'yes', 0, 1, null, [], {}];
const NO_WATTS = [-1, 60.5, 1e10, 2 ** 32, ...NO_NUMBERS];
const TIMESERIES_GOOD = {
  ...{ enabled: false, address: 'http://127.0.0.1:9/write', site: 'Home', login: 'none' },
  ...{ user: '', secret: '', interval: 10, fleet: false },
};

const TIMESERIES_CASE: PostCase = {
  good: TIMESERIES_GOOD,
  required: Object.keys(TIMESERIES_GOOD),
  dataMaxLength: 3072,
  refused: [
    ['enabled', NO_FLAGS, 1005],
    ['fleet', NO_FLAGS, 1005],
    ['login', ['digest', 7, null], 1005],
    ...['address', 'site', 'user', 'secret'].map((key): Refused => [key, [7, null, {}, true], 1005]),
    ['interval', [0, 3601, 1.5, ...NO_NUMBERS], 23_005, { min: 1, max: 3600 }],
    ['address', tooLong(512), 23_004, { max: 512 }],
    ['site', tooLong(64), 23_004, { max: 64 }],
    ['user', tooLong(128), 23_004, { max: 128 }],
    ['secret', tooLong(512), 23_004, { max: 512 }],
    ['address', ['x', 'ftp://a', 'http://a:b@c', 'http://a b', 'http://a/#x', 'http://a:0'], 23_001],
    ['site', ['a\nb', 'a\\'], 23_002],
    ['user', ['a\r\nb'], 23_003],
    ['secret', ['a\r\nb'], 23_003],
  ],
};

const RULE_CASE: PostCase = {
  good: { target: 'plant', meter_power: -800, hysteresis: 20, margin: 20, safe_power: 200 },
  required: ['target', 'meter_power', 'hysteresis', 'margin', 'safe_power'],
  dataMaxLength: 1024,
  refused: [
    ['target', ['', 'a b', 'x'.repeat(17)], 19_005],
    ['meter_power', [-50_001, 50_001, 1e10, ...NO_NUMBERS], 19_101, { min: -50_000, max: 50_000 }],
    ['hysteresis', [0, 4, 1001, -20, 1e10, ...NO_NUMBERS], 19_102, { min: 5, max: 1000 }],
    ['margin', [0, 4, 101, -20, ...NO_NUMBERS], 19_103, { min: 5, max: 100 }],
    ['safe_power', [10_000_001, ...NO_WATTS], 19_110, { min: 0, max: 10_000_000 }],
  ],
};
const METER_CASE: PostCase = {
  good: METER_GOOD,
  required: Object.keys(METER_GOOD),
  dataMaxLength: 1024,
  refused: [
    ['kind', ['', 'gas', null, 1], 1005],
    ['https', NO_FLAGS, 1005],
    ['inverted', NO_FLAGS, 1005],
    ['topic', [5, null], 1005],
    ['path', [5, null], 1005],
    ['http_preset', ['', 'fritz', null], 1005],
    ['modbus_preset', ['', 'rtu', null], 1005],
    ['topic', [...tooLong(255), 'house/+', '#', 'a\u0000'], 19_204, { max: 255 }],
    ['value', tooLong(255), 13004],
    ['host', ['a b', 'http://meter', 'meter/x', 'x'.repeat(254), '999.1.1.1'], 13_002],
    ['port', [...ZEROS, '80', 1.5], 13003, { min: 1, max: 65_535 }],
    ['path', ['meter', '/a b', '/ü', ...tooLong(255)], 13004],
    ['user', tooLong(64), 13005, { max: 64 }],
    ['user', ['a:b'], 13006],
    ['password', tooLong(64), 13007, { max: 64 }],
    ['interval', [0, 61, -2, 1e10, ...NO_NUMBERS], 19_201, { min: 1, max: 60 }],
    ['unit', [0, 248, -1, 1e10, ...NO_NUMBERS], 19_202, { min: 1, max: 247 }],
    ['factor', [0, 0.0009, 1000.1, -1, 1e10, ...NO_NUMBERS], 19_203, { min: 0.001, max: 1000 }],
  ],
};
const SOURCE_CASE: PostCase = {
  good: SOURCE_GOOD,
  required: Object.keys(SOURCE_GOOD).filter((key) => key !== 'certificate'),
  dataMaxLength: 1024,
  refused: [
    ['name', tooLong(32), 13_001, { max: 32 }],
    ['host', ['', 'a b', 'http://barn', 'barn/x', 'a@b', 'x'.repeat(254), '-a', 'a..b', '[::1]'], 13_002],
    ['port', [...ZEROS, 65_536], 13_003, { min: 1, max: 65_535 }],
    ['path', ['roof', '/', '/roof/', '/a//b', '/a?b', '/a b', '/..', '/a/../b'], 13_004],
    ['user', tooLong(64), 13_005, { max: 64 }],
    ['user', ['a:b'], 13_006],
    ['password', tooLong(64), 13_007, { max: 64 }],
    ['certificate', ['A1', 'a1:'.repeat(31).concat('b2'), `${SOURCE_GOOD.certificate}:C3`], 13_012],
  ],
};
const MQTT_CASE: PostCase = {
  good: MQTT_GOOD,
  required: Object.keys(MQTT_GOOD).filter((key) => !MQTT_OPTIONAL.includes(key)),
  dataMaxLength: 10_240,
  refused: [
    ['mqtt_hostname', ['', ...tooLong(128)], 7001, { max: 128 }],
    ['mqtt_username', tooLong(64), 7002, { max: 64 }],
    ['mqtt_password', tooLong(64), 7003, { max: 64 }],
    ['mqtt_topic', tooLong(32), 7004, { max: 32 }],
    ['mqtt_topic', NO_TOPICS, 7005],
    ['mqtt_topic', ['', 'solar', '/solar'], 7006],
    ['mqtt_port', [...ZEROS, 65_536], 7007],
    ['mqtt_root_ca_cert', tooLong(2560), 7008, { max: 2560 }],
    ['mqtt_lwt_topic', tooLong(32), 7009, { max: 32 }],
    ['mqtt_lwt_topic', NO_TOPICS, 7010],
    ['mqtt_lwt_online', tooLong(20), 7011, { max: 20 }],
    ['mqtt_lwt_offline', tooLong(20), 7012, { max: 20 }],
    ['mqtt_publish_interval', [...ZEROS, 4, '4', 86_401], 7013, { min: 5, max: 86_400 }],
    ['mqtt_hass_topic', tooLong(32), 7014, { max: 32 }],
    ['mqtt_hass_topic', NO_TOPICS, 7015],
    ['mqtt_lwt_qos', [3, '3', 255, 256, 258], 7016, { max: 2 }],
    ['mqtt_clientid', tooLong(64), 7017, { max: 64 }],
    ['mqtt_client_cert', tooLong(2560), 7008, { max: 2560 }],
    ['mqtt_client_key', tooLong(2560), 7008, { max: 2560 }],
  ],
};

/** A group of inverters, good but for what is said. */
const limitGroup = (other: Readonly<Record<string, unknown>>) => ({
  ...{ id: 'a', name: 'x', cap: 0, members: [{ serial: '11111111', min_power: 0, max_power: 0 }] },
  ...other,
});
/** A row of the schedule, in the same way. */
const limitRow = (other: Readonly<Record<string, unknown>>) => ({
  ...{ enabled: true, target: 'plant', watts: 600, days: 127 },
  ...{ from: 'clock', from_minutes: 0, to: 'clock', to_minutes: 60, ...other },
});

/**
 * Every POST of the contract. Source: docs/reference/original-device.md#limit, #power, #inverter-settings, #network,
 * #time, #mqtt-settings, #device-settings-and-pins, #security, docs/decisions/0014-refusals-without-a-code.md and
 * docs/decisions/0022-lengths.md.
 */
const ALERT_CHANNEL = {
  ...{ id: 'hook', name: 'Hook', kind: 'webhook', enabled: false, severity: 'note' },
  ...{ address: 'http://127.0.0.1:9/', port: 465, security: 'tls', user: '', secret: '', target: '' },
  ...{ sender: '', template: 'Roof: {title}' },
};
const ALERTS = {
  rules: {
    ...{ silent: true, weak: true, dead: true, order: true, order_minutes: 30, event: true },
    ...{ restarts: true, restart_count: 5, voltage: true, voltage_min: 207, voltage_max: 253 },
    ...{ frequency: true, frequency_deviation: 0.5, device: true, device_minutes: 15, updated: true },
    ...{ meter: true, meter_minutes: 10, disk: true, disk_percent: 5, backup: true },
  },
  ...{ channels: [ALERT_CHANNEL], quiet_from: 1320, quiet_to: 420, max_a_day: 6, solved: true },
  ...{ language: 'en', summary: 'off', summary_minutes: 1260 },
};

export const POST_CASES: { readonly [N in PostName]: PostCase } = {
  setLimit: {
    good: { serial: '112174506011', limit_value: 50, limit_type: 1 },
    required: ['serial', 'limit_value', 'limit_type'],
    dataMaxLength: 1024,
    refused: [
      ['serial', ['0', 0, null, 'abc', '11217450601a', ''], 5001],
      ['limit_value', [...ZEROS, 1501], 5002, { max: 1500 }],
      ['limit_type', [4, 255, 258, 65_535], 5003],
      ['serial', ['114100000000'], 5004],
    ],
  },
  setPower: {
    good: { serial: '112174506011', power: true },
    required: ['serial', 'power'],
    dataMaxLength: 1024,
    refused: [
      ['serial', ['0', 0, null, 'abc', ''], 11_001],
      ['serial', ['114100000000'], 11_002],
    ],
  },
  addInverter: {
    good: { serial: '114100000001', name: 'New' },
    required: ['serial', 'name'],
    dataMaxLength: 1024,
    refused: [
      ['serial', ['0', 0, null, 'abc', ''], 4001],
      ['name', ['', ...tooLong(31)], 4002, { max: 31 }],
    ],
  },
  editInverter: {
    good: { id: 1, serial: '114182730124', name: 'Roof', channel: [{ name: 'East', max_power: 400 }] },
    required: ['id', 'serial', 'name', 'channel'],
    dataMaxLength: 3072,
    refused: [
      ['id', [10, -1, null, 'x', 256], 4005],
      ['serial', ['0', 0, null, 'abc', ''], 4001],
      ['name', ['', ...tooLong(31)], 4002, { max: 31 }],
      ['channel', [[], [{}, {}, {}, {}, {}], null, {}, 'x'], 4006],
    ],
  },
  deleteInverter: {
    good: { id: 9 },
    required: ['id'],
    dataMaxLength: 1024,
    refused: [['id', [10, -1, null, 'x', 256], 4005]],
  },
  setNetworkConfig: {
    good: {
      ...{ hostname: 'Sun-%06X', dhcp: false, ipaddress: '192.168.1.20', netmask: '255.255.255.0' },
      ...{ gateway: '192.168.1.1', dns1: '192.168.1.1', dns2: '9.9.9.9', ssid: 'Home', password: 'geheim' },
      ...{ api_generations: 'newest', prometheus_labels: '2023' },
    },
    required: [
      ...['ssid', 'password', 'hostname', 'dhcp', 'ipaddress', 'netmask', 'gateway', 'dns1', 'dns2'],
    ],
    dataMaxLength: 1024,
    refused: [
      ['ipaddress', NO_ADDRESSES, 8001],
      ['netmask', NO_ADDRESSES, 8002],
      ['gateway', NO_ADDRESSES, 8003],
      ['dns1', NO_ADDRESSES, 8004],
      ['dns2', NO_ADDRESSES, 8005],
      ['hostname', ['', ...tooLong(32)], 'The host name must be 1 to 32 bytes long.'],
      ['ssid', tooLong(32), 'The SSID must not be longer than 32 bytes.'],
      ['password', tooLong(64), 'The network password must not be longer than 64 bytes.'],
      ['api_generations', ['', '2024', 2023.5, null, true, 'Both'], 8101],
      ['prometheus_labels', ['', '2024', 2023.5, null, true, 'both'], 8102],
    ],
  },
  setNtpConfig: {
    good: {
      ...{ ntp_server: 'time.test', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' },
      ...{ latitude: 48.14, longitude: 11.57 },
    },
    required: ['ntp_server', 'ntp_timezone', 'ntp_timezone_descr'],
    dataMaxLength: 1024,
    refused: [
      ['ntp_server', ['', ...tooLong(32)], 9001, { max: 32 }],
      ['ntp_timezone', ['', ...tooLong(50)], 9002, { max: 50 }],
      ['ntp_timezone_descr', ['', ...tooLong(50)], 9003, { max: 50 }],
      ['latitude', [90.001, -91, '90,1', ...NO_DEGREES], 9011, { min: -90, max: 90 }],
      ['longitude', [180.001, -181, '1e3', ...NO_DEGREES], 9012, { min: -180, max: 180 }],
      ['longitude', [null], 9013],
    ],
  },
  testTimeServer: {
    good: { ntp_server: NO_TIME_SERVER },
    required: ['ntp_server'],
    dataMaxLength: 1024,
    refused: [['ntp_server', ['', ...tooLong(32)], 9001, { max: 32 }]],
  },
  setTime: {
    good: { year: 2026, month: 6, day: 21, hour: 12, minute: 30, second: 15 },
    required: ['year', 'month', 'day', 'hour', 'minute', 'second'],
    dataMaxLength: 1024,
    refused: [
      ['year', [...ZEROS, 2021, '2021', 2101, 67_562], 9004, { min: 2022, max: 2100 }],
      ['month', [...ZEROS, 13], 9005, { min: 1, max: 12 }],
      ['day', [...ZEROS, 32], 9006, { min: 1, max: 31 }],
      ['hour', [24, '24', 256], 9007, { min: 0, max: 23 }],
      ['minute', [60, 256], 9008, { min: 0, max: 59 }],
      ['second', [60, '60', '6e1'], 9009, { min: 0, max: 59 }],
    ],
  },
  setMqttConfig: MQTT_CASE,
  testMqttConnection: MQTT_CASE,
  setDtuConfig: {
    good: { dtu_serial: '199980112345', dtu_pollinterval: 7, dtu_palevel: 2 },
    required: ['dtu_serial', 'dtu_pollinterval', 'dtu_palevel'],
    dataMaxLength: 1024,
    refused: [
      ['dtu_serial', ['0', 0, null, 'abc', '19998011234a', '', {}], 2001],
      ['dtu_pollinterval', [...ZEROS, 86_401], 2002],
      ['dtu_palevel', [4, '4', 256, 65_536], 2003],
    ],
  },
  setDeviceConfig: {
    good: {
      curPin: { name: 'My board' },
      display: { power_safe: false, screensaver: true, show_logo: false, contrast: '30' },
    },
    required: [],
    dataMaxLength: 3072,
    refused: [
      ['curPin', [{}, { nrf24: {} }, null, 'x', 5, [], { Name: 'x' }], 1005],
      ['curPin', ['', ...tooLong(63)].map((name) => ({ name })), 12_001, { max: 63 }],
    ],
  },
  setSecurityConfig: {
    good: { password: 'openDTU42', allow_readonly: true },
    required: ['password', 'allow_readonly'],
    dataMaxLength: 1024,
    refused: [
      [
        'password',
        ['', 'x'.repeat(7), 'üüü', '😀', null, true, 1_234_567, {}, ...tooLong(64)],
        10_001,
        { max: 64 },
      ],
    ],
  },
  deleteConfig: { good: { delete: true }, required: ['delete'], dataMaxLength: 1024, refused: [] },
  setInverterOrder: {
    good: { order: [2, 0, 1] },
    required: ['order'],
    dataMaxLength: 1024,
    refused: [['order', [null, 'x', 1, {}, true], 1005]],
  },
  deleteFile: { good: { file: 'config.json' }, required: ['file'], dataMaxLength: 1024, refused: [] },
  deleteAllFiles: { good: { delete: true }, required: ['delete'], dataMaxLength: 1024, refused: [] },
  reboot: { good: { reboot: true }, required: ['reboot'], dataMaxLength: 3072, refused: [] },
  saveSource: SOURCE_CASE,
  removeSource: { good: { id: '0badcafe' }, required: ['id'], dataMaxLength: 1024, refused: [] },
  testSource: SOURCE_CASE,
  renameSourceInverter: {
    good: {
      ...{ source: '0badcafe', serial: '114182730124', name: 'Roof', on_device: false },
      channel: [{ name: 'East', max_power: 400 }],
    },
    required: ['source', 'serial', 'name', 'channel', 'on_device'],
    dataMaxLength: 1024,
    refused: [
      ['serial', ['0', 0, null, 'abc', ''], 4001],
      ['name', tooLong(31), 4002, { max: 31 }],
      ['channel', [[{}, {}, {}, {}, {}, {}, {}], null, 'x'], 4006],
    ],
  },
  setSourcePolling: {
    good: { stagger_polls: true },
    required: ['stagger_polls'],
    dataMaxLength: 1024,
    refused: [],
  },
  setSourceDocument: {
    good: { source: '0badcafe', document: 'dtu', settings: { dtu_pollinterval: 5 } },
    required: ['source', 'document', 'settings'],
    dataMaxLength: 10_240,
    refused: [
      ['document', ['', 'firmware', null, 1], 1005],
      ['settings', ['', null, 1], 1005],
    ],
  },
  rebootSource: {
    good: { source: '0badcafe', reboot: true },
    required: ['source', 'reboot'],
    dataMaxLength: 1024,
    refused: [],
  },
  setHistorySettings: {
    good: {
      ...{ raw_days: 7, minute_days: 90, write_interval: 60 },
      ...{ import_price: 0.3, feed_in_price: 0.0811, currency: 'EUR' },
    },
    required: ['raw_days', 'minute_days', 'write_interval', 'import_price', 'feed_in_price', 'currency'],
    dataMaxLength: 1024,
    refused: [
      ['raw_days', [0, 61, null, 'x'], 14001, { min: 1, max: 60 }],
      ['minute_days', [6, 3661, null], 14002, { min: 7, max: 3660 }],
      ['write_interval', [9, 901, null], 14003, { min: 10, max: 900 }],
      ['import_price', [-0.01, 100_001], 14008, { min: 0, max: 100_000 }],
      ['feed_in_price', [-1, '100000.1'], 14008, { min: 0, max: 100_000 }],
      ['currency', ['', 'eur', 'EURO', '€', null], 14009],
    ],
  },
  setLogConfig: {
    good: { loglevel: { default: 4, modules: [{ name: 'radio', level: 2 }] } },
    required: ['loglevel'],
    dataMaxLength: 1024,
    refused: [],
  },
  importHistory: {
    good: { days: [{ date: '2026-06-21', energy: 4210 }] },
    required: ['days'],
    dataMaxLength: 10_240,
    refused: [
      ['days', [[], Array.from({ length: 81 }, () => ({ date: '2026-06-21', energy: 1 })), null, 'x'], 14004],
      ['days', [[{ date: '2026-06-21', energy: 2_000_000_001 }]], 14005, { min: 0, max: 2_000_000_000 }],
      ['days', [[{ date: '21.6.2026', energy: 1 }], [{ date: '', energy: 1 }]], 14015],
      ['days', [[{}]], 1005],
    ],
  },
  takeImportBack: { good: { id: 1 }, required: ['id'], dataMaxLength: 1024, refused: [] },
  replaceInHistory: {
    good: { old_serial: '116182831004', new_serial: '114182730124' },
    required: ['old_serial', 'new_serial'],
    dataMaxLength: 1024,
    refused: [
      ['old_serial', ['0', '', null], 4001],
      ['new_serial', ['0', 'nothing', 0], 4001],
    ],
  },
  setFinding: {
    good: { id: '114182730124-1-1784500000', known: true },
    required: ['id', 'known'],
    dataMaxLength: 1024,
    refused: [['known', ['yes', null, 2], 1005]],
  },
  setLimitSettings: {
    good: {
      groups: [
        {
          ...{ id: 'balcony', name: 'Balcony', cap: 800 },
          members: [
            { serial: '114182730124', min_power: 0, max_power: 0 },
            { serial: '116181045303', min_power: 50, max_power: 600 },
          ],
        },
      ],
      schedule: [
        {
          ...{ enabled: true, target: 'plant', watts: 600, days: 31 },
          ...{ from: 'clock', from_minutes: 720, to: 'sunset', to_minutes: 30 },
        },
      ],
    },
    required: ['groups', 'schedule'],
    dataMaxLength: 61_440,
    refused: [
      ['groups', [null, 'x', {}], 1005],
      ['groups', [Array.from({ length: 33 }, () => ({}))], 19_011],
      [
        'groups',
        ['', 'a b', 'x'.repeat(17), 'plant', '114182730124', '__proto__', 'constructor'].map((id) => [
          limitGroup({ id }),
        ]),
        19_009,
      ],
      [
        'groups',
        ['', ' ', 'a\u0000b', 5, ...tooLong(32)].map((name) => [limitGroup({ name })]),
        19_010,
        { max: 32 },
      ],
      [
        'groups',
        [10_000_001, ...NO_WATTS].map((cap) => [limitGroup({ cap })]),
        19_021,
        { min: 0, max: 10_000_000 },
      ],
      ['groups', [[limitGroup({ members: [] })]], 19_012],
      ['groups', [[limitGroup({ members: 'x' })]], 1005],
      ['groups', [[limitGroup({ members: [{ serial: 'x', min_power: 0, max_power: 0 }] })]], 4001],
      [
        'groups',
        [
          ...[2251, ...NO_WATTS].map((watts) => ({ min_power: 0, max_power: watts })),
          ...[2251, ...NO_WATTS].map((watts) => ({ min_power: watts, max_power: 0 })),
        ].map((powers) => [limitGroup({ members: [{ serial: '11111111', ...powers }] })]),
        19_022,
        { min: 0, max: 2250 },
      ],
      ['groups', [[limitGroup({ members: [{ serial: '11111111', min_power: 9, max_power: 8 }] })]], 19_013],
      [
        'groups',
        [[limitGroup({ cap: 8, members: [{ serial: '11111111', min_power: 9, max_power: 0 }] })]],
        19_014,
      ],
      ['groups', [[limitGroup({}), limitGroup({ name: 'y' })]], 19_015],
      [
        'groups',
        [
          [
            limitGroup({
              members: ['11111111', '011111111'].map((serial) => ({ serial, min_power: 0, max_power: 0 })),
            }),
          ],
        ],
        19_015,
      ],
      ['schedule', [null, 'x', {}], 1005],
      ['schedule', [Array.from({ length: 65 }, () => ({}))], 19_016],
      ['schedule', NO_FLAGS.map((enabled) => [limitRow({ enabled })]), 1005],
      [
        'schedule',
        [0, 128, 1.5, '1', true].map((days) => [limitRow({ days })]),
        19_017,
        { min: 1, max: 127 },
      ],
      ['schedule', [[limitRow({ target: '' })], [limitRow({ target: 'a b' })]], 19_005],
      [
        'schedule',
        [10_000_001, ...NO_WATTS].map((watts) => [limitRow({ watts })]),
        ...([19_006, { min: 0, max: 10_000_000 }] as const),
      ],
      [
        'schedule',
        [-721, 1441, 1.5, ...NO_NUMBERS].flatMap((minutes) => [
          [limitRow({ from: 'sunrise', from_minutes: minutes })],
          [limitRow({ to: 'sunset', to_minutes: minutes })],
        ]),
        ...([19_023, { min: -720, max: 1440 }] as const),
      ],
      [
        'schedule',
        [
          [limitRow({ from_minutes: -1 })],
          [limitRow({ from: 'noon' })],
          [limitRow({ from_minutes: 1440 })],
          [limitRow({ to_minutes: 1440 })],
        ],
        19_018,
      ],
      ['groups', [[limitGroup({}), limitGroup({ id: 'b', name: ' x' })]], 19_015],
    ],
  },
  claimLimit: {
    good: { target: 'plant', watts: 400, ends: 'after', seconds: 7200 },
    required: ['target', 'watts', 'ends'],
    dataMaxLength: 1024,
    refused: [
      ['target', ['', 'a b', 'x'.repeat(17)], 19_005],
      ['watts', [10_000_001, ...NO_WATTS], 19_006, { min: 0, max: 10_000_000 }],
      ['ends', ['', 'never', 3], 19_007],
      ['seconds', [0, 59, 60.5, 2_678_401, -60, 1e10, ...NO_NUMBERS], 19_008, { min: 60, max: 2_678_400 }],
    ],
  },
  setRule: RULE_CASE,
  dryRunRule: RULE_CASE,
  armRule: {
    good: { armed: true },
    required: ['armed'],
    dataMaxLength: 1024,
    refused: [['armed', NO_FLAGS, 1005]],
  },
  testFailSafe: {
    good: { test: true },
    required: ['test'],
    dataMaxLength: 1024,
    refused: [['test', NO_FLAGS, 1005]],
  },
  releaseLimit: {
    good: { target: 'plant' },
    required: ['target'],
    dataMaxLength: 1024,
    refused: [['target', ['', 'a b', 'x'.repeat(17), 5, null], 19_005]],
  },
  setMeter: METER_CASE,
  testMeter: METER_CASE,
  endSession: {
    good: { id: 'none-such' },
    required: ['id'],
    dataMaxLength: 1024,
    refused: [['id', ['a b', 'x'.repeat(33), 7, null], 21_002]],
  },
  saveAccount: {
    good: { name: 'Anna', role: 'operator', password: 'Solar 4242', is_new: true },
    required: ['name', 'role', 'password', 'is_new'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', ' a', 'a ', 'a:b', 'a\u0000b', 'a\u2028b', 'x'.repeat(33), 7, null], 21_007],
      ['role', ['', 'root', 'Admin', null, 1], 21_008],
      ['password', ['short', ...tooLong(64), 7, null], 10_001, { max: 64 }],
      ['is_new', NO_FLAGS, 1005],
      // Looked at once everything by itself is good.
      ['name', ['admin', 'Admin', 'ADMIN'], 21_010],
      ['is_new', [false], 21_005],
    ],
  },
  removeAccount: {
    good: { name: 'Anna' },
    required: ['name'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', 'a:b', 7, null], 21_007],
      ['name', ['admin'], 21_010],
      ['name', ['nobody', 'anna'], 21_005],
    ],
  },
  setFirstPassword: {
    good: { code: 'K7PM-3XQW', password: 'a good password' },
    required: ['code', 'password'],
    dataMaxLength: 1024,
    refused: [
      ['code', ['x'.repeat(33), 'K7PM_3XQW!', 7, null], 21_502],
      ['password', ['', 'short', ...tooLong(64), 7, null], 10_001, { max: 64 }],
    ],
  },
  endFirstRun: {
    good: { done: true },
    required: ['done'],
    dataMaxLength: 1024,
    refused: [['done', NO_FLAGS, 1005]],
  },
  setOwnPassword: {
    good: { current_password: DEFAULT_ADMIN_PASSWORD, password: DEFAULT_ADMIN_PASSWORD },
    required: ['current_password', 'password'],
    dataMaxLength: 1024,
    refused: [
      ['password', ['', 'short', ...tooLong(64), 7, null], 10_001, { max: 64 }],
      ['current_password', [...tooLong(64), 7, null], 10_001, { max: 64 }],
      ['current_password', ['', 'opendtu42'], 21_011],
    ],
  },
  createToken: {
    good: { name: 'Home Assistant', role: 'operator' },
    required: ['name', 'role'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', ...tooLong(64), 7, null], 21_018, { max: 64 }],
      ['role', ['', 'root', null, 1], 21_008],
    ],
  },
  endToken: {
    good: { id: 'none-such' },
    required: ['id'],
    dataMaxLength: 1024,
    refused: [['id', ['', 'a b', 'x'.repeat(33), 7, null], 21_016]],
  },
  createShare: {
    good: { name: 'Grandma', page: 'home', valid_for: 86_400 },
    required: ['name', 'page', 'valid_for'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', ...tooLong(64), 7, null], 21_018, { max: 64 }],
      ['page', ['', 'login', 'Home', null, 1], 1005],
      ['valid_for', [59, 366 * 86_400 + 1, 60.5, '60', null], 1005],
    ],
  },
  endShare: {
    good: { id: 'none-such' },
    required: ['id'],
    dataMaxLength: 1024,
    refused: [['id', ['', 'a b', 'x'.repeat(33), 7, null], 21_021]],
  },
  openShare: {
    good: { secret: 'none-such' },
    required: ['secret'],
    dataMaxLength: 1024,
    refused: [['secret', ['', 'a b', 'x'.repeat(65), 7, null], 21_021]],
  },
  beginPasskey: {
    good: { name: 'Phone' },
    required: ['name'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', ...tooLong(64), 7, null], 21_018, { max: 64 }],
      // By an address, which has no passkeys.
      ['name', ['Phone'], 21_061],
    ],
  },
  addPasskey: {
    good: { id: 'AA', client_data: 'e30', attestation: 'AA' },
    required: ['id', 'client_data', 'attestation'],
    dataMaxLength: 10_240,
    refused: [
      ['id', ['', 'a b', 'A=', 'x'.repeat(1365), 7, null], 21_063],
      ['client_data', ['', '+', 'x'.repeat(2049), 7, null], 21_063],
      ['attestation', ['', '/', 'x'.repeat(6001), 7, null], 21_063],
      ['id', ['AA'], 21_061],
    ],
  },
  removePasskey: {
    good: { id: 'none-such' },
    required: ['id'],
    dataMaxLength: 1024,
    refused: [['id', ['', 'a b', 'x'.repeat(33), 7, null], 21_063]],
  },
  removePasskeysOf: {
    good: { name: 'admin' },
    required: ['name'],
    dataMaxLength: 1024,
    refused: [
      ['name', ['', 'a:b', 7, null], 21_007],
      ['name', ['nobody'], 21_005],
      ['name', ['admin'], 21_063],
    ],
  },
  askForPasskey: {
    good: { ask: true },
    required: ['ask'],
    dataMaxLength: 1024,
    refused: [
      ['ask', [false, ...NO_FLAGS], 1005],
      ['ask', [true], 21_061],
    ],
  },
  logInWithPasskey: {
    good: { id: 'AA', client_data: 'e30', authenticator_data: 'AA', signature: 'AA', user_handle: 'AA' },
    required: ['id', 'client_data', 'authenticator_data', 'signature', 'user_handle'],
    dataMaxLength: 10_240,
    refused: [
      ['id', ['', 'a b', 'x'.repeat(1365), 7, null], 21_063],
      ['client_data', ['', '+', 'x'.repeat(2049), 7, null], 21_063],
      ['authenticator_data', ['', '/', 'x'.repeat(2049), 7, null], 21_063],
      ['signature', ['', '=', 'x'.repeat(2049), 7, null], 21_063],
      ['user_handle', ['', 'é', 'x'.repeat(129), 7, null], 21_063],
      ['id', ['AA'], 21_061],
    ],
  },
  setTimeseriesSettings: TIMESERIES_CASE,
  testTimeseries: TIMESERIES_CASE,
  setSignIn: {
    good: SIGN_IN,
    required: ['proxy', 'openid'],
    dataMaxLength: 10_240,
    refused: [
      ['proxy', [null, 1, 'x', [], {}], 1005],
      ['proxy', [withProxy({ addresses: ['x'] }), withProxy({ addresses: ['10.0.0.0/4'] })], 21_101],
      ['proxy', [withProxy({ addresses: Array.from({ length: 17 }, () => '10.0.0.1') })], 21_102],
      [
        'proxy',
        ['', 'a b', 'X_User', 'Cookie', 'X-Forwarded-For'].map((user_header) => withProxy({ user_header })),
        21_103,
      ],
      ['proxy', ['', 'short', `${'x'.repeat(40)} `].map((secret) => withProxy({ secret })), 21_104],
      [
        'openid',
        [null, 1, 'x', [], {}, withOpenId({ enabled: 'yes' }), withOpenId({ strangers: 'admin' })],
        1005,
      ],
      [
        'openid',
        [
          ...[
            '',
            'http://id.example',
            'https://a b',
            'https://id.example/?x',
            'https://u:p@id.example',
            'ftp://x',
          ],
          ...[
            'https://id.example#x',
            'https://id.example:0',
            'javascript:alert(1)',
            `https://${'x'.repeat(300)}`,
          ],
        ].map((issuer) => withOpenId({ issuer })),
        21_105,
      ],
      ['openid', ['', 'x', 'https://a/?b'].map((public_address) => withOpenId({ public_address })), 21_106],
      ['openid', ['', ' ', 'a\nb', 'x'.repeat(257)].map((client_id) => withOpenId({ client_id })), 21_107],
      ['openid', [withOpenId({ roles: [SIGN_IN.openid.roles[0], SIGN_IN.openid.roles[0]] })], 21_108],
      ['openid', [withOpenId({ roles: [{ group: '', role: 'admin' }] })], 21_108],
    ],
  },
  startOpenId: {
    good: { return_url: '/history' },
    required: ['return_url'],
    dataMaxLength: 3072,
    refused: [
      ['return_url', ['a\nb', 'x'.repeat(513), 7, null], 21_111],
      ['return_url', ['/'], 21_109],
    ],
  },
  finishOpenId: {
    good: { code: 'abc', state: 'def', iss: '' },
    required: ['code', 'state', 'iss'],
    dataMaxLength: 3072,
    refused: [
      ['code', ['', 'a b', 'x'.repeat(2049), 7, null], 21_112],
      ['state', ['', 'a b', 'x'.repeat(129), 7, null], 21_111],
      ['iss', ['a b', 'x'.repeat(257), 7, null], 21_112],
      ['code', ['abc'], 21_109],
    ],
  },
  setAlertSettings: {
    good: ALERTS,
    required: Object.keys(ALERTS),
    dataMaxLength: 61_440,
    refused: [
      ['solved', NO_FLAGS, 1005],
      ['language', ['xx', 7, null], 1005],
      ['summary', ['hourly', 7, null], 1005],
      ['channels', [null, 'x', {}], 1005],
      ['rules', [null, 'x', {}], 1005],
      ['rules', [{ ...ALERTS.rules, order_minutes: 1 }], 22_001, { min: 2, max: 1440 }],
      ['rules', [{ ...ALERTS.rules, frequency_deviation: 0 }], 22_001, { min: 0.1, max: 3 }],
      [
        'channels',
        [Array.from({ length: 17 }, (_, index) => ({ ...ALERT_CHANNEL, id: `c${index}` }))],
        22_005,
      ],
      ['quiet_from', [-1, 1440, 1.5, ...NO_NUMBERS], 22_001, { min: 0, max: 1439 }],
      ['quiet_to', [-1, 1440, 1.5, ...NO_NUMBERS], 22_001, { min: 0, max: 1439 }],
      ['max_a_day', [0, 101, 1.5, ...NO_NUMBERS], 22_001, { min: 1, max: 100 }],
      ['summary_minutes', [-1, 1440, 1.5, ...NO_NUMBERS], 22_001, { min: 0, max: 1439 }],
      ['channels', [[ALERT_CHANNEL, ALERT_CHANNEL]], 22_004],
      ['rules', [{ ...ALERTS.rules, voltage_min: 253 }], 22_009],
    ],
  },
  testAlertChannel: {
    good: ALERT_CHANNEL,
    required: Object.keys(ALERT_CHANNEL),
    dataMaxLength: 10_240,
    refused: [
      ['enabled', NO_FLAGS, 1005],
      ['kind', ['sms', 7, null], 1005],
      ['severity', ['high', 7, null], 1005],
      ['security', ['ssl', 7, null], 1005],
      ...['id', 'name', 'address', 'user', 'secret', 'target', 'sender', 'template'].map(
        (key): Refused => [key, [7, null, {}, true], 1005],
      ),
      ['port', [0, 65_536, 1.5, ...NO_NUMBERS], 22_001, { min: 1, max: 65_535 }],
      ['id', ['', 'a b', 'x'.repeat(17)], 22_004],
      ['name', tooLong(32), 22_002, { max: 32 }],
      ['address', tooLong(256), 22_002, { max: 256 }],
      ['user', tooLong(128), 22_002, { max: 128 }],
      ['secret', tooLong(256), 22_002, { max: 256 }],
      ['target', tooLong(256), 22_002, { max: 256 }],
      ['sender', tooLong(256), 22_002, { max: 256 }],
      ['template', tooLong(2048), 22_002, { max: 2048 }],
      ['name', ['', ' ', 'a\nb'], 22_003],
      [
        'address',
        [
          ...['', 'x', 'ftp://a', 'http://', 'http://a:b@c', 'http://a b', 'http://a/#x', 'http://a:0'],
          ...['http://a:65536', 'javascript:alert(1)', 'http://1.2.3', 'http://a\\b', 'http://[1.2.3.4'],
        ],
        22_006,
      ],
      ['user', ['a\r\nb'], 22_003],
      ['secret', ['a\r\nb'], 22_003],
      ['target', ['a\nb'], 22_007],
      ['sender', ['a\nb'], 22_007],
      ['template', ['{', '{"a":{title}}', '[1,]'], 22_008],
    ],
  },
  testAlertRule: {
    good: { rule: 'meter' },
    required: ['rule'],
    dataMaxLength: 1024,
    refused: [['rule', ['', 'moon', 7, null], 1005]],
  },
  setModbusSettings: {
    good: { enabled: false, port: 1502, writers: ['192.168.4.20', 'fd00::/64'], heartbeat: 60 },
    required: ['enabled', 'port', 'writers', 'heartbeat'],
    dataMaxLength: 1024,
    refused: [
      ['enabled', NO_FLAGS, 1005],
      ['port', [0, 65_536, 1.5, ...NO_NUMBERS], 7007],
      [
        'writers',
        [
          ...['', 'x', '1.2.3', '1.2.3.4/', '1.2.3.4/33', '0.0.0.0/0', '1.2.3.4/7', '::/0', ':::', '1::2::3'],
          ...['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', '1.2.3.4/8/8'],
        ].map((writer) => [writer]),
        8001,
      ],
      ['writers', [null, 'x', {}], 1005],
      ['writers', [Array.from({ length: 17 }, () => '1.2.3.4')], 8001],
      ['heartbeat', [0, 9, 3601, -60, 1e10, ...NO_NUMBERS], 19_301, { min: 10, max: 3600 }],
    ],
  },
  setRadioSettings: {
    good: { hop_mode: 'free' },
    required: ['hop_mode'],
    dataMaxLength: 1024,
    refused: [['hop_mode', ['', 'Rigid', 'both', 7, null, {}], 1005]],
  },
  testRadio: { good: { test: true }, required: ['test'], dataMaxLength: 1024, refused: [] },
  takeChangeBack: { good: { id: 1 }, required: ['id'], dataMaxLength: 1024, refused: [] },
  setPlant: {
    good: {
      groups: [
        { id: 's', name: 'South roof', azimuth: 180, tilt: 35 },
        { id: 'g', name: 'Garage' },
      ],
      modules: [
        { serial: '114182730124', string: 1, column: 0, row: 0 },
        { serial: '114182730124', string: 2 },
        { serial: '1412a0a01234', string: 6, column: 3, row: 199 },
      ],
      order: ['1412a0a01234', '114182730124'],
    },
    required: ['groups', 'modules', 'order'],
    dataMaxLength: 61_440,
    refused: [
      [
        'groups',
        [null, 'x', {}, Array.from({ length: 25 }, (_, id) => ({ id: `${id}`, name: 'x' }))],
        15_001,
      ],
      ['groups', [[{ id: '', name: 'x' }], [{ id: 'x'.repeat(17), name: 'x' }]], 15_011, { max: 16 }],
      ['groups', ['', ...tooLong(32)].map((name) => [{ id: 'a', name }]), 15_002, { max: 32 }],
      [
        'groups',
        [360, -1, 'x'].map((azimuth) => [{ id: 'a', name: 'x', azimuth }]),
        15_003,
        { min: 0, max: 359 },
      ],
      ['groups', [91, -1, 'x'].map((tilt) => [{ id: 'a', name: 'x', tilt }]), 15_004, { min: 0, max: 90 }],
      ['groups', [[{ id: 's' }], ['x']], 1005],
      ['modules', [null, 'x', {}, Array.from({ length: 601 }, () => ({}))], 15_005],
      [
        'modules',
        ['', 'x', '1', '00000000', '1'.repeat(17), null].map((serial) => [{ serial, string: 1 }]),
        4001,
      ],
      ['modules', [0, 7, 'x'].map((string) => [{ serial: '11111111', string }]), 15_006, { min: 1, max: 6 }],
      ['modules', [-1, 200, 'x'].map((row) => [{ serial: '11111111', string: 1, column: 0, row }]), 15_007],
      ['modules', [[{ serial: '11111111' }], [{ string: 1 }], ['x']], 1005],
      ['order', [null, 'x', {}, Array.from({ length: 501 }, (_, serial) => 11_111_111 + serial)], 15_008],
      ['order', [[''], ['x'], [null]], 4001],
      // Looked at once everything by itself is good.
      [
        'groups',
        [
          [
            { id: 's', name: 'x' },
            { id: 's', name: 'y' },
          ],
        ],
        15_009,
      ],
      [
        'modules',
        [[{ serial: '11111111', string: 1, column: 0 }], [{ serial: '11111111', string: 1, row: 0 }]],
        15_007,
      ],
      ['modules', [[1, 1].map((string) => ({ serial: '11111111', string }))], 15_009],
      ['modules', [[1, 2].map((string) => ({ serial: '11111111', string, column: 0, row: 0 }))], 15_009],
      ['modules', [[{ serial: '11111111', string: 1, group: 'nobody' }]], 15_010],
      ['order', [['11111111', '011111111']], 15_009],
    ],
  },
};
