import { INVERTER_STRING_COUNT_MAX } from './constants.ts';

/**
 * Inverters of one family, as far as a serial number gives them away: so that a page can name the family while the
 * serial is being typed. The gateway's own table (with the layout of the bytes) must agree; a test holds them together.
 */
export interface InverterFamily {
  /** The text that the list of inverters shows as type. */
  readonly type: string;
  readonly stringCount: 1 | 2 | 4 | 6;
  /** The first four digits of its serials, lower case, with blanks between (which costs a page fewer bytes than a list). */
  readonly prefixes: string;
  /** Digits 2 and 3, which decide where no family claims the first four. */
  readonly digits2And3?: string;
  /** Each of its models can do more than 1500 W. */
  readonly isLarge?: true;
}

/** Source: docs/reference/original-device.md#serial-numbers and docs/reference/radio-protocol.md#families. */
const INVERTER_FAMILIES: readonly InverterFamily[] = [
  { type: 'HM-300, HM-350, HM-400', stringCount: 1, prefixes: '1022', digits2And3: '12' },
  { type: 'HM-600, HM-700, HM-800', stringCount: 2, prefixes: '1042', digits2And3: '14' },
  { type: 'HM-1000, HM-1200, HM-1500', stringCount: 4, prefixes: '1062', digits2And3: '16' },
  { type: 'HMS-300, HMS-350, HMS-400, HMS-450, HMS-500', stringCount: 1, prefixes: '1124' },
  { type: 'HMS-450 v2, HMS-500 v2', stringCount: 1, prefixes: '1125 1400' },
  {
    type: 'HMS-600, HMS-700, HMS-800, HMS-900, HMS-1000',
    stringCount: 2,
    prefixes: '1143 1144 1410 114a',
  },
  { type: 'HMS-1600, HMS-1800, HMS-2000', stringCount: 4, prefixes: '1164 1166 1420', isLarge: true },
  { type: 'HMT-1600, HMT-1800, HMT-2000', stringCount: 4, prefixes: '1361', isLarge: true },
  { type: 'HMT-1800, HMT-2250', stringCount: 6, prefixes: '1382', isLarge: true },
  { type: 'HERF-300', stringCount: 1, prefixes: '2841' },
  { type: 'HERF-600, HERF-800', stringCount: 2, prefixes: '2821' },
  { type: 'HERF-1600, HERF-1800', stringCount: 4, prefixes: '2801', isLarge: true },
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
  const digits = serial.toLowerCase().slice(-INVERTER_SERIAL_LENGTH).padStart(INVERTER_SERIAL_LENGTH, '0');
  const prefix = digits.slice(0, 4);
  return (
    INVERTER_FAMILIES.find(({ prefixes }) => prefixes.includes(prefix)) ??
    INVERTER_FAMILIES.find(({ digits2And3 }) => digits2And3 === digits.slice(1, 3))
  );
}

/**
 * A serial of the families that the original devices of 2023 know, which are those of the specification. They are the
 * ones that digits 2 and 3 tell. Source: docs/reference/original-device.md#serial-numbers.
 */
export function isSerialOf2023(serial: string): boolean {
  return inverterFamilyOf(serial)?.digits2And3 !== undefined;
}

/** How many strings can be set up of an inverter with this serial: six where it has as many, else four. */
export function stringCountMaxOf(serial: string): number {
  return Math.max(INVERTER_STRING_COUNT_MAX, inverterFamilyOf(serial)?.stringCount ?? 0);
}
