import { all, at, getJson, listAt, numberAt, type Program, type Reached, textAt } from './program.ts';

/**
 * dbus-opendtu, a service of Victron devices. It knows inverters by their places in the list, and asks for one by itself where the list has no
 * `AC`: with it the device would be of v23.4.4 to v24.1.26 for it, and yields would be in that group.
 */
export const victron = {
  title: 'dbus-opendtu, for Victron devices',
  does: {
    async 'show power and yield of each inverter'(gateway) {
      const first = await listed(gateway);
      for (const [place, inverter] of first.entries()) {
        all(inverter, 'name', 'reachable', 'producing');
        const isGrouped = typeof inverter === 'object' && inverter !== null && 'AC' in inverter;
        const whole = isGrouped ? inverter : await inverterAt(gateway, textAt(inverter, 'serial'));
        for (const name of ['Power', 'Voltage', 'Current']) numberAt(whole, 'AC', '0', name, 'v');
        const group = isGrouped ? 'AC' : 'INV';
        for (const name of ['YieldDay', 'YieldTotal']) numberAt(whole, group, '0', name, 'v');
        numberAt(whole, 'DC', '0', 'Voltage', 'v');
        const again = at(await listed(gateway), place);
        if (textAt(again, 'serial') !== textAt(inverter, 'serial')) throw new Error('the order has changed');
      }
    },
  },
} satisfies Program;

const AS_REQUESTS = {
  'user-agent': 'python-requests/2.32.3',
  'accept-encoding': 'gzip, deflate',
  accept: '*/*',
  connection: 'keep-alive',
};

async function listed(gateway: Reached): Promise<readonly unknown[]> {
  return listAt(await getJson(gateway, '/api/livedata/status', AS_REQUESTS), 'inverters');
}

async function inverterAt(gateway: Reached, serial: string): Promise<unknown> {
  const path = `/api/livedata/status?inv=${serial}`;
  return at(await getJson(gateway, path, AS_REQUESTS), 'inverters', 0);
}
