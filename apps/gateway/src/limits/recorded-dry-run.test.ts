import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createRecordedDryRun, type RecordedDryRunOptions } from './recorded-dry-run.ts';

const RULE = { target: 'plant', meter_power: 0, hysteresis: 20, margin: 20, safe_power: 100 };
const PLANT = { serials: [], maxPowerW: 1600, minW: 0 };
const DAY_S = 86_400;
/** Local noon two hours ahead of UTC. */
const NOW_S = Date.parse('2026-06-21T10:00Z') / 1000;

type Minutes = Awaited<ReturnType<RecordedDryRunOptions['history']['minutes']>>;

interface Recorded {
  /** Null: there never was a meter. */
  readonly firstDay?: string | null;
  readonly isMetered?: (atS: number) => boolean;
}

/** A plant that gives 800 W from eight to ten in the morning (UTC), in a house that takes 300 W, as long as `isMetered` says. */
function recorded({ firstDay = '2026-06-19', isMetered = () => true }: Recorded = {}) {
  const asked: { readonly serials: readonly string[]; readonly fromS: number; readonly toS: number }[] = [];
  const runs = createRecordedDryRun({
    clock: createVirtualClock(),
    deviceClock: { isSet: () => true, unixMs: () => NOW_S * 1000 },
    utcOffsetS: () => 7200,
    history: {
      status: async () => ({ meter: { firstDay: firstDay ?? undefined } }),
      async minutes(question): Promise<Minutes> {
        asked.push(question);
        const times = Array.from(
          { length: (question.toS - question.fromS) / 60 },
          (_, index) => question.fromS + index * 60,
        );
        const isLight = (atS: number) => atS % DAY_S >= 8 * 3600 && atS % DAY_S < 10 * 3600;
        return {
          producedW: times.map((atS) => (isLight(atS) ? 800 : null)),
          gridW: times.map((atS) => (isMetered(atS) ? (isLight(atS) ? -500 : 300) : null)),
        };
      },
    },
  });
  return { runs, asked };
}

describe('a dry run over what was recorded', () => {
  it('says what was fed in, what would have been, and how many orders that takes', async () => {
    const { runs, asked } = recorded({ isMetered: (atS) => atS >= NOW_S - 2.5 * DAY_S });
    const outcome = await runs.run(RULE, { ...PLANT, serials: ['a', 'b'] });
    expect(outcome).toEqual({
      kind: 'done',
      facts: {
        ...{ from: NOW_S - 2 * DAY_S - 2 * 3600, to: NOW_S, days: 3, hours: 6 },
        ...{ exported: 3000, exported_with_rule: expect.any(Number), thrown_away: 0, orders: 3 },
      },
    });
    expect(outcome).toHaveProperty('facts.exported_with_rule', expect.closeTo(3 * 1.4, 0));
    expect(new Set(asked.map(({ serials }) => serials.join()))).toEqual(new Set(['a,b']));
  });

  it('is over thirty days at most', async () => {
    const { runs, asked } = recorded({ firstDay: '2020-01-01' });
    expect(await runs.run(RULE, PLANT)).toMatchObject({ facts: { days: 30, hours: 60 } });
    expect([asked[0]?.fromS, asked.at(-1)?.toS]).toEqual([NOW_S - 30 * DAY_S, NOW_S]);
  });

  it.each<[string, Recorded]>([
    ['there never was a meter', { firstDay: null }],
    ['the meter was heard at night alone', { isMetered: (atS: number) => atS % DAY_S < 3600 }],
  ])('has nothing to say where %s', async (_, plant) => {
    expect(await recorded(plant).runs.run(RULE, PLANT)).toEqual({ kind: 'nothing-recorded' });
  });

  it('is one at a time, and lets everybody else come in between', async () => {
    const { runs } = recorded({ firstDay: '2020-01-01' });
    const first = runs.run(RULE, PLANT);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    expect(await runs.run(RULE, PLANT)).toEqual({ kind: 'busy' });
    await first;
    isOver = true;
    expect(turns).toBeGreaterThan(1000);
    expect(await runs.run(RULE, PLANT)).toMatchObject({ kind: 'done' });
  });
});
