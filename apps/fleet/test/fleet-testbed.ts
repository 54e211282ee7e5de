import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { FleetBodies, FleetCallName, FleetView } from '@heliograph/fleet-contract';
import { FLEET_CALLS } from '@heliograph/fleet-contract';
import { fleetFolder, startPostgres as startServer } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import pg from 'pg';
import { addAdmin } from '../src/add-admin.ts';
import { type FleetServerOptions, startFleetServer } from '../src/server.ts';

/** A real PostgreSQL, of which each test may have an empty database of its own. */
export async function startPostgres() {
  const { folder, remove } = await fleetFolder();
  const server = await startServer(folder);
  return {
    start: server.start,
    stop: () => server.end('SIGQUIT'),
    /** An empty database. */
    async database(): Promise<string> {
      const name = `fleet_${Math.random().toString(36).slice(2)}`;
      const client = new pg.Client(server.url);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return new URL(name, server.url).href;
    },
    async remove() {
      await server.end('SIGQUIT');
      await remove();
    },
  };
}

/** In place of a time-series database: keeps what is written, and answers every question with nothing. */
export async function startTimeseriesStandIn() {
  const written: string[] = [];
  const asked: string[] = [];
  let status = 204;
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === '/write') {
      if (status === 204 && body !== '') written.push(body);
      response.writeHead(status).end();
      return;
    }
    asked.push(new URLSearchParams(body).get('query') ?? '');
    response.end(JSON.stringify({ status: 'success', data: { result: [] } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    ...{ written, asked, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` },
    answer(next: number) {
      status = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Page = Awaited<ReturnType<typeof startPage>>;

/** A fleet page in this process, without a broker. */
export async function startPage(
  database: string,
  timeseries: string,
  values: Partial<FleetServerOptions> = {},
) {
  const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };
  const server = await startFleetServer({
    ...{ host: '127.0.0.1', port: 0, database, trustedProxies: ['127.0.0.1'], logLevel: 'silent' },
    // Nobody listens at the port for what is thrown away.
    ...{ brokers: [new URL('mqtt://fleet:secret@127.0.0.1:9')], limits: { inverters: 3, strings: 4 } },
    timeseries: { write: new URL(timeseries), read: new URL(timeseries) },
    ...{ webFolder: '/nowhere', version: '0.2.0', log: silent },
    ...values,
  });
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/** Whoever calls a page, with the cookie that this has given. */
export function createCaller(page: Page, address = '192.0.2.1') {
  let cookie = '';
  async function fetched(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(`${page.url}${path}`, { ...init, headers });
    const set = response.headers.get('set-cookie');
    if (set !== null) cookie = set.split(';')[0] ?? '';
    return response;
  }
  return {
    fetched,
    cookie: () => cookie,
    setCookie: (value: string) => {
      cookie = value;
    },
    async post<C extends FleetCallName & keyof FleetBodies>(call: C, body: FleetBodies[C] | object) {
      const response = await fetched(FLEET_CALLS[call].path, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', origin: page.url },
      });
      return answerOf(response);
    },
    async get(call: FleetCallName, query: Record<string, string> = {}) {
      return answerOf(await fetched(`${FLEET_CALLS[call].path}?${new URLSearchParams(query)}`));
    },
  };
}
export type Caller = ReturnType<typeof createCaller>;

async function answerOf(response: Response) {
  const text = await response.text();
  const answer: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : { text };
  return { status: response.status, answer, text };
}

/** What somebody sees of the fleet. */
export const viewOf = async (caller: Caller) => (await caller.get('getView')).answer as unknown as FleetView;

/** Logged in as an admin that was made on the command line. */
export async function adminOf(page: Page, database: string): Promise<Caller> {
  const told = await addAdmin({ database, name: 'anna' });
  const admin = createCaller(page, '192.0.2.100');
  const { status } = await admin.post('login', { name: 'anna', password: told.split(': ')[1] ?? '' });
  if (status !== 200) throw new Error(`The admin cannot log in: ${status}`);
  return admin;
}

/** Until it is so; fails after a while. */
export const until = (isSo: () => boolean | Promise<boolean>, timeoutMs = 15_000) =>
  eventually(isSo, { timeoutMs, everyMs: 50 });

/** Reads a stream of events into a text that grows. */
export async function watch(caller: Caller) {
  const aborter = new AbortController();
  const response = await caller.fetched(FLEET_CALLS.getLive.path, { signal: aborter.signal });
  const seen = { status: response.status, text: '', isOver: false, stop: () => aborter.abort() };
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  (async () => {
    for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
      seen.text += decoder.decode(read.value, { stream: true });
    }
  })()
    .catch(() => undefined) // it was stopped
    .finally(() => {
      seen.isOver = true;
    });
  return seen;
}
