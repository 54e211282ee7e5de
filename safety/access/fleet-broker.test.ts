import { createIntruders, WALLS_PASSWORD } from '@heliograph/testbed/fleet/broker-walls.ts';
import { fleetFolder, NATS_SERVER, startNats } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { expect, it, onTestFinished } from 'vitest';
import { fleetUser, siteUser, usersFile } from '../../apps/fleet/src/broker-users.ts';
import { hashSitePassword } from '../../apps/fleet/src/secrets.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A19: a site at a real broker of three nodes, with the users that the product writes, tries what is of another one. */

const row = openRow('A19');
const measured = {
  what: 'things of another site that were read, written or said',
  goal: { exactly: 0 },
} as const;

async function countBreaches(nodes: readonly number[]): Promise<number> {
  const hash = await hashSitePassword(WALLS_PASSWORD);
  const users = [siteUser('mill', hash), siteUser('barn', hash), fleetUser('fleet', hash)];
  const { folder, remove } = await fleetFolder();
  onTestFinished(remove);
  const nats = await startNats(folder, usersFile(users));
  onTestFinished(() => nats.stop());
  const intruders = createIntruders(nats);
  onTestFinished(() => intruders.stop());
  let found = 0;
  for (const node of nodes) found += (await intruders.breaches(node)).length;
  return found;
}

it.runIf(row.isNightly)(
  'nothing gets through the walls of a site at the broker (A19)',
  { timeout: 600_000 },
  async () => {
    if (!row.can(NATS_SERVER !== undefined, 'the whole row', 'there is no nats-server')) return;
    row.figure({ ...measured, value: await countBreaches([0, 1, 2]) });
    const value = await without(['siteTopics'], () => countBreaches([0]));
    row.counterProof({ ...measured, without: SEAMS.siteTopics, value });
    expect(value).toBeGreaterThan(0);
  },
);
