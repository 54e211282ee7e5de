import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** A household, and often one machine, has the whole of such a network to take addresses from. */
const NETWORK_GROUPS = 4;

/** Whom a peer's address stands for: an IPv4 address itself, an IPv6 address the /64 network it is in. */
export function networkOf(address: string): string {
  const [bare = ''] = address.replace(MAPPED_IPV4, '').split('%', 1);
  if (isIPv4(bare) || !isIPv6(bare)) return bare;
  const [head = '', tail = ''] = bare.split('::', 2).map((part) => part.replace(/\d+\.[\d.]+$/, '0:0'));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}
