import { POSTGRES } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { expect, it } from 'vitest';
import { REFUSALS, startAccessFleet } from '../../apps/fleet/test/access-testbed.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A21: every call of a fleet page as everybody to whom its table refuses it, with a real database. */

const row = openRow('A21');
const OTHERS = { what: 'calls that were not refused as the table says', goal: { exactly: 0 } } as const;
const CHANGED = {
  what: 'roles whose refused calls have changed the database',
  goal: { exactly: 0 },
} as const;

async function tryAll() {
  const fleet = await startAccessFleet();
  const counts = { tried: 0, others: 0, changed: 0 };
  try {
    for (const role of Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]) {
      const before = await fleet.contents();
      const refusals = await fleet.refusals(role);
      counts.tried += refusals.length;
      counts.others += refusals.filter(
        ({ answer, wanted }) => JSON.stringify(answer) !== JSON.stringify(wanted),
      ).length;
      if ((await fleet.contents()) !== before) counts.changed += 1;
    }
  } finally {
    await fleet.stop();
  }
  return counts;
}

it.runIf(row.isNightly)(
  'every call of a fleet page is for whom its table says (A21)',
  { timeout: 300_000 },
  async () => {
    if (!row.can(POSTGRES !== undefined, 'the whole row', 'there is no PostgreSQL')) return;
    const { tried, others, changed } = await tryAll();
    expect(tried).toBeGreaterThan(60);
    row.figure({ ...OTHERS, value: others });
    row.figure({ ...CHANGED, value: changed });
    const open = await without(['fleetAccess'], tryAll);
    row.counterProof({ ...OTHERS, without: SEAMS.fleetAccess, value: open.others });
    row.counterProof({ ...CHANGED, without: SEAMS.fleetAccess, value: open.changed });
  },
);
