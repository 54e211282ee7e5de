import type { LiveData, LiveInverter } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { liveDataJson, numberJson } from './live-data-json.ts';

const f32 = Math.fround;

describe('a number', () => {
  // Source: docs/reference/original-device.md#json-that-the-device-sends (printed by the original's JSON library).
  it.each([
    [81.4, '81.40000153'],
    [0.7, '0.699999988'],
    [49.97, '49.97000122'],
    [6.203, '6.203000069'],
    [0.02, '0.02'],
    [312.085, '312.0849915'],
    [1843.557, '1843.557007'],
    [230.0, '230'],
  ])('%d is printed as the device prints that 32-bit float: %s', (value, text) => {
    expect(numberJson(f32(value))).toBe(text);
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-12.5, '-12.5'],
    [684, '684'],
    [9.9999999999, '10'],
    [0.1, '0.1'],
    [123456.78125, '123456.7813'],
    [9_999_999, '9999999'],
    [0.00001, '0.00001'],
  ])('%d is printed as %s', (value, text) => {
    expect(numberJson(value)).toBe(text);
  });

  it.each([
    [1e7, '1e7'],
    [15_000_000, '1.5e7'],
    [-25_000_000, '-2.5e7'],
    [1.2345678901e12, '1.23456789e12'],
    [5e-6, '5e-6'],
    [9.99999999999e8, '1e9'],
  ])('%d is printed with an exponent: %s', (value, text) => {
    expect(numberJson(value)).toBe(text);
  });

  it('that is none is null', () => {
    expect(numberJson(Number.NaN)).toBe('null');
    expect(numberJson(Number.POSITIVE_INFINITY)).toBe('null');
    expect(numberJson(null)).toBe('null');
  });

  it('reads back as the same 32-bit float, whatever the value of a reading', () => {
    for (let raw = 1; raw < 65_536; raw += 7) {
      for (const divisor of [1, 10, 100, 1000]) {
        const value = f32(raw / divisor);
        expect(f32(Number(numberJson(value)))).toBe(value);
      }
    }
  });
});

const NO_TOTAL: LiveData['total'] = {
  Power: { v: 0, u: 'W', d: 1 },
  YieldDay: { v: 0, u: 'Wh', d: 0 },
  YieldTotal: { v: 0, u: 'kWh', d: 2 },
};
const NO_HINTS: LiveData['hints'] = { time_sync: false, radio_problem: false, default_password: false };

function inverterNamed(name: string): LiveInverter {
  return {
    serial: '116181234567',
    name,
    data_age: 7,
    reachable: true,
    producing: false,
    limit_relative: 0,
    limit_absolute: -1,
    channels: { 1: { name: { u: name } } },
    events: 0,
  };
}

describe('the message', () => {
  it('without inverters still has totals and hints', () => {
    const text = liveDataJson({
      inverters: [],
      total: NO_TOTAL,
      hints: { time_sync: true, radio_problem: true, default_password: false },
    });
    expect(text).toBe(
      '{"inverters":[],"total":{"Power":{"v":0,"u":"W","d":1},"YieldDay":{"v":0,"u":"Wh","d":0},' +
        '"YieldTotal":{"v":0,"u":"kWh","d":2}},' +
        '"hints":{"time_sync":true,"radio_problem":true,"default_password":false}}',
    );
  });

  it.each(['say "hi"', 'back\\slash', 'line\nbreak', '\u0000\u001f', 'Süd ☀ 😀', '</script>'])(
    'survives the name %j',
    (name) => {
      const text = liveDataJson({ inverters: [inverterNamed(name)], total: NO_TOTAL, hints: NO_HINTS });
      const [inverter] = JSON.parse(text).inverters;
      expect(inverter.name).toBe(name);
      expect(inverter['1'].name.u).toBe(name);
    },
  );
});
