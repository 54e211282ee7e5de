import type { EventLog } from '@heliograph/contract';
import { EVENT_MESSAGES } from '@heliograph/domain';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  GOOD_AIR,
  LOST_ANSWERS,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { ALL_FAMILIES, startPlantOf } from '@heliograph/testbed/gateway/plant-of-families.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/**
 * What inverters tell of themselves. Source: docs/reference/original-device.md#device-info, #event-log, #quirk-5,
 * #quirk-7 and #quirk-36.
 */

const DEVICE = '/api/devinfo/status';
const EVENTS = '/api/eventlog/status';

const eventsOf = (serial: string) => `${EVENTS}?inv=${serial}`;

const UNKNOWN_DEVICE =
  '[{"valid_data":false,"fw_bootloader_version":0,"fw_build_version":0,"hw_part_number":0,' +
  '"hw_version":"00.00","hw_model_name":"","max_power":0,"fw_build_datetime":"1970-01-01 00:00:00"}]';

/** As every simulated inverter tells it, but for the model. */
const knownDevice = (partNumber: number, model: string, maxPowerW: number) =>
  `[{"valid_data":true,"fw_bootloader_version":104,"fw_build_version":10012,"hw_part_number":${partNumber},` +
  `"hw_version":"01.00","hw_model_name":"${model}","max_power":${maxPowerW},` +
  `"fw_build_datetime":"2021-10-25 18:37:00"}]`;

describe('the device info', () => {
  it('is an empty object without inverters', async () => {
    const { port } = await startTestGateway({ scenario: 'no-inverters' });
    const { status, headers, text } = await send(port, DEVICE);
    expect([status, headers['content-type'], text]).toEqual([200, 'application/json', '{}']);
  });

  it('is bytes as the device sends them, before and after the inverters have told it', async () => {
    const plant = await startPlantGateway();
    expect((await plant.get(DEVICE)).text).toBe(
      `{"${GARAGE}":${UNKNOWN_DEVICE},"${SOUTH_ROOF}":${UNKNOWN_DEVICE},"${EAST_AND_WEST}":${UNKNOWN_DEVICE}}`,
    );
    await plant.advance(10_000);
    expect((await plant.get(DEVICE)).text).toBe(
      `{"${GARAGE}":${knownDevice(0x10_10_40_10, 'HM-400', 400)},` +
        `"${SOUTH_ROOF}":${knownDevice(0x10_11_40_10, 'HM-800', 800)},` +
        `"${EAST_AND_WEST}":${knownDevice(0x10_12_30_10, 'HM-1500', 1500)}}`,
    );
  });

  it('of ten inverters loses nothing', async () => {
    const plant = await startPlantGateway({ scenario: 'ten-inverters' });
    await plant.advance(30_000);
    const infos = Object.values((await plant.json(DEVICE)) as object);
    expect(infos).toHaveLength(10);
    for (const [info] of infos) {
      expect(Object.keys(info)).toHaveLength(8);
      expect(info).toMatchObject({ valid_data: true, hw_model_name: expect.stringMatching(/^HM-/) });
    }
  });

  it('of a part number that nobody knows has no model and no power', async () => {
    const [herf300] = ALL_FAMILIES.filter(({ model }) => model === 'HERF-300');
    if (herf300 === undefined) throw new Error('no HERF-300');
    const plant = await startPlantOf([herf300]);
    await plant.advance(60_000);
    expect(await plant.json(DEVICE)).toMatchObject({
      [herf300.serial]: [
        { valid_data: true, hw_part_number: 0xf1_01_00_00, hw_model_name: '', max_power: 0 },
      ],
    });
  });

  it('is valid with one of its two answers, and the other is asked for again', async () => {
    const plant = await startPlantGateway({ scenario: 'one-inverter' });
    const info = async () => Object.values((await plant.json(DEVICE)) as object)[0][0];
    while (plant.sentTo(SOUTH_ROOF, 'DevInfoSimple').length === 0) await plant.advance(1);
    plant.setAir(LOST_ANSWERS);
    await plant.advance(500);
    expect(await info()).toMatchObject({ valid_data: true, fw_build_version: 10_012, hw_part_number: 0 });
    expect(await info()).toMatchObject({ hw_version: '00.00', hw_model_name: '', max_power: 0 });
    plant.setAir(GOOD_AIR);
    await plant.advance(3000);
    expect(await info()).toMatchObject({ valid_data: true, fw_build_version: 10_012, max_power: 800 });
  });

  it('is not asked for again once it is complete', async () => {
    const plant = await startPlantGateway();
    await plant.advance(60_000);
    expect(plant.sentTo(SOUTH_ROOF, 'DevInfoAll')).toHaveLength(1);
    expect(plant.sentTo(SOUTH_ROOF, 'DevInfoSimple')).toHaveLength(1);
  });
});

describe('the device info of one inverter', () => {
  it('stands by its serial as in 2023, and behind that as on devices of today', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    const facts = knownDevice(0x10_11_40_10, 'HM-800', 800);
    expect((await plant.get(`${DEVICE}?inv=${SOUTH_ROOF}`)).text).toBe(
      `{"${SOUTH_ROOF}":${facts},${facts.slice(2, -2)},"pdl_supported":false}`,
    );
  });

  it('that is not there is refused with a sentence', async () => {
    const plant = await startPlantGateway();
    expect((await plant.get(`${DEVICE}?inv=1`)).status).toBe(404);
  });
});

describe('the grid profile', () => {
  it.each([
    ['status', '{"name":"","version":"","sections":[]}'],
    ['rawdata', '{"raw":[]}'],
  ])('in %s is empty while nobody has told it', async (call, empty) => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    const path = `/api/gridprofile/${call}`;
    expect((await plant.get(`${path}?inv=${SOUTH_ROOF}`)).text).toBe(empty);
    for (const query of ['', '?inv=', '?inv=1', `?inv=${SOUTH_ROOF}0`]) {
      expect((await plant.get(path + query)).text).toBe('{}');
    }
  });
});

describe('the event log', () => {
  it('is an empty object for whoever is not there', async () => {
    const plant = await startPlantGateway();
    for (const query of [
      '',
      '?inv=',
      '?inv=1',
      '?inv=roof',
      `?inv=${SOUTH_ROOF}0`,
      '?inv=0',
      '?inv[]=1',
      '?inv=%00',
      '?inv=toString',
      '?inv=__proto__',
      '?inv=1141A2B3C4D5',
    ]) {
      const { status, headers, text } = await plant.get(`${EVENTS}${query}`);
      expect([status, headers['content-type'], text], query).toEqual([200, 'application/json', '{}']);
    }
  });

  it('is empty before the inverter has told it', async () => {
    const plant = await startPlantGateway();
    expect((await plant.get(eventsOf(SOUTH_ROOF))).text).toBe(
      `{"${SOUTH_ROOF}":{"count":0,"events":[]},"count":0,"events":[]}`,
    );
  });

  it.each([
    ['leading zeros', `000${SOUTH_ROOF}`],
    ['itself again', `${SOUTH_ROOF}&inv=${SOUTH_ROOF}`],
    ['a percent sign', `%31${SOUTH_ROOF.slice(1)}`],
    ['other parameters', `${SOUTH_ROOF}&x=1`],
  ])('is found with %s', async (_name, inv) => {
    const plant = await startPlantGateway();
    expect(Object.keys((await plant.json(eventsOf(inv))) as object)).toEqual([SOUTH_ROOF, 'count', 'events']);
  });

  it('is bytes as the device sends them, in English, in the order of the inverter', async () => {
    const plant = await startPlantGateway({ platform: platformAt(9, 30) });
    await plant.advance(60_000);
    const before = (await plant.get(eventsOf(SOUTH_ROOF))).text;
    // By its serial as in 2023, and behind that as devices of today have it.
    expect(before).toMatch(
      /^\{"114182730124":(\{"count":\d+,"events":\[.+\])\},(?=(.*))"count":\d+,"events":\[.+\]\}$/,
    );
    const flat = before.slice(before.indexOf('},"count"') + 2);
    expect(before).toBe(`{"114182730124":{${flat},${flat}`);
    await plant.result(POWER, { serial: SOUTH_ROOF, power: false });
    await plant.advance(10_000);
    const { [SOUTH_ROOF]: log } = await eventLogs(plant, SOUTH_ROOF);
    const offAtS = log?.events.at(-1)?.start_time ?? 0;
    // The inverter has its time from our requests, in whole seconds.
    expect(Math.abs(offAtS - (9.5 * HOUR_S + SUMMER_TIME_S + 60))).toBeLessThanOrEqual(1);
    expect((await plant.get(eventsOf(SOUTH_ROOF))).text).toBe(
      before
        .replaceAll(/"count":\d+/g, `"count":${log?.count}`)
        .replaceAll(
          ']}',
          `,{"message_id":124,"message":"${EVENT_MESSAGES[124]}","start_time":${offAtS},"end_time":0}]}`,
        ),
    );
    await plant.result(POWER, { serial: SOUTH_ROOF, power: true });
    await plant.advance(10_000);
    const { [SOUTH_ROOF]: ended } = await eventLogs(plant, SOUTH_ROOF);
    const event = ended?.events.at(-1);
    expect(event?.start_time).toBe(offAtS);
    expect(Math.abs((event?.end_time ?? 0) - offAtS - 10)).toBeLessThanOrEqual(1);
  });

  it('has seconds of the local day that are not wrapped at midnight', async () => {
    const plant = await startPlantGateway({ platform: platformAt(23, 30) });
    await plant.advance(10_000);
    await plant.result(POWER, { serial: GARAGE, power: false });
    await plant.advance(10_000);
    const { [GARAGE]: log } = await eventLogs(plant, GARAGE);
    const offAtS = log?.events.at(-1)?.start_time ?? 0;
    expect(Math.abs(offAtS - (23.5 * HOUR_S + SUMMER_TIME_S + 10))).toBeLessThanOrEqual(1);
  });

  it('is told in three languages, and in English to who asks for another', async () => {
    const plant = await startPlantGateway();
    await plant.advance(10_000);
    const firstIn = async (locale: string) => {
      const { [SOUTH_ROOF]: log } = await eventLogs(plant, `${SOUTH_ROOF}&locale=${locale}`);
      return log?.events[0];
    };
    const others = { ...(await firstIn('en')), message: expect.any(String) };
    for (const [locale, message] of [
      ['de', 'Wechselrichter gestartet'],
      ['fr', 'Onduleur démarré'],
      ['en', 'Inverter has started'],
      ['es', 'Inverter has started'],
      ['', 'Inverter has started'],
    ] as const) {
      expect(await firstIn(locale)).toEqual({ ...others, message });
    }
  });

  it('has an open event for a string that delivers nothing', async () => {
    const plant = await startPlantGateway({ scenario: 'dead-string' });
    await plant.advance(10_000);
    const { [EAST_AND_WEST]: log } = await eventLogs(plant, EAST_AND_WEST);
    expect(log?.events).toContainEqual(expect.objectContaining({ message_id: 211, end_time: 0 }));
    const { [GARAGE]: other } = await eventLogs(plant, GARAGE);
    expect(other?.events.some(({ message_id }) => message_id > 208)).toBe(false);
  });

  it('has fifteen entries at most, and the live data say how many', async () => {
    const plant = await startPlantGateway({ scenario: 'one-inverter' });
    const counts: number[] = [];
    for (let round = 0; round < 16; round++) {
      for (const power of [false, true]) {
        await plant.result(POWER, { serial: SOUTH_ROOF, power });
        await plant.advance(1000);
      }
      await plant.advance(3000);
      const { [SOUTH_ROOF]: log } = await eventLogs(plant, SOUTH_ROOF);
      expect(log?.events).toHaveLength(log?.count ?? -1);
      expect((await plant.live())[0]?.events).toBe(log?.count);
      counts.push(log?.count ?? -1);
    }
    expect(counts.toSorted((a, b) => a - b)).toEqual(counts);
    expect(counts.at(-1)).toBe(15);
    expect(counts[0]).toBeLessThan(15);
  });
});

const POWER = '/api/power/config';
const HOUR_S = 3600;
/** Of the time zone of the first start, in June. */
const SUMMER_TIME_S = 2 * HOUR_S;

/** On the longest day of 2024, UTC. */
function platformAt(hour: number, minute: number) {
  return { ...createTestPlatform(), clock: createVirtualClock(Date.UTC(2024, 5, 21, hour, minute)) };
}

async function eventLogs(plant: PlantGateway, serial: string) {
  return (await plant.json(eventsOf(serial))) as Readonly<Record<string, EventLog>>;
}
