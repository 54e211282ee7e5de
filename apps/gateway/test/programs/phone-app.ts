import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import {
  all,
  at,
  entriesOf,
  getJson,
  jsonIn,
  Lack,
  listAt,
  numberAt,
  type Program,
  type Reached,
  taken,
  textAt,
} from './program.ts';

/**
 * The phone app opendtu-react-native. It sends its login with each call but not with the socket, posts multipart forms whose type
 * it sets itself, so that the boundary is missing in it, and compares `git_hash` with the releases that it knows.
 */
export const phoneApp = {
  title: 'opendtu-react-native, a phone app',
  first: 'find the gateway',
  does: {
    async 'find the gateway'(gateway) {
      await versionOf(gateway);
    },
    async 'log in'(gateway) {
      taken('login', await getJson(gateway, '/api/security/authenticate', login(gateway.password)));
    },
    async 'show live values'(gateway) {
      const live = await getJson(gateway, '/api/livedata/status', login(gateway.password));
      const inverters = new Map<string, unknown>();
      for (const inverter of listAt(live, 'inverters')) inverters.set(textAt(inverter, 'serial'), inverter);
      const socket = await gateway.socket('/livedata');
      await gateway.wait(12);
      for (const message of socket.messages) {
        for (const inverter of listAt(JSON.parse(message), 'inverters')) {
          inverters.set(textAt(inverter, 'serial'), inverter);
        }
      }
      for (const inverter of inverters.values()) {
        all(inverter, 'name', 'order', 'reachable', 'producing', 'poll_enabled', 'limit_relative', 'events');
        numberAt(inverter, 'AC', '0', 'Power', 'v');
        numberAt(inverter, 'INV', '0', 'YieldDay', 'v');
        for (const [number] of entriesOf(at(inverter, 'DC'))) numberAt(inverter, 'DC', number, 'Power', 'v');
      }
    },
    async 'show the details of an inverter'(gateway) {
      const read = (path: string) => getJson(gateway, path, login(gateway.password));
      const inv = `inv=${gateway.serial}`;
      const log = await read(`/api/eventlog/status?${inv}&locale=en`);
      numberAt(log, 'count');
      for (const event of listAt(log, 'events'))
        all(event, 'message_id', 'message', 'start_time', 'end_time');
      all(
        await read(`/api/devinfo/status?${inv}`),
        'valid_data',
        'hw_model_name',
        'max_power',
        'fw_build_version',
      );
      all(await read(`/api/gridprofile/status?${inv}`), 'name', 'version', 'sections');
      listAt(await read(`/api/gridprofile/rawdata?${inv}`), 'raw');
      all(await read('/api/limit/status'), ...OF_LIMITS.map((key) => `${gateway.serial}.${key}`));
      textAt(await read('/api/power/status'), gateway.serial, 'power_set_status');
    },
    async 'show its information pages'(gateway) {
      const read = (path: string) => getJson(gateway, path, login(gateway.password));
      all(await read('/api/system/status'), 'hostname', 'uptime', 'nrf_configured', 'cmt_configured');
      all(await read('/api/network/status'), 'network_hostname', 'network_ip', 'sta_bssid', 'ap_status');
      all(await read('/api/ntp/status'), 'ntp_server', 'ntp_localtime', 'sun_risetime', 'sun_settime');
      all(await read('/api/mqtt/status'), 'mqtt_enabled', 'mqtt_connected', 'mqtt_clean_session');
    },
    async 'show the time zones'(gateway) {
      textAt(await getJson(gateway, '/zones.json', login(gateway.password)), 'Europe/Berlin');
    },
    async 'set a limit until the next morning'(gateway) {
      taken('limit', await post(gateway, '/api/limit/config', limit(gateway, 1)));
    },
    async 'set a lasting limit'(gateway) {
      const isNumbered = isBefore(await versionOf(gateway), [25, 9, 11]);
      // From that release on devices refuse the numbers that the app has.
      if (!isNumbered) throw new Lack('number for a lasting limit of this release');
      taken('lasting limit', await post(gateway, '/api/limit/config', limit(gateway, 257)));
    },
    async 'switch and restart an inverter'(gateway) {
      const { serial } = gateway;
      taken('switching', await post(gateway, '/api/power/config', { serial, power: true }));
      taken('restart', await post(gateway, '/api/power/config', { serial, restart: true }));
    },
    async 'change network, time and radio settings'(gateway) {
      for (const [path, keys] of Object.entries(SETTINGS)) {
        const stored = await getJson(gateway, path, login(gateway.password));
        all(stored, ...keys);
        const known = Object.fromEntries(keys.map((key) => [key, at(stored, key)]));
        taken(`settings at ${path}`, await post(gateway, path, known));
      }
      const time = await getJson(gateway, '/api/ntp/time', login(gateway.password));
      all(time, 'year', 'month', 'day', 'hour', 'minute', 'second', 'ntp_status');
    },
    async 'wait for the end of a restart'(gateway) {
      const { status } = await send(gateway.port, '/api/system/status', { method: 'HEAD' });
      if (status !== 200) throw new Lack(`answer to HEAD (${status})`);
    },
  },
} satisfies Program;

const OF_LIMITS = ['limit_relative', 'max_power', 'limit_set_status'];

/** What the app knows of settings: those of v24.4.12. */
const SETTINGS = {
  '/api/network/config': [
    ...['hostname', 'dhcp', 'ipaddress', 'netmask', 'gateway', 'dns1', 'dns2', 'ssid', 'password'],
    ...['aptimeout', 'mdnsenabled'],
  ],
  '/api/ntp/config': [
    ...['ntp_server', 'ntp_timezone', 'ntp_timezone_descr'],
    ...['longitude', 'latitude', 'sunsettype'],
  ],
  '/api/dtu/config': [
    ...['serial', 'pollinterval', 'nrf_palevel', 'cmt_palevel', 'cmt_frequency', 'cmt_country'],
  ],
} as const;

const limit = ({ serial }: Reached, limit_type: number) => ({ serial, limit_value: 80, limit_type });

type Version = readonly [year: number, month: number, day: number];

/** What answers is a device for the app if these four are there, and is new enough for it. */
async function versionOf(gateway: Reached): Promise<Version> {
  const status = await getJson(gateway, '/api/system/status', login(gateway.password));
  all(status, 'git_hash', 'pioenv', 'hostname', 'sdkversion');
  const [, year, month, day] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(textAt(status, 'git_hash')) ?? [];
  if (day === undefined) throw new Lack('release in git_hash');
  const version: Version = [Number(year), Number(month), Number(day)];
  if (isBefore(version, [23, 11, 16])) throw new Lack('release that it supports in git_hash');
  return version;
}

function isBefore(version: Version, other: Version): boolean {
  const [one = 0, two = 0] = [version, other].map(([year, month, day]) => (year * 100 + month) * 100 + day);
  return one < two;
}

async function post(gateway: Reached, path: string, data: unknown): Promise<unknown> {
  const boundary = 'formdata-020946837518';
  const body = [
    `------${boundary}`,
    'Content-Disposition: form-data; name="data"',
    '',
    JSON.stringify(data),
    `------${boundary}--`,
    '',
  ].join('\r\n');
  const headers = { ...login(gateway.password), 'content-type': 'multipart/form-data' };
  return jsonIn(path, await send(gateway.port, path, { method: 'POST', headers, body }));
}
