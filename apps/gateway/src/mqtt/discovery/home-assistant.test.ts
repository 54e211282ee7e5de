import type { InverterConfig } from '@heliograph/contract';
import {
  FOUR_STRINGS,
  inverterOf,
  ONE_STRING,
  THREE_PHASES,
  TWO_STRINGS,
  tellDevice,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import { discoveryProblems } from '../../../test/home-assistant-schema.ts';
import { type DiscoveryFacts, discoveryMessages } from './home-assistant.ts';

const FACTS: DiscoveryFacts = {
  prefix: 'homeassistant/',
  baseTopic: 'solar/',
  expireAfterS: 45,
  hasPanels: true,
  configurationUrl: 'http://192.168.4.20',
  gatewayId: '1234567',
  gitHash: 'g0123abc',
  availability: { topic: 'solar/dtu/status', online: 'online', offline: 'offline' },
};

const messagesOf = (config: InverterConfig, facts: Partial<DiscoveryFacts> = {}) =>
  discoveryMessages(inverterOf(config), { ...FACTS, ...facts });
const linesOf = (config: InverterConfig, facts: Partial<DiscoveryFacts> = {}) =>
  messagesOf(config, facts).map(({ topic, payload }) => `${topic} ${payload}`);

describe('what Home Assistant is told', () => {
  it('of an inverter with one string, to the byte', () => {
    const device =
      '"dev":{"name":"Shed","ids":"112172220143","cu":"http://192.168.4.20","mf":"OpenDTU",' +
      '"mdl":"HM-300, HM-350, HM-400","sw":"g0123abc"}';
    const here = '"avty_t":"solar/dtu/status","pl_avail":"online","pl_not_avail":"offline"';
    const start = (component: string, id: string) =>
      `homeassistant/${component}/dtu_112172220143/${id}/config`;
    const state = (path: string) => `"stat_t":"solar/112172220143/${path}"`;
    const command = (name: string) => `"cmd_t":"solar/112172220143/cmd/${name}"`;
    const number = (id: string, caption: string, unit: 'relative' | 'absolute', rest: string) =>
      `${start('number', id)} {"name":"${caption}","uniq_id":"112172220143_${id}","ic":"mdi:speedometer",` +
      `"ent_cat":"config",${command(id)},${state(`status/limit_${unit}`)},${rest},${device},${here}}`;
    const sensor = (channel: string, field: string, [unit, rest]: readonly [unit: string, rest: string]) =>
      `${start('sensor', `ch${channel}_${field}`)} {"name":"${channel === '0' ? '' : `CH${channel} `}${field}",` +
      `${state(`${channel}/${field.toLowerCase()}`)},"uniq_id":"112172220143_ch${channel}_${field}",` +
      `${unit === '' ? '' : `"unit_of_meas":"${unit}",`}${device},"exp_aft":45${rest},${here}}`;
    const measured = (unit: string, deviceClass: string) =>
      [unit, `,"dev_cla":"${deviceClass}","stat_cla":"measurement"`] as const;
    const yielded = (unit: string) => [unit, ',"dev_cla":"energy","stat_cla":"total_increasing"'] as const;

    expect(linesOf(ONE_STRING)).toEqual([
      `${start('button', 'turn_inverter_off')} {"name":"Turn Inverter Off",` +
        `"uniq_id":"112172220143_turn_inverter_off","ic":"mdi:power-plug-off","ent_cat":"config",` +
        `${command('power')},"payload_press":"0",${device},${here}}`,
      `${start('button', 'turn_inverter_on')} {"name":"Turn Inverter On",` +
        `"uniq_id":"112172220143_turn_inverter_on","ic":"mdi:power-plug","ent_cat":"config",` +
        `${command('power')},"payload_press":"1",${device},${here}}`,
      `${start('button', 'restart_inverter')} {"name":"Restart Inverter",` +
        `"uniq_id":"112172220143_restart_inverter","dev_cla":"restart","ent_cat":"config",` +
        `${command('restart')},"payload_press":"1",${device},${here}}`,
      number(
        'limit_nonpersistent_relative',
        'Limit NonPersistent Relative',
        'relative',
        '"unit_of_meas":"%","min":1,"max":100',
      ),
      number(
        'limit_persistent_relative',
        'Limit Persistent Relative',
        'relative',
        '"unit_of_meas":"%","min":1,"max":100',
      ),
      number(
        'limit_nonpersistent_absolute',
        'Limit NonPersistent Absolute',
        'absolute',
        '"unit_of_meas":"W","min":10,"max":1500',
      ),
      number(
        'limit_persistent_absolute',
        'Limit Persistent Absolute',
        'absolute',
        '"unit_of_meas":"W","min":10,"max":1500',
      ),
      `${start('binary_sensor', 'reachable')} {"name":"Reachable","uniq_id":"112172220143_reachable",` +
        `${state('status/reachable')},"pl_on":"1","pl_off":"0",${device},${here}}`,
      `${start('binary_sensor', 'producing')} {"name":"Producing","uniq_id":"112172220143_producing",` +
        `${state('status/producing')},"pl_on":"1","pl_off":"0",${device},${here}}`,
      sensor('0', 'PowerDC', measured('W', 'power')),
      sensor('0', 'YieldDay', yielded('Wh')),
      sensor('0', 'YieldTotal', yielded('kWh')),
      sensor('0', 'Voltage', measured('V', 'voltage')),
      sensor('0', 'Current', measured('A', 'current')),
      sensor('0', 'Power', measured('W', 'power')),
      sensor('0', 'Frequency', measured('Hz', 'frequency')),
      sensor('0', 'Temperature', measured('°C', 'temperature')),
      sensor('0', 'PowerFactor', measured('', 'power_factor')),
      sensor('0', 'Efficiency', ['%', '']),
      sensor('0', 'ReactivePower', measured('var', 'reactive_power')),
      sensor('1', 'Voltage', measured('V', 'voltage')),
      sensor('1', 'Current', measured('A', 'current')),
      sensor('1', 'Power', measured('W', 'power')),
      sensor('1', 'YieldDay', yielded('Wh')),
      sensor('1', 'YieldTotal', yielded('kWh')),
      sensor('1', 'Irradiation', ['%', '']),
    ]);
  });

  it('of the strings of an inverter, to the byte', () => {
    const [last] = linesOf(TWO_STRINGS, {
      ...{ prefix: 'ha/', baseTopic: 'a/b/', expireAfterS: undefined, availability: undefined },
    }).slice(-1);
    expect(last).toBe(
      'ha/sensor/dtu_114172220143/ch2_Irradiation/config {"name":"CH2 Irradiation",' +
        '"stat_t":"a/b/114172220143/2/irradiation","uniq_id":"114172220143_ch2_Irradiation","unit_of_meas":"%",' +
        '"dev":{"name":"Garage","ids":"114172220143","cu":"http://192.168.4.20","mf":"OpenDTU",' +
        '"mdl":"HM-600, HM-700, HM-800","sw":"g0123abc"}}',
    );
  });

  it('of an inverter with four strings and a difficult name, to the byte', () => {
    const lines = linesOf(FOUR_STRINGS, {
      ...{ gitHash: '', configurationUrl: undefined, availability: undefined },
    });
    expect(lines).toHaveLength(3 + 4 + 2 + 11 + 4 * 6);
    expect(lines[9 + 11 + 3 * 6]).toBe(
      'homeassistant/sensor/dtu_116172220143/ch4_Voltage/config {"name":"CH4 Voltage",' +
        '"stat_t":"solar/116172220143/4/voltage","uniq_id":"116172220143_ch4_Voltage","unit_of_meas":"V",' +
        '"dev":{"name":"Süd \\"1\\"","ids":"116172220143","mf":"OpenDTU","mdl":"HM-1000, HM-1200, HM-1500"},' +
        '"exp_aft":45,"dev_cla":"voltage","stat_cla":"measurement"}',
    );
  });

  it('of an inverter with three phases and six strings', () => {
    const sensors = messagesOf(THREE_PHASES).filter(({ topic }) => topic.includes('/sensor/'));
    expect(sensors).toHaveLength(11 + 9 + 6 * 6);
    const [first, , , between, , , current] = sensors
      .slice(11)
      .map(({ topic, payload }) => ({ topic, ...JSON.parse(payload) }));
    expect(first).toMatchObject({
      topic: 'homeassistant/sensor/dtu_1382a00c4f26/ch0_VoltagePh1-N/config',
      ...{ name: 'VoltagePh1-N', uniq_id: '1382a00c4f26_ch0_VoltagePh1-N', unit_of_meas: 'V' },
      ...{ stat_t: 'solar/1382a00c4f26/0/voltageph1-n', dev_cla: 'voltage', stat_cla: 'measurement' },
    });
    expect(between).toMatchObject({ name: 'VoltagePh1-Ph2', stat_t: 'solar/1382a00c4f26/0/voltageph1-ph2' });
    expect(current).toMatchObject({ name: 'CurrentPh1', unit_of_meas: 'A', dev_cla: 'current' });
    expect(JSON.parse(sensors.at(-1)?.payload ?? '')).toMatchObject({
      ...{ name: 'CH6 Irradiation', uniq_id: '1382a00c4f26_ch6_Irradiation' },
    });
  });

  it('never repeats the name of the device, which Home Assistant puts in front', () => {
    for (const { payload } of messagesOf({ ...TWO_STRINGS, name: 'South roof' })) {
      const { name, dev } = JSON.parse(payload);
      expect(dev.name).toBe('South roof');
      expect(name).not.toContain('South');
    }
  });

  it('lets limits in watts go up to what the inverter can do, once that is known', () => {
    const maxOf = (tell?: typeof tellDevice) =>
      discoveryMessages(inverterOf(TWO_STRINGS, tell), FACTS)
        .filter(({ topic }) => topic.includes('persistent_absolute'))
        .map(({ payload }) => JSON.parse(payload).max);
    expect(maxOf()).toEqual([1500, 1500]);
    expect(maxOf(tellDevice)).toEqual([800, 800]);
    const large = inverterOf(THREE_PHASES, tellDevice);
    const ofModel = (maxPowerW: number) => {
      const { firmware, hardware } = large.deviceInfo;
      if (hardware === undefined) throw new Error('it has told');
      const deviceInfo = { firmware, hardware: { ...hardware, model: { name: '', maxPowerW } } };
      const payloads = discoveryMessages({ ...large, deviceInfo }, FACTS).map(({ payload }) => payload);
      return payloads
        .filter((payload) => payload.includes('limit_persistent_absolute'))
        .map((text) => JSON.parse(text).max);
    };
    expect([ofModel(2250), ofModel(5000)]).toEqual([[2250], [2250]]);
  });

  it('removes the sensors of the strings, and nothing else, where only the whole is wanted', () => {
    const all = messagesOf(FOUR_STRINGS);
    const whole = messagesOf(FOUR_STRINGS, { hasPanels: false });
    expect(whole.map(({ topic }) => topic)).toEqual(all.map(({ topic }) => topic));
    const removed = whole.filter(({ payload }) => payload === '').map(({ topic }) => topic);
    expect(removed).toHaveLength(4 * 6);
    expect(removed.every((topic) => /\/ch[1-4]_/.test(topic))).toBe(true);
  });

  it('has one topic and one unique id for each entity', () => {
    const messages = [ONE_STRING, TWO_STRINGS, FOUR_STRINGS, THREE_PHASES].flatMap((config) =>
      messagesOf(config),
    );
    const ids = messages.map(({ payload }) => JSON.parse(payload).uniq_id);
    expect(new Set(messages.map(({ topic }) => topic)).size).toBe(messages.length);
    expect(new Set(ids).size).toBe(messages.length);
  });

  it('is not cut, however long the names are', () => {
    const name = '\\'.repeat(31);
    const messages = messagesOf(
      { ...TWO_STRINGS, name },
      { prefix: 'p'.repeat(32), baseTopic: `${'b'.repeat(31)}/` },
    );
    const longest = Math.max(...messages.map(({ payload }) => Buffer.byteLength(payload)));
    expect(longest).toBeGreaterThan(511); // where the original cuts, docs/reference/original-device.md#quirk-28
    for (const { payload } of messages) expect(JSON.parse(payload).dev.name).toBe(name);
  });
});

describe('what Home Assistant documents', () => {
  const problemsOf = (config: InverterConfig, facts: Partial<DiscoveryFacts> = {}) =>
    messagesOf(config, facts).flatMap((message) => discoveryProblems(facts.prefix ?? FACTS.prefix, message));

  it.each([ONE_STRING, TWO_STRINGS, FOUR_STRINGS])('fits every message of $name', (config) => {
    expect(problemsOf(config)).toEqual([]);
    expect(problemsOf(config, { hasPanels: false, expireAfterS: undefined })).toEqual([]);
    expect(problemsOf(config, { gitHash: '', configurationUrl: undefined })).toEqual([]);
  });

  it.each(['"', '\\', '{{ 1 }}', '\u0001', 'Dach ☀️', '</script>', '\ud800', "'; --"])(
    'fits an inverter with the name %j',
    (name) => {
      expect(problemsOf({ ...TWO_STRINGS, name }, { prefix: 'my/ha/' })).toEqual([]);
    },
  );

  it.each([
    ['sensor', { stat_t: undefined }, 'state_topic is missing'],
    ['sensor', { dev_cla: 'energy' }, 'energy in W'],
    ['sensor', { dev_cla: 'sunlight' }, 'device_class: "sunlight"'],
    ['sensor', { dev_cla: 'energy', unit_of_meas: 'Wh' }, 'measurement energy'],
    ['sensor', { stat_cla: 'growing' }, 'state_class: "growing"'],
    ['sensor', { ent_cat: 'config' }, 'entity_category: "config"'],
    ['sensor', { stat_t: 'solar/+/power' }, 'state_topic: "solar/+/power"'],
    ['sensor', { exp_aft: '45' }, 'expire_after: "45"'],
    ['sensor', { unit_of_meas: '' }, 'unit_of_measurement: ""'],
    ['sensor', { cmd_t: 'a' }, 'command_topic is unknown'],
    ['sensor', { state_t: 'a' }, 'state_t is unknown'],
    ['sensor', { uniq_id: undefined }, 'a device needs a unique_id'],
    ['sensor', { dev: { name: 'x' } }, 'nobody knows the device'],
    ['sensor', { dev: { ids: 'x', sw: '' } }, 'device: sw_version: ""'],
    ['sensor', { dev: { ids: 'x', cu: '192.168.4.20' } }, 'device: configuration_url: "192.168.4.20"'],
    ['number', { min: 100 }, 'from 100 to 100'],
    ['number', { ic: 'speedometer' }, 'icon: "speedometer"'],
    ['number', { cmd_t: undefined }, 'command_topic is missing'],
    ['button', { dev_cla: 'power' }, 'device_class: "power"'],
    ['button', { stat_t: 'a' }, 'state_topic is unknown'],
    ['binary_sensor', { pl_on: '0' }, 'on is off'],
    ['light', {}, 'no topic of discovery: homeassistant/light/dtu_1/x/config'],
  ])('does not fit a %s with %j', (component, change, problem) => {
    const kind = component === 'light' ? 'sensor' : component;
    const found = messagesOf(ONE_STRING).find(
      ({ topic, payload }) => topic.includes(`/${kind}/`) && payload !== '',
    );
    const payload = JSON.stringify({ ...JSON.parse(found?.payload ?? ''), ...change });
    const topic = `homeassistant/${component}/dtu_1/x/config`;
    expect(discoveryProblems('homeassistant/', { topic, payload })).toContain(problem);
  });
});
