import { HOSTNAME_MAX_LENGTH } from '@heliograph/contract';
import type { HostFacts } from '../platform/host-facts.ts';

export const CHIP_ID_BYTES = 3;
/** Source: docs/reference/original-device.md#limits-of-values. */
export const DEFAULT_HOSTNAME_PATTERN = 'OpenDTU-%06X';

/**
 * The last three bytes of the hardware address as a number; undefined on a host without network. Source:
 * docs/reference/original-device.md#host-name.
 */
export function chipIdOf(host: Pick<HostFacts, 'macAddresses'>): number | undefined {
  const mac = host.macAddresses()[0];
  return mac === undefined ? undefined : Number.parseInt(mac.slice(-2 * CHIP_ID_BYTES), 16);
}

/** Docker makes the hardware address of a container from its address in the bridge's network. Source: its driver `bridge`. */
const OF_CONTAINER = /^0242/;

/**
 * The same, where no other machine has this address: the first containers of many machines have the same one. Only new data folders
 * ask for it; whatever has a name already keeps it.
 */
export function uniqueChipIdOf(host: Pick<HostFacts, 'macAddresses'>): number | undefined {
  const isOfContainer = OF_CONTAINER.test(host.macAddresses()[0] ?? '');
  return isOfContainer ? undefined : chipIdOf(host);
}

/** On a host without network the gateway's own serial tells it from others. */
export function chipIdOrSerial(host: Pick<HostFacts, 'macAddresses'>, dtuSerial: string): number {
  return chipIdOf(host) ?? Number.parseInt(dtuSerial.slice(-2 * CHIP_ID_BYTES), 16);
}

/**
 * What a host name pattern becomes: `%06X` is the chip id as six hex digits, what looks like a gap is a hyphen, and
 * what cannot stand in a name is left out. Only `%06X` is replaced: the original takes any printf directive. Source:
 * docs/reference/original-device.md#host-name and #quirk-42.
 */
export function expandHostname(pattern: string, chipId: number): string {
  const digits = chipId
    .toString(16)
    .toUpperCase()
    .padStart(2 * CHIP_ID_BYTES, '0');
  const name = pattern
    .replaceAll('%06X', digits)
    .slice(0, HOSTNAME_MAX_LENGTH)
    .replace(/[ _\-+!?*]/g, '-')
    .replace(/[^A-Za-z0-9-]/g, '')
    .replace(/-+$/, '');
  return name === '' ? DEFAULT_HOSTNAME_PATTERN.replace('%06X', digits) : name;
}

/** The access point's name has the chip id in decimal. Source: docs/reference/original-device.md#host-name. */
export function accessPointName(chipId: number): string {
  return `OpenDTU-${chipId}`;
}
