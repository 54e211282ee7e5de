import { BlockList, isIPv6 } from 'node:net';

/** Who may write, as a question about an address. */
export type WriteAccess = (address: string) => boolean;

/** Of addresses, and of networks with the length of their prefix; with none of them nobody may write. */
export function writeAccess(writers: readonly string[]): WriteAccess {
  const list = new BlockList();
  for (const writer of writers) {
    const [address = '', prefix] = writer.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
