import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  API_GENERATIONS,
  type ApiGenerations,
  type OrderList,
  type PrometheusLabels,
} from '@heliograph/contract';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EVCC_EXPRESSIONS } from '../../apps/gateway/test/programs/energy.ts';
import { readDashboard } from '../deploy/read-dashboard.mjs';
import { ROOT } from '../root.mjs';

/**
 * Programs as their makers publish them, each in a process of its own, at a built gateway. Only at night: it is then that
 * they are installed.
 */

const FOLDER = process.env.HELIOGRAPH_PROGRAMS;
const ADAPTER = join(FOLDER ?? '', 'node_modules', 'iobroker.opendtu', 'main.js');
const HAS_ADAPTER = FOLDER !== undefined && existsSync(ADAPTER);
const found = (name: string) => (FOLDER === undefined ? undefined : findProgram(name));
const [PROMETHEUS, JQ, CURL] = ['prometheus', 'jq', 'curl'].map(found);
const PATIENCE = { timeoutMs: 60_000, everyMs: 200 };
const LONG_TEST_MS = 120_000;
const EAST_AND_WEST = '116181452037';
const MAX_POWER_W = 1500;
/** Each below the one before: only that a limit falls shows at once in what is measured. */
const PERCENTS = { both: [60, 52, 44], '2023': [38, 32, 26], newest: [22, 17, 12] } as const;

interface Sent {
  readonly total: { readonly Power: { readonly v: number }; readonly YieldTotal: { readonly v: number } };
  readonly inverters: readonly { readonly serial: string; readonly answering: boolean }[];
}

async function json(gateway: GatewayProcess, path: string): Promise<unknown> {
  return jsonOf(await send(gateway.port, path, { headers: login() }));
}

const live = async (gateway: GatewayProcess) => (await json(gateway, '/api/livedata/status')) as Sent;

async function setNetwork(gateway: GatewayProcess, change: object): Promise<void> {
  const network = await json(gateway, '/api/network/config');
  const answer = await postData(gateway.port, '/api/network/config', { ...(network as object), ...change });
  expect(jsonOf(answer)).toMatchObject({ code: 1001 });
}

/** A gateway whose inverters have all answered; it goes with the tests of a group. */
async function startHeard(): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ scenario: 'three-inverters' });
  await eventually(async () => (await live(gateway)).inverters.every(({ answering }) => answering), PATIENCE);
  return gateway;
}

describe.skipIf(!HAS_ADAPTER)('ioBroker.opendtu', { timeout: LONG_TEST_MS }, () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startHeard();
    return gateway.dispose;
  }, LONG_TEST_MS);

  interface Running {
    readonly states: ReadonlyMap<string, unknown>;
    readonly set: (id: string, val: unknown) => void;
  }

  function startAdapter(): Running {
    const states = new Map<string, unknown>();
    const config = {
      ...{ webUIScheme: 'http', webUIServer: '127.0.0.1', webUIPort: gateway.port },
      ...{ userName: 'admin', password: 'openDTU42', protectNames: false, useInvOfflineStatesToZero: false },
    };
    const run = `require(${JSON.stringify(ADAPTER)})({})`;
    const file = join(FOLDER ?? '', 'run.cjs');
    writeFileSync(file, run);
    const child = fork(file, {
      env: { ...process.env, ADAPTER_CONFIG: JSON.stringify(config) },
      stdio: 'pipe',
    });
    child.on('message', ({ id, val }: { readonly id: string; readonly val: unknown }) => states.set(id, val));
    onTestFinished(() => ended(child));
    return { states, set: (id, val) => child.send({ id, val }) };
  }

  const orders = async () => ((await json(gateway, '/api/orders')) as OrderList).orders;
  /** In watts; the metrics are the same with every API. */
  async function powerOf(serial: string): Promise<number> {
    const { text } = await send(gateway.port, '/api/prometheus/metrics', { headers: login() });
    const [, power] =
      new RegExp(`^opendtu_Power\\{serial="${serial}".*type="AC".*\\} (.*)$`, 'm').exec(text) ?? [];
    return Number(power);
  }

  it.each(['both', 'newest'])('shows the values of every inverter, with the API %s', async (generations) => {
    await setNetwork(gateway, { api_generations: generations });
    const { states } = startAdapter();
    const measured = () => [...states].filter(([id]) => /\.(ac|dc)\.(phase|input)_\d\.power$/.test(id));
    // One, two and four strings, and one grid side each.
    await eventually(() => measured().length === 10, { ...PATIENCE, what: 'values of all channels' });
    for (const [id, value] of measured()) expect(value, id).toSatisfy((v: number) => v > 0 && v < 2000);
    expect(states.get(`${EAST_AND_WEST}.available`)).toBe(true);
    const { total } = await live(gateway);
    expect(Number(states.get('total.yieldtotal'))).toBeCloseTo(total.YieldTotal.v, 0);
    await eventually(() => states.get('dtu.available') === true, PATIENCE);
    expect(states.get('dtu.uptime')).toMatch(/^0 Days 00:0\d:\d\d$/);
  });

  it.each(API_GENERATIONS)(
    'has lasting and other limits carried out, with the API %s',
    async (generations) => {
      await setNetwork(gateway, { api_generations: generations });
      const { states, set } = startAdapter();
      await eventually(() => states.has(`${EAST_AND_WEST}.name`), PATIENCE);
      const [first, second, third] = PERCENTS[generations];
      for (const [state, value, shown] of [
        ['limit_persistent_relative', first, { relative: true, persistent: true }],
        ['limit_persistent_absolute', (second * MAX_POWER_W) / 100, { relative: false, persistent: true }],
        ['limit_nonpersistent_relative', third, { relative: true, persistent: false }],
      ] as const) {
        set(`${EAST_AND_WEST}.power_control.${state}`, value);
        await eventually(async () => (await orders())[0]?.value === value, { ...PATIENCE, what: state });
        await eventually(async () => (await orders())[0]?.state === 'measured', { ...PATIENCE, what: state });
        expect((await orders())[0]).toMatchObject({ serial: EAST_AND_WEST, kind: 'limit', value, ...shown });
      }
      const limitW = (MAX_POWER_W * third) / 100;
      await eventually(async () => (await powerOf(EAST_AND_WEST)) <= limitW * 1.02, PATIENCE);
      expect(await powerOf(EAST_AND_WEST)).toBeGreaterThan(limitW * 0.8);
    },
  );
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [atS: number, value: string];
}

describe.skipIf(PROMETHEUS === undefined)('Prometheus', { timeout: LONG_TEST_MS }, () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startHeard();
    return gateway.dispose;
  }, LONG_TEST_MS);

  /** Scrapes the gateway each second; resolves with what answers an expression. */
  async function startPrometheus(
    scrape: object = {},
  ): Promise<(query: string) => Promise<readonly Series[]>> {
    const folder = mkdtempSync(join(tmpdir(), 'heliograph-prometheus-'));
    const config = {
      scrape_configs: [
        {
          ...{ job_name: 'heliograph', scrape_interval: '1s', scrape_timeout: '1s' },
          metrics_path: '/api/prometheus/metrics',
          static_configs: [{ targets: [`127.0.0.1:${gateway.port}`] }],
          ...scrape,
        },
      ],
    };
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config)); // JSON is YAML
    const port = await freePort();
    const files = [
      ...[`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    ];
    const child = spawn(PROMETHEUS ?? '', files, { stdio: 'ignore' });
    onTestFinished(async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    });
    async function query(expression: string): Promise<readonly Series[]> {
      const { status, text } = await send(port, `/api/v1/query?query=${encodeURIComponent(expression)}`);
      if (status !== 200) throw new Error(`${expression}: ${text}`);
      return JSON.parse(text).data.result;
    }
    await eventually(async () => (await query('up')).some(({ value }) => value[1] === '1'), PATIENCE);
    return query;
  }

  const KINDS: Readonly<Record<PrometheusLabels, { readonly grid: string; readonly strings: string }>> = {
    newest: { grid: '{type="AC",channel="0"}', strings: '{type="DC"}' },
    '2023': { grid: '{channel="0"}', strings: '{channel!="0"}' },
  };

  it.each(Object.entries(KINDS))(
    'has values of all inverters and strings, with labels %s',
    async (labels, of) => {
      await setNetwork(gateway, { prometheus_labels: labels });
      const query = await startPrometheus();
      const grid = await query(`opendtu_Power${of.grid}`);
      const strings = await query(`opendtu_Power${of.strings}`);
      expect([grid.length, strings.length]).toEqual([3, 7]);
      for (const { value } of [...grid, ...strings]) expect(Number(value[1])).toBeGreaterThan(0);
      const [sum] = await query(`sum(opendtu_Power${of.grid})`);
      const { total } = await live(gateway);
      expect(Number(sum?.value[1]) / total.Power.v).toBeCloseTo(1, 1);
      const [yieldTotal] = await query('heliograph_total_yield_kilowatthours');
      expect(Number(yieldTotal?.value[1])).toBeCloseTo(total.YieldTotal.v, 0);
    },
  );

  it.each(Object.keys(KINDS))('answers every expression of the dashboard, with labels %s', async (labels) => {
    await setNetwork(gateway, { prometheus_labels: labels });
    const query = await startPrometheus();
    const text = readFileSync(join(ROOT, 'deploy/grafana/dashboards/heliograph.json'), 'utf8');
    for (const { title, expression } of readDashboard(text)) {
      const answer = await query(expression);
      expect(answer.length, title).toBeGreaterThan(0);
      if (title === 'Power of the strings') expect(answer).toHaveLength(7);
      if (['Temperature', 'Efficiency', 'Grid voltage'].includes(title)) expect(answer).toHaveLength(3);
    }
  });

  it('has limits and names of strings as devices of today tell them', async () => {
    await setNetwork(gateway, { prometheus_labels: 'newest' });
    const query = await startPrometheus();
    await eventually(async () => (await query('opendtu_inverter_limit_absolute')).length === 3, PATIENCE);
    for (const { value } of await query('opendtu_inverter_limit_relative')) expect(Number(value[1])).toBe(1);
    expect(await query('opendtu_PanelInfo{panelname!=""}')).not.toEqual([]);
    const named = 'opendtu_Power{type="DC"} * on (serial, channel) group_left (panelname) opendtu_PanelInfo';
    expect(await query(named)).toHaveLength(7);
  });

  it('logs in where reading is locked', async () => {
    const security = { password: 'openDTU42', allow_readonly: false };
    expect(jsonOf(await postData(gateway.port, '/api/security/config', security))).toMatchObject({
      code: 1001,
    });
    const query = await startPrometheus({ basic_auth: { username: 'admin', password: 'openDTU42' } });
    expect(await query('opendtu_uptime')).toHaveLength(1);
  });
});

describe.skipIf(JQ === undefined || CURL === undefined)(
  'evcc, by curl and jq',
  { timeout: LONG_TEST_MS },
  () => {
    const wants: readonly (readonly [ApiGenerations, 'power' | 'energy', boolean])[] =
      API_GENERATIONS.flatMap((generations) => [
        [generations, 'power', true],
        [generations, 'energy', generations !== '2023'],
      ]);
    let gateway: GatewayProcess;
    beforeAll(async () => {
      gateway = await startHeard();
      return gateway.dispose;
    }, LONG_TEST_MS);

    it.each(wants)('with the API %s finds %s: %s', async (generations, what, isThere) => {
      await setNetwork(gateway, { api_generations: generations });
      const url = `${gateway.url}/api/livedata/status`;
      const { stdout: text, status } = spawnSync(CURL ?? '', ['-sS', '--fail', url], { encoding: 'utf8' });
      expect(status).toBe(0);
      const { stdout } = spawnSync(JQ ?? '', ['-r', EVCC_EXPRESSIONS[what]], {
        input: text,
        encoding: 'utf8',
      });
      if (!isThere) return expect(stdout.trim()).toBe('');
      const { total } = JSON.parse(text) as Sent;
      expect(Number(stdout)).toBeCloseTo(what === 'power' ? total.Power.v : total.YieldTotal.v, 5);
      expect(Number(stdout)).toBeGreaterThan(0);
    });
  },
);
