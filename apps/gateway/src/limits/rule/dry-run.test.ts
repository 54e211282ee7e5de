import { describe, expect, it } from 'vitest';
import type { MeterRule } from './decide.ts';
import { createDryRun, dryRun, type PastStep } from './dry-run.ts';

const RULE: MeterRule = { targetW: 0, hysteresisW: 20, marginPercent: 20, safePowerW: 100, staleAfterS: 15 };
const PLANT = { maxPowerW: 1600, minW: 0 };

/** An hour of minutes. */
const hour = (productionW: number | null, gridW: number | null): readonly PastStep[] =>
  Array.from({ length: 60 }, () => ({ productionW, gridW }));
const run = (steps: readonly PastStep[], rule: Partial<MeterRule> = {}) =>
  dryRun(steps, 60, { ...RULE, ...rule }, PLANT);

describe('what a rule would have done', () => {
  it('is to feed in next to nothing of what was fed in', () => {
    const result = run(hour(800, -500));
    expect(result.was).toEqual({
      producedWh: expect.closeTo(800),
      exportedWh: expect.closeTo(500),
      importedWh: 0,
    });
    expect(result.wouldBe.exportedWh).toBeLessThan(3);
    expect(result.wouldBe.producedWh).toBeCloseTo(300, -1);
    expect(result.thrownAwayWh).toBe(0);
    expect([result.orders, result.knownHours]).toEqual([1, 1]);
  });

  it('changes nothing where nothing is fed in', () => {
    const result = run(hour(300, 400));
    expect(result.wouldBe).toEqual(result.was);
    // The limit follows what the house takes, whether the sun reaches it or not.
    expect([result.orders, result.thrownAwayWh]).toEqual([1, 0]);
  });

  it('leaves to the grid what may be fed in', () => {
    const result = run(hour(800, -500), { targetW: -300 });
    expect(result.wouldBe.exportedWh).toBeCloseTo(300, -1);
  });

  it('throws away what it raises too late, and takes that from the grid', () => {
    const steps = Array.from({ length: 60 }, (_, index) => {
      const gridW = index % 2 === 0 ? -500 : 200;
      return { productionW: 800, gridW };
    });
    const result = run(steps);
    expect(result.thrownAwayWh).toBeGreaterThan(10);
    expect(result.wouldBe.importedWh - result.was.importedWh).toBeCloseTo(result.thrownAwayWh, 6);
    expect(result.orders).toBeGreaterThan(30);
    expect(result.wouldBe.exportedWh).toBeLessThan(result.was.exportedWh / 3);
  });

  it('counts what is known only, and begins anew after a gap', () => {
    const result = run([...hour(800, -500), ...hour(null, -500), ...hour(800, null), ...hour(800, -500)]);
    expect([result.knownHours, result.orders]).toEqual([2, 2]);
    expect(result.was.exportedWh).toBeCloseTo(1000);
  });

  it('is the same live, as it comes', () => {
    const live = createDryRun(RULE, PLANT);
    for (let second = 0; second < 3600; second += 5) live.pass(800, -500, 5000);
    expect(live.result().wouldBe.exportedWh).toBeCloseTo(run(hour(800, -500)).wouldBe.exportedWh, 6);
    expect(live.result().orders).toBe(1);
  });

  it('takes a month of quarters of an hour', () => {
    const day = [...Array(24).fill({ productionW: 0, gridW: 250 }), ...hour(600, -300).slice(0, 48)];
    const steps = Array.from({ length: 30 }, () => day).flat();
    const result = dryRun(steps, 900, RULE, PLANT);
    expect(result.knownHours).toBeCloseTo(30 * 18);
    expect(result.orders).toBeGreaterThanOrEqual(30);
  });
});
