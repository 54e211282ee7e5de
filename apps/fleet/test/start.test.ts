import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, startTimeseriesStandIn, until } from './fleet-testbed.ts';

/** As the image has them: the gateway's program is started, and hands over. */
const MAIN = fileURLToPath(new URL('../../gateway/dist/main.js', import.meta.url));
const isBuilt = existsSync(MAIN) && existsSync(new URL('../dist/main.js', import.meta.url));

/** Runs it with a word and variables; `output` grows. */
function start(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN, 'fleet', ...args], {
    env: { PATH: process.env.PATH, ...variables },
  });
  const ran = { output: '', errors: '', child, ended: once(child, 'exit') as Promise<[number | null]> };
  child.stdout.on('data', (text) => {
    ran.output += text;
  });
  child.stderr.on('data', (text) => {
    ran.errors += text;
  });
  return ran;
}

describe.skipIf(process.env.HELIOGRAPH_FLEET !== '1' || !isBuilt)('heliograph fleet', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let timeseries: Awaited<ReturnType<typeof startTimeseriesStandIn>>;
  let variables: Record<string, string>;

  beforeAll(async () => {
    [postgres, timeseries] = await Promise.all([startPostgres(), startTimeseriesStandIn()]);
    variables = {
      HELIOGRAPH_FLEET_DATABASE: await postgres.database(),
      HELIOGRAPH_FLEET_BROKER: 'mqtt://fleet:hidden-broker@127.0.0.1:9',
      HELIOGRAPH_FLEET_TIMESERIES: timeseries.url.replace('http://', 'http://reader:hidden-series@'),
      HELIOGRAPH_FLEET_PORT: '0',
    };
  });
  afterAll(async () => {
    timeseries?.stop();
    await postgres?.remove();
  });

  const portOf = (output: string) => /"port":(\d+)/.exec(output)?.[1];

  it('says what there is, and in one sentence what it lacks', async () => {
    const helped = start(['--help']);
    expect(await helped.ended).toEqual([0, null]);
    expect(helped.output).toContain('heliograph fleet add-admin <name>');
    const lacking = start([]);
    expect(await lacking.ended).toEqual([1, null]);
    expect(lacking.errors).toBe('--timeseries is missing (or HELIOGRAPH_FLEET_TIMESERIES).\n');
  });

  it('makes an admin, serves, lets that one in, and ends when it is asked to', async () => {
    const made = start(['add-admin', 'Anna'], variables);
    expect(await made.ended).toEqual([0, null]);
    const [, password = ''] = /^Anna: (\S+)\n$/.exec(made.output) ?? [];
    const served = start([], variables);
    await until(() => portOf(served.output) !== undefined);
    const url = `http://127.0.0.1:${portOf(served.output)}`;
    const login = () =>
      fetch(`${url}/api/fleet/login`, {
        ...{ method: 'POST', body: JSON.stringify({ name: 'anna', password }) },
        headers: { 'content-type': 'application/json', origin: url },
      });
    await until(async () => (await login()).status === 200);
    const cookie = (await login()).headers.get('set-cookie')?.split(';')[0] ?? '';
    const stream = await fetch(`${url}/api/fleet/live`, { headers: { cookie } });
    await until(() => served.output.includes('next one is tried'));
    const asked = performance.now();
    served.child.kill('SIGTERM');
    expect(await served.ended).toEqual([0, null]);
    // A stream that is open does not keep it.
    expect(performance.now() - asked).toBeLessThan(5000);
    await stream.body?.cancel();
    expect(served.output + served.errors).not.toContain('hidden');
    expect(served.output).not.toContain(password);
  });

  it('starts while everything else is away, and says that it is', async () => {
    const nowhere = 'postgres://fleet:hidden@127.0.0.1:9/fleet';
    const served = start([], { ...variables, HELIOGRAPH_FLEET_DATABASE: nowhere });
    await until(() => portOf(served.output) !== undefined);
    const url = `http://127.0.0.1:${portOf(served.output)}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const login = await fetch(`${url}/api/fleet/login`, {
      ...{ method: 'POST', body: '{"name":"anna","password":"x"}' },
      headers: { 'content-type': 'application/json', origin: url },
    });
    expect([login.status, await login.json()]).toEqual([503, { refusal: 'database' }]);
    const written = await fetch(`${url}/write`, {
      method: 'POST',
      body: 'x',
      headers: { authorization: 'Basic YTpi' },
    });
    expect([written.status, written.headers.get('retry-after')]).toEqual([503, '5']);
    served.child.kill('SIGTERM');
    expect(await served.ended).toEqual([0, null]);
    expect(served.output + served.errors).not.toContain('hidden');
  });
});
