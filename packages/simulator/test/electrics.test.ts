import type { Reading } from '@heliograph/domain';
import { assert, describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDtu } from './dtu.ts';

const SCENARIO = SCENARIOS['three-inverters'];
const MINUTE_MS = 60_000;

/** All answers of a working day, every quarter of an hour. */
function workingDay(serial: string): readonly Reading[] {
  const dtu = createDtu({ scenario: SCENARIO, seed: 3 });
  return Array.from({ length: 40 }, () => {
    dtu.clock.advance(15 * MINUTE_MS);
    return dtu.reading(serial) ?? assert.fail('no answer');
  });
}

describe.each(SCENARIO.inverters.map(({ name, serial, strings }) => [name, serial, strings.length] as const))(
  'the values of %s',
  (_, serial, stringCount) => {
    const answers = workingDay(serial);

    it('are what an installer expects', () => {
      for (const { phases, strings, ...ac } of answers) {
        expect(ac.powerW).toBeGreaterThan(10);
        expect(phases).toHaveLength(1);
        expect(phases[0]?.voltageV).toBeGreaterThan(225);
        expect(phases[0]?.voltageV).toBeLessThan(240);
        expect(ac.frequencyHz).toBeGreaterThanOrEqual(49.94);
        expect(ac.frequencyHz).toBeLessThanOrEqual(50.06);
        expect(ac.powerFactor).toBeGreaterThan(0.989);
        expect(ac.powerFactor).toBeLessThanOrEqual(1);
        expect(ac.efficiencyPercent).toBeGreaterThan(93.5);
        expect(ac.efficiencyPercent).toBeLessThan(96.6);
        expect(ac.temperatureC).toBeGreaterThan(8);
        expect(ac.temperatureC).toBeLessThan(65);
        expect(ac.reactivePowerVar).toBeGreaterThan(0);
        expect(ac.reactivePowerVar).toBeLessThan(90);
        expect(strings.length).toBe(stringCount);
        for (const string of strings) {
          expect(string.voltageV).toBeGreaterThan(28);
          expect(string.voltageV).toBeLessThan(38);
          expect(string.currentA).toBeLessThan(13);
        }
      }
    });

    it('fit together: volts times amperes are watts, and what goes in comes out', () => {
      for (const { phases, strings, ...ac } of answers) {
        let dcW = 0;
        let yieldTodayWh = 0;
        for (const { powerW, voltageV, currentA, yieldTodayWh: ofString } of strings) {
          // Half a step of each rounded value: 0.1 V, 0.01 A, 0.1 W; trackers average two voltages to one.
          expect(Math.abs(powerW - voltageV * currentA)).toBeLessThan(
            0.05 * currentA + 0.005 * voltageV + 0.06,
          );
          dcW += powerW;
          yieldTodayWh += ofString;
        }
        const { voltageV: acV = 0, currentA: acA = 0 } = phases[0] ?? {};
        expect(ac.dcPowerW).toBeCloseTo(dcW, 2);
        expect(ac.yieldTodayWh).toBe(yieldTodayWh);
        expect(ac.powerW / dcW).toBeCloseTo(ac.efficiencyPercent / 100, 4);
        const apparentVa = acV * acA;
        expect(Math.abs(apparentVa * ac.powerFactor - ac.powerW)).toBeLessThan(
          0.005 * acV + 0.05 * acA + 0.0006 * ac.powerW + 0.1,
        );
        expect(Math.hypot(ac.powerW, ac.reactivePowerVar) / apparentVa).toBeCloseTo(1, 1);
      }
    });

    it('change with the light: more power makes more heat and reaches far above the least', () => {
      const powers = answers.map(({ powerW }) => powerW);
      expect(Math.max(...powers)).toBeGreaterThan(2 * Math.min(...powers));
      const byPower = [...answers].sort((a, b) => a.powerW - b.powerW);
      const meanC = (some: readonly Reading[]) =>
        some.reduce((sum, { temperatureC }) => sum + temperatureC, 0) / some.length;
      expect(meanC(byPower.slice(-10))).toBeGreaterThan(meanC(byPower.slice(0, 10)) + 3);
    });
  },
);

describe('orientation', () => {
  it('lets the east strings lead in the morning and the west strings in the afternoon', () => {
    const [, , eastWest] = SCENARIO.inverters;
    const dtu = createDtu({ scenario: SCENARIO });
    const morning = dtu.reading(eastWest?.serial ?? '');
    dtu.clock.advance(5.5 * 60 * MINUTE_MS);
    const afternoon = dtu.reading(eastWest?.serial ?? '');
    expect(morning?.strings[0]?.powerW).toBeGreaterThan(morning?.strings[2]?.powerW ?? Number.NaN);
    expect(afternoon?.strings[3]?.powerW).toBeGreaterThan(afternoon?.strings[1]?.powerW ?? Number.NaN);
  });

  it('gives strings on one tracker one voltage', () => {
    const [, , eastWest] = SCENARIO.inverters;
    const reading = createDtu({ scenario: SCENARIO }).reading(eastWest?.serial ?? '');
    expect(reading?.strings[0]?.voltageV).toBe(reading?.strings[1]?.voltageV);
    expect(reading?.strings[2]?.voltageV).toBe(reading?.strings[3]?.voltageV);
    expect(reading?.strings[0]?.currentA).not.toBe(reading?.strings[1]?.currentA);
  });
});

describe('from one poll to the next', () => {
  it('every inverter shows other values five seconds later', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    for (const { serial } of SCENARIO.inverters) {
      for (let poll = 0; poll < 20; poll++) {
        const before = dtu.reading(serial);
        dtu.clock.advance(5000);
        const after = dtu.reading(serial);
        expect({ ...after, strings: [] }).not.toEqual({ ...before, strings: [] });
        expect(Math.abs((after?.powerW ?? 0) / (before?.powerW ?? 1) - 1)).toBeLessThan(0.1);
      }
    }
  });
});
