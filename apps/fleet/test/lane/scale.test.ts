import { request } from 'node:http';
import { figure } from '@heliograph/testbed/fleet/figure.ts';
import { type Fleet, samplesOf, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type Load, STAMP_TURN_MS, startLoad } from '@heliograph/testbed/fleet/load.ts';
import { costOf } from '@heliograph/testbed/fleet/process-cost.ts';
import { type RealGateway, startRealGateway } from '@heliograph/testbed/fleet/real-gateway.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** What many sites cost, and how soon a page shows what they say: real servers, all on this machine beside what plays the sites. */

const CAN_RUN = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const COUNTS = [100, 300, 1000];
const MEASURE_MS = 30_000;
const GATEWAY = 'real-gateway';

let fleet: Fleet;
let load: Load | undefined;
let gateway: RealGateway | undefined;
let startedMs = 0;
const cpuBySites = new Map<number, number>();

beforeAll(async () => {
  if (!CAN_RUN) return;
  fleet = await startFleet({ siteIds: [...siteNames(1000), GATEWAY], pages: 1 });
});
afterEach(async () => {
  load?.stop();
  await gateway?.stop();
  gateway = undefined;
});
afterAll(async () => {
  await fleet?.stop();
});

const page = () => {
  const [first] = fleet.pages;
  if (first === undefined) throw new Error('there is no page');
  return first;
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

/** The value below which so large a share lies. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const servers = () => ({
  nats: costOf(fleet.nats.nodes.map((node) => node.pid())),
  victoria: costOf([fleet.victoria.pid()]),
  postgres: costOf([fleet.postgres.pid()]),
  page: costOf([page().pid()]),
});

async function enter(count: number): Promise<number> {
  const startMs = performance.now();
  // Readings of the sites that were played before are older than this.
  await wait(2000);
  startedMs = Date.now();
  load = await startLoad({
    ...{ sites: fleet.sites.slice(0, count), mqttPorts: fleet.nats.nodes.map(({ mqttPort }) => mqttPort) },
    ...{ write: [`${page().url}/write`], stamps: true },
  });
  const names = new Set(siteNames(count));
  await eventually(
    async () => {
      const { sites } = await page().view();
      expect(sites.filter(({ id, state }) => names.has(id) && state !== 'ok').map(({ id }) => id)).toEqual(
        [],
      );
    },
    { timeoutMs: 120_000, everyMs: 500, what: `${count} sites are live` },
  );
  return (performance.now() - startMs) / 1000;
}

describe.skipIf(!CAN_RUN)('a fleet', () => {
  it.each(COUNTS)(
    'of %i sites is shown within 3 s of what they say, and its costs are told',
    async (count) => {
      const enteredS = await enter(count);
      await wait(10_000);
      const latencies: number[] = [];
      const seen = new Map<string, number>();
      const stop = await page().follow((sites, atMs) => {
        for (const { id, summary } of sites) {
          const sentMs = summary?.today ?? 0;
          if (!id.startsWith('site-') || seen.get(id) === sentMs) continue;
          // What the stream begins with was said at any time before.
          if (seen.has(id)) latencies.push((atMs - sentMs + STAMP_TURN_MS) % STAMP_TURN_MS);
          seen.set(id, sentMs);
        }
      });
      const [before, statsBefore, startMs] = [servers(), await load?.stats(), performance.now()];
      await wait(MEASURE_MS);
      const seconds = (performance.now() - startMs) / 1000;
      const [after, statsAfter] = [servers(), await load?.stats()];
      stop();
      const viewMs: number[] = [];
      let bytesOfSite = 0;
      for (let turn = 0; turn < 5; turn += 1) {
        const askedMs = performance.now();
        const { sites } = await page().view();
        bytesOfSite = JSON.stringify(sites.filter(({ summary }) => summary !== undefined)).length / count;
        viewMs.push(performance.now() - askedMs);
      }
      const perSecond = (name: keyof typeof before) => (after[name].cpuS - before[name].cpuS) / seconds;
      const names = ['nats', 'victoria', 'postgres', 'page'] as const;
      const costs = names.map(
        (name) =>
          `${name} ${(perSecond(name) * 100).toFixed(1)} % of a core, ${mb(after[name].residentBytes)} MB`,
      );
      const samples = ((statsAfter?.acknowledged ?? 0) - (statsBefore?.acknowledged ?? 0)) / seconds;
      cpuBySites.set(
        count,
        names.reduce((sum, name) => sum + perSecond(name), 0),
      );
      figure(
        `scale: ${count} sites: in after ${enteredS.toFixed(0)} s; page shows a summary after ${share(latencies, 0.5)} ms (median), ${share(latencies, 0.99)} ms (p99) of ${latencies.length}; list ${share(viewMs, 0.5).toFixed(0)} ms, ${bytesOfSite.toFixed(0)} bytes a site; ${samples.toFixed(0)} samples/s, a post answered after ${statsAfter?.postMs.median.toFixed(0)} ms (median), ${statsAfter?.postMs.p99.toFixed(0)} ms (p99); ${costs.join('; ')}`,
      );
      expect(latencies.length).toBeGreaterThan(count);
      expect(share(latencies, 0.99)).toBeLessThan(3000);
      expect(share(viewMs, 0.5)).toBeLessThan(1000);
      expect(statsAfter?.connected).toBe(count);
    },
  );

  it('of 1,000 sites shows the reading of a real gateway within 3 s of its frame', async () => {
    await enter(1000);
    const site = fleet.sites.find(({ id }) => id === GATEWAY);
    gateway = await startRealGateway({
      ...{ id: GATEWAY, password: site?.password ?? '' },
      ...{ mqttPort: fleet.nats.nodes[0]?.mqttPort ?? 0, write: `${page().url}/write` },
    });
    const measured = new Map<number, number>();
    const latencies: number[] = [];
    const stop = await page().follow((sites, atMs) => {
      const power = sites.find(({ id }) => id === GATEWAY)?.summary?.power;
      const sinceMs = power === undefined ? undefined : measured.get(power);
      if (power === undefined || sinceMs === undefined) return;
      latencies.push(atMs - sinceMs);
      measured.delete(power);
    });
    let last: number | undefined;
    for (const endMs = performance.now() + 60_000; performance.now() < endMs; await wait(50)) {
      const power = Math.round((await gateway.power()) * 10) / 10;
      if (power !== last) measured.set(power, Date.now());
      last = power;
    }
    stop();
    figure(
      `scale: a reading of a real gateway among 1,000 sites is on the page after ${share(latencies, 0.5)} ms (median), ${share(latencies, 0.99)} ms (p99) of ${latencies.length}`,
    );
    expect(latencies.length).toBeGreaterThan(20);
    expect(share(latencies, 0.99)).toBeLessThan(3000);
    await eventually(
      async () =>
        ((await fleet.victoria.number(
          `sum(count_over_time(heliograph_inverter_power_w{site="${GATEWAY}"}[10m]))`,
        )) ?? 0) > 10,
      { timeoutMs: 90_000, everyMs: 1000, what: 'its readings are in the database' },
    );
  });

  it('costs no more per site when there are more of them', () => {
    const perSite = COUNTS.map((count) => ((cpuBySites.get(count) ?? 0) / count) * 1000);
    figure(
      `scale: CPU for 1,000 sites, by what ${COUNTS.join(', ')} sites take: ${perSite.map((cores) => `${(cores * 100).toFixed(0)} %`).join(', ')} of a core`,
    );
    expect(perSite[2] ?? Number.POSITIVE_INFINITY).toBeLessThan((perSite[0] ?? 0) * 1.5);
  });

  it('has every sample that it has acknowledged', async () => {
    await enter(300);
    await wait(20_000);
    await load?.order({ kind: 'stop-measuring' });
    await eventually(async () => (await load?.stats())?.waiting === 0, { timeoutMs: 60_000, everyMs: 300 });
    const acknowledged = await load?.stats();
    const { samples } = await samplesOf(fleet, { sinceMs: startedMs });
    expect(samples).toBe(acknowledged?.acknowledged);
  });

  it('takes 100,000 samples a second', async () => {
    const SENDERS = 8;
    const SECONDS = 10;
    const LINES = 1500;
    const FIELDS = 6;
    const endMs = performance.now() + SECONDS * 1000;
    let taken = 0;
    let bytes = 0;
    let refused = 0;
    const cost = () => ({ page: costOf([page().pid()]).cpuS, victoria: costOf([fleet.victoria.pid()]).cpuS });
    const before = cost();
    const startMs = performance.now();
    async function send({ id, password }: { readonly id: string; readonly password: string }, turn: number) {
      const at = 1_780_000_000 + turn * LINES;
      let body = '';
      for (let line = 0; line < LINES; line += 1)
        body += `heliograph_inverter,site=${id},serial=11618000000${(line % 3) + 1} power_w=${line % 400}.5,dc_power_w=${line % 410}.5,voltage_v=230.1,frequency_hz=50.01,temperature_c=31.2,limit_percent=100 ${at + Math.floor(line / 3)}000000000\n`;
      const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
      const status = await new Promise<number>((resolve, reject) => {
        const asked = request(
          `${page().url}/write`,
          {
            method: 'POST',
            headers: {
              authorization,
              'content-type': 'text/plain',
              'content-length': Buffer.byteLength(body),
            },
          },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0));
          },
        );
        asked.on('error', reject).end(body);
      });
      if (status === 204) {
        taken += LINES * FIELDS;
        bytes += body.length;
      } else refused += 1;
    }
    await Promise.all(
      fleet.sites.slice(0, SENDERS).map(async (site) => {
        for (let turn = 0; performance.now() < endMs; turn += 1) await send(site, turn);
      }),
    );
    const seconds = (performance.now() - startMs) / 1000;
    const after = cost();
    figure(
      `scale: ingest ${(taken / seconds).toFixed(0)} samples/s (${(bytes / taken).toFixed(1)} bytes each on the wire) beside what sends them; page ${(((after.page - before.page) / seconds) * 100).toFixed(0)} %, VictoriaMetrics ${(((after.victoria - before.victoria) / seconds) * 100).toFixed(0)} % of a core; ${refused} posts to be sent again`,
    );
    const metrics = await (await fetch(`${fleet.victoria.url}/metrics`)).text();
    const sum = (name: RegExp) =>
      [...metrics.matchAll(name)].reduce((all, [, value]) => all + Number(value), 0);
    await fleet.victoria.flush();
    figure(
      `scale: VictoriaMetrics has ${sum(/^vm_rows\{type="storage\/[^"]*"\} (\S+)$/gm)} samples in ${mb(sum(/^vm_data_size_bytes\{type="storage\/[^"]*"\} (\S+)$/gm))} MB on the disk`,
    );
    const kept = await fleet.victoria.number(
      `sum(count_over_time({__name__=~"heliograph_inverter_.+",site=~"site-000[1-${SENDERS}]"}[61d]))`,
      1_780_000_000 + 60 * 86_400,
    );
    expect(kept).toBe(taken);
    expect(taken / seconds).toBeGreaterThan(100_000);
  });
});
