import type { InverterList, StringConfig } from '@heliograph/contract';
import { login, postData, send } from '../outside/http-client.ts';
import { resultOf } from './plant-gateway.ts';
import { startTestGateway, type TestGateway } from './start-gateway.ts';

/** Short ways to ask for the list of inverters and to change it over HTTP. */

export const LIST = '/api/inverter/list';
export const ADD = '/api/inverter/add';
export const EDIT = '/api/inverter/edit';
export const DELETE = '/api/inverter/del';

export const TYPES = {
  1: 'HM-300, HM-350, HM-400',
  2: 'HM-600, HM-700, HM-800',
  4: 'HM-1000, HM-1200, HM-1500',
} as const;

/** The answer to a name that is too long. */
export const NAME_LENGTH = [4002, { max: 31 }];

export const string = (name = '', max_power = 0): StringConfig => ({ name, max_power });
export const strings = (count: number) => Array.from({ length: count }, () => string());

export const listText = async ({ port }: TestGateway) => (await send(port, LIST, { headers: login() })).text;
/** As a device of 2023 lists them; the keys that came later have tests of their own. */
export const list = async (gateway: TestGateway) =>
  (JSON.parse(await listText(gateway)) as InverterList).inverter.map(
    ({ id, name, serial, type, channel }) => ({
      ...{ id, name, serial, type },
      channel: channel.map(({ name: stringName, max_power }) => string(stringName, max_power)),
    }),
  );
export const slotsIn = async (gateway: TestGateway) =>
  (await list(gateway)).map(({ id }: { readonly id: number }) => id);
export const post = async ({ port }: TestGateway, path: string, data: unknown) =>
  resultOf(await postData(port, path, data));

export const emptyGateway = () => startTestGateway({ scenario: 'no-inverters' });
