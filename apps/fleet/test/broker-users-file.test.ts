import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fleetFolder, POSTGRES } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBrokerUsers } from '../src/broker-users.ts';
import { startPostgres } from './fleet-testbed.ts';

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe.skipIf(process.env.HELIOGRAPH_FLEET !== '1' || POSTGRES === undefined)('the file of users', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let folder: Awaited<ReturnType<typeof fleetFolder>>;
  const usualMask = process.umask();

  beforeAll(async () => {
    [postgres, folder] = await Promise.all([startPostgres(), fleetFolder()]);
    // As most systems have it: without a mode of its own a file could be read by everybody.
    process.umask(0o022);
  });
  afterAll(async () => {
    process.umask(usualMask);
    await postgres?.remove();
    await folder?.remove();
  });

  it('can be read by its owner and group alone, also where there was one that everybody could read', async () => {
    const file = join(folder.folder, 'broker-users.conf');
    await writeFile(file, 'users: []\n', { mode: 0o644 });
    await writeBrokerUsers({
      ...{ database: await postgres.database(), file, watch: false, log: silent },
      broker: new URL('mqtt://fleet:secret@127.0.0.1'),
      stores: [new URL('nats://Stores:other@127.0.0.1')],
    });
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('640');
    const text = await readFile(file, 'utf8');
    expect([...text.matchAll(/\{user: "(\w+)"/g)].map(([, user]) => user)).toEqual(['fleet', 'Stores']);
    expect(text).not.toMatch(/secret|other/);
  });

  it('stays as it is where nothing has changed, with the same hashes', async () => {
    const file = join(folder.folder, 'same.conf');
    const database = await postgres.database();
    const options = {
      ...{ database, file, watch: false, log: silent },
      broker: new URL('mqtt://fleet:secret@127.0.0.1'),
      stores: [new URL('nats://Stores:other@127.0.0.1')],
    };
    await writeBrokerUsers(options);
    const before = await readFile(file, 'utf8');
    await writeBrokerUsers(options);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
