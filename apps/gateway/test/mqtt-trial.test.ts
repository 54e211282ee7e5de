import type { MqttConfig } from '@heliograph/contract';
import { type PlantGateway, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';

const TRIAL = '/api/heliograph/mqtt-trial';

async function valuesOf(gateway: PlantGateway, change: Partial<MqttConfig>): Promise<object> {
  return { ...Object(await gateway.json('/api/mqtt/config')), ...change };
}

describe('a trial of MQTT settings', () => {
  it.each([
    [{ mqtt_hostname: '' }, 7001],
    [{ mqtt_port: 0 }, 7007],
    [{ mqtt_topic: 'solar' }, 7006],
    [{ mqtt_publish_interval: 4 }, 7013],
  ])('takes no values that could not be saved with MQTT on: %j', async (change, code) => {
    const gateway = await startPlantGateway();
    const values = await valuesOf(gateway, { mqtt_enabled: false, mqtt_hostname: '127.0.0.1', ...change });
    expect(JSON.parse((await gateway.post(TRIAL, values)).text)).toMatchObject({ type: 'warning', code });
    expect(await gateway.result('/api/mqtt/config', values)).toBe(1001); // while it is off
  });

  it('is one of four at most, answers within 9 s, and makes room for the next one', async () => {
    const broker = await startScriptedBroker(() => {}); // never says a word
    const gateway = await startPlantGateway();
    const values = await valuesOf(gateway, { mqtt_hostname: '127.0.0.1', mqtt_port: broker.port });
    const attempt = async () => JSON.parse((await gateway.post(TRIAL, values)).text);
    const heard = (count: number) => eventually(() => expect(broker.sockets).toHaveLength(count));
    const four = [attempt(), attempt(), attempt(), attempt()];
    await heard(4);
    expect(await attempt()).toEqual({
      type: 'warning',
      message: 'Other values are being tried; please try again in a few seconds.',
      mqtt_failure: 'other',
    });
    await gateway.advance(9000);
    for (const answer of await Promise.all(four)) expect(answer.mqtt_failure).toBe('no-answer');
    const next = attempt();
    await heard(5);
    await gateway.advance(9000);
    expect((await next).mqtt_failure).toBe('no-answer');
  });
});

describe('a root certificate that is posted', () => {
  it('is kept where it is null or missing, and cleared where it is empty', async () => {
    const gateway = await startPlantGateway();
    const kept = async () => Object(await gateway.json('/api/mqtt/config')).mqtt_root_ca_cert;
    const before = await kept();
    const { mqtt_root_ca_cert: _, ...others } = Object(await gateway.json('/api/mqtt/config'));
    for (const change of [{ mqtt_root_ca_cert: null }, {}]) {
      expect(await gateway.result('/api/mqtt/config', { ...others, ...change })).toBe(1001);
      expect(await kept()).toBe(before);
    }
    expect(await gateway.result('/api/mqtt/config', { ...others, mqtt_root_ca_cert: '' })).toBe(1001);
    expect(await kept()).toBe('');
  });
});
