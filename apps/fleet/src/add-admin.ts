import type { MemberRole } from '@heliograph/fleet-contract';
import pg from 'pg';
import { createPasswordHasher, newPassword } from './secrets.ts';
import { CHANNEL, connectionOf, migrate, saveAccount } from './store.ts';

/** Makes an admin, or makes somebody one and gives a new password; and says it. */
export async function addAdmin({ database, name }: { database: string; name: string }): Promise<string> {
  const client = new pg.Client(connectionOf(database));
  await client.connect();
  try {
    await migrate(client);
    const password = newPassword();
    const passwordHash = await createPasswordHasher().hash(password);
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM fleet.accounts WHERE lower(name) = lower($1)',
      [name],
    );
    const known = rows[0]?.name;
    // An admin sees every group; whoever is none any more later sees again what was theirs before.
    const { rows: groups } = await client.query<{ group: string; role: MemberRole }>(
      'SELECT group_id AS "group", role FROM fleet.memberships WHERE account = $1',
      [known ?? name],
    );
    await client.query('BEGIN');
    const account = {
      name: known ?? name,
      admin: true,
      groups,
      passwordHash,
      isNew: known === undefined,
    };
    const refusal = await saveAccount(client, account);
    if (refusal !== undefined) throw new Error(`The account could not be written: ${refusal}.`);
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
    await client.query('COMMIT');
    return `${account.name}: ${password}`;
  } finally {
    await client.end();
  }
}
