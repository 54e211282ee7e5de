import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/** Saves by the keys of today, and by both names of one value. Source: docs/reference/api-for-other-programs.md#settings. */

type Document = Readonly<Record<string, unknown>>;

const read = async ({ port }: Pick<TestGateway, 'port'>, path: string): Promise<Document> =>
  Object(jsonOf(await send(port, path, { headers: login() })));
const save = async ({ port }: Pick<TestGateway, 'port'>, path: string, data: object) =>
  Object(jsonOf(await postData(port, path, data))).code;

async function startWith(api_generations: 'both' | '2023' | 'newest'): Promise<TestGateway> {
  const gateway = await startTestGateway({ webFolder: await zonesFolder() });
  const network = await read(gateway, '/api/network/config');
  expect(await save(gateway, '/api/network/config', { ...network, api_generations })).toBe(1001);
  return gateway;
}

/** A web app of which nothing is built but the zones. */
async function zonesFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const zones = fileURLToPath(new URL('../../web/public/zones.json', import.meta.url));
  await copyFile(zones, join(folder, 'zones.json'));
  return folder;
}

describe.each(['both', '2023', 'newest'] as const)('with the API of %s', (generations) => {
  it.each(['network', 'ntp', 'mqtt', 'dtu', 'device'])(
    'the settings of %s can be sent back as they came, which changes nothing',
    async (document) => {
      const gateway = await startWith(generations);
      const path = `/api/${document}/config`;
      if (document === 'device') await nameTheBoard(gateway);
      const before = await read(gateway, path);
      expect(await save(gateway, path, before)).toBe(1001);
      expect(await read(gateway, path)).toEqual(before);
    },
  );
});

/** Before a board was chosen it has no name, which no device takes back. */
const nameTheBoard = (gateway: TestGateway) =>
  save(gateway, '/api/device/config', { curPin: { name: 'Default' } });

const DTU = '/api/dtu/config';

describe('a value with two names', () => {
  it.each([
    ['the old name', { dtu_pollinterval: 9 }],
    ['the new name', { pollinterval: 9 }],
    ['both', { dtu_pollinterval: 9, pollinterval: 9 }],
    ['both, in other spellings', { dtu_pollinterval: '9', pollinterval: 9.5 }],
  ])('is changed by %s', async (_, changes) => {
    const gateway = await startTestGateway();
    expect(await save(gateway, DTU, { ...(await read(gateway, DTU)), ...changes })).toBe(1001);
    expect(await read(gateway, DTU)).toMatchObject({ dtu_pollinterval: 9, pollinterval: 9 });
  });

  it.each([
    ['only those of 2023', { dtu_serial: '199980112345', dtu_pollinterval: 7, dtu_palevel: 2 }],
    ['only those of today', { serial: '199980112345', pollinterval: 7, nrf_palevel: 2 }],
    ['some of each', { serial: '199980112345', dtu_pollinterval: 7, nrf_palevel: '2' }],
  ])('may come with %s', async (_, body) => {
    const gateway = await startTestGateway();
    expect(await save(gateway, DTU, body)).toBe(1001);
    expect(await read(gateway, DTU)).toMatchObject({
      ...{ dtu_serial: '199980112345', dtu_pollinterval: 7, dtu_palevel: 2 },
      ...{ serial: '199980112345', pollinterval: 7, nrf_palevel: 2 },
    });
  });

  it.each([
    ['is changed to two things at once', { dtu_pollinterval: 9, pollinterval: 10 }, 1005],
    ['has a serial that is two things at once', { dtu_serial: '5', serial: '6' }, 1005],
    ['is out of its range by its new name', { pollinterval: 0 }, 2002],
    ['is no serial by its new name', { serial: '0' }, 2001],
    ['is no level by its new name', { nrf_palevel: 4 }, 2003],
  ])('that %s is refused, and nothing is changed', async (_, changes, code) => {
    const gateway = await startTestGateway();
    const before = await read(gateway, DTU);
    expect(await save(gateway, DTU, { ...before, ...changes })).toBe(code);
    expect(await read(gateway, DTU)).toEqual(before);
  });

  it.each([
    ['dtu_serial', 'serial'],
    ['dtu_pollinterval', 'pollinterval'],
    ['dtu_palevel', 'nrf_palevel'],
  ])('that has neither of its names is missing: %s, %s', async (old, newer) => {
    const gateway = await startTestGateway();
    const { [old]: _, [newer]: __, ...body } = await read(gateway, DTU);
    expect(await save(gateway, DTU, body)).toBe(1005);
  });
});

describe('what the gateway has none of', () => {
  it.each([
    ['dtu', { nrf_enabled: false, cmt_enabled: true, cmt_frequency: 868_000_000, cmt_country: 1 }],
    ['network', { aptimeout: 9, mdnsenabled: true, syslogenabled: true, sysloghostname: 'log' }],
    ['ntp', { sunsettype: 2 }],
  ])('is left aside in a save of %s, without an error', async (document, changes) => {
    const gateway = await startTestGateway();
    const path = `/api/${document}/config`;
    const before = await read(gateway, path);
    expect(await save(gateway, path, { ...before, ...changes })).toBe(1001);
    expect(await read(gateway, path)).toEqual(before);
  });
});

describe('a display', () => {
  const DEVICE = '/api/device/config';

  it('keeps its logo where a program of today, which knows none, leaves it out', async () => {
    const gateway = await startTestGateway();
    const of2023 = { power_safe: false, screensaver: true, contrast: 30 };
    expect(await save(gateway, DEVICE, { display: { ...of2023, rotation: 2, locale: 'de' } })).toBe(1001);
    expect((await read(gateway, DEVICE)).display).toMatchObject({
      ...{ show_logo: true, power_safe: false, contrast: 30, rotation: 2, locale: 'de' },
    });
    expect(await save(gateway, DEVICE, { display: of2023 })).toBe(1001);
    expect((await read(gateway, DEVICE)).display).toMatchObject({
      show_logo: false,
      rotation: 2,
      locale: 'de',
    });
  });

  const FIRST = { rotation: 0, locale: 'en', diagramduration: 36_000, diagrammode: 1 };

  it.each([
    ['is as on a new device at first', {}, FIRST],
    [
      'is kept as a program of today says it',
      { rotation: 3, locale: 'pl', diagramduration: 7200, diagrammode: 2 },
      { rotation: 3, locale: 'pl', diagramduration: 7200, diagrammode: 2 },
    ],
    ['fits into what there is', { rotation: 9, diagrammode: 7 }, { ...FIRST, rotation: 3, diagrammode: 2 }],
    [
      'keeps its language where none is said',
      { locale: null, diagramduration: 60 },
      { ...FIRST, diagramduration: 60 },
    ],
    ['keeps its language where that is none', { locale: 'null' }, FIRST],
  ])('%s', async (_, changes, expected) => {
    const gateway = await startTestGateway();
    const { display } = await read(gateway, DEVICE);
    expect(await save(gateway, DEVICE, { display: { ...Object(display), ...changes } })).toBe(1001);
    expect((await read(gateway, DEVICE)).display).toMatchObject(expected);
  });

  it.each([
    ['as they are said', [{ brightness: 40 }, { brightness: 0 }], [40, 0]],
    ['at most at 100 %', [{ brightness: 400 }, {}], [100, 100]],
    ['each by itself', [{ brightness: '7' }], [7, 100]],
    ['of which there are two', [{}, { brightness: 1 }, { brightness: 2 }], [100, 1]],
    ['where they are left out', undefined, [100, 100]],
    ['where that is no list', 'on', [100, 100]],
  ])('has lights beside it, %s', async (_, led, expected) => {
    const gateway = await startTestGateway();
    const { display } = await read(gateway, DEVICE);
    expect(await save(gateway, DEVICE, { display, led })).toBe(1001);
    expect((await read(gateway, DEVICE)).led).toEqual(expected.map((brightness) => ({ brightness })));
    const { device } = await read(gateway, '/api/config/get');
    expect(Object(device).led).toEqual(expected.map((brightness) => ({ brightness })));
  });
});

describe('a time zone', () => {
  const NTP = '/api/ntp/config';

  it('is known by its name where a program of today sends no rule', async () => {
    const gateway = await startWith('newest');
    const time = await read(gateway, NTP);
    expect(time).not.toHaveProperty('ntp_timezone');
    expect(await save(gateway, NTP, { ...time, ntp_timezone_descr: 'Asia/Tokyo' })).toBe(1001);
    expect(await read(gateway, '/api/ntp/status')).toMatchObject({
      ...{ ntp_timezone: 'JST-9', ntp_timezone_descr: 'Asia/Tokyo' },
    });
  });

  it('that nobody knows is refused, and the one that is set stays without its rule being sent', async () => {
    const gateway = await startTestGateway();
    const { ntp_timezone, ...time } = await read(gateway, NTP);
    expect(await save(gateway, NTP, { ...time, ntp_timezone_descr: 'Moon/Crater' })).toBe(1005);
    expect(await save(gateway, NTP, { ...time, ntp_server: 'other.test' })).toBe(1001);
    expect(await read(gateway, NTP)).toMatchObject({ ...time, ntp_server: 'other.test', ntp_timezone });
  });
});

describe('the sun', () => {
  const STATUS = '/api/ntp/status';

  it('is known where the place is, and told to the admin alone', async () => {
    const gateway = await startTestGateway();
    expect(await read(gateway, STATUS)).toMatchObject({
      ...{ sun_risetime: '--', sun_settime: '--', sun_isSunsetAvailable: false, sun_isDayPeriod: true },
    });
    const time = await read(gateway, '/api/ntp/config');
    await save(gateway, '/api/ntp/config', { ...time, latitude: 52.52, longitude: 13.4 });
    // Source: tables of sunrise and sunset of Berlin, 21 June 2024: 4:43 and 21:33.
    expect(await read(gateway, STATUS)).toMatchObject({
      sun_risetime: expect.stringMatching(/^Friday, June 21 2024 04:4[234]:\d\d$/),
      sun_settime: expect.stringMatching(/^Friday, June 21 2024 21:3[234]:\d\d$/),
      ...{ sun_isSunsetAvailable: true, sun_isDayPeriod: true },
    });
    const { sun_risetime, sun_settime } = Object(jsonOf(await send(gateway.port, STATUS)));
    expect([sun_risetime, sun_settime]).toEqual(['••••••••', '••••••••']);
    await save(gateway, '/api/ntp/config', { ...time, latitude: -18.1, longitude: 178.4 });
    expect(await read(gateway, STATUS)).toMatchObject({ sun_isDayPeriod: false });
  });
});
