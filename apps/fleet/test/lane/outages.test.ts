import { setTimeout as wait } from 'node:timers/promises';
import { figure } from '@heliograph/testbed/fleet/figure.ts';
import { type Fleet, samplesOf, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { BACK_MS, SAID_MS, secondsUntil, watchFleet } from '@heliograph/testbed/fleet/fleet-watch.ts';
import { type Load, startLoad } from '@heliograph/testbed/fleet/load.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The time-series database is away while a site is cut off as well, and both for a while: what was measured meanwhile is there at the
 * end, each sample once. In the long form (`npm run test:fleet -- long`) that are ten minutes and an hour of real time.
 */

const CAN_RUN = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const IS_LONG = process.env.HELIOGRAPH_LONG === '1';
const SITES = 10;
/** Seconds: the database goes while the site is cut off, and is back before it. */
const AWAY = IS_LONG ? { database: 600, site: 3600, between: 300 } : { database: 20, site: 60, between: 5 };
const TIMEOUT_MS = (AWAY.site + 600) * 1000;

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
  await watchFleet(fleet).allIsWell();
});
afterAll(async () => {
  load?.stop();
  await fleet?.stop();
});

describe.skipIf(!CAN_RUN)('a database that is away, and a site that is cut off', () => {
  it(
    'lose nothing and double nothing, however long that was',
    async () => {
      const watch = watchFleet(fleet);
      const cut = fleet.sites[0]?.id ?? '';
      const cutAtMs = performance.now();
      await load.order({ kind: 'cut', ids: [cut] });
      const siteSaid = await secondsUntil(async () => {
        for (const page of [0, 1])
          if (!['offline', 'silent'].includes((await watch.stateOf(page, cut)) ?? '')) return false;
        return true;
      }, SAID_MS);
      await wait(AWAY.between * 1000);

      const waitedBefore = (await load.stats()).waiting;
      await fleet.victoria.end();
      const databaseSaid = await watch.secondsUntilSaid('timeseries');
      await wait(AWAY.database * 1000);
      const { waiting } = await load.stats();
      expect(waiting - waitedBefore).toBeGreaterThan(0);
      for (const page of [0, 1]) {
        expect(await watch.failing(page)).toEqual(['timeseries']);
        expect(await watch.notOk(page)).toEqual([cut]);
      }
      await fleet.victoria.start();
      const databaseBack = await secondsUntil(() => watch.allIsWell({ but: [cut] }), BACK_MS * 2);

      const leftMs = AWAY.site * 1000 - (performance.now() - cutAtMs);
      await wait(Math.max(0, leftMs));
      const siteAwayS = (performance.now() - cutAtMs) / 1000;
      for (const page of [0, 1]) expect(await watch.notOk(page)).toEqual([cut]);
      await load.order({ kind: 'join', ids: [cut] });
      const siteBack = await secondsUntil(() => watch.allIsWell(), BACK_MS * 2);

      await load.order({ kind: 'stop-measuring' });
      await eventually(async () => (await load.stats()).waiting === 0, { timeoutMs: 60_000, everyMs: 300 });
      const { measured, power, failures, posts } = await load.stats();
      const found = await samplesOf(fleet);
      figure(
        `outages: VictoriaMetrics away ${AWAY.database} s: said after ${databaseSaid} s, all well ${databaseBack} s after it was back`,
      );
      figure(
        `outages: a site cut off for ${siteAwayS.toFixed(0)} s: said after ${siteSaid} s, live ${siteBack} s after it was back`,
      );
      figure(
        `outages: ${measured} samples measured, ${found.samples} in the database; ${failures} of ${posts} posts had to be sent again`,
      );
      expect(failures).toBeGreaterThan(0);
      expect(found.samples).toBe(measured);
      expect(found.power).toBeCloseTo(power, 0);
    },
    TIMEOUT_MS,
  );
});
