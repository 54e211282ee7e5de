import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FleetChange, FleetView } from '@heliograph/fleet-contract';
import { fleetPort } from './fleet-servers.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const MAIN = fileURLToPath(new URL('../../../apps/fleet/dist/main.js', import.meta.url));
export const IS_FLEET_BUILT = existsSync(MAIN);
const run = promisify(execFile);

export interface FleetPlaces {
  readonly brokers: readonly string[];
  readonly database: string;
  readonly timeseries: string;
}

/** A built fleet page in a process of its own. */
export interface FleetPage extends ServerProcess {
  readonly url: string;
  call<Answer>(path: string, body?: object): Promise<Answer>;
  view(): Promise<FleetView>;
  /** Tells of each event until it is stopped; resolves once it has begun. */
  follow(listener: (sites: FleetChange['sites'], atMs: number) => void): Promise<() => void>;
}

const environmentOf = ({ brokers, database, timeseries }: FleetPlaces) => ({
  ...process.env,
  HELIOGRAPH_FLEET_BROKER: brokers.join(','),
  HELIOGRAPH_FLEET_DATABASE: database,
  HELIOGRAPH_FLEET_TIMESERIES: timeseries,
});

/** The admin `ops`, with a new password. */
export async function fleetAdmin(places: FleetPlaces): Promise<string> {
  const { stdout } = await run(process.execPath, [MAIN, 'add-admin', 'ops'], { env: environmentOf(places) });
  return stdout.trim().replace(/^.*: /, '');
}

/** What a nats-server reads, as the product writes it. */
export async function writeBrokerUsers(places: FleetPlaces, file: string): Promise<void> {
  await run(process.execPath, [MAIN, 'broker-users', '--file', file], { env: environmentOf(places) });
}

export async function startFleetPage(places: FleetPlaces, password: string): Promise<FleetPage> {
  const port = await fleetPort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    command: [process.execPath, MAIN, '--host', '127.0.0.1', '--port', String(port)],
    spawnOptions: { env: environmentOf(places) },
    isReady: async () => (await fetch(`${url}/healthz`)).ok,
  });
  let cookie = '';

  async function ask(path: string, body?: object): Promise<Response> {
    return fetch(`${url}/api/fleet/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(10_000),
    });
  }

  async function logIn(): Promise<void> {
    const answer = await ask('login', { name: 'ops', password });
    if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    if (cookie === '') await logIn();
    const answer = await ask(path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  }

  return {
    ...server,
    url,
    call,
    view: () => call<FleetView>('view'),
    async follow(listener) {
      if (cookie === '') await logIn();
      const aborter = new AbortController();
      const answer = await fetch(`${url}/api/fleet/live`, { headers: { cookie }, signal: aborter.signal });
      if (!answer.ok || answer.body === null) throw new Error(`live: ${answer.status}`);
      const body = answer.body;
      void (async () => {
        const decoder = new TextDecoder();
        let text = '';
        for await (const chunk of body) {
          text += decoder.decode(chunk as Uint8Array, { stream: true });
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            const [, data] = /^data: (.*)$/m.exec(event) ?? [];
            if (data !== undefined) listener((JSON.parse(data) as FleetChange).sites ?? [], Date.now());
          }
        }
      })().catch(() => undefined); // it was stopped, or the page has gone
      return () => aborter.abort();
    },
  };
}
