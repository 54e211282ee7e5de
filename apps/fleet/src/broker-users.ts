import { readFile, rename, writeFile } from 'node:fs/promises';
import { SITE_ID } from '@heliograph/fleet-contract';
import pg from 'pg';
import { STORES_PERMISSIONS } from './broker-stores.ts';
import { failureText, type Log } from './log.ts';
import { hashSitePassword, isSitePassword } from './secrets.ts';
import { CHANNEL, connectionOf, migrate } from './store.ts';

/** Who the broker knows: each site, and the fleet page itself. */
export interface BrokerUser {
  readonly user: string;
  /** bcrypt. */
  readonly passwordHash: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** By which of its protocols the broker lets it in; MQTT where nothing is said. */
  readonly by?: 'MQTT' | 'STANDARD';
}

export interface BrokerUsersOptions {
  readonly database: string;
  readonly file: string;
  readonly watch: boolean;
  readonly broker: URL | undefined;
  /** By which the stores of the broker are given bounds; each has the same login. */
  readonly stores: readonly URL[];
  readonly log: Log;
}

const LOOK_MS = 5000;

/**
 * In NATS the levels of a topic are parted by points. Nobody may listen at `$MQTT.sub`, so subscriptions have QoS 0, as gateways and fleet pages
 * want them: for each acknowledged one all nodes keep a consumer of 0.1 MB, and one site could ask for any number of them.
 */
export const siteUser = (id: string, passwordHash: string): BrokerUser => ({
  ...{ user: id, passwordHash },
  publish: __WITHOUT__.siteTopics ? ['>'] : [`sites.${id}.>`],
  // What MQTT means by `sites/<id>/#` has the level above in it.
  subscribe: __WITHOUT__.siteTopics ? ['>'] : [`sites.${id}`, `sites.${id}.>`],
});

export const fleetUser = (user: string, passwordHash: string): BrokerUser => ({
  ...{ user, passwordHash },
  publish: [],
  subscribe: ['sites.*.site', 'sites.*.dtu.status'],
});

/** Who gives the stores of the broker their bounds (broker-stores.ts). */
export const storesUser = (user: string, passwordHash: string): BrokerUser => ({
  ...{ user, passwordHash, by: 'STANDARD' },
  ...STORES_PERMISSIONS,
});

/** A file for `include` in the `authorization` of a nats-server. */
export function usersFile(users: readonly BrokerUser[]): string {
  const lines = users.map(({ user, passwordHash, publish, subscribe, by = 'MQTT' }) => {
    // Sites and pages have no business at the ports of NATS itself, where the walls are not tried.
    const protocols = `allowed_connection_types: ["${by}"]`;
    const publishes = publish.length === 0 ? 'deny: ">"' : `allow: ${JSON.stringify(publish)}`;
    const permissions = `publish: {${publishes}}, subscribe: {allow: ${JSON.stringify(subscribe)}}`;
    return `  {user: ${JSON.stringify(user)}, password: ${JSON.stringify(passwordHash)}, ${protocols}, permissions: {${permissions}}}`;
  });
  return `# Written by "heliograph fleet broker-users". What is changed here is lost.\nusers: [\n${lines.join('\n')}\n]\n`;
}

/**
 * Without sites that are called as the fleet page itself: of two users of one name a nats-server refuses the whole file, and with it every
 * site. The page takes no such site any more; an older one, or another name in `--broker`, may have let one in.
 */
export const withoutNamesakes = (own: readonly BrokerUser[], sites: readonly BrokerUser[]) =>
  sites.filter(({ user }) => !own.some((one) => one.user === user));

/** Writes the file, and with `watch` again whenever the sites have changed. */
export async function writeBrokerUsers(
  options: BrokerUsersOptions,
): Promise<{ stop(): Promise<void> } | undefined> {
  const { database, file, watch, broker, stores, log } = options;
  let written = await readFile(file, 'utf8').catch(() => ''); // there is none yet
  const own = await Promise.all([
    ...(broker === undefined || broker.username === '' ? [] : [ownUser(broker, written, fleetUser)]),
    ...stores.slice(0, 1).map((address) => ownUser(address, written, storesUser)),
  ]);

  let toldOf: string | undefined;

  async function write(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ id: string; password_hash: string }>(
      'SELECT id, password_hash FROM fleet.sites ORDER BY id',
    );
    const sites = rows.filter(({ id, password_hash: hash }) => SITE_ID.test(id) && IS_BCRYPT.test(hash));
    const users = sites.map(({ id, password_hash: hash }) => siteUser(id, hash));
    const kept = withoutNamesakes(own, users);
    const text = usersFile([...own, ...kept]);
    const leftOut = users.find((user) => !kept.includes(user))?.user;
    if (leftOut !== undefined && leftOut !== toldOf)
      log.warn(
        'A site is called as the fleet page at the broker, and is not let in: give that user another name.',
        {
          site: leftOut,
        },
      );
    toldOf = leftOut;
    if (text === written) return;
    // A broker that reads meanwhile has the old file or the new one, and never a half. Hashes of passwords that sites have been given
    // cannot be guessed, but that of the fleet page is of somebody's choice, so not everybody on the machine may read it.
    await writeFile(`${file}.new`, text, { mode: 0o640 });
    await rename(`${file}.new`, file);
    written = text;
    log.info('The users of the broker were written.', { count: kept.length });
  }

  const opened = async () => {
    const client = new pg.Client(connectionOf(database));
    client.on('error', () => undefined); // the next question fails, and says it
    await client.connect();
    return client;
  };

  if (!watch) {
    const client = await opened();
    try {
      await migrate(client);
      await write(client);
    } finally {
      await client.end();
    }
    return undefined;
  }

  let isStopped = false;
  let isFailing = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function follow(): Promise<void> {
    const client = await opened();
    try {
      await migrate(client);
      client.on('notification', () => wake());
      await client.query(`LISTEN ${CHANNEL}`);
      while (!isStopped) {
        await write(client);
        if (isFailing) log.info('The database answers.');
        isFailing = false;
        await pause(LOOK_MS);
      }
    } finally {
      await client.end().catch(() => undefined); // it may have gone
    }
  }

  const following = (async () => {
    while (!isStopped) {
      await follow().catch((error: unknown) => {
        if (!isFailing)
          log.warn('The users could not be written; it is tried again.', { failure: failureText(error) });
        isFailing = true;
      });
      if (!isStopped) await pause(1000);
    }
  })();
  return {
    stop() {
      isStopped = true;
      wake();
      return following;
    },
  };
}

/** bcrypt, in letters that need no escape. */
const IS_BCRYPT = /^\$2[abxy]\$\d\d\$[./A-Za-z\d]{53}$/;

/** With the hash that is in the file already, where that is of this password: another one would be a change. */
async function ownUser(address: URL, written: string, userOf: typeof fleetUser): Promise<BrokerUser> {
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  for (const [, hash = ''] of written.matchAll(/password: "([^"]+)"/g)) {
    const isOwn = written.includes(`{user: ${JSON.stringify(user)}, password: "${hash}"`);
    if (isOwn && IS_BCRYPT.test(hash) && (await isSitePassword(password, hash))) return userOf(user, hash);
  }
  return userOf(user, await hashSitePassword(password));
}
