import { describe, expect, it } from 'vitest';
import { createDiscoveryBench, GARAGE, keptAbout, WHOLE } from './discovery-bench.ts';
import { eventually } from './eventually.ts';
import type { MqttBenchOptions } from './mqtt-bench.ts';
import { startTestBroker } from './test-broker.ts';

describe('what Home Assistant has', () => {
  const started = async (config: MqttBenchOptions['config'] = {}) => {
    const bench = await createDiscoveryBench({ config: { mqtt_hass_individualpanels: true, ...config } });
    await bench.start();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    await bench.nextRound(); // the last announcement is 5 s ago
    return bench;
  };

  it('goes with the option for the panels, and those only', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_individualpanels: false });
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE);
    const { removed } = bench.announced(GARAGE);
    expect(removed.every((topic) => /\/ch[12]_/.test(topic))).toBe(true);
  });

  it('goes when discovery is switched off, and comes back with it', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_enabled: false });
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    await bench.nextRound();
    await bench.change({ mqtt_hass_enabled: true });
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('stays while MQTT is switched off, and what goes meanwhile is removed when it is on again', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.set({ mqtt_enabled: false });
    await eventually(() => bench.broker.last('solar/dtu/status') === 'offline');
    expect(bench.announced(GARAGE).removed).toEqual([]);
    await bench.set({ mqtt_hass_topic: 'ha/' });
    await bench.rerun();
    await bench.set({ mqtt_enabled: true });
    await bench.start();
    const kept = keptAbout(bench, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('moves with the prefix', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_topic: 'ha/' });
    const kept = keptAbout(bench, GARAGE);
    expect(kept).toHaveLength(WHOLE + 2 * 6);
    expect(kept.every((topic) => topic.startsWith('ha/'))).toBe(true);
  });

  it('stays where it is when the broker changes, and is announced to the new one', async () => {
    const bench = await started();
    const other = await startTestBroker();
    bench.broker.forget();
    await bench.set({ mqtt_port: other.port });
    await eventually(() => [...other.kept().keys()].some((topic) => topic.includes(`/dtu_${GARAGE}/`)));
    expect(bench.broker.last('solar/dtu/status')).toBe('offline');
    expect(bench.announced(GARAGE).removed).toEqual([]);
    // What goes meanwhile is removed when the old one is used again.
    await bench.change({ mqtt_hass_enabled: false, mqtt_port: bench.broker.port });
    bench.clock.advance(5000); // not more than once in 5 s
    await eventually(() => keptAbout(bench, GARAGE).length === 0);
    expect(other.heard.filter(({ topic, payload }) => topic.endsWith('/config') && payload === '')).toEqual(
      [],
    );
  });

  it('stays when TLS changes', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.set({ mqtt_tls: true, mqtt_hass_enabled: false });
    await eventually(() => bench.mqtt.facts().failure !== '');
    expect(bench.broker.last('solar/dtu/status')).toBe('offline');
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('is removed later where the broker is not there: at the next connect to the same one', async () => {
    const bench = await started();
    await bench.loseBroker();
    await bench.set({ mqtt_hass_enabled: false });
    await eventually(() => bench.mqtt.facts().failure === 'refused');
    await bench.findBroker();
    expect(keptAbout(bench, GARAGE)).toEqual([]);
  });

  it('stays, without ever being removed, with any other settings', async () => {
    const bench = await started();
    bench.broker.forget();
    for (const config of [
      { mqtt_topic: 'roof/' },
      { mqtt_publish_interval: 6 },
      { mqtt_lwt_topic: 'here' },
      { mqtt_hass_expire: false },
      { mqtt_username: 'somebody' },
    ]) {
      await bench.set(config);
      await eventually(() => bench.broker.last('roof/dtu/uptime') !== undefined);
    }
    const sensor = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    bench.clock.advance(5000);
    await eventually(() => !(bench.broker.last(sensor) ?? 'exp_aft').includes('exp_aft'));
    expect(bench.announced(GARAGE).removed).toEqual([]);
  });

  it('is kept by the broker no longer when that is switched off, and told once more', async () => {
    const bench = await started();
    await bench.change({ mqtt_hass_retain: false });
    const sensor = `homeassistant/sensor/dtu_${GARAGE}/ch0_Power/config`;
    const about = () => bench.broker.heard.filter(({ topic }) => topic === sensor);
    await eventually(() => about().length > 1); // only when the broker has forgotten
    expect(keptAbout(bench, GARAGE)).toEqual([]);
    expect(about().map(({ payload, retain }) => [payload === '', retain])).toEqual([
      [true, true],
      [false, false],
    ]);
    // Home Assistant would take it for gone each time.
    await bench.nextRound();
    await bench.loseBroker();
    await bench.findBroker();
    expect(about().map(({ payload }) => payload === '')).toEqual([false]);
    await bench.nextRound();
    await bench.change({ mqtt_hass_retain: true });
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
  });

  it('is kept no longer also where the broker was away meanwhile, and over a restart', async () => {
    const bench = await started();
    await bench.loseBroker();
    await bench.set({ mqtt_hass_retain: false });
    await bench.rerun();
    bench.mqtt.start(8080);
    await bench.findBroker();
    await eventually(() => bench.announced(GARAGE).told.length === WHOLE + 2 * 6);
    expect(keptAbout(bench, GARAGE)).toEqual([]);
  });

  it('stays when the gateway stops', async () => {
    const bench = await started();
    bench.broker.forget();
    await bench.mqtt.stop();
    expect(keptAbout(bench, GARAGE)).toHaveLength(WHOLE + 2 * 6);
    expect(bench.announced(GARAGE).removed).toEqual([]);
  });
});
