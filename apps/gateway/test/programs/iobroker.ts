import { login } from '@heliograph/testbed/outside/http-client.ts';
import {
  all,
  at,
  entriesOf,
  getJson,
  Lack,
  listAt,
  numberAt,
  type Program,
  postRaw,
  type Reached,
  textAt,
} from './program.ts';

/**
 * The adapter ioBroker.opendtu: values come from the socket only, which gets the login with its first request and must answer pings. Orders are
 * sent without a look at what is answered; limits that last have the numbers of 2023.
 */
export const ioBroker = {
  title: 'ioBroker.opendtu',
  does: {
    async 'show live values'(gateway) {
      const socket = await gateway.socket('/livedata', { headers: login(gateway.password) });
      let pongs = 0;
      socket.socket.on('pong', () => {
        pongs += 1;
      });
      socket.socket.ping();
      await gateway.wait(31);
      if (pongs === 0) throw new Lack('pong');
      const inverters = new Map<string, unknown>();
      for (const message of socket.messages) {
        const document: unknown = JSON.parse(message);
        for (const name of ['Power', 'YieldDay', 'YieldTotal']) numberAt(document, 'total', name, 'v');
        for (const inverter of listAt(document, 'inverters')) {
          inverters.set(textAt(inverter, 'serial'), inverter);
        }
      }
      if (inverters.size === 0) throw new Lack('messages');
      for (const inverter of inverters.values()) {
        all(inverter, 'name', 'reachable', 'producing', 'data_age', 'events');
        all(inverter, 'limit_relative', 'limit_absolute', 'AC.0', 'INV.0');
        for (const group of ['AC', 'DC']) {
          for (const [number] of entriesOf(at(inverter, group)))
            numberAt(inverter, group, number, 'Power', 'v');
        }
      }
    },
    async 'show network and system'(gateway) {
      const network = await getJson(gateway, '/api/network/status', login(gateway.password));
      all(network, 'network_hostname', 'network_ip', 'network_mac', 'sta_ssid', 'sta_rssi', 'ap_status');
      numberAt(await getJson(gateway, '/api/system/status', login(gateway.password)), 'uptime');
    },
    async 'set a limit until the next morning'(gateway) {
      await ordered(gateway, 1);
    },
    async 'set a lasting limit'(gateway) {
      await ordered(gateway, 257);
    },
    async 'switch an inverter'(gateway) {
      const order = { serial: gateway.serial, power: true };
      await postRaw(gateway, '/api/power/config', order, login(gateway.password));
      const status = await getJson(gateway, '/api/power/status', login(gateway.password));
      if (textAt(status, gateway.serial, 'power_set_status') === 'Unknown') throw new Lack('switching');
    },
  },
} satisfies Program;

/** Nobody would see a limit that is refused, so what counts is what the inverter has in the end. */
async function ordered(gateway: Reached, limit_type: number): Promise<void> {
  const { serial, password } = gateway;
  for (const limit_value of [60, 70]) {
    await postRaw(gateway, '/api/limit/config', { serial, limit_value, limit_type }, login(password));
    await gateway.wait(20);
    const status = await getJson(gateway, '/api/limit/status', login(password));
    if (numberAt(status, serial, 'limit_relative') !== limit_value)
      throw new Lack(`limit of type ${limit_type}`);
  }
}
