import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../outside/find-program.ts';
import { freePort } from '../outside/free-port.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The servers of a fleet as Debian has them; undefined where they are not installed. */
export const NATS_SERVER = findProgram('nats-server');
export const HAPROXY = findProgram('haproxy');
export const VICTORIA_METRICS = findProgram('victoria-metrics');
const POSTGRES_FOLDER = newestPostgres();
export const POSTGRES = POSTGRES_FOLDER && join(POSTGRES_FOLDER, 'postgres');

function newestPostgres(): string | undefined {
  try {
    const [newest] = readdirSync('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
    return newest && `/usr/lib/postgresql/${newest}/bin`;
  } catch {
    return undefined;
  }
}

const run = promisify(execFile);
/** Without its quotes, a server would read the beginning as a number and refuse the rest. */
const ROUTES_PASSWORD = '12e5-between-nodes';
const NATS_CONF = fileURLToPath(new URL('../../../deploy/fleet/nats.conf', import.meta.url));
/** Below the ports that systems give to outgoing connections, so that nobody sits on ours while a server is down. */
const PORTS = { first: 20_000, last: 31_999 };

const given = new Set<number>();

/** Never one that was given before: whoever has that may not listen yet. */
export async function fleetPort(): Promise<number> {
  const port = await freePort(PORTS);
  if (given.has(port)) return fleetPort();
  given.add(port);
  return port;
}

/** Starts things in a folder of their own, and ends all of them in turn. */
export async function fleetFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-fleet-'));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface NatsNode extends ServerProcess {
  /** Of MQTT, without TLS. */
  readonly mqttPort: number;
  /** Of its own protocol, which no site reaches. */
  readonly natsPort: number;
  readonly httpPort: number;
}

export interface NatsCluster {
  readonly nodes: readonly NatsNode[];
  /** `usersFile` of the fleet page writes it; the nodes read it anew. */
  setUsers(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** The nodes of deploy/fleet/nats.conf on ports of this machine: its settings, with other places and without TLS. */
export async function startNats(folder: string, users: string, count = 3): Promise<NatsCluster> {
  const original = await readFile(NATS_CONF, 'utf8');
  await mkdir(join(folder, 'users'));
  const usersPath = join(folder, 'users', 'broker-users.conf'); // which the settings include
  await writeFile(usersPath, users);
  const places = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      ...{ name: `nats-${index + 1}`, mqttPort: await fleetPort(), natsPort: await fleetPort() },
      ...{ httpPort: await fleetPort(), clusterPort: await fleetPort() },
    })),
  );
  const routeOf = ({ clusterPort }: { readonly clusterPort: number }) =>
    `nats://routes:${ROUTES_PASSWORD}@127.0.0.1:${clusterPort}`;
  const nodes = await Promise.all(
    places.map(async (place) => {
      const store = join(folder, place.name);
      await mkdir(store, { recursive: true });
      const text = withPlaces(original, {
        '"0.0.0.0:4222"': `"127.0.0.1:${place.natsPort}"`,
        '"127.0.0.1:8222"': `"127.0.0.1:${place.httpPort}"`,
        '"0.0.0.0:8883"': `"127.0.0.1:${place.mqttPort}"`,
        '"0.0.0.0:6222"': `"127.0.0.1:${place.clusterPort}"`,
        '"/data"': JSON.stringify(store),
      }).replace(/\n {2}tls \{.*?\n {2}\}/s, '');
      const file = join(folder, `${place.name}.conf`);
      await writeFile(file, text);
      const routes = Object.fromEntries(
        Array.from({ length: 3 }, (_, index) => [`NATS_ROUTE_${index + 1}`, routeOf(places[index] ?? place)]),
      );
      const server = await startServer({
        command: [NATS_SERVER ?? 'nats-server', '-c', file],
        spawnOptions: {
          // As deploy/fleet/compose.yaml gives it.
          env: { ...routes, NATS_NAME: place.name, NATS_ROUTES_PASSWORD: `"${ROUTES_PASSWORD}"` },
        },
        // Whether there is a leader as well: until then nobody gets in over MQTT.
        isReady: async () => (await fetch(`http://127.0.0.1:${place.httpPort}/healthz`)).ok,
      });
      return { ...server, ...place };
    }),
  );
  return {
    nodes,
    async setUsers(text) {
      await writeFile(usersPath, text);
      for (const node of nodes) if (node.isRunning()) process.kill(node.pid(), 'SIGHUP');
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    },
  };
}

function withPlaces(text: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`nats.conf has no ${from}`);
    return so.replace(from, to);
  }, text);
}

export interface Victoria extends ServerProcess {
  readonly url: string;
  /** The only number that an expression gives at a time; undefined: it gives none. */
  number(expression: string, atS?: number): Promise<number | undefined>;
  /** All that it gives, each by its labels. */
  query(expression: string, atS?: number): Promise<readonly QueryResult[]>;
  /** When it gives something, each by its labels. */
  range(
    expression: string,
    span: { readonly fromS: number; readonly toS: number; readonly stepS: number },
  ): Promise<readonly { readonly metric: QueryResult['metric']; readonly atS: readonly number[] }[]>;
  /** Makes what was written so far visible, without waiting. */
  flush(): Promise<void>;
}
export interface QueryResult {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export async function startVictoria(folder: string, flags: readonly string[] = []): Promise<Victoria> {
  const port = await fleetPort();
  const url = `http://127.0.0.1:${port}`;
  const data = join(folder, 'victoria');
  const server = await startServer({
    command: [
      ...([VICTORIA_METRICS ?? 'victoria-metrics', `-storageDataPath=${data}`] as const),
      ...[`-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=10y', '-search.latencyOffset=0s'],
      // What is sent twice is one sample, as in deploy/fleet/compose.yaml.
      ...['-loggerLevel=WARN', '-memory.allowedBytes=512MB'],
      ...(flags.some((flag) => flag.startsWith('-dedup')) ? [] : ['-dedup.minScrapeInterval=1ms']),
      ...flags,
    ],
    isReady: async () => (await fetch(`${url}/health`)).ok,
  });
  async function ask<Result>(path: string, parameters: Record<string, string>): Promise<readonly Result[]> {
    const body = new URLSearchParams({ ...parameters, nocache: '1' });
    const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return (JSON.parse(text) as { data: { result: Result[] } }).data.result;
  }
  const query = (expression: string, atS?: number) =>
    ask<QueryResult>('query', { query: expression, ...(atS !== undefined && { time: String(atS) }) });
  return {
    ...server,
    url,
    query,
    async range(expression, { fromS, toS, stepS }) {
      const span = { start: String(fromS), end: String(toS), step: `${stepS}s` };
      const results = await ask<
        Pick<QueryResult, 'metric'> & { readonly values: readonly [number, string][] }
      >('query_range', { query: expression, ...span });
      return results.map(({ metric, values }) => ({ metric, atS: values.map(([atS]) => atS) }));
    },
    async number(expression, atS) {
      const results = await query(expression, atS);
      if (results.length > 1) throw new Error(`${expression} gives ${results.length} series`);
      return results[0] === undefined ? undefined : Number(results[0].value[1]);
    },
    async flush() {
      await fetch(`${url}/internal/force_flush`);
    },
  };
}

export interface Postgres extends ServerProcess {
  /** With user and password in it. */
  readonly url: string;
}

/** It refuses to run as root, so it runs as the user that its package has made. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const port = await fleetPort();
  const data = join(folder, 'postgres');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? await userIds('postgres') : undefined;
  await mkdir(data, { recursive: true });
  if (user !== undefined) await chown(data, user.uid, user.gid);
  const passwordFile = join(folder, 'postgres-password');
  await writeFile(passwordFile, 'of-a-test');
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid);
  const bin = POSTGRES_FOLDER ?? '';
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'fleet',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
    ],
    { ...user, cwd: data },
  );
  const server = await startServer({
    command: [
      ...([join(bin, 'postgres'), '-D', data, '-p', String(port), '-h', '127.0.0.1'] as const),
      ...['-c', 'unix_socket_directories=', '-c', 'max_connections=50', '-c', 'shared_buffers=32MB'],
    ],
    spawnOptions: { ...user, cwd: data },
    isReady: async () =>
      run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q']).then(() => true),
  });
  return { ...server, url: `postgres://fleet:of-a-test@127.0.0.1:${port}/postgres` };
}

async function userIds(name: string) {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}
