/** An IPv4 address as it comes over a socket that speaks both. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/**
 * An address in one spelling, whichever way it came: IPv4 as IPv4, and without the zone of a link-local one, which names an interface of
 * ours.
 */
export function plainAddress(address: string): string {
  const [bare = ''] = address.replace(MAPPED_IPV4, '').split('%', 1);
  return bare.toLowerCase();
}
