import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShareTaker, split } from './split.ts';

const taker = (serial: string, facts: Partial<ShareTaker> = {}): ShareTaker => ({
  serial,
  couldW: 800,
  minW: 0,
  maxW: 800,
  ...facts,
});

const wattsOf = (watts: number, ...takers: readonly ShareTaker[]) =>
  split(watts, takers).shares.map((share) => share.watts);

describe('a limit for several inverters', () => {
  it('is split by what each could give', () => {
    expect(wattsOf(600, taker('a'), taker('b'))).toEqual([300, 300]);
    expect(wattsOf(600, taker('a', { couldW: 1600, maxW: 1600 }), taker('b'))).toEqual([400, 200]);
  });

  it('gives the one in the shade what it can use, and the rest to the one in the sun', () => {
    expect(wattsOf(800, taker('sun'), taker('shade', { couldW: 100 }))).toEqual([712, 88]);
    expect(wattsOf(1000, taker('sun'), taker('shade', { couldW: 100 }))).toEqual([800, 200]);
  });

  it('keeps to the least and the most of each', () => {
    expect(wattsOf(400, taker('a', { maxW: 100 }), taker('b'))).toEqual([100, 300]);
    expect(wattsOf(400, taker('a', { minW: 350 }), taker('b'))).toEqual([375, 25]);
    expect(wattsOf(5000, taker('a'), taker('b', { maxW: 600 }))).toEqual([800, 600]);
  });

  it('says by how much the minima exceed it', () => {
    expect(split(50, [taker('a', { minW: 40 }), taker('b', { minW: 40 })])).toEqual({
      shares: [
        { serial: 'a', watts: 40 },
        { serial: 'b', watts: 40 },
      ],
      exceedsByW: 30,
    });
    expect(split(100, [taker('a', { minW: 40 })]).exceedsByW).toBe(0);
  });

  it('loses no watt to rounding where somebody may have it', () => {
    expect(wattsOf(100, taker('a'), taker('b'), taker('c'))).toEqual([34, 33, 33]);
  });

  it('gives everybody the least where the whole is no number, or below nothing', () => {
    expect(wattsOf(Number.NaN, taker('a', { minW: 20 }), taker('b'))).toEqual([20, 0]);
    expect(wattsOf(-500, taker('a', { minW: 20 }), taker('b'))).toEqual([20, 0]);
  });

  it('never gives more than there is, or than one may take, whatever the inverters are', () => {
    const watts = fc.integer({ min: 0, max: 3000 });
    const takers = fc.array(
      fc.record({ couldW: fc.double({ min: 0, max: 2000, noNaN: true }), a: watts, b: watts }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20_000, noNaN: true }), takers, (whole, drawn) => {
        const all = drawn.map(({ couldW, a, b }, index) =>
          taker(String(index), { couldW, minW: Math.min(a, b), maxW: Math.max(a, b) }),
        );
        const { shares, exceedsByW } = split(whole, all);
        const total = shares.reduce((sum, share) => sum + share.watts, 0);
        const leastW = all.reduce((sum, { minW }) => sum + minW, 0);
        const mostW = all.reduce((sum, { maxW }) => sum + maxW, 0);
        expect(total).toBeLessThanOrEqual(Math.max(whole, leastW));
        expect(exceedsByW > 0).toBe(leastW > whole);
        // No more than a watt for each is left over.
        expect(total).toBeGreaterThanOrEqual(Math.min(whole, mostW) - all.length);
        for (const [index, { minW, maxW }] of all.entries()) {
          expect(shares[index]?.watts).toBeGreaterThanOrEqual(minW);
          expect(shares[index]?.watts).toBeLessThanOrEqual(maxW);
        }
      }),
    );
  });
});
