import { ENDPOINTS, type LivePlant } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  type PlantGateway,
  type PlantGatewayOptions,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { expect, it } from 'vitest';

/** Day and night of the plant follow the sun of its place: that of the simulation at first, then what its owner says. */

const MINUTE_MS = 60_000;
/** Where the sun is up while it is night in Germany. */
const SYDNEY = { latitude: -33.87, longitude: 151.21 };
const SUNRISE_S = Date.parse('2024-06-22T03:20Z') / 1000;

/** The plant in Germany, from this time of the night after the longest day on, long enough to know who is silent. */
async function startAtNight(time: string, options: PlantGatewayOptions = {}): Promise<PlantGateway> {
  const clock = createVirtualClock(Date.parse(`2024-06-${time}Z`));
  const plant = await startPlantGateway({
    scenario: 'real-sun',
    platform: { ...createTestPlatform(), clock },
    ...options,
  });
  await plant.advance(2 * MINUTE_MS);
  return plant;
}

async function plantOf(gateway: PlantGateway): Promise<LivePlant> {
  const live = (await gateway.json(ENDPOINTS.getLiveData.path)) as { plant: LivePlant };
  return live.plant;
}

const silences = async (gateway: PlantGateway) => (await gateway.live()).map(({ silence }) => silence);
const config = async (gateway: PlantGateway) =>
  (await gateway.json(ENDPOINTS.getNtpConfig.path)) as Readonly<Record<string, unknown>>;

async function savePlace(gateway: PlantGateway, place: object): Promise<void> {
  const body = { ...(await config(gateway)), ...place };
  expect(await gateway.result(ENDPOINTS.setNtpConfig.path, body)).toBe(1001);
}

it('of a simulated one tells in its first night when it wakes', async () => {
  const gateway = await startAtNight('21T22:00');
  expect(await config(gateway)).toMatchObject({ latitude: 48.1, longitude: 11.6 });
  expect(await silences(gateway)).toEqual(['asleep', 'asleep', 'asleep']);
  expect(await plantOf(gateway)).toMatchObject({ night: true, asleep_until: SUNRISE_S, utc_offset: 7200 });
});

it('that its owner sets counts at once, also over a restart, until it is cleared', async () => {
  const gateway = await startAtNight('21T23:30');
  await savePlace(gateway, SYDNEY);
  expect(await silences(gateway)).toEqual(['problem', 'problem', 'problem']);
  expect(await plantOf(gateway)).toMatchObject({ night: false });
  expect(await plantOf(gateway)).not.toHaveProperty('asleep_until');
  await gateway.restart();
  expect(await config(gateway)).toMatchObject(SYDNEY);
  await gateway.advance(2 * MINUTE_MS);
  expect(await silences(gateway)).toEqual(['problem', 'problem', 'problem']);
  await savePlace(gateway, { latitude: null, longitude: null });
  await gateway.restart();
  await gateway.advance(2 * MINUTE_MS);
  expect(await config(gateway)).toMatchObject({ latitude: null, longitude: null });
  expect(await plantOf(gateway)).toMatchObject({ night: true }); // by the hour
  expect(await plantOf(gateway)).not.toHaveProperty('asleep_until');
});

it('tells it also under a simulated sun that runs fast', async () => {
  const gateway = await startAtNight('21T22:00', { speed: 60 });
  expect(await plantOf(gateway)).toMatchObject({ night: true, asleep_until: SUNRISE_S });
});

it('is not known of a simulated one whose sun is nowhere', async () => {
  const gateway = await startPlantGateway({ scenario: 'night' });
  expect(await config(gateway)).toMatchObject({ latitude: null, longitude: null });
});
