import { timezoneOf } from '@heliograph/contract';
import type { Fleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { createTotals, type Totals } from '../../../apps/gateway/src/fleet/totals.ts';
import type { Clock } from '../../../apps/gateway/src/platform/clock.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';

/** The totals of a fleet that remembers nothing from before, where nobody knows day from night. */
export function testTotals(fleet: Pick<Fleet, 'inverters'>, clock: Clock): () => Totals {
  return createTotals({
    fleet,
    clock,
    deviceClock: createDeviceClock({ clock, startSet: true, timezone: timezoneOf('UTC0') }),
    lastKnown: {
      yieldsOf(serial) {
        const inverter = fleet.inverters().find((candidate) => candidate.serial === serial);
        if (inverter?.readingAtMs === undefined) return undefined;
        return {
          yieldDayWh: inverter.reading.yieldTodayWh,
          yieldTotalKWh: inverter.reading.yieldTotalKWh,
          atMs: clock.unixMs() - (clock.monotonicMs() - inverter.readingAtMs),
        };
      },
      lastPower: () => undefined,
    },
    daylight: () => ({ light: 'unknown', wakeAtMs: undefined }),
    isWorking: () => true,
    pollIntervalS: () => 5,
  });
}
