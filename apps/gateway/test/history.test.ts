import { readdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import {
  deleteInverter,
  ENDPOINTS,
  getHistoryImports,
  type HistoryCurve,
  type HistoryEnergy,
  type HistoryStatus,
  importHistory,
  replaceInHistory,
  setHistorySettings,
  takeImportBack,
} from '@heliograph/contract';
import { restarted, textOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import { NO_HISTORY } from '../src/history/start-history.ts';
import { openDatabase } from '../src/storage/database.ts';
import { startTestServer } from './start-test-server.ts';

/** What was measured, through a whole gateway: from the simulated inverter to the answer. */

const MINUTE_MS = 60_000;
const SOUTH_ROOF = '114182730124';

const start = (options: TestGatewayOptions = {}) => startTestGateway({ ...options, keepsHistory: true });

async function json<Sent>({ port }: TestGateway, path: string): Promise<Sent> {
  return JSON.parse((await send(port, path)).text);
}
const statusOf = (gateway: TestGateway) => json<HistoryStatus>(gateway, '/api/heliograph/history');

/** Of an hour before now until a minute after it. */
function query(gateway: TestGateway, more = '') {
  const nowS = Math.floor(gateway.clock.unixMs() / 1000);
  return `from=${nowS - 3600}&to=${nowS + 60}${more}`;
}
const curveOf = (gateway: TestGateway, more = '') =>
  json<HistoryCurve>(gateway, `/api/heliograph/history-curve?${query(gateway, more)}`);
const energyOf = (gateway: TestGateway, more: string) =>
  json<HistoryEnergy>(gateway, `/api/heliograph/history-energy?${query(gateway, more)}`);

/** Lets time pass, and what was measured be written down. */
async function live(gateway: TestGateway, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await gateway.clock.advanceAsync(MINUTE_MS);
}

describe('the history of a gateway', () => {
  it('tells curves and energies of the plant, of an inverter and of its strings', async () => {
    const gateway = await start();
    expect(await statusOf(gateway)).toEqual({
      ...{ size: expect.any(Number), free: expect.any(Number), raw_days: 7, minute_days: 90 },
      timezone: expect.stringContaining('CET'),
      ...{ prices: { import_price: 0, feed_in_price: 0, currency: 'EUR' }, places: [] },
    });
    expect(await curveOf(gateway)).toMatchObject({ at: [] });
    await live(gateway, 10);
    const live1 = await json<{ total: { Power: { v: number } } }>(gateway, '/api/livedata/status');
    const plant = await curveOf(gateway);
    expect(plant.tier).toBe('raw');
    expect(plant.at.length).toBeGreaterThan(50);
    expect(plant.mean.at(-1)).toBeCloseTo(live1.total.Power.v, -2);
    const inverter = await curveOf(gateway, `&inv=${SOUTH_ROOF}`);
    const strings = await Promise.all([1, 2].map((n) => curveOf(gateway, `&inv=${SOUTH_ROOF}&string=${n}`)));
    const dcW = strings.reduce((sum, { mean }) => sum + (mean.at(-1) ?? 0), 0);
    expect((inverter.mean.at(-1) ?? 0) / dcW).toBeCloseTo(0.95, 1);
    expect((await curveOf(gateway, `&inv=${SOUTH_ROOF}&measure=temperature`)).mean.at(-1)).toBeGreaterThan(0);
    const { bars } = await energyOf(gateway, '&step=day');
    expect(bars).toHaveLength(1);
    expect(bars[0]?.energy).toBeGreaterThan(0);
  });

  it('goes on over a restart, and begins anew with a reset', async () => {
    const gateway = await start();
    await live(gateway, 5);
    const { bars: before } = await energyOf(gateway, '&step=day');
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await gateway.clock.advanceAsync(1000);
    await restarted(gateway);
    await live(gateway, 5);
    const { bars: after } = await energyOf(gateway, '&step=day');
    expect(after[0]?.energy).toBeGreaterThan(before[0]?.energy ?? Number.NaN);
    expect((await curveOf(gateway)).mean.length).toBeGreaterThan(50);
    await postData(gateway.port, ENDPOINTS.deleteConfig.path, { delete: true });
    await gateway.clock.advanceAsync(1000);
    await restarted(gateway);
    expect((await curveOf(gateway)).at).toEqual([]);
  });

  it('takes energy of days before', async () => {
    const gateway = await start();
    const days = [
      { date: '2023-06-20', energy: 4100 },
      { date: '2023-06-21', energy: 4200 },
    ];
    const answer = await postData(gateway.port, importHistory.path, { days });
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'success', code: 14006 });
    expect(await statusOf(gateway)).toMatchObject({ first_day: '2023-06-20' });
    const path = '/api/heliograph/history-energy?step=month&from=1680000000&to=1690000000';
    expect((await json<HistoryEnergy>(gateway, path)).bars).toMatchObject([
      { name: '2023-06', energy: 8300 },
    ]);
    for (const date of ['2023-02-31x', '2023-13-01', '0001-01-01', '1960-06-20', '1999-12-31']) {
      const wrong = await postData(gateway.port, importHistory.path, { days: [{ date, energy: 1 }] });
      expect(JSON.parse(wrong.text), date).toMatchObject({ code: 14_015 });
    }
  });

  it('forgets an imported day again, and a month with its last one, but nothing that was measured', async () => {
    const gateway = await start();
    const take = (days: readonly { date: string; energy: number | null }[]) =>
      postData(gateway.port, importHistory.path, { days });
    await take([
      { date: '2023-05-31', energy: 4000 },
      { date: '2023-06-20', energy: 4100 },
      { date: '2023-06-21', energy: 4200 },
    ]);
    await live(gateway, 3);
    const { last_day: today = '' } = await statusOf(gateway);
    const month = () =>
      json<HistoryEnergy>(gateway, '/api/heliograph/history-energy?step=month&from=1680000000&to=1690000000');
    const answer = await take([
      { date: '2023-05-31', energy: null },
      { date: '2023-06-20', energy: null },
      { date: today, energy: null },
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 14_006 });
    expect((await month()).bars).toMatchObject([{ name: '2023-06', energy: 4200 }]);
    expect(await statusOf(gateway)).toMatchObject({ first_day: '2023-06-21', last_day: today });
    await take([{ date: '2023-06-21', energy: null }]);
    expect((await month()).bars).toEqual([]);
    expect(await statusOf(gateway)).toMatchObject({ first_day: today });
  });

  it('begins anew where an import into an empty history is taken back', async () => {
    const gateway = await start();
    for (const energy of [4100, null]) {
      await postData(gateway.port, importHistory.path, { days: [{ date: '2023-06-20', energy }] });
    }
    expect(await statusOf(gateway)).not.toHaveProperty('first_day');
  });

  it('keeps what was imported over a restart, for the admin, and takes it back then', async () => {
    const gateway = await start();
    const asAdmin = async (path: string) => (await send(gateway.port, path, { headers: login() })).text;
    const imports = async () => JSON.parse(await asAdmin(getHistoryImports.path)).imports;
    const post = async (path: string, body: object) =>
      JSON.parse((await postData(gateway.port, path, body)).text);
    expect(await imports()).toEqual([]);
    const first = await post(importHistory.path, { days: [{ date: '2023-06-20', energy: 4100 }] });
    expect(first).toMatchObject({ code: 14_006, import: expect.any(Number) });
    const more = { days: [{ date: '2023-06-21', energy: 4200 }], import: first.import };
    expect(await post(importHistory.path, more)).toMatchObject({ import: first.import });
    await postData(gateway.port, '/api/maintenance/reboot', { reboot: true });
    await gateway.clock.advanceAsync(1000);
    await restarted(gateway);
    expect(await imports()).toEqual([
      {
        ...{ id: first.import, at: expect.any(Number), actor: 'admin' },
        ...{ first_day: '2023-06-20', last_day: '2023-06-21', days: 2, before: 0, after: 8300 },
        takes_back: true,
      },
    ]);
    expect(await post(takeImportBack.path, { id: first.import })).toMatchObject({ code: 14_016 });
    expect(await statusOf(gateway)).not.toHaveProperty('first_day');
    expect(await imports()).toMatchObject([{ taken_back: true, taken_back_at: expect.any(Number) }]);
    expect(await post(takeImportBack.path, { id: first.import })).toMatchObject({ code: 17_003 });
    expect(await post(takeImportBack.path, { id: 77 })).toMatchObject({ code: 17_002 });
    expect((await send(gateway.port, getHistoryImports.path)).status).toBe(401);
  });

  it.each([
    ['less than nothing', [{ date: '2023-06-20', energy: -1 }], 14_005],
    ['more than can be', [{ date: '2023-06-20', energy: 1e12 }], 14_005],
    ['far more than can be', [{ date: '2023-06-20', energy: 1e300 }], 14_005],
    ['no number', [{ date: '2023-06-20', energy: 'much' }], 14_005],
    ['the 30th of February', [{ date: '2023-02-30', energy: 1 }], 14_015],
    ['the 31st of June', [{ date: '2023-06-31', energy: 1 }], 14_015],
    ['a day to come', [{ date: '2062-06-20', energy: 1 }], 14_015],
    ['a day told twice', [1, 2].map((energy) => ({ date: '2023-06-20', energy })), 14_015],
  ])('refuses an import with %s, and takes nothing of it', async (_, days, code) => {
    const gateway = await start();
    const good = { date: '2023-06-01', energy: 4100 };
    const answer = await postData(gateway.port, importHistory.path, { days: [good, ...days] });
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'warning', code });
    expect(await statusOf(gateway)).not.toHaveProperty('first_day');
  });

  it('does not take what is no number for a price', async () => {
    const gateway = await start();
    const settings = { raw_days: 7, minute_days: 90, write_interval: 60, currency: 'EUR' };
    for (const import_price of ['abc', '0,3', null]) {
      const body = { ...settings, import_price, feed_in_price: 0.08 };
      const answer = await postData(gateway.port, setHistorySettings.path, body);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 14_008 });
    }
    expect((await statusOf(gateway)).prices).toMatchObject({ import_price: 0, feed_in_price: 0 });
  });

  it('is kept for as long as is set', async () => {
    const gateway = await start();
    const prices = { import_price: 0.3, feed_in_price: 0.0811, currency: 'CHF' };
    const settings = { raw_days: 1, minute_days: 7, write_interval: 300, ...prices };
    await postData(gateway.port, setHistorySettings.path, settings);
    expect(await statusOf(gateway)).toMatchObject({ raw_days: 1, minute_days: 7, prices });
    await live(gateway, 4);
    expect((await curveOf(gateway)).at.length).toBeLessThan(100); // the write before the change
    await live(gateway, 8);
    expect((await curveOf(gateway)).at.length).toBeGreaterThan(50);
  });

  it('goes on under another inverter where that has replaced one', async () => {
    const gateway = await start();
    await live(gateway, 3);
    const { inverter: inverters } = JSON.parse(await textOf(gateway, 'getInverterList'));
    const [old, there] = [inverters[0], inverters[1]];
    if (old === undefined || there === undefined) throw new Error('two inverters are needed');
    const replace = async (oldSerial: string, newSerial: string) => {
      const body = { old_serial: oldSerial, new_serial: newSerial };
      return JSON.parse((await postData(gateway.port, replaceInHistory.path, body)).text).code;
    };
    expect(await replace(old.serial, there.serial)).toBe(14_012);
    expect((await statusOf(gateway)).places.map(({ present }) => present)).toEqual([true, true, true]);
    await postData(gateway.port, deleteInverter.path, { id: old.id });
    expect((await statusOf(gateway)).places[0]).toMatchObject({
      ...{ serials: [old.serial], name: old.name, present: false, first_day: expect.any(String) },
    });
    expect(await replace(old.serial, '116100000099')).toBe(14_013);
    expect(await replace('116100000099', there.serial)).toBe(14_011);
    expect(await replace(old.serial, there.serial)).toBe(14_014); // both were heard in the same minutes
    const serial = '116100000077';
    await postData(gateway.port, '/api/inverter/add', { serial, name: 'new' });
    expect(await replace(old.serial, serial)).toBe(14_010);
    expect((await statusOf(gateway)).places[0]).toMatchObject({
      ...{ serials: [serial, old.serial], name: 'new', present: true },
    });
    expect((await energyOf(gateway, `&step=day&inv=${serial}`)).bars).toHaveLength(1);
  });

  it('of an inverter that has replaced another stands among the changes, and is taken back there', async () => {
    const gateway = await start();
    await live(gateway, 3);
    const [old] = JSON.parse(await textOf(gateway, 'getInverterList')).inverter;
    await postData(gateway.port, deleteInverter.path, { id: old.id });
    const serial = '116100000077';
    const drawn = { serial: old.serial, string: 1, column: 2, row: 0 };
    await postData(gateway.port, '/api/heliograph/plant', { groups: [], modules: [drawn], order: [] });
    await postData(gateway.port, '/api/inverter/add', { serial, name: 'new' });
    const body = { old_serial: old.serial, new_serial: serial };
    expect((await postData(gateway.port, replaceInHistory.path, body)).text).toContain('"code":14010');
    const newest = async () => JSON.parse(await textOf(gateway, 'getChanges')).changes[0];
    const change = await newest();
    expect(change).toMatchObject({ actor: 'admin', reason: 'replaced', takes_back: true });
    expect(change.at).toBeGreaterThan(0);
    expect(change.sections).toContainEqual({
      section: 'replacement',
      values: [{ path: ['serial'], before: old.serial, after: serial }],
    });
    expect(change.sections.map(({ section }: { section: string }) => section)).toContain('plant');

    const takeBack = async (id: number) =>
      JSON.parse((await postData(gateway.port, '/api/heliograph/take-back', { id })).text).code;
    expect(await takeBack(change.id)).toBe(17_001);
    expect((await statusOf(gateway)).places.map(({ serials }) => serials)).toContainEqual([old.serial]);
    expect(JSON.parse(await textOf(gateway, 'getPlant')).modules).toMatchObject([drawn]);
    const back = await newest();
    expect(back).toMatchObject({ reason: 'taken-back', takes_back: false });
    expect(back.sections).toContainEqual({
      section: 'replacement',
      values: [{ path: ['serial'], before: serial, after: old.serial }],
    });
    expect(await takeBack(change.id)).toBe(17_003); // it is so already
    expect((await postData(gateway.port, replaceInHistory.path, body)).text).toContain('"code":14010');
  });

  it('can be had as a file for spreadsheets', async () => {
    const gateway = await start();
    await live(gateway, 3);
    const path = `/api/heliograph/history-csv?step=minute&${query(gateway)}`;
    const { status, headers, text } = await send(gateway.port, path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="history.csv"',
    });
    const lines = text.trim().split('\r\n');
    expect(lines.length - 1).toBe(Number(headers['x-total-rows']));
    expect(lines[0]).toContain(`inverter_${SOUTH_ROOF}_string_2_energy_wh`);
    const one = await send(gateway.port, `${path}&inv=${SOUTH_ROOF}`);
    expect(one.text).toMatch(/^local_time,time,energy_wh,/);
    expect((await send(gateway.port, path, { method: 'HEAD' })).text).toBe('');
    const before = `/api/heliograph/history-csv?step=day&from=1&to=2&inv=${SOUTH_ROOF}`;
    expect((await send(gateway.port, before)).text).toMatch(
      /^local_time,time,[^\n]*\r\n$|^local_time,time\r\n$/,
    );
  });

  it('has what the house takes and uses of its own, where there is a meter', async () => {
    const gateway = await start();
    const meter = { ...POST_CASES.setMeter.good, kind: 'simulated', factor: 1, inverted: false };
    await postData(gateway.port, '/api/heliograph/meter', meter);
    await live(gateway, 10);
    const status = await statusOf(gateway);
    expect(status.meter_first_day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(status.places.every(({ serials }) => serials.length > 0)).toBe(true);
    const [grid, house, power] = await Promise.all(
      ['grid', 'consumption', 'power'].map((measure) => curveOf(gateway, `&measure=${measure}`)),
    );
    expect(grid?.at.length).toBeGreaterThan(50);
    const last = (curve: HistoryCurve | undefined) => curve?.mean.at(-1) ?? Number.NaN;
    expect(last(house) - last(power)).toBeCloseTo(last(grid), -1);
    const [bar] = (await energyOf(gateway, '&step=day')).bars;
    const { imported = 0, exported = 0, consumption = 0, own_use = 0, metered = 0 } = bar ?? {};
    expect(metered).toBeGreaterThan(500);
    expect(metered).toBeLessThanOrEqual(600);
    expect(imported + exported).toBeGreaterThan(0);
    expect(own_use + imported).toBe(consumption);
    expect(own_use + exported).toBeLessThanOrEqual(bar?.energy ?? 0);
    expect(own_use + exported).toBeGreaterThan(0);
    const { text } = await send(
      gateway.port,
      `/api/heliograph/history-csv?step=raw&inv=meter&${query(gateway)}`,
    );
    expect(text).toMatch(/^local_time,time,grid_w,consumption_w\r\n\d/);
  });

  it('makes a file no further than somebody takes it', async () => {
    let pieces = 0;
    const endless = {
      ...NO_HISTORY,
      planCsv: async () => ({
        ...({ step: 'raw', columns: [], head: 'a\r\n', rows: 9, firstKey: 0, lastKey: 9 } as const),
      }),
      csvPiece: async (_: unknown, key: number) => {
        pieces += 1;
        return { text: 'x'.repeat(65_536), nextKey: key + 1 };
      },
    };
    const { port } = await startTestServer(endless);
    const path = '/api/heliograph/history-csv?step=raw&from=1&to=2';
    const waiting = request({ host: '127.0.0.1', port, path, agent: false }).end();
    const answer = await new Promise<IncomingMessage>((resolve) => waiting.once('response', resolve));
    answer.pause(); // takes what fits on the way and no more
    let before = -1;
    await vi.waitUntil(
      () => {
        const isStill = pieces === before && pieces > 0;
        before = pieces;
        return isStill;
      },
      { interval: 200, timeout: 20_000 },
    );
    expect(pieces).toBeLessThan(500);
    expect((await send(port, '/api/heliograph/history')).status).toBe(200);
    waiting.destroy();
    await send(port, '/api/heliograph/history');
    const after = pieces;
    await send(port, '/api/heliograph/history');
    expect(pieces).toBe(after);
  });

  it('that is damaged is begun anew, which is said', async () => {
    const { dataFolder, stopNow } = await start();
    await stopNow();
    await rm(join(dataFolder, 'history.db-wal'), { force: true }); // what was written last would heal it
    await writeFile(
      join(dataFolder, 'history.db'),
      'no database at all, and more than a hundred bytes'.repeat(99),
    );
    const gateway = await start({ dataFolder });
    expect(await statusOf(gateway)).toMatchObject({ problem: 'damaged' });
    expect(await readdir(dataFolder)).toContain('history.db.corrupt-1');
    await live(gateway, 3);
    expect((await curveOf(gateway)).at.length).toBeGreaterThan(0);
  });

  it('says of an inverter that it does not know that there is none, and not of one that has no history yet', async () => {
    const gateway = await start();
    await live(gateway, 3);
    const statusesOf = (inv: string) =>
      Promise.all(
        ['history-curve?', 'history-energy?step=day&', 'history-csv?step=day&'].map(async (call) => {
          const { status, text } = await send(
            gateway.port,
            `/api/heliograph/${call}${query(gateway)}&inv=${inv}`,
          );
          if (status !== 200)
            expect(JSON.parse(text)).toEqual({ message: 'There is no inverter with this serial number.' });
          return status;
        }),
      );
    expect(await statusesOf('116100000000')).toEqual([404, 404, 404]);
    expect(await statusesOf('nobody')).toEqual([404, 404, 404]);
    await postData(gateway.port, '/api/inverter/add', { serial: '116100000077', name: 'new' });
    for (const inv of ['116100000077', SOUTH_ROOF, 'meter'])
      expect([inv, ...(await statusesOf(inv))]).toEqual([inv, 200, 200, 200]);
    const [old] = JSON.parse(await textOf(gateway, 'getInverterList')).inverter;
    await postData(gateway.port, deleteInverter.path, { id: old.id });
    expect(await statusesOf(old.serial)).toEqual([200, 200, 200]); // it has a history
  });

  it('refuses questions that make no sense, with a sentence', async () => {
    const gateway = await start();
    await live(gateway, 2);
    const curve = '/api/heliograph/history-curve?';
    const messageOf = async (path: string) => {
      const { status, text } = await send(gateway.port, path);
      expect([path, status]).toEqual([path, 400]);
      return JSON.parse(text).message;
    };
    for (const [search, message] of [
      ['from=x&to=1', 'from must be a whole number.'],
      ['from=-1&to=1', 'from must be a whole number.'],
      ['from=2&to=1', 'to must be later than from.'],
      ['from=2&to=2', 'to must be later than from.'],
      ['from=1&to=9999999999', 'to must be at most 4102444800, the end of the year 2099.'],
      ['from=1&to=99999999999999', 'to must be a whole number.'],
      ['from=1', 'The parameter to is missing.'],
      ['', 'The parameter from is missing.'],
    ]) {
      expect(await messageOf(`${curve}${search}`)).toBe(message);
      for (const name of ['energy', 'csv'])
        expect(await messageOf(`/api/heliograph/history-${name}?step=day&${search}`)).toBe(message);
    }
    const good = query(gateway);
    expect(await messageOf(`/api/heliograph/history-energy?${good}&step=century`)).toBe(
      'step must be one of hour, day, month, year.',
    );
    expect(await messageOf(`/api/heliograph/history-csv?${good}`)).toBe('The parameter step is missing.');
    expect(await messageOf(`${curve}${good}&measure=colour`)).toMatch(/^measure must be one of power, /);
    expect(await messageOf(`${curve}${good}&string=b`)).toBe('string must be a whole number.');
    expect(await messageOf(`${curve}${good}&points=many`)).toBe('points must be a whole number.');
    for (const points of [0, 1])
      expect(await messageOf(`${curve}from=1&to=2&points=${points}`)).toBe('points must be at least 2.');
    expect((await send(gateway.port, `${curve}from=1&to=2&inv=%3Cb%3E`)).status).toBe(404);
  });

  it('begins with the first plausible day, whatever a clock that nobody had set has left before', async () => {
    const gateway = await start();
    const take = async (date: string, energy: number | null) =>
      JSON.parse((await postData(gateway.port, importHistory.path, { days: [{ date, energy }] })).text).code;
    expect(await take('1999-12-31', 1)).toBe(14_015);
    expect(await take('2019-06-01', 4000)).toBe(14_006);
    await gateway.stopNow();
    const database = openDatabase(join(gateway.dataFolder, 'history.db'));
    database.exec('INSERT INTO day (place, key, body) SELECT place, 3, body FROM day');
    database.close();
    const again = await start({ dataFolder: gateway.dataFolder });
    expect(await statusOf(again)).toMatchObject({ first_day: '2019-06-01', last_day: '2019-06-01' });
  });
});
