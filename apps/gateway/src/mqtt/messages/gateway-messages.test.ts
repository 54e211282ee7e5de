import type { NetworkStatus } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { TEST_HOST } from '@heliograph/testbed/gateway/platform.ts';
import { ONE_STRING, TWO_STRINGS, tellReadings } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../../fleet/fleet.ts';
import { supportedInverters } from '../../sources/radio/supported-inverters.ts';
import { networkStatus } from '../../system/network-status.ts';
import { gatewayMessages, totalMessages } from './gateway-messages.ts';

const ETHERNET = networkStatus({
  network: TEST_HOST.network(),
  hostname: 'OpenDTU-ABCDEF',
  chipId: 11259375,
});
const clock = createVirtualClock();
const fleet = createFleet({ clock, configs: supportedInverters([ONE_STRING, TWO_STRINGS]) });
tellReadings(fleet, TWO_STRINGS.serial);
const TOTALS = testTotals(fleet, clock)();
const linesOf = (network: NetworkStatus) =>
  gatewayMessages({ baseTopic: 'solar/', uptimeS: 3661, network }).map(
    ({ topic, payload }) => `${topic} ${payload}`,
  );

describe('what is published of the gateway', () => {
  it('is its uptime and how it can be reached', () => {
    expect(linesOf(ETHERNET)).toEqual([
      'solar/dtu/uptime 3661',
      'solar/dtu/ip 192.168.4.20',
      'solar/dtu/hostname OpenDTU-ABCDEF',
    ]);
  });

  it('has a signal only where there is WiFi', () => {
    const station = { ...ETHERNET, network_mode: 'Station', sta_rssi: -61 };
    expect(linesOf(station)).toContain('solar/dtu/rssi -61');
    expect(linesOf(ETHERNET).join()).not.toContain('rssi');
  });
});

describe('what is published of the plant', () => {
  const linesOfPlant = (totals = TOTALS) =>
    totalMessages('solar/', totals).map(({ topic, payload }) => `${topic} ${payload}`);

  it('are its sums and how many inverters answer', () => {
    expect(linesOfPlant()).toEqual([
      'solar/dtu/total/power 0.50',
      'solar/dtu/total/yieldday 4.50',
      'solar/dtu/total/yieldtotal 5.50',
      'solar/dtu/total/inverters 2',
      'solar/dtu/total/answering 1',
      'solar/dtu/total/producing 1',
      'solar/dtu/total/night 0',
    ]);
  });

  it('leaves out the yields that nobody knows', () => {
    const unknown = { ...TOTALS, yieldDayWh: undefined, yieldTotalKWh: undefined };
    expect(linesOfPlant(unknown).join()).not.toContain('yield');
  });
});
