import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from '../../platform/plain-address.ts';

/** Whose a connection is, as far as its address tells. */
export interface Client {
  /** In one spelling; an IPv4 address also where it came over IPv6. */
  readonly address: string;
  /**
   * The /64 network around a distant IPv6 address: whoever has one of its addresses may have all of them. Undefined for
   * IPv4, and for neighbours: their network is the home's own.
   */
  readonly network: string | undefined;
  /** It is this machine, or what stands in front of the gateway on it. */
  readonly isOwnMachine: boolean;
  /** It is in the home: on the same link, or at an address that does not travel over the internet. */
  readonly isNear: boolean;
  /** Which browser it is, where somebody has logged in with that before. */
  readonly browser?: string;
}

const LOOPBACK = ['127.0.0.1', '::1'];
/** Addresses that stay in a home. Source: RFC 1918, 3927, 4193, 4291, 6890. */
const PRIVATE = [
  ...['10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fe80::/10', 'fc00::/7'],
];
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What tells clients apart on a machine with these addresses, each with the length of its network. */
export function createClientReader(ownAddresses: readonly string[]): (address: string) => Client {
  const own = new Set([
    ...LOOPBACK,
    ...ownAddresses.map((cidr) => plainAddress(cidr.split('/', 1)[0] ?? '')),
  ]);
  const onLink = listOf(ownAddresses);
  const near = listOf([...PRIVATE, ...ownAddresses]);
  const contains = (list: BlockList, address: string) =>
    isIPv4(address) ? list.check(address, 'ipv4') : isIPv6(address) && list.check(address, 'ipv6');
  return (peer) => {
    const whole = plainAddress(peer);
    const address = __WITHOUT__.wholeAddress && isIPv6(whole) ? networkOf(whole) : whole;
    const isNeighbour = !isIPv6(address) || address.startsWith('fe80:') || contains(onLink, address);
    return {
      address,
      network: isNeighbour ? undefined : networkOf(address),
      isOwnMachine: own.has(address),
      isNear: contains(near, address),
    };
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length = ''] = network.split('/');
    list.addSubnet(address, Number(length), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2).map((part) => part.replace(/\d+\.[\d.]+$/, '0:0'));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}
