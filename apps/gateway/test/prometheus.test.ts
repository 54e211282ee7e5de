import { spawnSync } from 'node:child_process';
import {
  ENDPOINTS,
  type LiveInverter,
  PROMETHEUS_LABELS,
  PROPERTY_NAMES,
  type PrometheusLabels,
  RESULT_CODES,
} from '@heliograph/contract';
import type { ScenarioName } from '@heliograph/simulator';
import { putSections, storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { type MetricFamily, readMetrics } from '@heliograph/testbed/outside/read-metrics.ts';
import { describe, expect, it } from 'vitest';

const { path, read } = ENDPOINTS.getPrometheusMetrics;

const PROMTOOL = findProgram('promtool');
const MISSING = 'the check of the metrics by Prometheus needs promtool (Debian: apt-get install prometheus)';
if (PROMTOOL === undefined) process.stderr.write(`Skipped: ${MISSING}.\n`);

/** What is bad style in names that dashboards know. Source: docs/reference/original-device.md#quirk-26. */
const inCamelCase = (name: string) =>
  `${name} metric names should be written in 'snake_case' not 'camelCase'`;
const UPTIME = 'opendtu_uptime counter metrics should have "_total" suffix';

/** Those whose metrics have other families, labels or values. */
const SCENARIOS = [
  ...(['three-inverters', 'large-inverters', 'two-devices', 'captured', 'night'] as const),
  'no-inverters',
] satisfies readonly ScenarioName[];
const NETWORK = '/api/network/config';

/** All readings of one inverter, by property and channel as 2023 counted them. */
function valuesOf(metrics: ReadonlyMap<string, MetricFamily>, serial: string): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { name, samples } of metrics.values()) {
    for (const { labels, value } of samples) {
      const { type, channel } = labels;
      if (labels.serial !== serial || channel === undefined) continue;
      values[`${name} ${type === 'DC' ? Number(channel) + 1 : channel}`] = Number(value);
    }
  }
  return values;
}

/** The same of the live data; the newest labels have values as they are shown. */
function liveValuesOf({ channels }: LiveInverter, labels: PrometheusLabels): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [number, channel] of Object.entries(channels)) {
    for (const property of PROPERTY_NAMES) {
      const { v, d } = channel[property] ?? {};
      if (typeof v !== 'number' || d === undefined) continue;
      const digits = labels === 'newest' ? d : 5;
      values[`opendtu_${property.replace(' ', '')} ${number}`] = expect.closeTo(v, digits);
    }
  }
  return values;
}

async function choose(plant: PlantGateway, prometheus_labels: PrometheusLabels): Promise<void> {
  const network = JSON.parse((await plant.get(NETWORK)).text);
  expect(await plant.result(NETWORK, { ...network, prometheus_labels })).toBe(
    RESULT_CODES.SettingsSaved.code,
  );
}

describe('GET /api/prometheus/metrics', () => {
  it.each(PROMETHEUS_LABELS)('tells the live data of the moment, with labels %s', async (labels) => {
    const plant = await startPlantGateway();
    await choose(plant, labels);
    const name = 'a"b\\c\nd';
    const edit = { id: 0, serial: GARAGE, name, channel: [{ name: '', max_power: 410 }] };
    expect(await plant.result('/api/inverter/edit', edit)).toBe(RESULT_CODES.InverterChanged.code);
    for (const seconds of [20, 60]) {
      await plant.advance(seconds * 1000);
      const { text } = await plant.get(path);
      const metrics = readMetrics(text);
      const live = await plant.live();
      expect(live.map(({ serial }) => serial)).toEqual([GARAGE, SOUTH_ROOF, EAST_AND_WEST]);
      for (const inverter of live) {
        const values = valuesOf(metrics, inverter.serial);
        expect(values['opendtu_Power 0']).toBeGreaterThan(0);
        expect(values).toMatchObject(liveValuesOf(inverter, labels));
      }
      const updates = metrics.get('opendtu_last_update')?.samples;
      expect(updates?.map(({ labels }) => labels.name)).toEqual([name, 'South roof', 'East and west roof']);
      const uptimeS = plant.clock.monotonicMs() / 1000;
      live.forEach(({ data_age }, index) => {
        const ageS = uptimeS - Number(updates?.[index]?.value);
        expect(Math.abs(ageS - data_age)).toBeLessThan(2);
      });
    }
  });

  it('is plain text that is asked for anew each time', async () => {
    const { port } = await startTestGateway();
    const { status, headers, text } = await send(port, path);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(read(text)).toBe(text);
    expect(read({})).toBeUndefined();
  });

  it('is for whoever may read', async () => {
    const { port } = await startTestGateway({
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    const { status, text } = await send(port, path);
    expect([status, text]).toEqual([401, '']);
  });

  it('has the labels of today in a new data folder, and those of 2023 in one that was there before', async () => {
    const { dataFolder, port, stopNow } = await startTestGateway();
    expect((await send(port, path)).text).toContain('\nwifi_station{');
    await stopNow();
    const { prometheus_labels, ...before } = storedSection(dataFolder, 'network');
    expect(prometheus_labels).toBe('newest');
    putSections(dataFolder, { network: before });
    const updated = await startTestGateway({ dataFolder });
    expect((await send(updated.port, path)).text).not.toContain('wifi_station');
    await updated.stopNow();
    const again = await startTestGateway({ dataFolder });
    expect((await send(again.port, path)).text).not.toContain('wifi_station');
  });

  it.each(SCENARIOS)(
    'is what Prometheus reads of %s, with no complaint but of the names',
    async (scenario) => {
      const gateway = await startTestGateway({ scenario });
      await gateway.clock.advanceAsync(25_000);
      const network = JSON.parse((await send(gateway.port, NETWORK, { headers: login() })).text);
      for (const prometheus_labels of PROMETHEUS_LABELS) {
        await postData(gateway.port, NETWORK, { ...network, prometheus_labels });
        const { text } = await send(gateway.port, path);
        expect(readMetrics(text).size).toBeGreaterThan(8);
        expect(text.includes('wifi_station')).toBe(prometheus_labels === 'newest');
        if (PROMTOOL === undefined) continue;
        const { stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], {
          input: text,
          encoding: 'utf8',
        });
        const findings = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
        // All that is told of is found, so it has read all of it.
        const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
        const known = names
          .filter((name) => /^opendtu_.*[A-Z].*[A-Z]|^opendtu_.*[a-z][A-Z]/.test(name))
          .map(inCamelCase);
        expect(findings.sort()).toEqual([...known, UPTIME].sort());
      }
    },
  );
});

describe('the reader of these tests', () => {
  const block = (...samples: string[]) => `# HELP a b\n# TYPE a gauge\n${samples.join('\n')}\n`;

  it('reads samples and labels', () => {
    const [family] = readMetrics(block('a{x="\\"\\\\\\n",y=""} -1.5', 'a 2')).values();
    expect(family?.samples).toEqual([
      { labels: { x: '"\\\n', y: '' }, value: '-1.5' },
      { labels: {}, value: '2' },
    ]);
  });

  it.each([
    '',
    'a 1\n',
    '# HELP a b\n# TYPE a gauge\n',
    '# TYPE a gauge\n# HELP a b\na 1\n',
    '# HELP a b\n# TYPE c gauge\na 1\n',
    '# HELP a b\n# TYPE a gauge\na 1',
    block('c 1'),
    block('a 1', 'a 2'),
    block('a{x="1",y="2"} 1', 'a{y="2",x="1"} 1'),
    block('a{x="1"} 1') + block('a{x="2"} 1'),
    block('a{x="""} 1'),
    block('a{x="\\t"} 1'),
    block('a{x="1" y="2"} 1'),
    block('a{x="1",} 1'),
    block('a{x="1",x="2"} 1'),
    block('a{x="\n"} 1'),
    block('a  1'),
    block('a 1 2'),
  ])('refuses %j', (text) => {
    expect(() => readMetrics(text)).toThrow();
  });
});
