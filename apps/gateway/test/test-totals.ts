import { timezoneOf } from '@heliograph/contract';
import type { Fleet } from '../src/fleet/fleet.ts';
import { readingValue } from '../src/fleet/readings.ts';
import { createTotals, type Totals } from '../src/fleet/totals.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';

/** The totals of a fleet that remembers nothing from before, where nobody knows day from night. */
export function testTotals(fleet: Pick<Fleet, 'inverters'>, clock: Clock): () => Totals {
  return createTotals({
    fleet,
    clock,
    deviceClock: createDeviceClock({ clock, startSet: true, timezone: timezoneOf('UTC0') }),
    lastKnown: {
      yieldsOf(serial) {
        const inverter = fleet.inverters().find((candidate) => candidate.serial === serial);
        if (inverter?.readingsAtMs === undefined) return undefined;
        return {
          yieldDayWh: readingValue(inverter.readings, 0, 'YieldDay'),
          yieldTotalKWh: readingValue(inverter.readings, 0, 'YieldTotal'),
          atMs: clock.unixMs() - (clock.monotonicMs() - inverter.readingsAtMs),
        };
      },
      lastPower: () => undefined,
    },
    daylight: () => ({ light: 'unknown', wakeAtMs: undefined }),
    isRadioWorking: () => true,
    pollIntervalS: () => 5,
  });
}
