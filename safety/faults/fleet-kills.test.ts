import { setTimeout as wait } from 'node:timers/promises';
import { siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { BACK_MS, secondsUntil, watchFleet } from '@heliograph/testbed/fleet/fleet-watch.ts';
import { startLoad } from '@heliograph/testbed/fleet/load.ts';
import { sendThroughKills } from '@heliograph/testbed/fleet/real-sender.ts';
import { it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F53: the real servers of a fleet are killed, while sites tell and write. */

const row = openRow('F53');
const HAS_SERVERS = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const REASON = 'a server of the fleet is not there';
const KILLS = 8;
const LOST = { what: 'readings that were not in the database in the end', goal: { exactly: 0 } } as const;
const DOUBLED = { what: 'readings that were there twice', goal: { exactly: 0 } } as const;

it.runIf(row.isNightly)(
  'what a killed database forgets comes again (F53)',
  { timeout: 600_000 },
  async () => {
    if (!row.can(HAS_SERVERS, 'kills of VictoriaMetrics', REASON)) return;
    const { told, counted } = await sendThroughKills(KILLS);
    row.figure({ ...LOST, value: Math.max(0, told - counted) });
    row.figure({ ...DOUBLED, value: Math.max(0, counted - told) });
    const sure = await without(['unsureSentAgain'], () => sendThroughKills(KILLS));
    row.counterProof({
      ...LOST,
      without: SEAMS.unsureSentAgain,
      value: Math.max(0, sure.told - sure.counted),
    });
  },
);

it.runIf(row.isNightly)(
  'whatever is killed, the page says it, and all comes back (F53)',
  { timeout: 600_000 },
  async () => {
    if (!row.can(HAS_SERVERS, 'kills of each part', REASON)) return;
    const fleet = await startFleet({ siteIds: siteNames(20), pages: 2 });
    onTestFinished(() => fleet.stop());
    const load = await startLoad({
      ...{ sites: fleet.sites, mqttPorts: fleet.nats.nodes.map(({ mqttPort }) => mqttPort) },
      ...{ write: fleet.pages.map(({ url }) => `${url}/write`), measureEveryS: 2, postEveryS: 3 },
    });
    onTestFinished(() => load.stop());
    const watch = watchFleet(fleet);
    await watch.allIsWell();
    const parts = {
      broker: ['the whole broker', fleet.nats.nodes],
      timeseries: ['VictoriaMetrics', [fleet.victoria]],
      database: ['PostgreSQL', [fleet.postgres]],
    } as const;
    for (const part of ['broker', 'timeseries', 'database'] as const) {
      const [name, servers] = parts[part];
      await Promise.all(servers.map((server) => server.end(part === 'database' ? 'SIGQUIT' : 'SIGKILL')));
      const said = await watch.secondsUntilSaid(part);
      row.figure({
        ...{ what: `${name} killed: until both pages say so`, value: Number(said), unit: 's' },
        ...{ goal: { atMost: 15 }, isTimed: true },
      });
      await wait(3000);
      await Promise.all(servers.map((server) => server.start()));
      const back = await secondsUntil(() => watch.allIsWell(), BACK_MS * 2);
      row.figure({
        ...{ what: `${name} is back: until all is well again`, value: Number(back), unit: 's' },
        ...{ goal: { atMost: 40 }, isTimed: true },
      });
    }
  },
);
