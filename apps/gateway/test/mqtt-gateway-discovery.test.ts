import type { MqttConfig } from '@heliograph/contract';
import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  type MosquittoSubscriber,
  type SeenMessage,
  startMosquittoSubscriber,
} from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import {
  LONG_TEST_MS,
  needMosquitto,
  patiently,
  startMqttPlant,
  startSpeaker,
  WAIT,
} from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { beforeEach, expect, it } from 'vitest';
import { discoveryProblems } from './home-assistant-schema.ts';

/** Source: docs/reference/original-device.md#home-assistant-discovery. */
const WHOLE = [
  ...['turn_inverter_off', 'turn_inverter_on', 'restart_inverter'].map((id) => ['button', id]),
  ...['nonpersistent_relative', 'persistent_relative', 'nonpersistent_absolute', 'persistent_absolute'].map(
    (kind) => ['number', `limit_${kind}`],
  ),
  ...['reachable', 'producing'].map((id) => ['binary_sensor', id]),
  ...'PowerDC,YieldDay,YieldTotal,Voltage,Current,Power,Frequency,Temperature,PowerFactor,Efficiency,ReactivePower'
    .split(',')
    .map((field) => ['sensor', `ch0_${field}`]),
];
const STRING_FIELDS = ['Voltage', 'Current', 'Power', 'YieldDay', 'YieldTotal', 'Irradiation'];
const STRINGS: Readonly<Record<string, number>> = { [GARAGE]: 1, [SOUTH_ROOF]: 2, [EAST_AND_WEST]: 4 };

function topicsOf(serial: string, { hasPanels = true, prefix = 'homeassistant/' } = {}): readonly string[] {
  const panels = Array.from({ length: hasPanels ? (STRINGS[serial] ?? 0) : 0 }, (_, index) =>
    STRING_FIELDS.map((field) => ['sensor', `ch${index + 1}_${field}`]),
  ).flat();
  return [...WHOLE, ...panels].map(([kind, id]) => `${prefix}${kind}/dtu_${serial}/${id}/config`);
}
const all = (options?: { hasPanels?: boolean; prefix?: string }) =>
  Object.keys(STRINGS).flatMap((serial) => topicsOf(serial, options));
const configs = ({ messages }: MosquittoSubscriber) =>
  messages.filter(({ topic }) => topic.endsWith('/config'));
const topics = (messages: readonly SeenMessage[]) => messages.map(({ topic }) => topic);
const removals = (other: MosquittoSubscriber) =>
  topics(configs(other).filter(({ payload }) => payload === ''));

beforeEach(needMosquitto);

it(
  'is kept by a real broker, entity for entity, and goes with what it belongs to',
  async () => {
    const plant = await startMqttPlant({ config: { mqtt_hass_enabled: true } });
    const other = await startMosquittoSubscriber(plant.broker.port);
    const speaker = await startSpeaker(plant.broker);

    /** What the broker keeps is exactly this, as far as it goes. */
    async function keeps(wanted: readonly string[]): Promise<readonly SeenMessage[]> {
      // The first may come while the broker reads on; when it has everything, the broker has.
      const heard = async () => {
        const late = await startMosquittoSubscriber(plant.broker.port);
        await expect.poll(() => topics(configs(late)).sort(), WAIT).toEqual([...wanted].sort());
        await late.stop();
        return late;
      };
      await heard();
      const late = await heard();
      expect(configs(late).every(({ retain, payload }) => retain && payload !== '')).toBe(true);
      return configs(late);
    }
    /** Does something, and waits for a round that comes after all that follows of it. */
    async function after(action: () => Promise<unknown>): Promise<void> {
      other.forget();
      await action();
      await plant.connected();
      await plant.advance(5000); // announcements are not made more often
      const { uptime } = Object(await plant.json('/api/system/status'));
      await plant.advance(5000);
      await other.until(({ topic, payload }) => topic === 'solar/dtu/uptime' && Number(payload) > uptime);
    }
    const save = (change: Partial<MqttConfig>) => after(() => plant.change(change));
    const panels = all().filter((topic) => !all({ hasPanels: false }).includes(topic));

    const first = await keeps(all({ hasPanels: false }));
    expect(first.flatMap((message) => discoveryProblems('homeassistant/', message))).toEqual([]);
    await save({ mqtt_hass_individualpanels: true });
    const whole = await keeps(all());
    expect(whole.flatMap((message) => discoveryProblems('homeassistant/', message))).toEqual([]);
    expect(removals(other)).toEqual([]);

    // Home Assistant is back, says so again and again, and is told once, and once more what is so in the end.
    await after(async () => {
      for (let count = 0; count < 5; count++) await speaker.say('homeassistant/status', 'online');
      await speaker.say(`solar/${GARAGE}/cmd/restart`, 'heard?');
      await expect
        .poll(() => plant.logLines.some((line) => line.includes('payload="heard?"')), WAIT)
        .toBe(true);
    });
    for (const topic of all()) {
      expect(topics(configs(other)).filter((each) => each === topic).length, topic).toBeOneOf([1, 2]);
    }
    expect(removals(other)).toEqual([]);
    await after(async () => {});
    expect(configs(other)).toEqual([]);

    await save({ mqtt_hass_individualpanels: false });
    await keeps(all({ hasPanels: false }));
    expect(new Set(removals(other))).toEqual(new Set(panels));

    await save({ mqtt_hass_topic: 'ha/', mqtt_hass_individualpanels: true });
    await keeps(all({ prefix: 'ha/' }));
    expect(removals(other).filter((topic) => topic.startsWith('ha/'))).toEqual([]);

    const { inverter } = Object(await plant.json('/api/inverter/list'));
    const { id } = inverter.find(({ serial }: { serial: string }) => serial === SOUTH_ROOF);
    await after(() => plant.result('/api/inverter/del', { id }));
    const rest = [GARAGE, EAST_AND_WEST].flatMap((serial) => topicsOf(serial, { prefix: 'ha/' }));
    await keeps(rest);
    expect(removals(other).sort()).toEqual([...topicsOf(SOUTH_ROOF, { prefix: 'ha/' })].sort());
    // Also after a restart.
    await after(async () => {
      const before = plant.connects();
      await plant.restart();
      await patiently('connected anew', () => plant.connects() > before);
    });
    await keeps(rest);
    expect(removals(other)).toEqual([]);

    await save({ mqtt_hass_enabled: false });
    await keeps([]);
    await save({ mqtt_hass_enabled: true });
    await keeps(rest);
    other.forget();
    await plant.save({ mqtt_enabled: false });
    await other.until(({ payload }) => payload === 'offline');
    await keeps(rest);
    expect(removals(other)).toEqual([]);
  },
  LONG_TEST_MS,
);
