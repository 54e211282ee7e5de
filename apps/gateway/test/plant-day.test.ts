import { ENDPOINTS, type PlantDay } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type PlantGateway, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { expect, it } from 'vitest';

/** What day it is at the plant, and when the sun is up there. */

const startAt = (time: string, scenario: 'real-sun' | 'three-inverters' = 'real-sun') =>
  startPlantGateway({
    scenario,
    platform: { ...createTestPlatform(), clock: createVirtualClock(Date.parse(time)) },
  });
const dayOf = async (gateway: PlantGateway, query = '') =>
  (await gateway.json(ENDPOINTS.getPlantDay.path + query)) as PlantDay;
const hourAt = (unixS = Number.NaN) => new Date(unixS * 1000).toISOString().slice(11, 16);

it('is the day of the plant’s own time zone, which begins before that of UTC', async () => {
  const gateway = await startAt('2026-06-20T22:30Z');
  const day = await dayOf(gateway);
  expect(day).toMatchObject({
    date: '2026-06-21',
    today: '2026-06-21',
    timezone: expect.stringContaining('CET'),
  });
  expect(day.now).toBeCloseTo(Date.parse('2026-06-20T22:30Z') / 1000, -1);
});

it('has the sun of the day that is asked for, to ten minutes', async () => {
  const gateway = await startAt('2026-06-21T10:00Z');
  const [summer, winter] = [await dayOf(gateway), await dayOf(gateway, '?date=2026-12-21')];
  // Munich: 5:14 to 21:17 in summer, 8:01 to 16:22 in winter.
  expect([hourAt(summer.sunrise), hourAt(summer.sunset)]).toEqual(['03:10', '19:20']);
  expect(winter).toMatchObject({ date: '2026-12-21', today: '2026-06-21' });
  expect([hourAt(winter.sunrise), hourAt(winter.sunset)]).toEqual(['07:00', '15:20']);
  for (const time of [summer.sunrise, winter.sunset]) expect((time ?? Number.NaN) % 600).toBe(0);
});

it.each(['?date=2026-02-31x', '?date=yesterday', '?date=', '?date=2026-13-01', '?date=2026-02-30'])(
  'is today where something else was asked for: %s',
  async (query) => {
    const gateway = await startAt('2026-06-21T10:00Z');
    expect(await dayOf(gateway, query)).toMatchObject({ date: '2026-06-21' });
  },
);

it('has no sun where nobody has said where the plant is', async () => {
  const day = await dayOf(await startAt('2026-06-21T10:00Z', 'three-inverters'));
  expect(Object.keys(day).sort()).toEqual(['date', 'now', 'timezone', 'today']);
});
