import { login } from '@heliograph/testbed/outside/http-client.ts';
import {
  all,
  entriesOf,
  getJson,
  Lack,
  listAt,
  numberAt,
  type Program,
  postRaw,
  taken,
  textAt,
} from './program.ts';

/**
 * ha-opendtu-ws: opens the socket without a login and makes a sensor of whatever has a value and a unit. Its names are those of the groups;
 * limits have today's numbers.
 */
export const homeAssistantSocket = {
  title: 'ha-opendtu-ws, for Home Assistant',
  does: {
    async 'show live values'(gateway) {
      const socket = await gateway.socket('/livedata');
      await gateway.wait(12);
      const sensors = new Set<string>();
      for (const message of socket.messages) {
        const document: unknown = JSON.parse(message);
        collect(sensors, 'total', entriesOf(document).find(([key]) => key === 'total')?.[1]);
        for (const inverter of listAt(document, 'inverters')) {
          collect(sensors, `inverter_${textAt(inverter, 'serial')}`, inverter);
        }
      }
      const wanted = [
        'total_Power',
        ...['AC_0_Power', 'DC_0_Voltage', 'INV_0_YieldDay', 'limit_relative'].map(
          (name) => `inverter_${gateway.serial}_${name}`,
        ),
      ];
      const missing = wanted.find((name) => !sensors.has(name));
      if (missing !== undefined) throw new Lack(missing.replace(`inverter_${gateway.serial}_`, ''));
    },
    async 'set a limit until the next morning'(gateway) {
      const order = { serial: gateway.serial, limit_type: 1, limit_value: 80 };
      taken('limit', await postRaw(gateway, '/api/limit/config', order, login(gateway.password)));
    },
    async 'set a lasting limit'(gateway) {
      const order = { serial: gateway.serial, limit_type: 3, limit_value: 80 };
      taken('limit', await postRaw(gateway, '/api/limit/config', order, login(gateway.password)));
    },
  },
} satisfies Program;

function collect(sensors: Set<string>, name: string, value: unknown): void {
  if (typeof value === 'number' || typeof value === 'boolean') sensors.add(name);
  const entries = entriesOf(value);
  if (entries.some(([key]) => key === 'v') && entries.some(([key]) => key === 'u')) sensors.add(name);
  else for (const [key, inner] of entries) collect(sensors, `${name}_${key}`, inner);
}

/** The REST integration of Home Assistant itself, as its owners write it: no login, one template for each value. */
export const homeAssistantRest = {
  title: 'REST sensors of Home Assistant',
  does: {
    async 'show sums and states'(gateway) {
      const live = await getJson(gateway, '/api/livedata/status');
      for (const name of ['Power', 'YieldDay', 'YieldTotal']) numberAt(live, 'total', name, 'v');
      for (const inverter of listAt(live, 'inverters')) {
        all(inverter, 'reachable', 'producing', 'limit_relative', 'limit_absolute', 'data_age');
      }
      all(await getJson(gateway, '/api/limit/status'), `${gateway.serial}.limit_set_status`);
      all(await getJson(gateway, '/api/power/status'), `${gateway.serial}.power_set_status`);
      all(await getJson(gateway, '/api/mqtt/status'), 'mqtt_connected', 'mqtt_enabled');
      all(await getJson(gateway, '/api/network/status'), 'network_mode', 'sta_rssi');
      all(await getJson(gateway, '/api/ntp/status'), 'ntp_status', 'ntp_localtime');
      all(await getJson(gateway, '/api/system/status'), 'uptime', 'heap_used', 'heap_total');
    },
    async 'show an inverter'(gateway) {
      const live = await getJson(gateway, `/api/livedata/status?inv=${gateway.serial}`);
      numberAt(live, 'inverters', 0, 'AC', '0', 'Power', 'v');
      numberAt(live, 'inverters', 0, 'DC', '0', 'Power', 'v');
      numberAt(live, 'inverters', 0, 'INV', '0', 'Temperature', 'v');
    },
    async 'show events'(gateway) {
      numberAt(await getJson(gateway, `/api/eventlog/status?inv=${gateway.serial}`), 'count');
    },
  },
} satisfies Program;
