import { describe, expect, it } from 'vitest';
import { irradiationPercent, noReading } from './index.ts';

describe('the reading of an inverter that has not answered', () => {
  it.each([
    [1, 1],
    [3, 6],
  ])('has %d phases and %d strings, and zeros everywhere', (phaseCount, stringCount) => {
    const reading = noReading({ phaseCount, stringCount });
    expect(reading.phases).toEqual(Array(phaseCount).fill({ voltageV: 0, currentA: 0 }));
    const string = { voltageV: 0, currentA: 0, powerW: 0, yieldTodayWh: 0, yieldTotalKWh: 0 };
    expect(reading.strings).toEqual(Array(stringCount).fill(string));
    expect(reading.lineVoltagesV).toEqual(phaseCount === 1 ? [] : [0, 0, 0]);
    const { phases: _, lineVoltagesV: __, strings: ___, ...sums } = reading;
    expect(new Set(Object.values(sums))).toEqual(new Set([0]));
  });
});

describe('irradiation', () => {
  it('is in single precision, step by step', () => {
    const powerW = Math.fround(0.1);
    expect(irradiationPercent(powerW, 380)).toBe(Math.fround(Math.fround(powerW / 380) * 100));
    expect(irradiationPercent(powerW, 380)).not.toBe(Math.fround((powerW / 380) * 100));
  });

  it.each([0, -1])('is none with a peak power of %d W', (maxPowerW) => {
    expect(irradiationPercent(100, maxPowerW)).toBe(0);
  });
});
