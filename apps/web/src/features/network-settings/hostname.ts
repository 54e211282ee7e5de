import { HOSTNAME_MAX_LENGTH } from '@heliograph/contract';

/** Stands for six hex digits of the chip id. */
const CHIP_ID = '%06X';
/** Taken where a pattern comes to nothing. Source: docs/reference/original-device.md#host-name. */
const DEFAULT_PATTERN = `OpenDTU-${CHIP_ID}`;

/** The place of the digits where they are not known. */
const UNKNOWN_DIGITS = 'XXXXXX';

/**
 * The host name that a stored pattern becomes: cut to its length, letters and digits stay, a few signs become hyphens,
 * everything else is dropped, and hyphens at the end too. Source: docs/reference/original-device.md#host-name.
 */
export function expandHostname(pattern: string, chipId: string): string {
  const name = pattern
    .replaceAll(CHIP_ID, chipId)
    .slice(0, HOSTNAME_MAX_LENGTH)
    .replace(/[ _+!?*]/g, '-')
    .replace(/[^A-Za-z0-9-]/g, '')
    .replace(/-+$/, '');
  return name === '' ? expandHostname(DEFAULT_PATTERN, chipId) : name;
}

/** The six digits of the chip id, or X for each where the stored pattern and the name that it became do not show them. */
export function chipIdDigits(pattern: string, hostname: string): string {
  if (expandHostname(pattern, UNKNOWN_DIGITS) === hostname) return UNKNOWN_DIGITS; // they are not in it
  const starts = Array.from(hostname, (_, index) => hostname.slice(index, index + UNKNOWN_DIGITS.length));
  const isChipId = (digits: string) =>
    /^[0-9A-F]{6}$/.test(digits) && expandHostname(pattern, digits) === hostname;
  return starts.find(isChipId) ?? UNKNOWN_DIGITS;
}
