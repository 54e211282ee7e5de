import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hostNetwork } from './host-network.ts';

/** An interface with one IPv4 address and one of IPv6. */
function interfaceOf(address: string, mac: string, internal = false): NetworkInterfaceInfo[] {
  const shared = { mac, internal };
  return [
    { ...shared, family: 'IPv6', address: 'fe80::1', netmask: 'ffff::', cidr: 'fe80::1/64', scopeid: 2 },
    { ...shared, family: 'IPv4', address, netmask: '255.255.255.0', cidr: `${address}/24` },
  ];
}

const INTERFACES = {
  lo: interfaceOf('127.0.0.1', '00:00:00:00:00:00', true),
  docker0: interfaceOf('172.17.0.1', '02:42:AC:00:00:01'),
  eth0: interfaceOf('192.168.4.20', '02:00:00:AB:CD:EF'),
  wlan0: interfaceOf('10.1.2.3', '02:00:00:00:00:07'),
};

/** A line of the kernel's table, as wide as it writes it. */
const route = (name: string, destination: string, gateway: string, metric: number, mask = '00000000') =>
  `${[name, destination, gateway, '0003', 0, 0, metric, mask, 0, 0, 0].join('\t')}`.padEnd(127);
const table = (...routes: string[]) =>
  `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n${routes.join('\n')}\n`;

const LOCAL = route('docker0', '000011AC', '00000000', 0, '0000FFFF');
const BY_CABLE = route('eth0', '00000000', '0104A8C0', 100);
const BY_AIR = route('wlan0', '00000000', '0102010A', 600);
const HALF_OF_ALL = route('docker0', '00000000', '0100000A', 0, '00000080'); // as VPNs do it

const CABLE = { ip: '192.168.4.20', gateway: '192.168.4.1', mac: '020000abcdef' };
const AIR = { ip: '10.1.2.3', gateway: '10.1.2.1', mac: '020000000007' };
const FIRST = { ip: '172.17.0.1', gateway: '', mac: '0242ac000001' };

const networkWith = (
  routes: string,
  interfaces: Parameters<typeof hostNetwork>[0]['interfaces'] = INTERFACES,
) => hostNetwork({ interfaces, routes, nameServers: [] });

describe('the active interface', () => {
  it.each([
    ['the one of the default route', table(LOCAL, BY_CABLE), CABLE],
    ['that of the smallest metric of several', table(BY_AIR, LOCAL, BY_CABLE), CABLE],
    ['that of the first of equals', table(BY_CABLE.replace('\t100\t', '\t600\t'), BY_AIR), CABLE],
    ['the only one with a default route', table(LOCAL, BY_AIR), AIR],
    ['not that of half of all addresses', table(HALF_OF_ALL, BY_AIR), AIR],
    ['the first that leads out, where no route does', table(LOCAL), FIRST],
    ['the first that leads out, where the table is empty', table(), FIRST],
    ['the first that leads out, where there is no table, as on macOS', '', FIRST],
    ['the first that leads out, where the table makes no sense', 'eth0\t00000000\txyz\n\n\t\t\t', FIRST],
    [
      'the first where that of the route has no address',
      table(route('ppp0', '00000000', '00000000', 0)),
      FIRST,
    ],
  ])('is %s', (_, routes, expected) => {
    expect(networkWith(routes)).toMatchObject({ ...expected, netmask: '255.255.255.0' });
  });

  it('is none on a machine that is on its own', () => {
    const nothing = { ip: '', netmask: '', gateway: '', mac: '', nameServers: [] };
    expect(networkWith('', {})).toEqual(nothing);
    expect(networkWith(table(BY_CABLE), { lo: INTERFACES.lo, eth0: undefined })).toEqual(nothing);
  });
});

it('the name servers are those of IPv4, in their order', () => {
  const nameServers = ['2001:4860:4860::8888', '9.9.9.9', '1.1.1.1', '[::1]:53'];
  expect(hostNetwork({ interfaces: {}, routes: '', nameServers }).nameServers).toEqual([
    '9.9.9.9',
    '1.1.1.1',
  ]);
});
