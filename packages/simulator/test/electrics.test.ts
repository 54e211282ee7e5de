import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import { createDtu, type Readings } from './dtu.ts';

const SCENARIO = SCENARIOS['three-inverters'];
const MINUTE_MS = 60_000;

/** All answers of a working day, every quarter of an hour. */
function workingDay(serial: string): readonly Readings[] {
  const dtu = createDtu({ scenario: SCENARIO, seed: 3 });
  return Array.from({ length: 40 }, () => {
    dtu.clock.advance(15 * MINUTE_MS);
    return dtu.readings(serial) ?? {};
  });
}

describe.each(SCENARIO.inverters.map(({ name, serial, strings }) => [name, serial, strings.length] as const))(
  'the values of %s',
  (_, serial, stringCount) => {
    const answers = workingDay(serial);

    it('are what an installer expects', () => {
      for (const { 0: ac = {}, ...strings } of answers) {
        expect(ac.Power).toBeGreaterThan(10);
        expect(ac.Voltage).toBeGreaterThan(225);
        expect(ac.Voltage).toBeLessThan(240);
        expect(ac.Frequency).toBeGreaterThanOrEqual(49.94);
        expect(ac.Frequency).toBeLessThanOrEqual(50.06);
        expect(ac.PowerFactor).toBeGreaterThan(0.989);
        expect(ac.PowerFactor).toBeLessThanOrEqual(1);
        expect(ac.Efficiency).toBeGreaterThan(93.5);
        expect(ac.Efficiency).toBeLessThan(96.6);
        expect(ac.Temperature).toBeGreaterThan(8);
        expect(ac.Temperature).toBeLessThan(65);
        expect(ac.ReactivePower).toBeGreaterThan(0);
        expect(ac.ReactivePower).toBeLessThan(90);
        expect(Object.keys(strings).length).toBe(stringCount);
        for (const string of Object.values(strings)) {
          expect(string.Voltage).toBeGreaterThan(28);
          expect(string.Voltage).toBeLessThan(38);
          expect(string.Current).toBeLessThan(13);
        }
      }
    });

    it('fit together: volts times amperes are watts, and what goes in comes out', () => {
      for (const { 0: ac = {}, ...strings } of answers) {
        let dcW = 0;
        let yieldDay = 0;
        for (const { Power = 0, Voltage = 0, Current = 0, YieldDay = 0 } of Object.values(strings)) {
          // Half a step of each rounded value: 0.1 V, 0.01 A, 0.1 W; trackers average two voltages to one.
          expect(Math.abs(Power - Voltage * Current)).toBeLessThan(0.05 * Current + 0.005 * Voltage + 0.06);
          dcW += Power;
          yieldDay += YieldDay;
        }
        const { Power: acW = 0, Voltage: acV = 0, Current: acA = 0, PowerFactor = 0, ReactivePower = 0 } = ac;
        expect(ac['Power DC']).toBeCloseTo(dcW, 2);
        expect(ac.YieldDay).toBe(yieldDay);
        expect(acW / dcW).toBeCloseTo((ac.Efficiency ?? 0) / 100, 4);
        const apparentVa = acV * acA;
        expect(Math.abs(apparentVa * PowerFactor - acW)).toBeLessThan(
          0.005 * acV + 0.05 * acA + 0.0006 * acW + 0.1,
        );
        expect(Math.hypot(acW, ReactivePower) / apparentVa).toBeCloseTo(1, 1);
      }
    });

    it('change with the light: more power makes more heat and reaches far above the least', () => {
      const powers = answers.map(({ 0: ac }) => ac?.Power ?? 0);
      expect(Math.max(...powers)).toBeGreaterThan(2 * Math.min(...powers));
      const byPower = [...answers].sort((a, b) => (a[0]?.Power ?? 0) - (b[0]?.Power ?? 0));
      const meanC = (some: readonly Readings[]) =>
        some.reduce((sum, { 0: ac }) => sum + (ac?.Temperature ?? 0), 0) / some.length;
      expect(meanC(byPower.slice(-10))).toBeGreaterThan(meanC(byPower.slice(0, 10)) + 3);
    });
  },
);

describe('orientation', () => {
  it('lets the east strings lead in the morning and the west strings in the afternoon', () => {
    const [, , eastWest] = SCENARIO.inverters;
    const dtu = createDtu({ scenario: SCENARIO });
    const morning = dtu.readings(eastWest?.serial ?? '');
    dtu.clock.advance(5.5 * 60 * MINUTE_MS);
    const afternoon = dtu.readings(eastWest?.serial ?? '');
    expect(morning?.[1]?.Power).toBeGreaterThan(morning?.[3]?.Power ?? Number.NaN);
    expect(afternoon?.[4]?.Power).toBeGreaterThan(afternoon?.[2]?.Power ?? Number.NaN);
  });

  it('gives strings on one tracker one voltage', () => {
    const [, , eastWest] = SCENARIO.inverters;
    const readings = createDtu({ scenario: SCENARIO }).readings(eastWest?.serial ?? '');
    expect(readings?.[1]?.Voltage).toBe(readings?.[2]?.Voltage);
    expect(readings?.[3]?.Voltage).toBe(readings?.[4]?.Voltage);
    expect(readings?.[1]?.Current).not.toBe(readings?.[2]?.Current);
  });
});

describe('from one poll to the next', () => {
  it('every inverter shows other values five seconds later', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    for (const { serial } of SCENARIO.inverters) {
      for (let poll = 0; poll < 20; poll++) {
        const before = dtu.readings(serial);
        dtu.clock.advance(5000);
        const after = dtu.readings(serial);
        expect(after?.[0]).not.toEqual(before?.[0]);
        expect(Math.abs((after?.[0]?.Power ?? 0) / (before?.[0]?.Power ?? 1) - 1)).toBeLessThan(0.1);
      }
    }
  });
});
