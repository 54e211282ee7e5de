import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminOf,
  type Caller,
  createCaller,
  type Page,
  startPage,
  startPostgres,
  startTimeseriesStandIn,
  until,
  viewOf,
  watch,
} from './fleet-testbed.ts';

/** With a real database: pages beside each other, what happens while it is away, and what sites write. */
describe.skipIf(process.env.HELIOGRAPH_FLEET !== '1')('fleet pages beside each other', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let timeseries: Awaited<ReturnType<typeof startTimeseriesStandIn>>;
  let database: string;
  let pages: readonly Page[] = [];
  let admin: Caller;
  let password: string;

  const page = (index: number): Page => {
    const found = pages[index];
    if (found === undefined) throw new Error(`There is no page ${index}.`);
    return found;
  };
  /** The same browser at another page. */
  function at(index: number, caller: Caller): Caller {
    const other = createCaller(page(index), '192.0.2.50');
    other.setCookie(caller.cookie());
    return other;
  }
  beforeAll(async () => {
    [postgres, timeseries] = await Promise.all([startPostgres(), startTimeseriesStandIn()]);
    database = await postgres.database();
    // All at once, and there is nothing in the database yet.
    pages = await Promise.all([1, 2, 3].map(() => startPage(database, timeseries.url, { tellMs: 200 })));
    admin = await adminOf(page(0), database);
    password = String((await admin.post('addSite', { id: 'barn', name: '', group: '' })).answer.password);
  });

  afterAll(async () => {
    await Promise.all(pages.map((one) => one.stop()));
    timeseries?.stop();
    await postgres?.remove();
  });

  it('know a login of another one at once, and that it is over', async () => {
    const other = at(1, admin);
    expect((await other.get('getView')).status).toBe(200);
    await createCaller(page(0), '192.0.2.1').get('getView');
    const guest = at(0, admin);
    await guest.post('addGroup', { name: 'North' });
    await until(async () => (await viewOf(other)).groups.length === 1, 2000);
    const stream = await watch(other);
    await guest.post('saveAccount', {
      ...{ name: 'tom', password: 'a long password', isNew: true, admin: true, groups: [] },
    });
    const tom = createCaller(page(2), '192.0.2.51');
    await until(
      async () => (await tom.post('login', { name: 'tom', password: 'a long password' })).status === 200,
    );
    const watching = await watch(tom);
    await guest.post('removeAccount', { name: 'tom' });
    await until(() => watching.isOver, 3000);
    expect((await tom.get('getView')).answer).toEqual({ refusal: 'login' });
    expect(stream.isOver).toBe(false);
    stream.stop();
  });

  it('go on showing to who is logged in while the database is away, refuse changes, and come back', async () => {
    await at(1, admin).get('getView');
    const stream = await watch(admin);
    await postgres.stop();
    await until(() => /"parts":\{[^}]*"database":/.test(stream.text));
    for (const index of [0, 1, 2]) {
      const { status, answer } = await at(index, admin).get('getView');
      expect(status).toBe(200);
      expect(answer).toMatchObject({ sites: [{ id: 'barn' }], parts: { database: expect.any(Number) } });
    }
    expect((await admin.post('addGroup', { name: 'East' })).answer).toEqual({ refusal: 'database' });
    const stranger = createCaller(page(0), '192.0.2.60');
    expect((await stranger.post('login', { name: 'anna', password: 'x' })).answer).toEqual({
      refusal: 'database',
    });
    stranger.setCookie(`heliograph-fleet=${'a'.repeat(43)}`);
    expect((await stranger.get('getView')).answer).toEqual({ refusal: 'database' });
    // Readings are taken all the same.
    expect((await write(plant(1))).status).toBe(204);
    await postgres.start();
    await until(async () => (await admin.post('addGroup', { name: 'East' })).status === 200);
    await until(async () => (await viewOf(at(2, admin))).groups.some(({ name }) => name === 'East'));
    await until(async () => (await viewOf(admin)).parts.database === undefined);
    stream.stop();
  });

  const at2026 = '1790000000000000000';
  const plant = (power: number, site = 'barn') =>
    `heliograph_plant,site=${site} power_w=${power} ${at2026}\n`;
  function write(
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    login = `barn:${password}`,
  ) {
    return fetch(`${page(0).url}/write`, {
      ...{ method: 'POST', body },
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}`, ...headers },
    });
  }

  it('take readings of a site with its password, and hand on what is its own', async () => {
    timeseries.written.length = 0;
    const taken = await write(`${plant(1)}${plant(2, 'mill')}up value=1\n${plant(3)}`);
    expect([taken.status, taken.headers.get('x-refused')]).toEqual([204, '2']);
    expect(timeseries.written).toEqual([plant(1) + plant(3)]);
    expect((await viewOf(admin)).sites[0]?.problems).toEqual(['readings-refused']);
    const packed = await write(new Uint8Array(gzipSync(plant(4))), { 'content-encoding': 'gzip' });
    expect([packed.status, packed.headers.get('x-refused')]).toEqual([204, null]);
    expect(timeseries.written.at(-1)).toBe(plant(4));
  });

  it('show each what another one has refused', async () => {
    expect((await write(plant(1, 'mill'))).headers.get('x-refused')).toBe('1');
    await until(async () => {
      // Each change makes all pages read their copies anew, which they do twice a minute without one.
      await admin.post('addGroup', { name: `Group ${Math.random()}` });
      return Boolean((await viewOf(at(1, admin))).sites[0]?.problems.includes('readings-refused'));
    });
  });

  it('take no more inverters than a site may have, and the readings of these all the same', async () => {
    timeseries.written.length = 0;
    const lines = Array.from(
      { length: 1000 },
      (_, index) => `heliograph_inverter,site=barn,serial=${116180000000 + index} power_w=1 ${at2026}\n`,
    );
    const taken = await write(lines.join(''));
    expect([taken.status, taken.headers.get('x-refused')]).toEqual([204, '997']);
    expect(timeseries.written).toEqual([lines.slice(0, 3).join('')]);
    expect((await viewOf(admin)).sites[0]?.problems).toContain('too-many-series');
  });

  it('take nothing from who is not that site, or with too much at once, packed or not', async () => {
    timeseries.written.length = 0;
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(200 * 2 ** 20)));
    const half = new Uint8Array(gzipSync(plant(1))).slice(0, 20);
    const statuses = [
      await write(plant(1), {}, 'barn:wrong'),
      await write(plant(1), {}, `mill:${password}`),
      await write(plant(1), {}, `__proto__:${password}`),
      await write(plant(1), {}, `barn:${password}${'x'.repeat(100)}`),
      await write(plant(1), { authorization: 'Bearer x' }),
      await write('x'.repeat(5 * 2 ** 20)).catch(() => ({ status: 413 })), // it hangs up on who goes on sending
      await write(bomb, { 'content-encoding': 'gzip' }),
      await write(half, { 'content-encoding': 'gzip' }),
      await write(plant(1), { 'content-encoding': 'br' }),
      await write(new Uint8Array([0x68, 0xff, 0xfe, 10])),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 413, 413, 400, 415, 400]);
    expect(timeseries.written).toEqual([]);
    expect((await write(plant(1))).status).toBe(204);
  });

  it('acknowledge nothing that the time-series database has not taken', async () => {
    timeseries.answer(503);
    const refused = await write(plant(9));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    timeseries.answer(204);
    expect((await write(plant(9))).status).toBe(204);
  });

  it.each([
    [400, 400, 'The time-series database refuses these readings.\n'],
    [413, 413, 'That is too much at once for the time-series database.\n'],
    [422, 503, 'The time-series database does not take it now.\n'],
  ])('tell a gateway where the database answers %i, by %i', async (answered, status, sentence) => {
    timeseries.answer(answered);
    const refused = await write(plant(9));
    timeseries.answer(204);
    expect([refused.status, await refused.text()]).toEqual([status, sentence]);
    expect(refused.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
  });

  it('take the new password of a site at once, and the old one no more', async () => {
    const { answer } = await at(1, admin).post('renewSite', { id: 'barn' });
    await until(async () => (await write(plant(1))).status === 401, 2000);
    password = String(answer.password);
    expect((await write(plant(1))).status).toBe(204);
  });
});
