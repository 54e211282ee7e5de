import type { NetworkStatus } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { TEST_HOST } from '../../test/test-host.ts';
import { networkStatus } from '../system/network-status.ts';
import { gatewayMessages } from './gateway-messages.ts';

const ETHERNET = networkStatus({
  network: TEST_HOST.network(),
  hostname: 'OpenDTU-ABCDEF',
  chipId: 11259375,
});
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
    expect(linesOf(station).at(-1)).toBe('solar/dtu/rssi -61');
  });
});
