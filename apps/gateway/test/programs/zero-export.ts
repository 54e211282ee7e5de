import { login } from '@heliograph/testbed/outside/http-client.ts';
import {
  at,
  flagAt,
  getJson,
  Lack,
  listAt,
  numberAt,
  type Program,
  postRaw,
  type Reached,
  taken,
  textAt,
} from './program.ts';

/** Scripts that follow the household's meter by the limit of an inverter, as many have copied and changed them. */
async function limited(gateway: Reached): Promise<void> {
  const order = { serial: gateway.serial, limit_type: 0, limit_value: 300 };
  taken('limit', await postRaw(gateway, '/api/limit/config', order, login(gateway.password)));
}

async function firstState(gateway: Reached, path: string): Promise<unknown> {
  const inverter = at(await getJson(gateway, path, login(gateway.password)), 'inverters', 0);
  flagAt(inverter, 'reachable');
  flagAt(inverter, 'producing');
  numberAt(inverter, 'limit_absolute');
  return inverter;
}

export const zeroExport = {
  title: 'zero-export scripts of today',
  does: {
    async 'read the plant'(gateway) {
      await firstState(gateway, '/api/livedata/status');
      await firstState(gateway, '/api/livedata/status/inverters');
    },
    async 'read an inverter'(gateway) {
      const inverter = await firstState(gateway, `/api/livedata/status?inv=${gateway.serial}`);
      if (textAt(inverter, 'serial') !== gateway.serial) throw new Lack('inverter that was asked for');
      numberAt(inverter, 'AC', '0', 'Power', 'v');
      numberAt(inverter, 'DC', '0', 'Power', 'v');
      numberAt(inverter, 'INV', '0', 'Temperature', 'v');
    },
    'set a limit': limited,
  },
} satisfies Program;

export const zeroExportOf2023 = {
  title: 'scripts written for February 2023',
  does: {
    async 'read the plant'(gateway) {
      const inverter = await firstState(gateway, '/api/livedata/status');
      numberAt(inverter, '0', 'Power', 'v');
      numberAt(inverter, '0', 'Power DC', 'v');
      numberAt(inverter, '1', 'Power', 'v');
    },
    'set a limit': limited,
  },
} satisfies Program;

export const zeroExportOfV23 = {
  title: 'scripts written for v23.4.4 to v24.1.26',
  does: {
    async 'read the plant'(gateway) {
      const inverter = await firstState(gateway, '/api/livedata/status/inverters');
      numberAt(inverter, 'AC', '0', 'Power DC', 'v');
    },
    'set a limit': limited,
  },
} satisfies Program;

/** HoymilesZeroExport, in Python with `requests`. */
export const hoymilesZeroExport = {
  title: 'HoymilesZeroExport',
  first: 'check the version',
  does: {
    async 'check the version'(gateway) {
      const status = await getJson(gateway, '/api/system/status', HEADERS(gateway));
      const [, year, month, day] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(textAt(status, 'git_hash')) ?? [];
      if (day === undefined) throw new Lack('release in git_hash');
      if (Number(year) * 10_000 + Number(month) * 100 + Number(day) < 24_02_12) throw new Lack('new release');
    },
    async 'read an inverter'(gateway) {
      const path = `/api/livedata/status?inv=${gateway.serial}`;
      const inverter = at(await getJson(gateway, path, HEADERS(gateway)), 'inverters', 0);
      flagAt(inverter, 'reachable');
      numberAt(inverter, 'AC', '0', 'Power', 'v');
      numberAt(inverter, 'INV', '0', 'Temperature', 'v');
      numberAt(inverter, 'DC', '0', 'Voltage', 'v');
      for (const each of listAt(
        await getJson(gateway, '/api/livedata/status', HEADERS(gateway)),
        'inverters',
      )) {
        flagAt(each, 'reachable');
      }
    },
    async 'set a limit and wait for it'(gateway) {
      await limited(gateway);
      for (let half = 0; half < 20; half += 1) {
        const status = await getJson(gateway, '/api/limit/status', HEADERS(gateway));
        if (textAt(status, gateway.serial, 'limit_set_status') === 'Ok') return;
        await gateway.wait(0.5);
      }
      throw new Lack('limit_set_status "Ok" within 10 s');
    },
    async 'switch an inverter'(gateway) {
      const order = { serial: gateway.serial, power: 1 };
      taken('switching', await postRaw(gateway, '/api/power/config', order, HEADERS(gateway)));
    },
  },
} satisfies Program;

const HEADERS = ({ password }: Reached) => ({
  ...login(password),
  'user-agent': 'python-requests/2.32.3',
  'accept-encoding': 'gzip, deflate',
  accept: '*/*',
});
