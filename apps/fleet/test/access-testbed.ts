import { FLEET_BODIES, FLEET_CALLS, type FleetCallName } from '@heliograph/fleet-contract';
import pg from 'pg';
import {
  adminOf,
  type Caller,
  createCaller,
  startPage,
  startPostgres,
  startTimeseriesStandIn,
} from './fleet-testbed.ts';

/** A fleet page with a real database, and somebody of each role who is logged in there. */

export const PASSWORD = 'a long password';
export const DAY = '2026-11-27';

export type Role = 'nobody' | 'viewer' | 'manager' | 'other' | 'link' | 'over' | 'admin';

/** What somebody gets from every call that is not open to everybody; empty: it is carried out. */
export const REFUSALS: Readonly<
  Record<Exclude<Role, 'admin'>, Readonly<Record<'see' | 'own' | 'manage' | 'admin', string>>>
> = {
  nobody: { see: 'login', own: 'login', manage: 'login', admin: 'login' },
  over: { see: 'login', own: 'login', manage: 'login', admin: 'login' },
  link: { see: '', own: 'forbidden', manage: 'forbidden', admin: 'forbidden' },
  viewer: { see: '', own: '', manage: 'forbidden', admin: 'forbidden' },
  other: { see: '', own: '', manage: 'forbidden', admin: 'forbidden' },
  manager: { see: '', own: '', manage: '', admin: 'forbidden' },
};

export type AccessFleet = Awaited<ReturnType<typeof startAccessFleet>>;

export async function startAccessFleet() {
  const [postgres, timeseries] = await Promise.all([startPostgres(), startTimeseriesStandIn()]);
  const database = await postgres.database();
  const page = await startPage(database, timeseries.url);
  const admin = await adminOf(page, database);

  async function carriedOut(
    asked: Promise<{ readonly status: number; readonly answer: Record<string, unknown> }>,
  ) {
    const { status, answer } = await asked;
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`);
    return answer;
  }
  async function loggedIn(name: string, address: string): Promise<Caller> {
    const caller = createCaller(page, address);
    await carriedOut(caller.post('login', { name, password: PASSWORD }));
    return caller;
  }
  async function addAccount(name: string, group: string, role: string) {
    const account = { name, password: PASSWORD, isNew: true, admin: false, groups: [{ group, role }] };
    await carriedOut(admin.post('saveAccount', account));
  }
  const addGroup = async (name: string) => String((await carriedOut(admin.post('addGroup', { name }))).id);

  const [north, south] = [await addGroup('North'), await addGroup('South')] as const;
  for (const [id, group] of [
    ['barn', north],
    ['mill', south],
    ['alone', ''],
  ])
    await carriedOut(admin.post('addSite', { id, name: `The ${id}`, group }));
  await addAccount('vera', north, 'viewer');
  await addAccount('mona', north, 'manager');
  await addAccount('sven', south, 'viewer');
  const share = (name: string) => carriedOut(admin.post('addShare', { name, group: north, validFor: 3600 }));
  const { secret } = await share('For Eve');
  const ended = await share('Old');
  const [link, over] = [createCaller(page, '192.0.2.5'), createCaller(page, '192.0.2.6')];
  await carriedOut(link.post('openShare', { secret }));
  await carriedOut(over.post('openShare', { secret: ended.secret }));
  const shares = async () => (await admin.get('getShares')).answer.shares as { id: string; name: string }[];
  await admin.post('endShare', { id: (await shares()).find(({ name }) => name === 'Old')?.id });
  const roles: Readonly<Record<Role, Caller>> = {
    nobody: createCaller(page, '192.0.2.2'),
    viewer: await loggedIn('vera', '192.0.2.3'),
    manager: await loggedIn('mona', '192.0.2.4'),
    other: await loggedIn('sven', '192.0.2.7'),
    ...{ link, over, admin },
  };

  /** Everything that is in the database, but for sessions, which each login adds to. */
  async function contents(): Promise<string> {
    const client = new pg.Client(database);
    await client.connect();
    const tables = ['groups', 'sites', 'accounts', 'memberships', 'shares'];
    const rows = [];
    for (const table of tables)
      rows.push((await client.query(`SELECT * FROM fleet.${table} ORDER BY 1, 2`)).rows);
    await client.end();
    return JSON.stringify(rows);
  }

  /** A body that makes sense, about the group in the north. */
  const bodies = (shareId: string): Partial<Record<FleetCallName, object>> => ({
    setOwnPassword: { current: PASSWORD, password: PASSWORD },
    addSite: { id: 'new', name: '', group: north },
    changeSite: { id: 'barn', name: 'Hut', group: north, place: null },
    ...{ renewSite: { id: 'barn' }, removeSite: { id: 'barn' } },
    ...{
      addGroup: { name: 'East' },
      renameGroup: { id: north, name: 'Far north' },
      removeGroup: { id: north },
    },
    saveAccount: { name: 'eve', password: PASSWORD, isNew: true, admin: true, groups: [] },
    removeAccount: { name: 'sven' },
    addShare: { name: 'x', group: north, validFor: 3600 },
    endShare: { id: shareId },
  });

  /** What a role gets from each call that the table refuses to it, and what it should get. */
  async function refusals(role: Exclude<Role, 'admin'>) {
    const [first] = await shares();
    const found = [];
    for (const call of Object.keys(FLEET_CALLS) as FleetCallName[]) {
      const { access } = FLEET_CALLS[call];
      if (access === 'open' || REFUSALS[role][access] === '') continue;
      const { answer } = isPost(call)
        ? await roles[role].post(call, bodies(first?.id ?? '')[call] ?? {})
        : await roles[role].get(call, { day: DAY });
      found.push({ call, answer, wanted: { refusal: REFUSALS[role][access] } });
    }
    return found;
  }

  return {
    ...{ postgres, timeseries, database, page, admin, roles, north, south, secret: String(secret) },
    ...{ contents, refusals, loggedIn, addAccount },
    async stop() {
      await page.stop();
      timeseries.stop();
      await postgres.remove();
    },
  };
}

const isPost = (call: FleetCallName): call is keyof typeof FLEET_BODIES => call in FLEET_BODIES;
