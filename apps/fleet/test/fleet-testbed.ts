import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FleetBodies, FleetCallName } from '@heliograph/fleet-contract';
import { FLEET_CALLS } from '@heliograph/fleet-contract';
import pg from 'pg';
import { addAdmin } from '../src/add-admin.ts';
import { type FleetServerOptions, startFleetServer } from '../src/server.ts';

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A real PostgreSQL on a disk of its own, which can be stopped and started again. */
export async function startPostgres() {
  const [newest] = readdirSync('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
  const bin = `/usr/lib/postgresql/${newest}/bin`;
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-fleet-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  await chmod(folder, 0o755);
  await mkdir(data);
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (user !== undefined) await chown(data, user.uid, user.gid);
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'fleet', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...{ ...user, cwd: data },
  });
  let child: ChildProcess | undefined;
  async function start() {
    const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories='];
    child = spawn(join(bin, 'postgres'), flags, { ...user, cwd: data, stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      const isReady = await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await delay(50);
    }
    throw new Error('PostgreSQL does not start');
  }
  async function stop() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }
  await start();
  return {
    ...{ start, stop },
    /** An empty database. */
    async database(): Promise<string> {
      const url = `postgres://fleet@127.0.0.1:${port}`;
      const name = `fleet_${Math.random().toString(36).slice(2)}`;
      const client = new pg.Client(`${url}/postgres`);
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `${url}/${name}`;
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function idsOf(name: string) {
  const id = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
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
    ...{ brokers: [new URL('mqtt://127.0.0.1:9')], limits: { inverters: 3, strings: 4 } },
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

/** Logged in as an admin that was made on the command line. */
export async function adminOf(page: Page, database: string): Promise<Caller> {
  const told = await addAdmin({ database, name: 'anna' });
  const admin = createCaller(page, '192.0.2.100');
  const { status } = await admin.post('login', { name: 'anna', password: told.split(': ')[1] ?? '' });
  if (status !== 200) throw new Error(`The admin cannot log in: ${status}`);
  return admin;
}

/** Until it is so; fails after a while. */
export async function until(isSo: () => boolean | Promise<boolean>, maxMs = 15_000): Promise<void> {
  const endMs = performance.now() + maxMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error('It is not so.');
    await delay(50);
  }
}

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
