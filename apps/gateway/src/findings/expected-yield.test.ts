import { EAST, MARCH_MS, MUNICH, runRoof, SOUTH, WEST } from '@heliograph/testbed/gateway/roof.ts';
import { describe, expect, it } from 'vitest';
import { type ExpectedString, expectedYield } from './expected-yield.ts';
import { learnPlane } from './learnt-plane.ts';

const DAY_S = 86_400;
/** Of the simulated roof, in full light. */
const ROOF_PERFORMANCE = 0.92;
/** From midnight to midnight in summer time of central Europe. */
const JUNE = { fromS: Date.UTC(2026, 5, 20, 22) / 1000, toS: Date.UTC(2026, 5, 21, 22) / 1000 };
const DECEMBER = { fromS: Date.UTC(2026, 11, 20, 23) / 1000, toS: Date.UTC(2026, 11, 21, 23) / 1000 };

const string = (given: Partial<ExpectedString>): ExpectedString => ({
  ...{ peakW: 400, plane: SOUTH, origin: 'set', performance: undefined },
  ...given,
});
const one = (given: Partial<ExpectedString>, maxPowerW?: number) => [{ maxPowerW, strings: [string(given)] }];

describe('what is expected of a day', () => {
  it('is a band of quarters of an hour, with the energy of the day', () => {
    const { atS, lowW, highW, lowWh, highWh, isRough } = expectedYield(one({}), MUNICH, JUNE);
    expect(atS).toHaveLength(96);
    expect(atS[0]).toBe(JUNE.fromS);
    expect(highW.every((high, index) => high >= (lowW[index] ?? 0))).toBe(true);
    // 1002 W/m2 at 13 h.
    expect(Math.max(...highW)).toBeGreaterThan(380);
    expect(Math.max(...highW)).toBeLessThan(400);
    expect(highWh).toBeGreaterThan(2800);
    expect(highWh).toBeLessThan(3500);
    expect(lowWh / highWh).toBeCloseTo(0.81, 1);
    expect(isRough).toBe(false);
  });

  it('has 92 and 100 quarters of an hour where the clocks are changed', () => {
    const spring = { fromS: Date.UTC(2026, 2, 28, 23) / 1000, toS: Date.UTC(2026, 2, 29, 22) / 1000 };
    const autumn = { fromS: Date.UTC(2026, 9, 24, 22) / 1000, toS: Date.UTC(2026, 9, 25, 23) / 1000 };
    expect(expectedYield(one({}), MUNICH, spring).atS).toHaveLength(92);
    expect(expectedYield(one({}), MUNICH, autumn).atS).toHaveLength(100);
  });

  it('is a fifth in December, and nothing at night', () => {
    const summer = expectedYield(one({}), MUNICH, JUNE);
    const winter = expectedYield(one({}), MUNICH, DECEMBER);
    expect(winter.highWh).toBeLessThan(0.5 * summer.highWh);
    expect(winter.highWh).toBeGreaterThan(0.15 * summer.highWh);
    expect(winter.highW.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 0));
  });

  it('is cut at what the inverter puts out', () => {
    expect(Math.max(...expectedYield(one({}, 300), MUNICH, JUNE).highW)).toBe(300);
  });

  it('is a wide band, marked as rough, where nobody knows which way a string looks', () => {
    const { lowWh, highWh, isRough } = expectedYield(
      one({ plane: undefined, origin: 'rough' }),
      MUNICH,
      JUNE,
    );
    expect(isRough).toBe(true);
    expect(lowWh / highWh).toBeLessThan(0.6);
  });

  it('is a narrow one where that was learnt', () => {
    const { lowWh, highWh } = expectedYield(one({ origin: 'learnt', performance: 0.9 }), MUNICH, JUNE);
    expect(lowWh / highWh).toBeGreaterThan(0.85);
  });
});

describe('which way strings look', () => {
  it.each([
    ['east', EAST],
    ['south', SOUTH],
    ['west', WEST],
    ['flat', { azimuthDeg: 180, tiltDeg: 5 }],
  ])('is learnt from clear days: %s', (_, plane) => {
    const strings = Array.from({ length: 4 }, (_, index) => ({
      ...{ serial: `11418274010${index}`, string: 1, peakW: 400 },
      ...plane,
    }));
    const detector = runRoof({ seed: 3, days: 20, strings });
    const [{ shares } = { shares: [] }] = detector.clearDays();
    const learnt = learnPlane(shares, MUNICH, MARCH_MS / 1000 + 10 * DAY_S);
    if (learnt === undefined) throw new Error('nothing was learnt');
    if (plane.tiltDeg > 10) {
      expect(Math.abs(learnt.plane.azimuthDeg - plane.azimuthDeg)).toBeLessThanOrEqual(20);
    }
    // How steep it is shows little in a single season; what is expected of a day must be right all the same.
    const span = { fromS: MARCH_MS / 1000 + 10 * DAY_S, toS: MARCH_MS / 1000 + 11 * DAY_S };
    const expected = expectedYield(one({ ...learnt, origin: 'learnt' }), MUNICH, span);
    const real = expectedYield(one({ plane, origin: 'set', performance: ROOF_PERFORMANCE }), MUNICH, span);
    expect(Math.abs(expected.highWh / real.highWh - 1)).toBeLessThan(0.08);
  });

  it('is not learnt from grey days, and not from one hour', () => {
    expect(
      learnPlane(
        Array.from({ length: 96 }, () => 0.05),
        MUNICH,
        JUNE.fromS,
      ),
    ).toBeUndefined();
    const hour = Array.from({ length: 96 }, (_, slot) => (slot > 40 && slot < 45 ? 0.7 : 0));
    expect(learnPlane(hour, MUNICH, JUNE.fromS)).toBeUndefined();
    const noise = Array.from({ length: 96 }, (_, slot) => (slot % 2 === 0 ? 0.7 : 0.2));
    expect(learnPlane(noise, MUNICH, JUNE.fromS)).toBeUndefined();
  });
});
