import { Agent, request } from 'node:http';
import { connect, type MqttClient } from 'mqtt';
import { irradianceOnPlane } from '../../../packages/simulator/src/irradiance.ts';
import { createWeather, type Weather } from '../../../packages/simulator/src/weather.ts';
import { type LoadOptions, type LoadOrder, type LoadStats, STAMP_TURN_MS } from './load.ts';

/** Many sites in one process: each has a connection to the broker and posts its readings, as a gateway does. Started by load.ts. */

const options: LoadOptions = JSON.parse(process.argv[2] ?? '{}');
const INVERTERS = 3;
const STRINGS = 2;
const PEAK_W = 400;
const RETRY_MS = 2000;
const LINES_AT_ONCE = 2000;
/** The day of the simulated sky: midday, whenever it runs. */
const SUN = { altitudeDeg: 55, azimuthDeg: 180 };
const PLANES = [
  { tiltDeg: 30, azimuthDeg: 135 },
  { tiltDeg: 30, azimuthDeg: 225 },
];

interface Load {
  readonly lines: string;
  readonly samples: number;
  readonly power: number;
}
/** As a gateway has it (apps/gateway/src/history/outgoing.ts). */
const SURE_AFTER_MS = 30_000;

interface SimulatedSite {
  readonly id: string;
  readonly password: string;
  readonly weather: Weather;
  client: MqttClient | undefined;
  turn: number;
  isCut: boolean;
  isPosting: boolean;
  power: number;
  today: number;
  waiting: Load[];
  /** What was taken, and may be forgotten where the database goes. */
  unsure: (Load & { readonly atMs: number })[];
  databaseSinceS: number;
}

const stats = { summaries: 0, posts: 0, failures: 0, measured: 0, acknowledged: 0, power: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: options.sockets ?? 64 });
let isMeasuring = true;
let postTimesMs: number[] = [];

const sites = options.sites.map(
  ({ id, password }, index): SimulatedSite => ({
    ...{ id, password, weather: createWeather((options.seed ?? 1) + index), client: undefined, turn: index },
    ...{ isCut: false, isPosting: false, power: 0, today: 0, waiting: [], unsure: [], databaseSinceS: 0 },
  }),
);

function enter(site: SimulatedSite): void {
  const { mqttPorts } = options;
  if (site.isCut || mqttPorts.length === 0) return;
  const port = mqttPorts[site.turn++ % mqttPorts.length] ?? 0;
  const status = { topic: `sites/${site.id}/dtu/status`, retain: true, qos: 0 as const };
  const client = connect({
    ...{ host: '127.0.0.1', port, protocolVersion: 4, clean: true, reconnectPeriod: 0, keepalive: 15 },
    ...{ connectTimeout: 20_000, username: site.id, password: site.password, clientId: `load-${site.id}` },
    will: { ...status, payload: Buffer.from('offline') },
  });
  site.client = client;
  client.on('error', () => undefined);
  client.on('connect', () => {
    client.publish(status.topic, 'online', { retain: true });
    tell(site);
  });
  client.once('close', () => {
    client.end(true);
    if (site.client === client) site.client = undefined;
    setTimeout(() => enter(site), 500 + Math.random() * 1500);
  });
}

function tell({ id, client, power, today, isCut }: SimulatedSite): void {
  if (client?.connected !== true || isCut) return;
  const summary = {
    ...{ name: `Site ${id}`, version: '0.2.0', at: Math.floor(Date.now() / 1000), power },
    // When it was sent, for whoever measures the way.
    today: options.stamps === true ? Date.now() % STAMP_TURN_MS : today,
    ...{
      day: true,
      inverters: INVERTERS,
      reachable: INVERTERS,
      producing: INVERTERS,
      findings: 0,
      alerts: 0,
    },
  };
  client.publish(`sites/${id}/site`, JSON.stringify(summary));
  stats.summaries += 1;
}

function measure(site: SimulatedSite, atS: number): void {
  const cloud = site.weather.cloudAt(atS * 1000);
  const stringsW = PLANES.map((plane) => (irradianceOnPlane(SUN, cloud, plane) / 1000) * PEAK_W);
  const inverterW = stringsW.reduce((sum, watts) => sum + watts, 0);
  const at = `${atS}000000000\n`;
  let lines = '';
  for (let inverter = 1; inverter <= INVERTERS; inverter += 1) {
    const serial = `11618${String(inverter).padStart(7, '0')}`;
    const tags = `site=${site.id},serial=${serial}`;
    const ac = `power_w=${(inverterW * 0.95).toFixed(1)},dc_power_w=${inverterW.toFixed(1)}`;
    lines += `heliograph_inverter,${tags} ${ac},voltage_v=230.1,frequency_hz=50.01,temperature_c=31.2,limit_percent=100 ${at}`;
    stringsW.forEach((watts, index) => {
      const values = `power_w=${watts.toFixed(1)},voltage_v=31.2,current_a=${(watts / 31.2).toFixed(2)},yield_day_wh=${Math.round(site.today / 6)}`;
      lines += `heliograph_string,${tags},string=${index + 1} ${values} ${at}`;
    });
  }
  const power = Math.round(inverterW * 0.95 * INVERTERS * 10) / 10;
  lines += `heliograph_plant,site=${site.id} power_w=${power},dc_power_w=${(inverterW * INVERTERS).toFixed(1)},limit_percent=100 ${at}`;
  const samples = INVERTERS * (6 + STRINGS * 4) + 3;
  site.waiting.push({ lines, samples, power });
  stats.measured += samples;
  [site.power, site.today] = [power, site.today + power / 720];
}

/** The database has gone, or has started anew: what was taken last is sent once more. */
function goBack(site: SimulatedSite): void {
  for (const { samples, power } of site.unsure) {
    stats.acknowledged -= samples;
    stats.power -= power;
  }
  site.waiting.unshift(...site.unsure);
  site.unsure = [];
}

function noteTaken(site: SimulatedSite, batch: readonly Load[]): void {
  const atMs = performance.now();
  site.unsure = site.unsure.filter((one) => atMs - one.atMs < SURE_AFTER_MS);
  for (const one of batch) {
    stats.acknowledged += one.samples;
    stats.power += one.power;
    site.unsure.push({ ...one, atMs });
  }
}

function post(site: SimulatedSite): void {
  if (site.isCut || site.isPosting || site.waiting.length === 0 || options.write === undefined) return;
  const batch = site.waiting.slice(0, Math.floor(LINES_AT_ONCE / (INVERTERS * (1 + STRINGS) + 1)));
  const body = batch.map(({ lines }) => lines).join('');
  site.isPosting = true;
  stats.posts += 1;
  const startMs = performance.now();
  const done = (status: number, sinceS = 0) => {
    if (!site.isPosting) return;
    site.isPosting = false;
    if (status !== 204) {
      if (status === 0 || status >= 500) goBack(site);
      stats.failures += 1;
      setTimeout(() => post(site), RETRY_MS);
      return;
    }
    site.waiting.splice(0, batch.length);
    const hasStartedAnew = site.databaseSinceS > 0 && sinceS > site.databaseSinceS;
    site.databaseSinceS = Math.max(site.databaseSinceS, sinceS);
    if (hasStartedAnew) goBack(site);
    noteTaken(site, batch);
    if (site.waiting.length > batch.length) post(site);
  };
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    authorization: `Basic ${Buffer.from(`${site.id}:${site.password}`).toString('base64')}`,
  };
  const url = options.write[site.turn % options.write.length] ?? '';
  const asked = request(url, { method: 'POST', agent, headers, timeout: 10_000 }, (response) => {
    response.resume();
    response.on('close', () => {
      postTimesMs.push(performance.now() - startMs);
      done(response.statusCode ?? 0, Number(response.headers['x-database-since'] ?? 0));
    });
    if (response.statusCode !== 204) site.turn += 1;
  });
  asked.on('timeout', () => asked.destroy());
  asked.on('error', () => {
    site.turn += 1; // another fleet page, as behind a proxy
    done(0);
  });
  asked.end(body);
}

/** All in turn within each period, so that there are no bursts that real sites would not make. */
function every(periodMs: number, act: (site: SimulatedSite) => void): void {
  sites.forEach((site, index) => {
    const first = (periodMs * index) / sites.length;
    setTimeout(() => {
      act(site);
      setInterval(() => act(site), periodMs);
    }, first);
  });
}

sites.forEach((site, index) => {
  setTimeout(() => enter(site), index * (options.enterEveryMs ?? 3));
});
every((options.measureEveryS ?? 5) * 1000, (site) => {
  if (isMeasuring) measure(site, Math.floor(Date.now() / 1000));
  tell(site);
});
every((options.postEveryS ?? 10) * 1000, post);

process.on('message', (order: LoadOrder) => {
  if (order.kind === 'cut' || order.kind === 'join') {
    for (const site of sites.filter(({ id }) => order.ids.includes(id))) {
      site.isCut = order.kind === 'cut';
      if (site.isCut) site.client?.stream.destroy();
      else enter(site);
    }
  }
  if (order.kind === 'stop-measuring') {
    isMeasuring = false;
    for (const site of sites) post(site);
  }
  const sorted = postTimesMs.toSorted((one, other) => one - other);
  postTimesMs = [];
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  const told: LoadStats = {
    ...{ ...stats, postMs: { median: share(0.5), p99: share(0.99) } },
    connected: sites.filter(({ client }) => client?.connected === true).length,
    waiting: sites.reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
  process.send?.(told);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
