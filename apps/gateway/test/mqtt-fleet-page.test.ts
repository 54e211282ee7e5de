import { SiteSummarySchema } from '@heliograph/fleet-contract';
import { ONE_STRING, TWO_STRINGS, tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createMqttTestbed, type MqttTestbed } from './mqtt-testbed.ts';

const TOPIC = 'sites/barn/site';

async function startBarn(fleet: boolean) {
  const testbed = await createMqttTestbed({
    inverters: [TWO_STRINGS, ONE_STRING],
    config: { mqtt_topic: 'sites/barn/' },
  });
  await tellFleetPage(testbed, fleet);
  tellAc(testbed.fleet, TWO_STRINGS.serial, { powerW: 300, yieldTodayWh: 100 });
  await testbed.start();
  return testbed;
}

const tellFleetPage = ({ settings }: MqttTestbed, fleet: boolean) =>
  settings.update('timeseries', (before) => ({ ...before, site: 'Barn', fleet }));
const heard = ({ broker }: MqttTestbed) => broker.heard.filter(({ topic }) => topic === TOPIC);

describe('a fleet page at the broker', () => {
  it('hears how the plant does, with what is new, and the broker keeps nothing of it', async () => {
    const testbed = await startBarn(true);
    await eventually(() => heard(testbed).length === 1);
    expect(SiteSummarySchema.parse(JSON.parse(heard(testbed)[0]?.payload ?? ''))).toMatchObject({
      ...{ name: 'Barn', version: '0.2.0', power: 300, today: 100, inverters: 3, reachable: 1 },
      url: 'http://192.168.4.20:8080',
    });
    tellAc(testbed.fleet, ONE_STRING.serial, { powerW: 200, yieldTodayWh: 50 });
    testbed.clock.advance(1000);
    await eventually(() => heard(testbed).length === 2);
    expect(JSON.parse(heard(testbed)[1]?.payload ?? '')).toMatchObject({ power: 500, today: 150 });
    expect(heard(testbed).map(({ qos, retain }) => [qos, retain])).toEqual([
      [0, false],
      [0, false],
    ]);
    expect(testbed.broker.kept().has(TOPIC)).toBe(false);
  });

  it('hears nothing where the owner has not said so, and at once when he does', async () => {
    const testbed = await startBarn(false);
    await testbed.nextRound();
    expect(heard(testbed)).toEqual([]);
    await tellFleetPage(testbed, true);
    await eventually(() => heard(testbed).length === 1);
    await tellFleetPage(testbed, false);
    await testbed.nextRound();
    expect(heard(testbed)).toEqual([]);
  });

  it('hears of the plant again as soon as the broker is back', async () => {
    const testbed = await startBarn(true);
    await eventually(() => heard(testbed).length === 1);
    await testbed.broker.unplug();
    await eventually(() => !testbed.mqtt.facts().isConnected);
    await testbed.findBroker();
    await eventually(() => heard(testbed).length === 1);
  });
});
