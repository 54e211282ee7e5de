import { beforeEach, describe, expect, it } from 'vitest';
import { type Mosquitto, startMosquitto } from './mosquitto.ts';
import { type OfflineOptions, runOffline } from './mqtt-offline.ts';
import { needMosquitto } from './mqtt-plant.ts';
import { temporaryFolder } from './start-test-gateway.ts';

/** In real time, so that what counts by itself counts, too: the keep-alive of the connection, the kernel. */
const HOUR_MS = 3_600_000;
const FLAP_MS = 2000;

async function figuresOf(
  broker: Mosquitto,
  options: Pick<OfflineOptions, 'awayS' | 'takeAway' | 'bringBack'>,
) {
  const dataFolder = await temporaryFolder();
  const figures = await runOffline({ broker, dataFolder, time: 'real-time', ...options });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.heapGrowthMb).toBeLessThan(5);
  expect(figures.heapGrowthAfterMb).toBeLessThan(5);
  expect(figures.reconnectS).toBeLessThan(70); // a minute and its jitter, or the end of an attempt
  return figures;
}

describe('a gateway under load, whose broker', { timeout: HOUR_MS }, () => {
  beforeEach(needMosquitto);

  it('is away for ten minutes', async () => {
    const { wasConnected } = await figuresOf(await startMosquitto(), { awayS: 600 });
    expect(wasConnected).toBe(false);
  });

  it('stands still for 30 s', async () => {
    const broker = await startMosquitto();
    const takeAway = () => broker.pause();
    await figuresOf(broker, { awayS: 30, takeAway, bringBack: () => broker.resume() });
  });

  it('comes and goes every 2 s for 5 minutes', async () => {
    const broker = await startMosquitto();
    let isOver = false;
    let flapping = Promise.resolve();
    async function flap() {
      while (!isOver) {
        await broker.kill();
        await new Promise((resolve) => setTimeout(resolve, FLAP_MS));
        await broker.restart();
        await new Promise((resolve) => setTimeout(resolve, FLAP_MS));
      }
    }
    const takeAway = () => {
      flapping = flap();
    };
    const bringBack = () => {
      isOver = true;
      return flapping;
    };
    await figuresOf(broker, { awayS: 300, takeAway, bringBack });
  });
});
