import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import { createDiscoveryTestbed, GARAGE, keptAbout, WHOLE } from './discovery-testbed.ts';
import type { MqttTestbedOptions } from './mqtt-testbed.ts';

describe('what Home Assistant has', () => {
  const started = async (config: MqttTestbedOptions['config'] = {}) => {
    const testbed = await createDiscoveryTestbed({ config: { mqtt_hass_individualpanels: true, ...config } });
    await testbed.start();
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    await testbed.nextRound(); // the last announcement is 5 s ago
    return testbed;
  };

  it('goes with the option for the panels, and those only', async () => {
    const testbed = await started();
    await testbed.change({ mqtt_hass_individualpanels: false });
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE);
    const { removed } = testbed.announced(GARAGE);
    expect(removed.every((topic) => /\/ch[12]_/.test(topic))).toBe(true);
  });

  it('goes when discovery is switched off, and comes back with it', async () => {
    const testbed = await started();
    await testbed.change({ mqtt_hass_enabled: false });
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
    await testbed.nextRound();
    await testbed.change({ mqtt_hass_enabled: true });
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('stays while MQTT is switched off, and what goes meanwhile is removed when it is on again', async () => {
    const testbed = await started();
    testbed.broker.forget();
    await testbed.set({ mqtt_enabled: false });
    await eventually(() => testbed.broker.last('solar/dtu/status') === 'offline');
    expect(testbed.announced(GARAGE).removed).toEqual([]);
    await testbed.set({ mqtt_hass_topic: 'ha/' });
    await testbed.rerun();
    await testbed.set({ mqtt_enabled: true });
    await testbed.start();
    const kept = keptAbout(testbed, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('moves with the prefix', async () => {
    const testbed = await started();
    await testbed.change({ mqtt_hass_topic: 'ha/' });
    const kept = keptAbout(testbed, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('stays where it is when the broker changes, and is announced to the new one', async () => {
    const testbed = await started();
    const other = await startTestBroker();
    testbed.broker.forget();
    await testbed.set({ mqtt_port: other.port });
    await eventually(() => [...other.kept().keys()].some((topic) => topic.includes(`/dtu_${GARAGE}/`)));
    expect(testbed.broker.last('solar/dtu/status')).toBe('offline');
    expect(testbed.announced(GARAGE).removed).toEqual([]);
    // What goes meanwhile is removed when the old one is used again.
    await testbed.change({ mqtt_hass_enabled: false, mqtt_port: testbed.broker.port });
    testbed.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(testbed, GARAGE).length === 0);
    expect(other.heard.filter(({ topic, payload }) => topic.endsWith('/config') && payload === '')).toEqual(
      [],
    );
  });

  it('stays when TLS changes', async () => {
    const testbed = await started();
    testbed.broker.forget();
    await testbed.set({ mqtt_tls: true, mqtt_hass_enabled: false });
    await eventually(() => testbed.mqtt.facts().failure !== '');
    expect(testbed.broker.last('solar/dtu/status')).toBe('offline');
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('is removed later where the broker is not there: at the next connect to the same one', async () => {
    const testbed = await started();
    await testbed.loseBroker();
    await testbed.set({ mqtt_hass_enabled: false });
    await eventually(() => testbed.mqtt.facts().failure === 'refused');
    await testbed.findBroker();
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
  });

  it('stays, without ever being removed, with any other settings', async () => {
    const testbed = await started();
    testbed.broker.forget();
    for (const config of [
      { mqtt_topic: 'roof/' },
      { mqtt_publish_interval: 6 },
      { mqtt_lwt_topic: 'here' },
      { mqtt_hass_expire: false },
      { mqtt_username: 'somebody' },
    ]) {
      await testbed.set(config);
      await eventually(() => testbed.broker.last('roof/dtu/uptime') !== undefined);
    }
    const sensor = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    testbed.clock.advance(5000);
    await eventually(() => !(testbed.broker.last(sensor) ?? 'exp_aft').includes('exp_aft'));
    expect(testbed.announced(GARAGE).removed).toEqual([]);
  });

  it('is kept by the broker no longer when that is switched off, and told once more', async () => {
    const testbed = await started();
    await testbed.change({ mqtt_hass_retain: false });
    const sensor = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    const about = () => testbed.broker.heard.filter(({ topic }) => topic === sensor);
    await eventually(() => about().length > 1); // only when the broker has forgotten
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
    expect(about().map(({ payload, retain }) => [payload === '', retain])).toEqual([
      [true, true],
      [false, false],
    ]);
    // Home Assistant would take it for gone each time.
    await testbed.nextRound();
    await testbed.loseBroker();
    await testbed.findBroker();
    expect(about().map(({ payload }) => payload === '')).toEqual([false]);
    await testbed.nextRound();
    await testbed.change({ mqtt_hass_retain: true });
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('is kept no longer also where the broker was away meanwhile, and over a restart', async () => {
    const testbed = await started();
    await testbed.loseBroker();
    await testbed.set({ mqtt_hass_retain: false });
    await testbed.rerun();
    testbed.mqtt.start(8080);
    await testbed.findBroker();
    await eventually(() => testbed.announced(GARAGE).told.length === WHOLE + 2 * 6);
    expect(keptAbout(testbed, GARAGE)).toEqual([]);
  });

  it('stays when the gateway stops', async () => {
    const testbed = await started();
    testbed.broker.forget();
    await testbed.mqtt.stop();
    expect(keptAbout(testbed, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    expect(testbed.announced(GARAGE).removed).toEqual([]);
  });
});
