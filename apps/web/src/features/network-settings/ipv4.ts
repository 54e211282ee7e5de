/** The 32 bits of a dotted IPv4 address as a number from 0 on; undefined for what is none. */
export function readIpv4(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  if (!parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((bits, part) => bits * 256 + Number(part), 0);
}

/** Whether the bits are ones first and then zeros, at least one of the former. */
export function isNetmask(bits: number): boolean {
  const hosts = ~bits;
  return bits !== 0 && (hosts & (hosts + 1)) === 0;
}

/** Whether two addresses are in the same network. */
export function isSameSubnet(one: number, other: number, netmask: number): boolean {
  return ((one ^ other) & netmask) === 0;
}
