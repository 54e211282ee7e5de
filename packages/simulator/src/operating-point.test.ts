import { describe, expect, it } from 'vitest';
import { efficiencyAt, operatingPoint, powerFactorAt } from './operating-point.ts';

const PANEL = { powerW: 300, voltageV: 32 };
const WEAK_PANEL = { powerW: 100, voltageV: 33 };
const DEAD = { powerW: 0, voltageV: 0 };
const TWO = { maxPowerW: 800, trackers: [0, 1] };

describe('efficiency and power factor', () => {
  it('stay within what data sheets promise, at every load', () => {
    for (let load = 0.01; load <= 1.1; load += 0.01) {
      expect(efficiencyAt(load)).toBeGreaterThan(0.94);
      expect(efficiencyAt(load)).toBeLessThan(0.965);
      expect(powerFactorAt(load)).toBeGreaterThan(0.99);
      expect(powerFactorAt(load)).toBeLessThanOrEqual(1);
    }
  });

  it('are best in the middle and near full load', () => {
    expect(efficiencyAt(0.5)).toBeGreaterThan(efficiencyAt(0.02));
    expect(powerFactorAt(0.9)).toBeGreaterThan(powerFactorAt(0.1));
  });
});

describe('operating point', () => {
  it('takes all that is offered as long as nothing caps it', () => {
    const point = operatingPoint([PANEL, WEAK_PANEL], 800, TWO);
    expect(point.stringPowerW).toEqual([300, 100]);
    expect(point.stringVoltageV).toEqual([32, 33]);
    expect(point.acPowerW).toBeCloseTo(400 * point.efficiency, 9);
    expect(point.efficiency).toBeCloseTo(efficiencyAt(0.5), 9);
  });

  it('takes less from every string under a cap, at a higher voltage', () => {
    const point = operatingPoint([PANEL, WEAK_PANEL], 200, TWO);
    expect(point.acPowerW).toBeCloseTo(200, 6);
    const [strong = 0, weak = 0] = point.stringPowerW;
    expect(strong / weak).toBeCloseTo(3, 9);
    expect((strong + weak) * point.efficiency).toBeCloseTo(point.acPowerW, 9);
    expect(point.stringVoltageV[0]).toBeGreaterThan(32);
  });

  it('clips what the panels offer beyond the model', () => {
    expect(
      operatingPoint([PANEL, PANEL, PANEL, PANEL], 1000, { maxPowerW: 1000, trackers: [0, 0, 2, 2] })
        .acPowerW,
    ).toBeCloseTo(1000, 6);
  });

  it('takes nothing when it is switched off or dark', () => {
    expect(operatingPoint([PANEL, PANEL], 0, TWO)).toMatchObject({
      stringPowerW: [0, 0],
      acPowerW: 0,
      efficiency: 0,
    });
    expect(operatingPoint([DEAD, DEAD], 800, TWO)).toMatchObject({ stringPowerW: [0, 0], acPowerW: 0 });
  });

  it('has one voltage per tracker, that of its living strings', () => {
    const point = operatingPoint([PANEL, WEAK_PANEL, DEAD, PANEL], 1500, {
      maxPowerW: 1500,
      trackers: [0, 0, 2, 2],
    });
    expect(point.stringVoltageV).toEqual([32.5, 32.5, 32, 32]);
    expect(point.stringPowerW[2]).toBe(0);
  });

  it('leaves strings with trackers of their own their voltages', () => {
    const electronics = { maxPowerW: 2000, trackers: [0, 1, 2, 3] };
    const point = operatingPoint([PANEL, WEAK_PANEL, DEAD, PANEL], 2000, electronics);
    expect(point.stringVoltageV).toEqual([32, 33, 0, 32]);
  });
});
