import { type LiveData, readLiveData } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { sentLiveData } from '@heliograph/testbed/gateway/sent-live-data.ts';
import { describe, expect, it } from 'vitest';
import { inverterState } from '../../apps/web/src/shared/page/inverter-state.ts';

const SPEED = 300;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What is older than this must not look as if it were of now: as long as three inverters take turns each second. */
const STALE_AFTER_S = 60;
/** Noon in Berlin, where a gateway is at its first start, on a day that is as long as its night. */
const NOON_MS = Date.UTC(2024, 8, 21, 10);
const MIDNIGHT_MS = NOON_MS + DAY_MS / 2;

/** What the gateway told at one minute, and when that was in simulated time. */
interface Moment {
  readonly atMs: number;
  readonly live: LiveData;
  /** The same as a page reads it. */
  readonly shown: ReturnType<typeof readLiveData>;
}

const clockOf = ({ atMs }: Moment) => new Date(atMs + 2 * 60 * MINUTE_MS).toISOString().slice(0, 16);
const statesOf = ({ shown }: Moment) =>
  shown?.inverters.map((inverter) => inverterState(inverter, false)) ?? [];
const acPower = (inverter: LiveData['inverters'][number]) => inverter.channels[0]?.Power?.v ?? 0;
const dayYield = (inverter: LiveData['inverters'][number]) => inverter.channels[0]?.YieldDay?.v ?? 0;
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => Math.fround(all + number), 0);

/** Every minute of a day, from noon to noon. */
async function watchDay(): Promise<readonly Moment[]> {
  const platform = createTestPlatform('warn');
  const gateway = await startPlantGateway({
    platform: { ...platform, clock: createVirtualClock(NOON_MS) },
    scenario: 'real-sun',
    speed: SPEED,
  });
  const moments: Moment[] = [];
  for (let atMs = NOON_MS; atMs <= NOON_MS + DAY_MS; atMs += MINUTE_MS) {
    const live = sentLiveData((await gateway.get('/api/livedata/status')).text);
    moments.push({ atMs, live, shown: readLiveData(live) });
    await gateway.advance(MINUTE_MS / SPEED);
  }
  return moments;
}

type Check = (moment: Moment, when: string) => void;

/** The power of all is the power of those that answer, and none looks live that was heard too long ago. */
const checkPower: Check = (moment, when) => {
  const { inverters, total, plant } = moment.live;
  const states = statesOf(moment);
  expect(states).toHaveLength(inverters.length);
  const answering = inverters.filter((inverter) => inverter.answering);
  expect(total.Power.v, when).toBeCloseTo(sum(answering.map(acPower)), 3);
  expect([plant?.all, plant?.answering], when).toEqual([inverters.length, answering.length]);
  for (const [index, inverter] of inverters.entries()) {
    const looksLive = ['producing', 'idle'].includes(states[index] ?? '');
    if (looksLive) expect(inverter.data_age, when).toBeLessThanOrEqual(STALE_AFTER_S);
  }
};

/** The yield of the day is that of the inverters that told theirs on this day. */
const checkYield: Check = ({ atMs, live: { inverters, total } }, when) => {
  const sinceMidnightS = (atMs - MIDNIGHT_MS) / 1000 / SPEED;
  for (const { data_age: ageS, answering, yield_day_counts: counts } of inverters) {
    // The age is in whole seconds: one that was heard within the second of midnight may be of either day.
    if (sinceMidnightS >= 0 && ageS >= sinceMidnightS) expect(counts, when).toBe(false);
    else if (answering && (sinceMidnightS < 0 || ageS + 1 <= sinceMidnightS)) expect(counts, when).toBe(true);
  }
  const ofToday = inverters.filter(({ yield_day_counts }) => yield_day_counts);
  expect(total.YieldDay.v, when).toBeCloseTo(sum(ofToday.map(dayYield)), 3);
};

/** While all are silent it is night, and each of them sleeps: nothing is red. */
const checkNight: Check = (moment, when) => {
  const states = statesOf(moment);
  const areAllSilent = moment.live.plant?.answering === 0 && !states.includes('unknown');
  if (areAllSilent) expect(new Set(states), when).toEqual(new Set(['asleep']));
  expect(moment.live.plant?.night, when).toBe(areAllSilent);
};

describe('a day under the real sun, from noon over midnight to noon', () => {
  it('is told as it was at every minute', { timeout: 120_000 }, async () => {
    const moments = await watchDay();
    expect(moments).toHaveLength(24 * 60 + 1);
    for (const moment of moments) {
      const when = `${clockOf(moment)} ${statesOf(moment).join(' ')}`;
      for (const check of [checkPower, checkYield, checkNight]) check(moment, when);
    }

    const nights = moments.filter(({ live }) => live.plant?.night);
    const wakesAtMs = (nights.at(-1)?.atMs ?? 0) + MINUTE_MS;
    expect(nights.length).toBeGreaterThan(8 * 60);
    for (const { atMs, live } of nights) {
      const untilMs = (live.plant?.asleep_until ?? 0) * 1000;
      // After sunrise nobody says when: any minute now.
      if (live.plant?.asleep_until === undefined) expect(wakesAtMs - atMs).toBeLessThan(30 * MINUTE_MS);
      else expect(Math.abs(untilMs - wakesAtMs)).toBeLessThan(30 * MINUTE_MS);
    }
    const yieldAt = (atMs: number) => moments.find((moment) => moment.atMs === atMs)?.live.total.YieldDay.v;
    expect(yieldAt(MIDNIGHT_MS - MINUTE_MS)).toBeGreaterThan(1000);
    expect(yieldAt(MIDNIGHT_MS)).toBe(0);
    expect(yieldAt(wakesAtMs)).toBeLessThan(20);
    expect(yieldAt(NOON_MS + DAY_MS)).toBeGreaterThan(1000);
  });
});
