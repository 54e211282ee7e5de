import type { FleetPart } from '@heliograph/fleet-contract';
import { figure } from '@heliograph/testbed/fleet/figure.ts';
import { type Fleet, samplesOf, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { BACK_MS, SAID_MS, secondsUntil, watchFleet } from '@heliograph/testbed/fleet/fleet-watch.ts';
import { type Load, startLoad } from '@heliograph/testbed/fleet/load.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Whatever of a fleet goes away: the page says it, all comes back by itself, and no sample is lost or there twice. What is away for
 * longer is in outages.test.ts.
 */

const CAN_RUN = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const SITES = 40;
const KILLS = 5;

let fleet: Fleet;
let load: Load;
let watch: ReturnType<typeof watchFleet>;

beforeAll(async () => {
  if (!CAN_RUN) return;
  fleet = await startFleet({ siteIds: siteNames(SITES), pages: 2 });
  watch = watchFleet(fleet, { mayComeAndGo: true });
  load = await startLoad({
    ...{ sites: fleet.sites, mqttPorts: fleet.nats.nodes.map(({ mqttPort }) => mqttPort) },
    write: fleet.pages.map(({ url }) => `${url}/write`),
    ...{ measureEveryS: 2, postEveryS: 3 },
  });
  await watch.allIsWell();
});
afterAll(async () => {
  load?.stop();
  await fleet?.stop();
});

async function goesAndComesBack(
  part: FleetPart,
  leave: () => Promise<unknown>,
  come: () => Promise<unknown>,
  awayMs: number,
) {
  await leave();
  const said = await watch.secondsUntilSaid(part);
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  await come();
  const back = await secondsUntil(() => watch.allIsWell(), BACK_MS * 2);
  figure(`kills: ${part} away: said after ${said} s, all well ${back} s after it was back`);
}

describe.skipIf(!CAN_RUN)('of a fleet', () => {
  it.each([0, 1, 2])('node %i of the broker may be killed', async (index) => {
    const node = fleet.nats.nodes[index];
    await node?.end('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const seconds = await secondsUntil(() => watch.allIsWell({ butParts: ['node'] }), BACK_MS);
    const said = await watch.secondsUntilSaid('node');
    await watch.allIsWell({ butParts: ['node'] });
    await node?.start();
    await watch.allIsWell();
    figure(
      `kills: node ${index + 1} of NATS killed: all sites live again over the others after ${seconds} s, said of the node ${said} s later`,
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

  it('the time-series database may hang', async () => {
    const { victoria } = fleet;
    await goesAndComesBack(
      'timeseries',
      async () => victoria.pause(),
      async () => victoria.resume(),
      3000,
    );
  });

  it('the time-series database may be killed again and again, also unseen between two posts', async () => {
    const { victoria } = fleet;
    for (let turn = 0; turn < KILLS; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 4000 + 700 * turn));
      await victoria.end('SIGKILL');
      await victoria.start();
    }
    await watch.allIsWell();
  });

  it('the database of accounts may be started anew; the list stays, and who is logged in stays so', async () => {
    const { postgres } = fleet;
    await goesAndComesBack(
      'database',
      async () => {
        await postgres.end('SIGINT');
        expect(await watch.notOk(0)).toEqual([]);
      },
      () => postgres.start(),
      1000,
    );
  });

  it('a page may be killed: the other one shows all, and it comes back with the same login', async () => {
    await watch.page(1).end('SIGKILL');
    expect(await watch.failing(0)).toEqual([]);
    expect(await watch.notOk(0)).toEqual([]);
    await watch.page(1).start();
    const seconds = await secondsUntil(() => watch.allIsWell(), SAID_MS);
    figure(`kills: a fleet page started anew shows all sites after ${seconds} s`);
  });

  it('a page that is started anew knows who had gone before', async () => {
    const gone = fleet.sites[0]?.id ?? '';
    await load.order({ kind: 'cut', ids: [gone] });
    await eventually(async () => (await watch.stateOf(0, gone)) === 'offline', { timeoutMs: SAID_MS });
    await watch.page(1).end('SIGKILL');
    await watch.page(1).start();
    await eventually(async () => (await watch.stateOf(1, gone)) === 'offline', { timeoutMs: SAID_MS });
    await load.order({ kind: 'join', ids: [gone] });
    await watch.allIsWell();
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
