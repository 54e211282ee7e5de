import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS } from '@heliograph/contract';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { readMetrics } from '@heliograph/testbed/outside/read-metrics.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../root.mjs';
import { metricsIn, readDashboard } from './read-dashboard.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const TEXT = read('deploy/grafana/dashboards/heliograph.json');
const EXPRESSIONS = readDashboard(TEXT);
const expressionOf = (wanted: string) => {
  const found = EXPRESSIONS.find(({ title }) => title === wanted);
  if (found === undefined) throw new Error(`no panel ${wanted}`);
  return found.expression;
};

/** What Prometheus itself says of each try. */
const OF_PROMETHEUS = ['up', 'scrape_duration_seconds'];

const PROMTOOL = findProgram('promtool');
const MISSING = "the dashboard's expressions need promtool to be tried (Debian: apt-get install prometheus)";
if (PROMTOOL === undefined) process.stderr.write(`Skipped: ${MISSING}.\n`);

/** Asks promtool what an expression gives for these series; the empty text when it is as expected. */
function complaints(
  expression: string,
  series: Readonly<Record<string, string>>,
  expected: object[],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-dashboard-'));
  const file = join(folder, 'test.json');
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const asked = { expr: expression, eval_time: '1m', exp_samples: expected };
  const tests = [{ interval: '1m', input_series: input, promql_expr_test: [asked] }];
  writeFileSync(file, JSON.stringify({ evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const HERE = 'job="heliograph",instance="gateway:8080"';
/** A gateway that runs for 1000 s: one inverter spoke 20 s ago, one 400 s ago, one never. */
const THREE_INVERTERS = {
  [`opendtu_uptime{${HERE}}`]: '1000 1000',
  [`opendtu_last_update{${HERE},serial="1",unit="0",name="a"}`]: '980 980',
  [`opendtu_last_update{${HERE},serial="2",unit="1",name="b"}`]: '600 600',
  [`opendtu_last_update{${HERE},serial="3",unit="2",name="c"}`]: '0 0',
};

describe('the dashboard', () => {
  it('asks only for metrics that the gateway has', async () => {
    const plant = await startPlantGateway();
    await plant.advance(20_000);
    const metrics = readMetrics((await plant.get(ENDPOINTS.getPrometheusMetrics.path)).text);
    expect(EXPRESSIONS.length).toBeGreaterThan(15);
    const named = new Set(EXPRESSIONS.flatMap(({ expression }) => metricsIn(expression)));
    expect(named.size).toBeGreaterThan(12);
    expect([...named].filter((name) => !metrics.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([]);
    const labels = [...metrics.values()].flatMap(({ samples }) =>
      samples.flatMap((sample) => Object.keys(sample.labels)),
    );
    const asked = EXPRESSIONS.flatMap(({ expression }) =>
      [...expression.matchAll(/(\w+)!?=~?"/g)].map(([, label]) => label),
    );
    expect(asked.filter((label = '') => !['job', 'instance', ...labels].includes(label))).toEqual([]);
  });

  it('asks for them at the data source and the job that are set up beside it', () => {
    const { datasources } = parse(read('deploy/grafana/provisioning/datasources/prometheus.yaml'));
    const { templating } = JSON.parse(TEXT);
    const [source, ...others] = templating.list;
    expect(source.current.value).toBe(datasources[0].uid);
    expect(others.map(({ name }: { readonly name: string }) => name)).toEqual(['gateway', 'inverter']);
    const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yml'));
    const named = EXPRESSIONS.flatMap(({ expression }) =>
      [...expression.matchAll(/job="(\w+)"/g)].map(([, job]) => job),
    );
    expect(new Set(named)).toEqual(new Set([jobs[0].job_name]));
    expect(jobs[0].metrics_path).toBe(ENDPOINTS.getPrometheusMetrics.path);
  });

  it('counts the inverters that spoke lately', ({ skip }) => {
    if (PROMTOOL === undefined) return skip(MISSING);
    const expression = expressionOf('Heard lately');
    expect(complaints(expression, THREE_INVERTERS, [{ labels: '{}', value: 1 }])).toBe('');
    expect(complaints(expression, {}, [{ labels: '{}', value: 0 }])).toBe('');
    expect(complaints(expression, THREE_INVERTERS, [{ labels: '{}', value: 2 }])).toContain('FAILED');
  });

  it('shows how old readings are, and nothing of inverters without any', ({ skip }) => {
    if (PROMTOOL === undefined) return skip(MISSING);
    const expected = [
      { labels: `{${HERE},serial="1",unit="0",name="a"}`, value: 20 },
      { labels: `{${HERE},serial="2",unit="1",name="b"}`, value: 400 },
    ];
    expect(complaints(expressionOf('Age of the readings'), THREE_INVERTERS, expected)).toBe('');
  });

  it('adds up what inverters deliver, and neither their strings nor old values beside that', ({ skip }) => {
    if (PROMTOOL === undefined) return skip(MISSING);
    const powers = {
      [`opendtu_Power{${HERE},serial="1",unit="0",name="a",channel="0"}`]: '200 200',
      [`opendtu_Power{${HERE},serial="1",unit="0",name="a",channel="1"}`]: '210 210',
      [`opendtu_Power{${HERE},serial="2",unit="1",name="b",channel="0"}`]: '300 300',
      [`opendtu_Power{${HERE},serial="3",unit="2",name="c",channel="0"}`]: '0 0',
    };
    const ofToday = {
      [`opendtu_Power{${HERE},serial="1",unit="0",name="a",type="AC",channel="0"}`]: '200 200',
      [`opendtu_Power{${HERE},serial="1",unit="0",name="a",type="DC",channel="0"}`]: '210 210',
      [`opendtu_Power{${HERE},serial="2",unit="1",name="b",type="AC",channel="0"}`]: '300 300',
      [`opendtu_Power{${HERE},serial="2",unit="1",name="b",type="DC",channel="0"}`]: '310 310',
    };
    const expression = expressionOf('Power now');
    const given = (series: Readonly<Record<string, string>>, value: number) =>
      complaints(expression, series, [{ labels: '{}', value }]);
    expect(given({ ...THREE_INVERTERS, ...powers }, 200)).toBe('');
    const lately = { [`opendtu_last_update{${HERE},serial="2",unit="1",name="b"}`]: '900 900' };
    expect(given({ ...THREE_INVERTERS, ...powers, ...lately }, 500)).toBe('');
    expect(given({ ...THREE_INVERTERS, ...ofToday }, 200)).toBe('');
    expect(given({ ...THREE_INVERTERS, ...ofToday, ...lately }, 500)).toBe('');
    expect(given(THREE_INVERTERS, 0)).toBe('');
  });
});

it.for([
  ['of 2023', ['channel="0"', 'channel="1"']],
  ['of today', ['type="AC",channel="0"', 'type="DC",channel="0"']],
] as const)('the dashboard shows each string by itself, with labels %s', ([, [grid, string]], { skip }) => {
  if (PROMTOOL === undefined) return skip(MISSING);
  const series = (labels: string) => `opendtu_Power{${HERE},serial="1",unit="0",name="a",${labels}}`;
  const given = { ...THREE_INVERTERS, [series(grid)]: '200 200', [series(string)]: '210 210' };
  const labels = `{__name__="opendtu_Power",${HERE},serial="1",unit="0",name="a",${string}}`;
  expect(complaints(expressionOf('Power of the strings'), given, [{ labels, value: 210 }])).toBe('');
});

it.each([
  ['sum(a{b="c"})', ['a']],
  ['count((a - on (job) group_right b{x!="y"}) < 300 and (c > 0)) or vector(0)', ['a', 'b', 'c']],
  ['max by (name) (rate(some_total[5m]))', ['some_total']],
])('the metrics in %s', (expression, expected) => {
  expect(metricsIn(expression)).toEqual(expected);
});
