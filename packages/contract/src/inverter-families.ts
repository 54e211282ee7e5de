/**
 * Inverters of one family, as far as a serial number gives them away: so that a page can name the family while the
 * serial is being typed. The gateway's own table (with the layout of the bytes) must agree; a test holds them together.
 */
export interface InverterFamily {
  /** The text that the list of inverters shows as type. */
  readonly type: string;
  readonly stringCount: 1 | 2 | 4;
  /** Digits 2 and 3 of the serial, or the first four digits. */
  readonly digits2And3: string;
  readonly prefix: string;
}

/** In the order in which they are tried. Source: docs/reference/original-device.md#serial-numbers. */
const INVERTER_FAMILIES: readonly InverterFamily[] = [
  { type: 'HM-1000, HM-1200, HM-1500', stringCount: 4, digits2And3: '16', prefix: '1062' },
  { type: 'HM-600, HM-700, HM-800', stringCount: 2, digits2And3: '14', prefix: '1042' },
  { type: 'HM-300, HM-350, HM-400', stringCount: 1, digits2And3: '12', prefix: '1022' },
];

/** Digits of the serial of a real inverter. Source: docs/reference/original-device.md#serial-numbers. */
export const INVERTER_SERIAL_LENGTH = 12;

/**
 * What stands in the list as type where no family claims the serial. Source:
 * docs/reference/original-device.md#inverter-settings.
 */
export const UNKNOWN_INVERTER_TYPE = 'Unknown';

/** The family that a serial belongs to, judged by its last 12 digits; undefined when no supported one claims it. */
export function inverterFamilyOf(serial: string): InverterFamily | undefined {
  const digits = serial.slice(-INVERTER_SERIAL_LENGTH).padStart(INVERTER_SERIAL_LENGTH, '0');
  return INVERTER_FAMILIES.find(
    ({ digits2And3, prefix }) => digits.slice(1, 3) === digits2And3 || digits.startsWith(prefix),
  );
}
