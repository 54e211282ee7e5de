import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { irradianceOnPlane } from '../../../packages/simulator/src/irradiance.ts';
import { createWeather } from '../../../packages/simulator/src/weather.ts';
import { findProgram } from '../outside/find-program.ts';
import { figure } from './figure.ts';
import { fleetFolder, startVictoria, VICTORIA_METRICS, type Victoria } from './fleet-servers.ts';

/** The rules of deploy/fleet/alerts.yaml by a real vmalert over days of many plants: what is wrong is found, and nothing else. */

const run = promisify(execFile);
const VMALERT = findProgram('vmalert');
const RULES = fileURLToPath(new URL('../../../deploy/fleet/alerts.yaml', import.meta.url));
const CAN_RUN = VICTORIA_METRICS !== undefined && VMALERT !== undefined;

const DAY_S = 86_400;
const FIRST_S = Date.UTC(2026, 5, 1) / 1000;
const FAULT_DAY_S = FIRST_S + 8 * DAY_S;
const END_S = FAULT_DAY_S + DAY_S + 20 * 3600;
const SITES = 30;
const EVERY_S = 120;
/** Two of each plant look to the morning, the others to the evening; each inverter has one of both. */
const PLANES = [
  { tiltDeg: 35, azimuthDeg: 110 },
  { tiltDeg: 35, azimuthDeg: 250 },
];

const WEAK = { site: 'site-07', serial: '116180000002', string: '1' };
const DEAD = { site: 'site-21', serial: '116180000003', string: '2' };
const SILENT = 'site-13';
const FAULT_S = FAULT_DAY_S + 8 * 3600;
const SILENT_S = FAULT_DAY_S + 10 * 3600;

let victoria: Victoria;
let remove: () => Promise<void> = async () => undefined;

/** A day from 5 to 19 o'clock. */
function sunAt(atS: number) {
  const hour = (atS % DAY_S) / 3600;
  return { altitudeDeg: Math.sin(((hour - 5) / 14) * Math.PI) * 60, azimuthDeg: 75 + (hour - 5) * 15 };
}

function linesOf(site: string, cloud: number, atS: number): string {
  const sun = sunAt(atS);
  if (site === SILENT && atS >= SILENT_S) return '';
  const at = `${atS}000000000\n`;
  let lines = '';
  // Every hour, by night as well.
  if (atS % 3600 === 0) lines += `heliograph_name,site=${site},serial=116180000001,name=One info=1 ${at}`;
  if (sun.altitudeDeg <= 0) return lines;
  let plantW = 0;
  for (const serial of ['116180000001', '116180000002', '116180000003']) {
    PLANES.forEach((plane, index) => {
      const string = String(index + 1);
      const is = (one: typeof WEAK) =>
        atS >= FAULT_S && one.site === site && one.serial === serial && one.string === string;
      const share = is(WEAK) ? 0.4 : is(DEAD) ? 0 : 1;
      const watts = (irradianceOnPlane(sun, cloud, plane) / 1000) * 400 * share;
      plantW += watts;
      lines += `heliograph_string,site=${site},serial=${serial},string=${string} power_w=${watts.toFixed(1)} ${at}`;
    });
  }
  return `${lines}heliograph_plant,site=${site} power_w=${plantW.toFixed(1)} ${at}`;
}

async function write(): Promise<number> {
  let samples = 0;
  for (let site = 1; site <= SITES; site += 1) {
    const name = `site-${String(site).padStart(2, '0')}`;
    const weather = createWeather(site);
    let body = '';
    for (let atS = FIRST_S; atS < END_S; atS += EVERY_S)
      body += linesOf(name, weather.cloudAt(atS * 1000), atS);
    samples += body.split('\n').length - 1;
    const answer = await fetch(`${victoria.url}/write`, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await victoria.flush();
  return samples;
}

interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
}
const GROUPS: readonly { readonly interval: string; readonly rules: readonly Rule[] }[] = parse(
  readFileSync(RULES, 'utf8'),
).groups;
const secondsOf = (text: string) => Number.parseInt(text, 10) * (text.endsWith('h') ? 3600 : 60);

/** What holds for as long as the rule wants, at any time: of the replay, vmalert itself says only what is pending. */
async function fired(alert: string): Promise<readonly string[]> {
  const group = GROUPS.find(({ rules }) => rules.some((rule) => rule.alert === alert));
  const rule = group?.rules.find((one) => one.alert === alert);
  if (group === undefined || rule === undefined) throw new Error(`there is no ${alert}`);
  const stepS = secondsOf(group.interval);
  const results = await victoria.range(rule.expr, { fromS: FIRST_S + 4 * DAY_S, toS: END_S, stepS });
  const turns = secondsOf(rule.for ?? '0m') / stepS;
  return results
    .filter(({ atS }) => longestRun(atS, stepS) > turns)
    .map(({ metric: { site, serial, string } }) => [site, serial, string].filter(Boolean).join(' '))
    .sort();
}

/** How many times in a row something was so. */
function longestRun(atS: readonly number[], stepS: number): number {
  let [longest, length] = [0, 0];
  atS.forEach((one, index) => {
    length = index > 0 && one - (atS[index - 1] ?? 0) === stepS ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  return longest;
}

beforeAll(async () => {
  if (!CAN_RUN) return;
  const folder = await fleetFolder();
  remove = folder.remove;
  victoria = await startVictoria(folder.folder);
  const samples = await write();
  const startMs = performance.now();
  const iso = (atS: number) => new Date(atS * 1000).toISOString();
  await run(VMALERT ?? '', [
    ...[`-rule=${RULES}`, `-datasource.url=${victoria.url}`, `-remoteWrite.url=${victoria.url}`],
    ...[`-replay.timeFrom=${iso(FIRST_S)}`, `-replay.timeTo=${iso(END_S)}`, '-replay.disableProgressBar'],
    ...[
      '-replay.rulesDelay=3s',
      '-remoteWrite.flushInterval=500ms',
      '-loggerLevel=WARN',
      '-httpListenAddr=127.0.0.1:0',
      '-evaluationInterval=1m',
    ],
  ]);
  await victoria.flush();
  figure(
    `alerts: ${samples} samples of ${SITES} plants, ${((performance.now() - startMs) / 1000).toFixed(0)} s to look through ten days`,
  );
});
afterAll(async () => {
  await victoria?.end('SIGKILL');
  await remove();
});

describe.skipIf(!CAN_RUN)('the alerts over all plants', () => {
  const name = ({ site, serial, string }: typeof WEAK) => `${site} ${serial} ${string}`;

  it('find exactly the weak string and the dead one, whichever way the others look', async () => {
    expect(await fired('WeakString')).toEqual([name(WEAK), name(DEAD)]);
    expect(await fired('DeadString')).toEqual([name(DEAD)]);
  });

  it('find exactly the plant that is silent, by day, and none by night', async () => {
    expect(await fired('SilentSite')).toEqual([SILENT]);
    expect(await fired('SiteWithoutReadings')).toEqual([SILENT]);
  });
});
