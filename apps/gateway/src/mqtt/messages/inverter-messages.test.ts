import {
  FOUR_STRINGS,
  inverterOf,
  ONE_STRING,
  THREE_PHASES,
  TWO_STRINGS,
  tellAc,
  tellDevice,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import type { InverterState } from '../../fleet/inverter.ts';
import { limitDoubted } from '../../fleet/limit-state.ts';
import type { MqttContent } from '../connection/mqtt-message.ts';
import { inverterStatusMessages, inverterValueMessages } from './inverter-messages.ts';

const lines = (messages: readonly MqttContent[]) =>
  messages.map(({ topic, payload }) => `${topic} ${payload}`);
const statusOf = (inverter: InverterState, lastUpdateS = 0) =>
  lines(inverterStatusMessages(inverter, { baseTopic: 'solar/', lastUpdateS }));
const valuesOf = (inverter: InverterState, baseTopic = 'solar/') =>
  lines(inverterValueMessages(inverter, baseTopic));

describe('the status of an inverter', () => {
  it('is little before it has said anything', () => {
    expect(statusOf(inverterOf(TWO_STRINGS))).toEqual([
      'solar/114172220143/name Garage',
      'solar/114172220143/status/reachable 1', // the original's behaviour, docs/reference/original-device.md#quirk-35
      'solar/114172220143/status/producing 0',
      'solar/114172220143/status/last_update 0',
    ]);
  });

  it('is complete when everything is known', () => {
    const inverter = inverterOf(TWO_STRINGS, (fleet, serial) => {
      tellReadings(fleet, serial);
      tellDevice(fleet, serial);
    });
    expect(statusOf(inverter, 1_718_962_200)).toEqual([
      'solar/114172220143/name Garage',
      'solar/114172220143/device/bootloaderversion 104',
      'solar/114172220143/device/fwbuildversion 10010',
      'solar/114172220143/device/fwbuilddatetime 2021-12-04 11:30:00',
      'solar/114172220143/device/hwpartnumber 269565952',
      'solar/114172220143/device/hwversion 04.10',
      'solar/114172220143/status/limit_relative 85.50',
      'solar/114172220143/status/limit_absolute 684.00',
      'solar/114172220143/status/reachable 1',
      'solar/114172220143/status/producing 1',
      'solar/114172220143/status/last_update 1718962200',
    ]);
  });

  it('has no limit in watts of an unknown model, and no limit at all that is in doubt', () => {
    const told = inverterOf(TWO_STRINGS, tellDevice);
    const unknownModel = { ...told, deviceInfo: { firmware: undefined, hardware: undefined } };
    const limitsOf = (inverter: InverterState) => statusOf(inverter).filter((line) => line.includes('limit'));
    expect(limitsOf(unknownModel)).toEqual(['solar/114172220143/status/limit_relative 85.50']);
    expect(limitsOf({ ...told, limit: limitDoubted(told.limit) })).toEqual([]);
    expect(limitsOf(inverterOf(TWO_STRINGS))).toEqual([]);
  });

  it('has the facts of the device as soon as one of its two answers is there', () => {
    const told = inverterOf(TWO_STRINGS, tellDevice);
    const half = { ...told, deviceInfo: { ...told.deviceInfo, firmware: undefined } };
    expect(statusOf(half).filter((line) => line.includes('/device/'))).toEqual([
      'solar/114172220143/device/bootloaderversion 0',
      'solar/114172220143/device/fwbuildversion 0',
      'solar/114172220143/device/fwbuilddatetime 1970-01-01 00:00:00',
      'solar/114172220143/device/hwpartnumber 269565952',
      'solar/114172220143/device/hwversion 04.10',
    ]);
  });

  it('says when it does not answer any more', () => {
    const lost = { ...inverterOf(TWO_STRINGS, tellReadings), contact: 'lost' as const };
    expect(statusOf(lost)).toContain('solar/114172220143/status/reachable 0');
  });
});

describe('the values of an inverter', () => {
  it('are published in the order of the original, string by string', () => {
    // readings are told in the order of the live data: Power is 0.5, Voltage 1.5 and so on
    expect(valuesOf(inverterOf(TWO_STRINGS, tellReadings), 'a/b/')).toEqual([
      'a/b/114172220143/0/powerdc 3.50',
      'a/b/114172220143/0/yieldday 4.50',
      'a/b/114172220143/0/yieldtotal 5.50',
      'a/b/114172220143/0/voltage 1.50',
      'a/b/114172220143/0/current 2.50',
      'a/b/114172220143/0/power 0.50',
      'a/b/114172220143/0/frequency 6.50',
      'a/b/114172220143/0/temperature 7.50',
      'a/b/114172220143/0/powerfactor 8.50',
      'a/b/114172220143/0/efficiency 10.50',
      'a/b/114172220143/0/reactivepower 9.50',
      'a/b/114172220143/1/name East',
      'a/b/114172220143/1/voltage 113.50',
      'a/b/114172220143/1/current 114.50',
      'a/b/114172220143/1/power 112.50',
      'a/b/114172220143/1/yieldday 115.50',
      'a/b/114172220143/1/yieldtotal 116.50',
      'a/b/114172220143/1/irradiation 0.00',
      'a/b/114172220143/2/name ',
      'a/b/114172220143/2/voltage 219.50',
      'a/b/114172220143/2/current 220.50',
      'a/b/114172220143/2/power 218.50',
      'a/b/114172220143/2/yieldday 221.50',
      'a/b/114172220143/2/yieldtotal 222.50',
      'a/b/114172220143/2/irradiation 57.50',
    ]);
  });

  it.each([
    [ONE_STRING, 11 + 7],
    [TWO_STRINGS, 11 + 2 * 7],
    [FOUR_STRINGS, 11 + 4 * 7],
    [THREE_PHASES, 11 + 9 + 6 * 7],
  ])('of $0.name are one topic for each field of each channel', (config, count) => {
    const topics = inverterValueMessages(inverterOf(config, tellReadings), 'solar/').map(
      ({ topic }) => topic,
    );
    expect(new Set(topics).size).toBe(count);
    expect(topics.at(-1)).toBe(`solar/${config.serial}/${config.channel.length}/irradiation`);
  });

  it('of three phases have a topic for each of them, behind those of the AC side', () => {
    const inverter = inverterOf(THREE_PHASES, tellReadings);
    const ofPhases = [
      'solar/1382a00c4f26/0/voltageph1-n 20.50',
      'solar/1382a00c4f26/0/voltageph2-n 21.50',
      'solar/1382a00c4f26/0/voltageph3-n 22.50',
      'solar/1382a00c4f26/0/voltageph1-ph2 30.50',
      'solar/1382a00c4f26/0/voltageph2-ph3 31.50',
      'solar/1382a00c4f26/0/voltageph3-ph1 32.50',
      'solar/1382a00c4f26/0/currentph1 40.50',
      'solar/1382a00c4f26/0/currentph2 41.50',
      'solar/1382a00c4f26/0/currentph3 42.50',
    ];
    expect(valuesOf(inverter).slice(11, 21)).toEqual([...ofPhases, 'solar/1382a00c4f26/1/name S1']);
  });

  it('leave out what nobody has told', () => {
    const inverter = inverterOf(THREE_PHASES, tellReadings);
    const { phases, strings } = inverter.reading;
    const reading = {
      ...{ ...inverter.reading, temperatureC: Number.NaN, lineVoltagesV: [] },
      phases: phases.map((phase, index) => (index === 1 ? { ...phase, currentA: Number.NaN } : phase)),
      strings: strings.map((string, index) => (index === 5 ? { ...string, voltageV: Number.NaN } : string)),
    };
    const all = valuesOf(inverter);
    const told = valuesOf({ ...inverter, reading });
    expect(told.join()).not.toContain('NaN');
    const missing = all.filter((line) => !told.includes(line)).map((line) => line.split(' ')[0]);
    expect(missing).toEqual([
      'solar/1382a00c4f26/0/current', // that of all phases
      'solar/1382a00c4f26/0/temperature',
      'solar/1382a00c4f26/0/voltageph1-ph2',
      'solar/1382a00c4f26/0/voltageph2-ph3',
      'solar/1382a00c4f26/0/voltageph3-ph1',
      'solar/1382a00c4f26/0/currentph2',
      'solar/1382a00c4f26/6/voltage',
    ]);
  });

  it.each([
    [0.125, '0.13'], // exactly half: away from zero
    [-0.125, '-0.13'],
    [0.004, '0.00'],
    [-0.004, '0.00'],
    [-0, '0.00'],
    [-12.34, '-12.34'],
    [144.47, '144.47'],
    [49.98, '49.98'],
    [1296, '1296.00'],
    [4_294_967.295, '4294967.50'], // what is left of it in 32 bits
  ])('have two decimals: %d is %s', (value, text) => {
    const inverter = inverterOf(ONE_STRING, (fleet, serial) =>
      tellAc(fleet, serial, { temperatureC: value }),
    );
    expect(valuesOf(inverter)).toContain(`solar/112172220143/0/temperature ${text}`);
  });
});
