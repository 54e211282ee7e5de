import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Fleet, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { type FleetPage, IS_FLEET_BUILT, startFleetPage } from '@heliograph/testbed/fleet/fleet-page.ts';
import {
  fleetFolder,
  NATS_SERVER,
  POSTGRES,
  startPostgres,
  startVictoria,
  VICTORIA_METRICS,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import type { ServerProcess } from '@heliograph/testbed/fleet/server-process.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Backup and restore as deploy/fleet/README.md has them, with the programs that it names. */

const run = promisify(execFile);
/**
 * Both programs begin a server of their own for their metrics, and end with a panic where they are done before it stands, which so
 * few readings allow. What they have done is done by then, and doing it again changes nothing.
 */
async function runAgain(program: string, args: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const failure = await run(program, args).then(
      () => undefined,
      (error: Error) => error,
    );
    if (failure === undefined) return;
    if (tries === 5 || !failure.message.includes('BUG: there is no http server')) throw failure;
  }
}
const VMBACKUP = findProgram('vmbackup');
const VMRESTORE = findProgram('vmrestore');
const CAN_RUN =
  [NATS_SERVER, POSTGRES, VICTORIA_METRICS, VMBACKUP, VMRESTORE].every(Boolean) && IS_FLEET_BUILT;
const SITES = 20;
const LINES = 500;

let fleet: Fleet;
let other: Awaited<ReturnType<typeof fleetFolder>>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  if (!CAN_RUN) return;
  fleet = await startFleet({ siteIds: siteNames(SITES), pages: 1 });
  other = await fleetFolder();
});
afterAll(async () => {
  for (const server of started.reverse()) await server.end('SIGKILL');
  await fleet?.stop();
  await other?.remove();
});

describe.skipIf(!CAN_RUN)('a fleet', () => {
  it('is there again with its accounts, sites and readings after a restore elsewhere', async () => {
    const page = fleet.pages[0] as FleetPage;
    const [{ id, password } = { id: '', password: '' }] = fleet.sites;
    const nowS = Math.floor(Date.now() / 1000);
    const body = Array.from(
      { length: LINES },
      (_, index) => `heliograph_plant,site=${id} power_w=${index} ${nowS - index}000000000\n`,
    ).join('');
    const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'text/plain' };
    expect((await fetch(`${page.url}/write`, { method: 'POST', body, headers })).status).toBe(204);
    await page.call('group-add', { name: 'North' });
    await fleet.victoria.flush();

    const tools = join(POSTGRES ?? '', '..');
    const dump = join(other.folder, 'fleet.dump');
    await run(join(tools, 'pg_dump'), ['-Fc', '-f', dump, fleet.postgres.url]);
    const copy = `fs://${join(other.folder, 'victoria-backup')}`;
    await runAgain(VMBACKUP ?? '', [
      `-storageDataPath=${fleet.victoriaData}`,
      `-snapshot.createURL=${fleet.victoria.url}/snapshot/create`,
      ...[`-dst=${copy}`, '-httpListenAddr=127.0.0.1:0'],
    ]);
    // What comes after the backup is not in it.
    await page.call('group-add', { name: 'South' });

    await runAgain(VMRESTORE ?? '', [
      `-src=${copy}`,
      `-storageDataPath=${join(other.folder, 'victoria')}`,
      '-httpListenAddr=127.0.0.1:0',
    ]);
    const victoria = await startVictoria(other.folder);
    started.push(victoria);
    const postgres = await startPostgres(other.folder);
    started.push(postgres);
    await run(join(tools, 'pg_restore'), ['-d', postgres.url, dump]);
    const restored = await startFleetPage(
      { ...fleet.places, database: postgres.url, timeseries: victoria.url },
      fleet.adminPassword,
    );
    started.push(restored);
    const view = await restored.view();
    expect(view.sites).toHaveLength(SITES);
    expect(view.groups.map(({ name }) => name)).toEqual(['North']);
    expect(await victoria.number(`count_over_time(heliograph_plant_power_w{site="${id}"}[1h])`, nowS)).toBe(
      LINES,
    );
    const again = await fetch(`${restored.url}/write`, { method: 'POST', body, headers });
    expect(again.status).toBe(204);
  });
});
