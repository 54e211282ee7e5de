import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Answer, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { expect } from 'vitest';
import { LF, MULTIPART, URLENCODED } from './data-form.ts';

export const POWER = '/api/power/config';
export const BODY_MAX_BYTES = 65_536;
/** The headers of a form of either kind. */
export const AS_PARTS = { 'content-type': MULTIPART };
export const AS_PAIRS = { 'content-type': URLENCODED };

interface Post {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/** A gateway for all tests of a file, which takes POSTs of the admin: to `POWER`, unless they go elsewhere. */
export interface PostTestbed {
  readonly gateway: TestGateway;
  /** Of an inverter that takes orders. */
  readonly serial: string;
  postBody(body: string, post?: Post): Promise<Answer>;
  /** Posts the field `data`. */
  post(data: string, post?: Post): Promise<Answer>;
  /** The text of a good order. */
  order(more?: object): string;
  /** What became of the last order, at a gateway of its own. */
  powerStatus(port: number): Promise<unknown>;
}

export async function startPostTestbed(): Promise<PostTestbed> {
  const gateway = await startSharedGateway();
  const serial = await firstSerial(gateway.port);
  const postBody: PostTestbed['postBody'] = (
    body,
    { path = POWER, headers = {}, port = gateway.port } = {},
  ) => send(port, path, { method: 'POST', headers: { ...login(), ...headers }, body });
  return {
    gateway,
    serial,
    postBody,
    post: (data, { headers, ...where } = {}) =>
      postBody(`data=${encodeURIComponent(data)}`, { ...where, headers: { ...AS_PAIRS, ...headers } }),
    order: (more = {}) => JSON.stringify({ serial, power: true, ...more }),
    async powerStatus(port) {
      const { text } = await send(port, '/api/power/status');
      return JSON.parse(text)[serial].power_set_status;
    },
  };
}

async function firstSerial(port: number): Promise<string> {
  const list = await send(port, '/api/inverter/list', { headers: login() });
  return JSON.parse(list.text).inverter[0].serial;
}

/** The code of an answer that has status 200 and is an envelope. */
export async function codeOf(answered: Promise<Answer>): Promise<unknown> {
  const { status, text } = await answered;
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"type":"(success|warning)",/)]);
  return JSON.parse(text).code;
}

/** The head of a POST by the admin, up to the empty line. */
export function requestHead(headers: Readonly<Record<string, string>>): string {
  const all = { host: 'localhost', ...login(), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}${LF}`);
  return `POST ${POWER} HTTP/1.1${LF}${lines.join('')}${LF}`;
}
