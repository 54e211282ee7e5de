import { EAST_AND_WEST, GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { LONG_TEST_MS, needMosquitto, startMqttPlant, WAIT } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const openResources = (kind: RegExp) =>
  process.getActiveResourcesInfo().filter((name) => kind.test(name)).length;

describe('a whole gateway whose broker', { timeout: LONG_TEST_MS }, () => {
  beforeEach(needMosquitto);

  it('is changed 50 times in a row has one connection in the end, with the last settings', async () => {
    const plant = await startMqttPlant({ config: { mqtt_hass_enabled: true } });
    const oneConnection = openResources(/^TCPSocket/);
    for (let count = 1; count <= 50; count++)
      await plant.save({ mqtt_topic: `t${count}/`, mqtt_retain: count === 50 });
    const other = await startMosquittoSubscriber(plant.broker.port);
    await other.until(({ topic }) => topic === `t50/${EAST_AND_WEST}/4/irradiation`);
    await other.stop();
    await expect.poll(() => openResources(/^TCPSocket/), WAIT).toBeLessThanOrEqual(oneConnection);
    const late = await startMosquittoSubscriber(plant.broker.port);
    await late.until(({ topic }) => topic === 't50/dtu/status');
    const bases = new Set(late.messages.map(({ topic }) => topic.split('/')[0]));
    expect([...bases].filter((base) => base !== 'homeassistant').sort()).toEqual(['solar', 't50']); // t1 to t49 are not retained

    // Home Assistant hears of 50 other names at most once in 5 s, and of the last one.
    const { inverter } = Object(await plant.json('/api/inverter/list'));
    await plant.advance(10_000);
    const button = `homeassistant/button/dtu_${GARAGE}/restart_inverter/config`;
    const listener = await startMosquittoSubscriber(plant.broker.port, { topic: button });
    const names = () =>
      listener.messages.filter(({ retain }) => !retain).map(({ payload }) => JSON.parse(payload).dev.name);
    for (let count = 1; count <= 50; count++) {
      await plant.result('/api/inverter/edit', { ...inverter[0], name: `Garage ${count}` });
    }
    await plant.advance(5000);
    await expect.poll(names, WAIT).toContain('Garage 50');
    await plant.advance(20_000);
    expect(names()).toEqual(['Garage 1', 'Garage 50']);
    expect(plant.connects()).toBeLessThanOrEqual(51);
  });
});
