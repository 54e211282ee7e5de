import type { AccountView, FLEET_BODIES, FleetCallName } from '@heliograph/fleet-contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAdmin } from '../src/add-admin.ts';
import { type AccessFleet, DAY, PASSWORD, type Role, startAccessFleet } from './access-testbed.ts';
import { type Caller, createCaller, type Page, until, viewOf, watch } from './fleet-testbed.ts';

/** With a real database: who gets what, and what attacks come to. */
describe.skipIf(process.env.HELIOGRAPH_FLEET !== '1')('access to a fleet page', () => {
  let fleet: AccessFleet;
  let timeseries: AccessFleet['timeseries'];
  let database: string;
  let page: Page;
  let admin: Caller;
  let north: string;
  let south: string;
  let secret: string;

  beforeAll(async () => {
    fleet = await startAccessFleet();
    ({ timeseries, database, page, admin, north, south, secret } = fleet);
  });
  afterAll(() => fleet?.stop());

  const of = (role: Role): Caller => fleet.roles[role];

  it.each(['nobody', 'over', 'link', 'viewer', 'other', 'manager'] as const)(
    'is for %s as the table of calls says, and what is refused changes nothing',
    async (role) => {
      const before = await fleet.contents();
      const refusals = await fleet.refusals(role);
      expect(refusals.length).toBeGreaterThan(5);
      expect(refusals.map(({ call, answer }) => ({ call, answer }))).toEqual(
        refusals.map(({ call, wanted }) => ({ call, answer: wanted })),
      );
      expect(await fleet.contents()).toBe(before);
    },
  );

  it('shows each only what is of the own groups', async () => {
    const idsOf = async (role: Role) => (await viewOf(of(role))).sites.map(({ id }) => id).sort();
    expect(await idsOf('admin')).toEqual(['alone', 'barn', 'mill']);
    for (const role of ['viewer', 'manager', 'link'] as const) expect(await idsOf(role)).toEqual(['barn']);
    expect(await idsOf('other')).toEqual(['mill']);
    const { groups, me } = await viewOf(of('link'));
    expect(groups.map(({ id }) => id)).toEqual([north]);
    expect(me).toMatchObject({ name: '', admin: false, manages: [], share: { name: 'For Eve' } });
  });

  it('answers about what is of others exactly as about what there is not', async () => {
    for (const role of ['viewer', 'manager', 'link'] as const) {
      const [theirs, nothing] = await Promise.all([
        of(role).get('getHistory', { site: 'mill', day: DAY }),
        of(role).get('getHistory', { site: 'nothing', day: DAY }),
      ]);
      expect(theirs).toEqual({ ...nothing, status: 404 });
      const [group, none] = await Promise.all([
        of(role).get('getHistory', { group: south, day: DAY }),
        of(role).get('getHistory', { group: 'nothing', day: DAY }),
      ]);
      expect(group).toEqual({ ...none, status: 404 });
    }
    const change = (id: string) =>
      of('manager').post('changeSite', { id, name: 'x', group: south, place: null });
    expect(await change('mill')).toEqual({ ...(await change('nothing')), status: 404 });
    expect(await change('alone')).toEqual({ ...(await change('nothing')), status: 404 });
    const share = (group: string) => of('manager').post('addShare', { name: 'x', group, validFor: 3600 });
    expect(await share(south)).toEqual({ ...(await share('nothing')), status: 404 });
  });

  it('asks the time-series database about nothing else', async () => {
    timeseries.asked.length = 0;
    await of('viewer').get('getHistory', { day: DAY });
    await of('link').get('getHistory', { day: DAY, group: north });
    expect(timeseries.asked.length).toBeGreaterThan(0);
    for (const query of timeseries.asked)
      expect(query === '1' || query.includes('{site=~"barn"}')).toBe(true);
  });

  it('keeps a manager from taking a site out of the group, and lets the name be changed', async () => {
    const manager = of('manager');
    const moved = { id: 'barn', name: 'x', group: '', place: null };
    expect((await manager.post('changeSite', moved)).answer).toEqual({ refusal: 'forbidden' });
    const named = { id: 'barn', name: 'The barn', group: north, place: { lat: 48.1, lon: 11.5 } };
    expect(await manager.post('changeSite', named)).toMatchObject({ status: 200 });
    expect((await viewOf(manager)).sites[0]).toMatchObject({ name: 'The barn', place: { lat: 48.1 } });
    const { shares } = (await manager.get('getShares')).answer as { shares: { group: string }[] };
    expect(new Set(shares.map(({ group }) => group))).toEqual(new Set([north]));
  });

  it('takes texts for texts, whatever they look like to a database', async () => {
    const evil = [
      "'; DROP TABLE fleet.sites; --",
      "' OR '1'='1",
      '$1',
      '\\',
      '"} or up{',
      '#{1+1}',
      '%',
      'a\'b"c',
    ];
    for (const text of evil) {
      const group = await admin.post('addGroup', { name: text });
      expect(group).toMatchObject({ status: 200, answer: { name: text } });
      const id = String(group.answer.id);
      await admin.post('changeSite', { id: 'alone', name: text, group: id, place: null });
      expect((await viewOf(admin)).sites.find((site) => site.id === 'alone')).toMatchObject({
        name: text,
        group: id,
      });
      const account = {
        name: text,
        password: PASSWORD,
        isNew: true,
        admin: false,
        groups: [{ group: id, role: 'viewer' }],
      };
      expect(await admin.post('saveAccount', account)).toMatchObject({ status: 200 });
      expect(
        (await createCaller(page, '192.0.2.8').post('login', { name: text, password: PASSWORD })).answer,
      ).toEqual({
        ...{ name: text, admin: false, manages: [] },
      });
      expect(await admin.post('removeAccount', { name: text })).toMatchObject({ status: 200 });
      // Nothing that is an id may look like this.
      for (const call of ['removeSite', 'renewSite', 'removeGroup', 'endShare'] as const) {
        expect([400, 404]).toContain((await admin.post(call, { id: text })).status);
      }
      expect([400, 404]).toContain((await admin.get('getHistory', { site: text, day: DAY })).status);
      expect([400, 404]).toContain((await admin.get('getHistory', { day: DAY, zone: text })).status);
      expect(await admin.post('removeGroup', { id })).toMatchObject({ status: 200 });
      expect(
        (await createCaller(page, '192.0.2.9').post('login', { name: text, password: text })).answer,
      ).toEqual({
        refusal: 'credentials',
      });
    }
    expect((await viewOf(admin)).sites.length).toBe(3);
  });

  it('refuses bodies that make no sense, and keys of prototypes', async () => {
    const bad: [FleetCallName & keyof typeof FLEET_BODIES, object][] = [
      ['addSite', { id: 'Großer Stall', name: '', group: '' }],
      ['addSite', { id: '../x', name: '', group: '' }],
      ['addSite', { id: 'x', name: 'a\0b', group: '' }],
      ['addSite', { id: 'x', name: 'a\u202Eb', group: '' }],
      ['addGroup', { name: 'a\u2066b' }],
      ['addGroup', { name: ' ' }],
      ['addGroup', { name: 'x'.repeat(65) }],
      ['addShare', { name: 'x', group: north, validFor: 1 }],
      ['addShare', { name: 'x', group: north, validFor: 1e12 }],
      ['saveAccount', { name: 'x', password: 'short', isNew: true, admin: false, groups: [] }],
      ['saveAccount', { name: 'new', password: '', isNew: true, admin: false, groups: [] }],
    ];
    for (const [call, body] of bad) {
      expect({ call, body, answer: (await admin.post(call, body)).answer }).toEqual({
        ...{ call, body, answer: { refusal: 'values' } },
      });
    }
    const raw = (body: string) =>
      admin.fetched('/api/fleet/group-add', {
        ...{ method: 'POST', body, headers: { 'content-type': 'application/json', origin: page.url } },
      });
    for (const body of ['', '{', '[]', 'null', '{"__proto__":{"name":"x"}}', '['.repeat(50_000)]) {
      expect((await raw(body)).status).toBe(400);
    }
    expect((await raw(`{"name":"${'x'.repeat(70_000)}"}`)).status).toBe(413);
  });

  it('says what is taken, and what would leave nobody who may change anything', async () => {
    expect((await admin.post('addSite', { id: 'barn', name: '', group: '' })).answer).toEqual({
      refusal: 'taken',
    });
    // Its readings stay, and would be shown to whoever sees the group of the next one.
    const used = { id: 'used', name: '', group: north };
    expect((await admin.post('addSite', used)).status).toBe(200);
    expect((await admin.post('removeSite', { id: 'used' })).status).toBe(200);
    expect((await admin.post('addSite', { ...used, group: south })).answer).toEqual({ refusal: 'taken' });
    // What was refused took nothing.
    expect((await admin.post('addSite', { ...used, id: 'next', group: 'nothing' })).status).not.toBe(200);
    expect((await admin.post('addSite', { ...used, id: 'next' })).status).toBe(200);
    expect((await admin.post('removeSite', { id: 'next' })).status).toBe(200);
    // A broker would refuse its whole file of users, of which the fleet page is one.
    expect((await admin.post('addSite', { id: 'fleet', name: '', group: '' })).answer).toEqual({
      refusal: 'taken',
    });
    expect((await admin.post('addGroup', { name: 'nORTH' })).answer).toEqual({ refusal: 'taken' });
    const account = { password: '', isNew: false, admin: false, groups: [] };
    expect((await admin.post('saveAccount', { ...account, name: 'anna' })).answer).toEqual({
      refusal: 'last-admin',
    });
    expect((await admin.post('removeAccount', { name: 'anna' })).answer).toEqual({ refusal: 'last-admin' });
    expect((await admin.post('saveAccount', { ...account, name: 'who' })).answer).toEqual({
      refusal: 'unknown',
    });
    const gone = { ...account, name: 'vera', groups: [{ group: 'nothing', role: 'viewer' }] };
    expect((await admin.post('saveAccount', gone)).answer).toEqual({ refusal: 'unknown' });
    expect((await viewOf(of('viewer'))).sites.length).toBe(1);
  });

  it('changes nothing for a page of somebody else, which a browser that is logged in would send', async () => {
    const before = await fleet.contents();
    const send = (headers: Record<string, string>, body = '{"name":"CSRF"}') =>
      admin.fetched('/api/fleet/group-add', { method: 'POST', body, headers });
    const json = { 'content-type': 'application/json' };
    const statuses = [
      await send({ ...json, origin: 'http://evil.example' }),
      await send({ ...json, origin: 'null' }),
      await send({ ...json, origin: `${page.url}.evil.example` }),
      await send(json),
      await send({ ...json, 'sec-fetch-site': 'cross-site' }),
      await send({ 'content-type': 'text/plain', origin: page.url }),
      await send({ 'content-type': 'application/x-www-form-urlencoded', origin: page.url }, 'name=CSRF'),
      await send({ origin: page.url }),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect((await admin.fetched('/api/fleet/group-add')).status).toBe(404);
    expect(await fleet.contents()).toBe(before);
  });

  it('gives a cookie that no script reads and no other page sends, and only over https one that is secure', async () => {
    const caller = createCaller(page, '192.0.2.10');
    const login = (headers: Record<string, string>) =>
      caller.fetched('/api/fleet/login', {
        ...{ method: 'POST', body: JSON.stringify({ name: 'vera', password: PASSWORD }) },
        headers: { 'content-type': 'application/json', origin: page.url, ...headers },
      });
    const plain = (await login({})).headers.get('set-cookie');
    expect(plain).toMatch(/^heliograph-fleet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const secure = (await login({ 'x-forwarded-proto': 'https' })).headers.get('set-cookie');
    expect(secure).toMatch(
      /^__Host-heliograph-fleet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/,
    );
  });

  it('never goes on with a session that somebody has put into a browser', async () => {
    const attacker = await fleet.loggedIn('vera', '192.0.2.11');
    const planted = attacker.cookie();
    const victim = createCaller(page, '192.0.2.12');
    victim.setCookie(planted);
    await victim.post('login', { name: 'mona', password: PASSWORD });
    expect(victim.cookie()).not.toBe(planted);
    expect((await attacker.get('getView')).answer).toEqual({ refusal: 'login' });
    victim.setCookie('heliograph-fleet=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
    expect((await victim.get('getView')).answer).toEqual({ refusal: 'login' });
  });

  it('looks at ten of a thousand wrong passwords, and goes on serving others', async () => {
    const caller = createCaller(page, '198.51.100.1');
    const started = performance.now();
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          caller.post('login', { name: 'mona', password: `wrong ${index}` }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const asked = performance.now();
      await of('viewer').get('getView');
      slowestMs = Math.max(slowestMs, performance.now() - asked);
    }
    expect(statuses.get(401)).toBeLessThanOrEqual(10 + Math.ceil((performance.now() - started) / 30_000));
    expect((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0)).toBe(1000);
    expect(slowestMs).toBeLessThan(2000);
    // From elsewhere the owner still gets in.
    await fleet.loggedIn('mona', '198.51.100.2');
    expect((await caller.post('login', { name: 'mona', password: PASSWORD })).status).toBe(429);
  });

  it('ends sessions where a password was changed, and all streams of an account that was removed', async () => {
    await fleet.addAccount('tom', north, 'viewer');
    const [one, other] = [
      await fleet.loggedIn('tom', '192.0.2.20'),
      await fleet.loggedIn('tom', '192.0.2.21'),
    ];
    const stream = await watch(one);
    await until(() => stream.text.includes('event: view'));
    expect(stream.text).not.toMatch(/mill|South/);
    const wrong = await one.post('setOwnPassword', { current: 'not that one', password: 'another password' });
    expect(wrong.answer).toEqual({ refusal: 'credentials' });
    expect(
      await one.post('setOwnPassword', { current: PASSWORD, password: 'another password' }),
    ).toMatchObject({
      status: 200,
    });
    expect((await other.get('getView')).status).toBe(401);
    expect((await one.get('getView')).status).toBe(200);
    await admin.post('removeAccount', { name: 'tom' });
    await until(() => stream.isOver, 3000);
    expect((await one.get('getView')).status).toBe(401);
  });

  it('ends what a link shows with the link, also what is open', async () => {
    const made = await admin.post('addShare', { name: 'Short', group: north, validFor: 3600 });
    const guest = createCaller(page, '192.0.2.30');
    expect(await guest.post('openShare', { secret: made.answer.secret })).toMatchObject({ status: 200 });
    const stream = await watch(guest);
    await until(() => stream.text.includes('barn'));
    const { shares } = (await admin.get('getShares')).answer as { shares: { id: string; name: string }[] };
    await admin.post('endShare', { id: shares.find(({ name }) => name === 'Short')?.id });
    await until(() => stream.isOver, 3000);
    expect((await guest.get('getView')).answer).toEqual({ refusal: 'login' });
    expect((await guest.post('openShare', { secret: made.answer.secret })).answer).toEqual({
      refusal: 'unknown',
    });
  });

  it('looks at so many links that are none, and so many curves at once', async () => {
    const guest = createCaller(page, '198.51.100.7');
    const opened: unknown[] = [];
    for (let index = 0; index < 30; index += 1) {
      opened.push(
        (await guest.post('openShare', { secret: `${secret.slice(0, -2)}${10 + index}` })).answer.refusal,
      );
    }
    expect(new Set(opened.slice(0, 20))).toEqual(new Set(['unknown']));
    expect(opened.at(-1)).toBe('throttled');
    const viewer = of('viewer');
    const days = Array.from({ length: 8 }, (_, index) => `2026-01-1${index}`);
    const curves = await Promise.all(days.map((day) => viewer.get('getHistory', { day })));
    expect(curves.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    expect((await viewer.get('getHistory', { day: DAY })).status).toBe(200);
  });

  it('keeps neither tokens nor passwords nor secrets of links', async () => {
    const client = new pg.Client(database);
    await client.connect();
    const { rows } = await client.query(
      'SELECT s.*, a.*, h.* FROM fleet.sessions s FULL JOIN fleet.accounts a ON true FULL JOIN fleet.shares h ON true',
    );
    await client.end();
    const text = JSON.stringify(rows);
    for (const hidden of [PASSWORD, secret, admin.cookie().split('=')[1] ?? ''])
      expect(text).not.toContain(hidden);
  });

  it('says nothing of the host that is asked for, and has its policy with every answer', async () => {
    for (const path of ['/', '/sites/barn', '/api/nothing', '/api/fleet/view', '/%', '/../../etc/passwd']) {
      const response = await fetch(`${page.url}${path}`, { headers: { 'x-forwarded-host': 'evil.example' } });
      const text = `${JSON.stringify([...response.headers])}${await response.text()}`;
      expect(text).not.toContain('evil.example');
      expect(text).toContain("default-src 'none'");
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('leaves to somebody who was made an admin on the command line the own groups for later', async () => {
    await addAdmin({ database, name: 'VERA' });
    const vera = async () => {
      const { accounts } = (await admin.get('getAccounts')).answer as { accounts: readonly AccountView[] };
      return accounts.find(({ name }) => name === 'vera');
    };
    await until(async () => (await vera())?.admin === true);
    expect((await vera())?.groups).toEqual([{ group: north, role: 'viewer' }]);
  });
});
