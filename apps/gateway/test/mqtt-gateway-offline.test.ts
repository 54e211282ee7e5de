import { beforeEach, expect, it } from 'vitest';
import { startMosquitto } from './mosquitto.ts';
import { startMosquittoSubscriber } from './mosquitto-subscriber.ts';
import { runOffline } from './mqtt-offline.ts';
import { LONG_TEST_MS, needMosquitto, WAIT } from './mqtt-plant.ts';
import { temporaryFolder } from './start-test-gateway.ts';

beforeEach(needMosquitto);

it(
  'ten minutes under load without a broker leave nothing in memory, and everything comes after',
  async () => {
    const broker = await startMosquitto();
    const dataFolder = await temporaryFolder();
    const figures = await runOffline({ broker, dataFolder, time: 'virtual-time', awayS: 600 });
    expect(figures.wasConnected).toBe(false);
    expect(figures.heapGrowthMb).toBeLessThan(5);
    expect(figures.heapGrowthAfterMb).toBeLessThan(5);
    expect(figures.reconnectS).toBeLessThan(66); // a minute and its jitter
    const late = await startMosquittoSubscriber(broker.port);
    const reachable = () => late.messages.filter(({ topic }) => topic.endsWith('/status/reachable')).length;
    await expect.poll(reachable, WAIT).toBe(figures.inverterCount);
  },
  LONG_TEST_MS,
);
