import { describe, expect, it } from 'vitest';
import { type CounterReading, countEnergy } from './energy-counter.ts';

const DAY_S = 86_400;

/** 300 W at noon of day 1, with 100 kWh in total and 1200 Wh today. */
function reading(changes: Partial<CounterReading> & { readonly afterS?: number } = {}): CounterReading {
  const { afterS = 0, ...others } = changes;
  const atS = DAY_S * 1.5 + afterS;
  const day = Math.floor(atS / DAY_S);
  return { atS, day, daySinceS: atS - day * DAY_S, powerW: 300, totalWh: 100_000, todayWh: 1200, ...others };
}

const BEFORE = countEnergy(undefined, reading()).state;
const whOf = ({ credits }: ReturnType<typeof countEnergy>) => credits.map(({ wh, when }) => [wh, when]);

describe('energy', () => {
  it('is what the total counter went on by', () => {
    const is = reading({ afterS: 60, totalWh: 100_005, todayWh: 1205 });
    expect(countEnergy(BEFORE, is).credits).toEqual([{ wh: 5, when: 'now', isEstimated: false }]);
  });

  it('of a string never heard before is what it has told of this day', () => {
    expect(whOf(countEnergy(undefined, reading()))).toEqual([[1200, 'now']]);
    // No string yields that in half a day.
    expect(whOf(countEnergy(undefined, reading({ todayWh: 40_000 })))).toEqual([]);
  });

  it('that came while nobody listened is kept, and told as estimated', () => {
    const is = reading({ afterS: 7200, totalWh: 100_600, todayWh: 1800 });
    expect(countEnergy(BEFORE, is).credits).toEqual([{ wh: 600, when: 'now', isEstimated: true }]);
  });

  it('across a midnight belongs to both days', () => {
    const is = reading({ afterS: DAY_S, totalWh: 102_500, todayWh: 1500 });
    expect(whOf(countEnergy(BEFORE, is))).toEqual([
      [1000, 'before-today'],
      [1500, 'now'],
    ]);
  });

  it('is not lost where the inverter forgets at night what it counted last', () => {
    const is = reading({ afterS: DAY_S - 6 * 3600, totalWh: 99_800, todayWh: 4, powerW: 40 });
    expect(whOf(countEnergy(BEFORE, is))).toEqual([[4, 'now']]);
  });

  it('is not doubled where a counter falls to zero and comes back', () => {
    const fallen = countEnergy(BEFORE, reading({ afterS: 5, totalWh: 0, todayWh: 0 }));
    expect(whOf(fallen)).toEqual([[0, 'now']].slice(1));
    const back = countEnergy(fallen.state, reading({ afterS: 10, totalWh: 100_001, todayWh: 1201 }));
    // Neither step can be right, so the power tells.
    expect(whOf(back)).toEqual([]);
    expect(back.state.restWh).toBeCloseTo((300 * 5) / 3600);
    const on = countEnergy(back.state, reading({ afterS: 70, totalWh: 100_006, todayWh: 1206 }));
    expect(whOf(on)).toEqual([[5, 'now']]);
  });

  it('comes from the counter of the day where the total jumps', () => {
    const is = reading({ afterS: 60, totalWh: 900_000, todayWh: 1205 });
    expect(countEnergy(BEFORE, is).credits).toEqual([{ wh: 5, when: 'now', isEstimated: true }]);
  });

  it('comes from the power where no counter is told', () => {
    const silent = { totalWh: undefined, todayWh: undefined };
    let { state } = countEnergy(undefined, reading(silent));
    let sum = 0;
    for (let afterS = 60; afterS <= 3600; afterS += 60) {
      const counted = countEnergy(state, reading({ ...silent, afterS }));
      state = counted.state;
      for (const { wh } of counted.credits) sum += wh;
    }
    expect(sum + state.restWh).toBeCloseTo(300);
    // Over a gap nobody knows the power.
    expect(whOf(countEnergy(state, reading({ ...silent, afterS: 3600 + 7200 })))).toEqual([]);
  });

  it('waits where the clock was set back', () => {
    expect(whOf(countEnergy(BEFORE, reading({ afterS: -3600, totalWh: 100_050, todayWh: 1250 })))).toEqual(
      [],
    );
  });
});
