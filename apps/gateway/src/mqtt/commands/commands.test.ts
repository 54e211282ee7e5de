import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, readOrder, shownPayload } from './commands.ts';

const SERIAL = '114172220143';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Can do more than 1500 W. */
const LARGE = '1164a00b0fa2';
const limitMaxOf = (serial: string) => (serial === LARGE ? 2250 : 1500);

function read(topic: string, payload: string | Uint8Array, isRetained = false): unknown {
  const content = typeof payload === 'string' ? bytes(payload) : payload;
  const answer = readOrder({ topic, payload: content, isRetained }, { baseTopic: 'solar/', limitMaxOf });
  return 'order' in answer ? answer.order : answer.refusal;
}
const command = (name: string, payload: string | Uint8Array) => read(`solar/${SERIAL}/cmd/${name}`, payload);

const limit = (value: number, isRelative: boolean, isPersistent: boolean) => ({
  kind: 'limit',
  serial: SERIAL,
  command: { value, isRelative, isPersistent },
});
const power = (order: string) => ({ kind: 'power', serial: SERIAL, command: order });

describe('an order by MQTT', () => {
  it.each([
    ['limit_persistent_relative', '50', limit(50, true, true)],
    ['limit_persistent_absolute', '600', limit(600, false, true)],
    ['limit_nonpersistent_relative', '100', limit(100, true, false)],
    ['limit_nonpersistent_absolute', '1500', limit(1500, false, false)],
    ['limit_nonpersistent_absolute', '1', limit(1, false, false)],
    ['limit_persistent_relative', '1', limit(1, true, true)],
    ['limit_nonpersistent_relative', '55.5', limit(55.5, true, false)],
    ['limit_nonpersistent_absolute', '412.3', limit(412.3, false, false)],
    ['limit_persistent_relative', '55.5', limit(55.5, true, true)],
    ['limit_persistent_absolute', '1.5', limit(1.5, false, true)],
    ['limit_nonpersistent_relative', '.5', limit(0.5, true, false)],
    ['limit_nonpersistent_relative', '0', limit(0, true, false)],
    ['limit_nonpersistent_relative', '-0', limit(0, true, false)],
    ['limit_nonpersistent_absolute', '-0.0', limit(0, false, false)],
    ['limit_nonpersistent_absolute', '0', limit(0, false, false)],
    ['limit_nonpersistent_absolute', '0.0', limit(0, false, false)],
    ['power', '1', power('on')],
    ['power', '0', power('off')],
    ['power', '0.0', power('off')],
    ['power', '2', power('on')],
    ['power', '255', power('on')],
    ['power', '99999999999999999999999999', power('on')],
    ['restart', '1', power('restart')],
    ['restart', ' 1\n', power('restart')],
  ])('%s %s is understood', (name, payload, order) => {
    expect(command(name, payload)).toEqual(order);
  });

  it('has a topic for every command', () => {
    expect(COMMAND_NAMES).toHaveLength(6);
  });

  it.each([
    ['55.59', 55.5],
    ['55.55555555555556', 55.5],
    ['55.29999999999999', 55.3],
    ['0.3', 0.3],
    ['100.05', 100],
    ['0.09', 0],
  ])('takes tenths: %s is %d', (payload, value) => {
    expect(command('limit_nonpersistent_relative', payload)).toEqual(limit(value, true, false));
  });

  it.each(['50', ' 50 ', '50\n', '50.0', '50.000 ', '050'])('may be written as %j', (payload) => {
    expect(command('limit_persistent_relative', payload)).toEqual(limit(50, true, true));
  });

  it.each([
    '',
    ' ',
    'on',
    'off',
    'true',
    'null',
    '-1',
    '+1',
    '1e2',
    '0x10',
    '50%',
    '50 W',
    '5 0',
    '50.5.1',
    '.',
    '50.',
    '50,0',
    '٥٠',
    '５０',
    'NaN',
    '{"v":50}',
    '50\u0000',
    '\uFEFF50',
    '50\u00a0',
  ])('is no number: %j', (payload) => {
    for (const name of COMMAND_NAMES) expect(command(name, payload), name).toBe('no number');
  });

  it.each(['0.5', '1.5', '.5'])('does not switch by a fraction: %s', (payload) => {
    expect(command('power', payload)).toBe('no whole number');
    expect(command('restart', payload)).toBe('out of range');
  });

  it.each([
    ['limit_persistent_relative', '0'],
    ['limit_persistent_relative', '0.9'],
    ['limit_persistent_relative', '101'],
    ['limit_persistent_relative', '100.1'],
    ['limit_nonpersistent_relative', '65636'],
    ['limit_persistent_absolute', '0'],
    ['limit_nonpersistent_absolute', '1501'],
    ['limit_nonpersistent_absolute', '99999999999999999999999999'],
    ['restart', '0'],
    ['restart', '2'],
    ['restart', '01'],
    ['restart', '1.0'],
  ])('%s %s is out of range', (name, payload) => {
    expect(command(name, payload)).toBe('out of range');
  });

  it.each([
    ['limit_persistent_absolute', '2250', 2250],
    ['limit_nonpersistent_absolute', '1500.1', 1500.1],
    ['limit_nonpersistent_absolute', '2250.1', undefined],
    ['limit_nonpersistent_relative', '101', undefined],
  ])('%s %s for an inverter that can do more than 1500 W', (name, payload, value) => {
    expect(read(`solar/1164A00B0FA2/cmd/${name}`, payload)).toEqual(
      value === undefined
        ? 'out of range'
        : { ...limit(value, false, name.includes('_persistent')), serial: LARGE },
    );
  });

  it('is at most 32 bytes long', () => {
    expect(command('power', '1'.padStart(32))).toEqual(power('on'));
    expect(command('power', '1'.padStart(33))).toBe('too long');
    expect(command('power', new Uint8Array(1_000_000).fill(0x31))).toBe('too long');
  });

  it('is UTF-8', () => {
    expect(command('power', Uint8Array.of(0x31, 0xff))).toBe('no number');
    expect(command('power', Uint8Array.of(0xc0, 0xb1))).toBe('no number'); // '1', one byte too long
    expect(command('power', Uint8Array.of(0x31, 0x00))).toBe('no number');
  });

  it('is never carried out when the broker has kept it, whatever it orders', () => {
    for (const name of COMMAND_NAMES) {
      expect(read(`solar/${SERIAL}/cmd/${name}`, '1', true), name).toBe('retained');
    }
  });

  it('names an inverter by hex digits in any case', () => {
    expect(read('solar/0011417222014A/cmd/power', '1')).toEqual({
      ...power('on'),
      serial: '11417222014a',
    });
  });

  it.each([
    ['solar//cmd/power', 'no serial'],
    ['solar/garage/cmd/power', 'no serial'],
    ['solar/+/cmd/power', 'no serial'],
    ['solar/__proto__/cmd/power', 'no serial'],
    [`solar/${'1'.repeat(17)}/cmd/power`, 'no serial'],
    [`solar/${SERIAL}/cmd/`, 'no such command'],
    [`solar/${SERIAL}/cmd/Power`, 'no such command'],
    [`solar/${SERIAL}/cmd/constructor`, 'no such command'],
    [`solar/${SERIAL}/cmd/power/1`, 'no such command'],
    [`solar/${SERIAL}/set/power`, 'no such command'],
    [`solar/x/${SERIAL}/cmd/power`, 'no such command'],
    [`other/${SERIAL}/cmd/power`, 'no such command'],
    [`solar${SERIAL}/cmd/power`, 'no such command'],
    ['solar/', 'no such command'],
    ['', 'no such command'],
  ])('does not come by %s', (topic, refusal) => {
    expect(read(topic, '1')).toBe(refusal);
  });
});

describe('an order for a group by MQTT', () => {
  it.each([
    ['cap', '600', 600],
    ['cap', '0', 0],
    ['cap', '10000000', 10_000_000],
    ['cap', ' 412.9 ', 412],
    ['expiry', '90', 90],
    ['expiry', '0', 0],
    ['expiry', '1440', 1440],
  ] as const)('%s %s is understood', (kind, payload, value) => {
    expect(read(`solar/group/balcony/cmd/${kind}`, payload)).toEqual({ kind, group: 'balcony', value });
  });

  it.each([
    ['solar/group/balcony/cmd/expiry', '1441', 'out of range'],
    ['solar/group/balcony/cmd/cap', '10000001', 'out of range'],
    ['solar/group/balcony/cmd/cap', '5e9', 'no number'],
    ['solar/group/balcony/cmd/cap', '5000000000', 'out of range'],
    ['solar/group/balcony/cmd/cap', '-1', 'no number'],
    ['solar/group/balcony/cmd/expiry', '-1', 'no number'],
    ['solar/group/balcony/cmd/cap', 'much', 'no number'],
    ['solar/group/balcony/cmd/power', '1', 'no such command'],
    ['solar/group/balcony/cmd/constructor', '1', 'no such command'],
    ['solar/group/balcony/cmd/cap/1', '1', 'no such command'],
    ['solar/group/balcony/status/cap', '1', 'no such command'],
    ['solar/group', '1', 'no such command'],
  ])('%s %s is not', (topic, payload, refusal) => {
    expect(read(topic, payload)).toBe(refusal);
  });

  it('is never carried out when the broker has kept it', () => {
    expect(read('solar/group/balcony/cmd/cap', '600', true)).toBe('retained');
  });
});

describe('a payload in the log', () => {
  it('is cut to 40 characters', () => {
    expect(shownPayload(bytes('x'.repeat(1000)))).toBe('x'.repeat(40));
    expect(shownPayload(bytes('é😀'.repeat(100)))).toBe('é😀'.repeat(20));
    expect(shownPayload(bytes('50'))).toBe('50');
  });

  it('may be no text at all', () => {
    expect(shownPayload(Uint8Array.of(0xff, 0xfe))).toBe('\uFFFD\uFFFD');
    expect(shownPayload(new Uint8Array(1_000_000).fill(0xf0))).toHaveLength(40);
  });
});
