import {
  INVERTER_SERIAL_LENGTH,
  type InverterFamily,
  inverterFamilyOf,
  isSerialOf2023,
  type ListedInverter,
} from '@heliograph/contract';
import type { FieldNotice } from '../../shared/form/field.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { shortName } from './inverter-name.ts';

/** What a serial number looks like so far. */
export type SerialFinding =
  | { readonly kind: 'empty' | 'letters' | 'labelLetters' | 'digitsOnly' | 'unknown' }
  | { readonly kind: 'length'; readonly digits: number }
  | { readonly kind: 'known'; readonly family: InverterFamily; readonly onAir: string };

// White space, every kind of dash, dots, and what has no width: printed labels group the digits.
const SEPARATORS = /[\s\p{Dash}\p{Cf}.·•]+/gu;

/** A serial number as typed or pasted, without what only helps to read it; digits of other scripts' width as ours. */
export function cleanSerial(text: string): string {
  return text.normalize('NFKC').replace(SEPARATORS, '');
}

/** Digits of the serials on labels of HERF inverters, by their value. Source: docs/reference/radio-protocol.md#serials-on-labels. */
const LABEL_DIGITS = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
/** A label has these; what may follow them, behind a dash, says nothing of the inverter. */
const LABEL_LENGTH = 9;
const LABEL_SUFFIX_LENGTH = 3;
/** No serial of the other form begins so. */
const LABEL_START = /^A[012]1/i;
/** Of each digit; six of five bits, two bits that are zero, and three digits more. */
const LABEL_SHIFTS = [42, 37, 32, 25, 20, 15, 10, 5, 0];

/** A cleaned serial in the form in which inverters are called: HERF inverters have another one on their labels. */
export function serialOnAir(serial: string): string {
  const isComplete = [LABEL_LENGTH, LABEL_LENGTH + LABEL_SUFFIX_LENGTH].includes(serial.length);
  if (!LABEL_START.test(serial) || !isComplete) return serial;
  const values = [...serial.toUpperCase().slice(0, LABEL_LENGTH)].map((digit) => LABEL_DIGITS.indexOf(digit));
  if (values.includes(-1)) return serial;
  const number = values.reduce((sum, value, index) => sum + value * 2 ** (LABEL_SHIFTS[index] ?? 0), 0);
  return number.toString(16).toUpperCase().padStart(INVERTER_SERIAL_LENGTH, '0');
}

/** Of one that looks like that of a label. */
function findLabel(label: string): SerialFinding {
  const onAir = serialOnAir(label);
  const family = onAir === label ? undefined : inverterFamilyOf(onAir);
  if (family !== undefined) return { kind: 'known', family, onAir };
  const isWrong = [...label.toUpperCase().slice(0, LABEL_LENGTH)].some(
    (digit) => !LABEL_DIGITS.includes(digit),
  );
  return isWrong ? { kind: 'labelLetters' } : { kind: 'length', digits: label.length };
}

/**
 * Judges a cleaned serial. Source: docs/reference/original-device.md#serial-numbers and #quirk-10 (where letters read as
 * zero).
 */
export function findSerial(serial: string): SerialFinding {
  if (serial === '') return { kind: 'empty' };
  if (LABEL_START.test(serial)) return findLabel(serial);
  if (!/^[\da-f]+$/i.test(serial)) return { kind: 'letters' };
  // Also of one that is not complete yet: its first digits tell the family.
  const isOf2023 = isSerialOf2023(serial.padEnd(INVERTER_SERIAL_LENGTH, '0'));
  if (isOf2023 && /\D/.test(serial)) return { kind: 'digitsOnly' };
  if (serial.length !== INVERTER_SERIAL_LENGTH) return { kind: 'length', digits: serial.length };
  const family = inverterFamilyOf(serial);
  return family === undefined ? { kind: 'unknown' } : { kind: 'known', family, onAir: serial };
}

/** Why a serial cannot be saved; undefined when it can, though there may be something to say of it. */
export function serialError(
  texts: TextsOf<'common' | 'inverters'>,
  format: Formats,
  serial: string,
): string | undefined {
  const { inverters: t } = texts;
  const finding = findSerial(serial);
  switch (finding.kind) {
    case 'empty':
      return t.serialRequired;
    case 'letters':
      return t.serialLetters;
    case 'labelLetters':
      return t.serialLabelLetters;
    case 'digitsOnly':
      return t.serialDigitsOnly;
    case 'length':
      return t.serialLength(format.noDigits(finding.digits));
    default:
      return undefined;
  }
}

/** What is to be said of a serial while it is typed, before it is left: never that it is merely unfinished. */
export function serialNotice(
  texts: TextsOf<'common' | 'inverters'>,
  format: Formats,
  serial: string,
  others: readonly ListedInverter[],
): FieldNotice | undefined {
  const { inverters: t } = texts;
  const finding = findSerial(serial);
  if (finding.kind === 'empty') return undefined;
  const same = others.filter((other) => isSameSerial(other.serial, serialOnAir(serial)));
  if (same.length > 0) return { kind: 'warning', text: t.serialTwice(same.map(shortName).join(', ')) };
  switch (finding.kind) {
    case 'known': {
      const { type, stringCount } = finding.family;
      const what = [type, format.count(stringCount, t.strings)];
      const { onAir } = finding;
      return {
        kind: 'good',
        text: [...what, ...(onAir === serial ? [] : [t.serialOnAir(onAir)])].join(' · '),
      };
    }
    case 'unknown':
      return { kind: 'warning', text: t.serialUnknown };
    case 'letters':
      return { kind: 'warning', text: t.serialLetters };
    case 'labelLetters':
      return { kind: 'warning', text: t.serialLabelLetters };
    case 'digitsOnly':
      return { kind: 'warning', text: t.serialDigitsOnly };
    case 'length':
      return finding.digits > INVERTER_SERIAL_LENGTH
        ? { kind: 'warning', text: t.serialLength(format.noDigits(finding.digits)) }
        : undefined;
  }
}

/** Zeros in front say nothing. */
export function isSameSerial(one: string, other: string): boolean {
  const significant = (serial: string) => serial.toLowerCase().replace(/^0+/, '');
  return significant(one) === significant(other);
}
