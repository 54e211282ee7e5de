import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TWO_STRINGS as GARAGE, HM_800, tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import type { LiveDataInput } from '../../encoding/live-data.ts';
import { createFleet } from '../../fleet/fleet.ts';
import { limitRead } from '../../fleet/limit-state.ts';
import { supportedInverters } from '../../sources/radio/supported-inverters.ts';
import { buildNewestLiveData } from './newest-live-data.ts';

const SHED = { serial: '112100000001', name: 'Shed', channel: [] };

/** Two inverters, of which the first has told something three seconds ago. */
function testInput(): LiveDataInput {
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: supportedInverters([GARAGE, SHED]) });
  tellAc(fleet, GARAGE.serial, { powerW: 247.1, dcPowerW: 259.9, yieldTodayWh: 1296, yieldTotalKWh: 144.47 });
  fleet.update(GARAGE.serial, (inverter, nowMs) => ({
    limit: limitRead(inverter.limit, 85.5, nowMs),
    deviceInfo: { firmware: undefined, hardware: HM_800 },
  }));
  clock.advance(3000);
  return {
    totals: testTotals(fleet, clock)(),
    nowMs: clock.monotonicMs(),
    uptimeS: 60,
    hints: { time_sync: false, radio_problem: false, default_password: true, storage_problem: 'full' },
  };
}

describe('live data as of today', () => {
  it('lists every inverter without its measurements', () => {
    const { inverters, total, hints } = buildNewestLiveData(testInput(), 'all');
    expect(inverters.map(({ serial, order }) => [serial, order])).toEqual([
      [GARAGE.serial, 0],
      [SHED.serial, 1],
    ]);
    expect(inverters[0]).toMatchObject({
      ...{ name: 'Garage', data_age: 3, data_age_ms: 3000, poll_enabled: true, reachable: true },
      ...{ producing: true, limit_relative: 85.5, limit_absolute: 684, answering: true },
      radio_stats: { tx_request: 0, rx_success: 0, rssi: -80 },
    });
    expect(inverters[1]).toMatchObject({ data_age: 60, limit_absolute: -1, radio_stats: { rssi: -127 } });
    for (const inverter of inverters) {
      for (const key of ['AC', 'DC', 'INV', 'events', '0', '1']) expect(inverter).not.toHaveProperty(key);
    }
    expect(total.YieldTotal).toEqual({ v: 144.4700012, u: 'kWh', d: 3 });
    expect(hints).toEqual({
      ...{ time_sync: false, radio_problem: false, default_password: true },
      ...{ pin_mapping_issue: false, storage_problem: 'full' },
    });
  });

  it('has of one inverter everything in groups, at the places of today', () => {
    const [inverter, ...others] = buildNewestLiveData(testInput(), { serial: GARAGE.serial }).inverters;
    expect(others).toEqual([]);
    expect(inverter?.events).toBe(0);
    expect(inverter?.AC?.['0']?.Power).toEqual({ v: 247.1000061, u: 'W', d: 1 });
    expect(Object.keys(inverter?.AC?.['0'] ?? {})).not.toContain('Power DC');
    expect(Object.keys(inverter?.INV?.['0'] ?? {})).toEqual([
      ...['Power DC', 'YieldDay', 'YieldTotal', 'Temperature', 'Efficiency'],
    ]);
    expect(Object.keys(inverter?.DC ?? {})).toEqual(['0', '1']);
    expect(inverter?.DC?.['0']?.name).toEqual({ u: 'East' });
  });

  it('has no inverter for a serial that nobody knows, and the sums all the same', () => {
    const { inverters, total } = buildNewestLiveData(testInput(), { serial: '116199999999' });
    expect([inverters, total.Power.v]).toEqual([[], 247.1000061]);
  });
});
