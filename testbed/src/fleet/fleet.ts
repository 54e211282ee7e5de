import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FleetPage,
  type FleetPlaces,
  fleetAdmin,
  startFleetPage,
  writeBrokerUsers,
} from './fleet-page.ts';
import {
  fleetFolder,
  type NatsCluster,
  type Postgres,
  startNats,
  startPostgres,
  startVictoria,
  type Victoria,
} from './fleet-servers.ts';

/** A whole fleet on this machine: three nodes of NATS, VictoriaMetrics, PostgreSQL, fleet pages, and sites that may come in. */
export interface Fleet {
  readonly nats: NatsCluster;
  readonly victoria: Victoria;
  /** Where that has its data. */
  readonly victoriaData: string;
  readonly postgres: Postgres;
  readonly pages: readonly FleetPage[];
  readonly places: FleetPlaces;
  /** Of the admin `ops`. */
  readonly adminPassword: string;
  readonly sites: readonly { readonly id: string; readonly password: string }[];
  stop(): Promise<void>;
}

const BROKER_LOGIN = 'fleet:of-the-fleet-page';
/** Lets in nobody, until the real file is written. */
const NOBODY = 'users: [{user: "nobody", password: "nobody-has-this-one"}]';

export async function startFleet({
  siteIds,
  pages,
}: {
  siteIds: readonly string[];
  pages: number;
}): Promise<Fleet> {
  const { folder, remove } = await fleetFolder();
  const [nats, victoria, postgres] = await Promise.all([
    startNats(folder, NOBODY),
    startVictoria(folder),
    startPostgres(folder),
  ]);
  const places: FleetPlaces = {
    brokers: nats.nodes.map(({ mqttPort }) => `mqtt://${BROKER_LOGIN}@127.0.0.1:${mqttPort}`),
    ...{ database: postgres.url, timeseries: victoria.url },
  };
  const password = await fleetAdmin(places);
  const started: FleetPage[] = [];
  for (let page = 0; page < pages; page += 1) started.push(await startFleetPage(places, password));
  const sites: { id: string; password: string }[] = [];
  for (const id of siteIds) {
    const added = await started[0]?.call<{ readonly password: string }>('site-add', {
      id,
      name: '',
      group: '',
    });
    sites.push({ id, password: added?.password ?? '' });
  }
  const file = join(folder, 'written-users.conf');
  await writeBrokerUsers(places, file);
  await nats.setUsers(await readFile(file, 'utf8'));
  return {
    ...{ nats, victoria, postgres, places, sites, pages: started, adminPassword: password },
    victoriaData: join(folder, 'victoria'),
    async stop() {
      await Promise.all(started.map((page) => page.end('SIGKILL')));
      await Promise.all([nats.stop(), victoria.end('SIGKILL'), postgres.end('SIGQUIT')]);
      await remove();
    },
  };
}

export const siteNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `site-${String(index + 1).padStart(4, '0')}`);

/** Samples of all sites of the load since a time, and the sum of their power, as the database has them. */
export async function samplesOf({ victoria }: Pick<Fleet, 'victoria'>, { sinceMs = 0 } = {}) {
  await victoria.flush();
  const nowS = Math.floor(Date.now() / 1000);
  const window = `${sinceMs === 0 ? 6 * 3600 : nowS - Math.floor(sinceMs / 1000) + 1}s`;
  const samples = await victoria.number(
    `sum(count_over_time({__name__=~"heliograph_(inverter|string|plant)_.+",site=~"site-.+"}[${window}]))`,
    nowS,
  );
  const power = await victoria.number(
    `sum(sum_over_time(heliograph_plant_power_w{site=~"site-.+"}[${window}]))`,
    nowS,
  );
  return { samples: samples ?? 0, power: Math.round((power ?? 0) * 10) / 10 };
}
