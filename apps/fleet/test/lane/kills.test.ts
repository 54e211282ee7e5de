import { figure } from '@heliograph/testbed/fleet/figure.ts';
import { type Fleet, samplesOf, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type Load, startLoad } from '@heliograph/testbed/fleet/load.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Whatever of a fleet goes away: the page says it, all comes back by itself, and no sample is lost or there twice. */

const CAN_RUN = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const SITES = 40;
/** Within so long the page says what has gone. */
const SAID_MS = 15_000;
const BACK_MS = 40_000;

let fleet: Fleet;
let load: Load;

beforeAll(async () => {
  if (!CAN_RUN) return;
  fleet = await startFleet({ siteIds: siteNames(SITES), pages: 2 });
  load = await startLoad({
    ...{ sites: fleet.sites, mqttPorts: fleet.nats.nodes.map(({ mqttPort }) => mqttPort) },
    write: fleet.pages.map(({ url }) => `${url}/write`),
    ...{ measureEveryS: 2, postEveryS: 3 },
  });
  await allIsWell();
});
afterAll(async () => {
  load?.stop();
  await fleet?.stop();
});

const pageOf = (index: number) => {
  const page = fleet.pages[index];
  if (page === undefined) throw new Error('there is no such page');
  return page;
};
const states = async (page: number) => (await pageOf(page).view()).sites.map(({ state }) => state);
const failing = async (page: number) => Object.keys((await pageOf(page).view()).parts);

/** On both pages: every part answers, and every site is live. */
async function allIsWell(timeoutMs = BACK_MS): Promise<void> {
  for (const page of [0, 1]) {
    await eventually(
      async () => {
        expect(await failing(page)).toEqual([]);
        expect((await states(page)).filter((state) => state !== 'ok')).toEqual([]);
      },
      { timeoutMs, everyMs: 200, what: `page ${page} shows all as well` },
    );
  }
}

/** Seconds until it is so. */
async function secondsUntil(check: () => unknown, timeoutMs: number): Promise<string> {
  const startMs = performance.now();
  await eventually(check, { timeoutMs, everyMs: 100 });
  return ((performance.now() - startMs) / 1000).toFixed(1);
}

async function goesAndComesBack(
  part: 'broker' | 'timeseries' | 'database',
  leave: () => Promise<unknown>,
  come: () => Promise<unknown>,
  awayMs: number,
) {
  await leave();
  const said = await secondsUntil(async () => {
    for (const page of [0, 1]) expect(await failing(page)).toContain(part);
  }, SAID_MS);
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  await come();
  const back = await secondsUntil(() => allIsWell(), BACK_MS * 2);
  figure(`kills: ${part} away: said after ${said} s, all well ${back} s after it was back`);
}

describe.skipIf(!CAN_RUN)('of a fleet', () => {
  it.each([0, 1, 2])('node %i of the broker may be killed', async (index) => {
    const node = fleet.nats.nodes[index];
    await node?.end('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const seconds = await secondsUntil(() => allIsWell(), BACK_MS);
    await node?.start();
    await allIsWell();
    figure(
      `kills: node ${index + 1} of NATS killed: all sites live again over the others after ${seconds} s`,
    );
  });

  it('the whole broker may be killed, which the pages say', async () => {
    const { nodes } = fleet.nats;
    await goesAndComesBack(
      'broker',
      () => Promise.all(nodes.map((node) => node.end('SIGKILL'))),
      () => Promise.all(nodes.map((node) => node.start())),
      2000,
    );
  });

  it('the time-series database may be stopped for a while, which the pages say', async () => {
    await goesAndComesBack(
      'timeseries',
      () => fleet.victoria.end(),
      () => fleet.victoria.start(),
      20_000,
    );
  });

  it('the time-series database may hang', async () => {
    const { victoria } = fleet;
    await goesAndComesBack(
      'timeseries',
      async () => victoria.pause(),
      async () => victoria.resume(),
      3000,
    );
  });

  it('the database of accounts may be started anew; the list stays, and who is logged in stays so', async () => {
    const { postgres } = fleet;
    await goesAndComesBack(
      'database',
      async () => {
        await postgres.end('SIGINT');
        expect((await states(0)).filter((state) => state !== 'ok')).toEqual([]);
      },
      () => postgres.start(),
      1000,
    );
  });

  it('a page may be killed: the other one shows all, and it comes back with the same login', async () => {
    await pageOf(1).end('SIGKILL');
    expect(await failing(0)).toEqual([]);
    expect((await states(0)).filter((state) => state !== 'ok')).toEqual([]);
    await pageOf(1).start();
    const seconds = await secondsUntil(() => allIsWell(), SAID_MS);
    figure(`kills: a fleet page started anew shows all sites after ${seconds} s`);
  });

  it('a site may be cut off, which is said, and sends what it has measured meanwhile', async () => {
    const [site] = fleet.sites;
    const ids = [site?.id ?? ''];
    await load.order({ kind: 'cut', ids });
    const stateOf = async (page: number) =>
      (await pageOf(page).view()).sites.find(({ id }) => id === ids[0])?.state;
    const said = await secondsUntil(async () => {
      for (const page of [0, 1]) expect(['offline', 'silent']).toContain(await stateOf(page));
    }, SAID_MS);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    expect((await states(0)).filter((state) => state === 'ok')).toHaveLength(SITES - 1);
    await load.order({ kind: 'join', ids });
    const back = await secondsUntil(() => allIsWell(), BACK_MS);
    figure(`kills: a site cut off: said after ${said} s, live ${back} s after it was back`);
  });

  it('all samples are there at the end, each once', async () => {
    await load.order({ kind: 'stop-measuring' });
    await eventually(async () => (await load.stats()).waiting === 0, { timeoutMs: 60_000, everyMs: 300 });
    const { measured, power, failures, posts } = await load.stats();
    const found = await samplesOf(fleet);
    figure(
      `kills: ${measured} samples measured, ${found.samples} in the database; ${failures} of ${posts} posts had to be sent again`,
    );
    expect(failures).toBeGreaterThan(0);
    expect(found.samples).toBe(measured);
    expect(found.power).toBeCloseTo(power, 0);
  });
});
