import { timezoneOf } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TWO_STRINGS, tellDevice, tellReadings } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../fleet/fleet.ts';
import { createDeviceClock } from '../platform/device-clock.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import type { DetectorStep } from './detector.ts';
import { createDetector } from './detector.ts';
import { watchStrings } from './string-watcher.ts';
import { STEP_S } from './watch.ts';

const { serial } = TWO_STRINGS;
const STEP_MS = STEP_S * 1000;

/** The strings of an inverter of two, in a plant of which the totals say how it is silent. */
function watch({ startSet = true } = {}) {
  const clock = createVirtualClock();
  const deviceClock = createDeviceClock({ clock, startSet, timezone: timezoneOf('UTC0') });
  const fleet = createFleet({ clock, configs: supportedInverters([TWO_STRINGS]) });
  const totals = testTotals(fleet, clock);
  const steps: DetectorStep[] = [];
  let silence: 'asleep' | 'problem' | undefined;
  const stop = watchStrings({
    ...{ fleet, clock, deviceClock, isWorking: () => true, place: () => undefined },
    totals() {
      const all = totals();
      return { ...all, standings: all.standings.map((standing) => ({ ...standing, silence })) };
    },
    groups: () => ({ groupOf: () => undefined }),
    onStep: (step) => steps.push(step),
  });
  return {
    ...{ clock, fleet, steps, stop },
    /** Lets a step pass in which the inverter tells something, or is silent. */
    async pass(how: 'tells' | 'asleep' | 'problem') {
      silence = how === 'tells' ? undefined : how;
      if (how === 'tells') tellReadings(fleet, serial, steps.length);
      await clock.advanceAsync(STEP_MS);
    },
    standings: () => steps.at(-1)?.strings.map(({ standing }) => standing),
  };
}

describe('the strings of an inverter', () => {
  it('that is asleep are dark, and not unheard, silent or weak', async () => {
    const { fleet, steps, pass, standings } = watch();
    tellDevice(fleet, serial, 100);
    await pass('tells');
    await pass('tells');
    expect(standings()).toEqual(['free', 'free']);
    await pass('asleep');
    await pass('asleep');
    expect(standings()).toEqual(['dark', 'dark']);
    expect(steps.at(-1)?.silent).toEqual(new Set());
    const detector = createDetector();
    for (const step of steps) detector.step(step);
    expect(detector.verdicts().map(({ verdict }) => verdict)).toEqual(['dark', 'dark']);
    expect(detector.findings()).toEqual([]);
    await pass('tells');
    await pass('tells');
    expect(standings()).toEqual(['free', 'free']);
  });

  it('that is silent in the light are not dark, and the inverter is missed', async () => {
    const { fleet, steps, pass, standings } = watch();
    tellDevice(fleet, serial, 100);
    await pass('tells');
    await pass('problem');
    await pass('problem');
    expect(standings()).toEqual(['free', 'free']);
    expect(steps.at(-1)?.silent).toEqual(new Set([serial]));
  });

  it('are not judged before the clock is set, nor after the end', async () => {
    const unset = watch({ startSet: false });
    await unset.pass('tells');
    await unset.pass('tells');
    expect(unset.steps).toEqual([]);
    const ended = watch();
    await ended.pass('tells');
    ended.stop();
    const { length } = ended.steps;
    await ended.pass('tells');
    await ended.pass('tells');
    expect(ended.steps).toHaveLength(length);
  });
});
