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
  | { readonly kind: 'empty' | 'letters' | 'digitsOnly' | 'unknown' }
  | { readonly kind: 'length'; readonly digits: number }
  | { readonly kind: 'known'; readonly family: InverterFamily };

// White space, every kind of dash, dots, and what has no width: printed labels group the digits.
const SEPARATORS = /[\s\p{Dash}\p{Cf}.·•]+/gu;

/** A serial number as typed or pasted, without what only helps to read it; digits of other scripts' width as ours. */
export function cleanSerial(text: string): string {
  return text.normalize('NFKC').replace(SEPARATORS, '');
}

/**
 * Judges a cleaned serial. Source: docs/reference/original-device.md#serial-numbers and #quirk-10 (where letters read as
 * zero).
 */
export function findSerial(serial: string): SerialFinding {
  if (serial === '') return { kind: 'empty' };
  if (!/^[\da-f]+$/i.test(serial)) return { kind: 'letters' };
  // Also of one that is not complete yet: its first digits tell the family.
  const isOf2023 = isSerialOf2023(serial.padEnd(INVERTER_SERIAL_LENGTH, '0'));
  if (isOf2023 && /\D/.test(serial)) return { kind: 'digitsOnly' };
  if (serial.length !== INVERTER_SERIAL_LENGTH) return { kind: 'length', digits: serial.length };
  const family = inverterFamilyOf(serial);
  return family === undefined ? { kind: 'unknown' } : { kind: 'known', family };
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
  const same = others.filter((other) => isSameSerial(other.serial, serial));
  if (same.length > 0) return { kind: 'warning', text: t.serialTwice(same.map(shortName).join(', ')) };
  switch (finding.kind) {
    case 'known': {
      const { type, stringCount } = finding.family;
      return { kind: 'good', text: `${type} · ${format.count(stringCount, t.strings)}` };
    }
    case 'unknown':
      return { kind: 'warning', text: t.serialUnknown };
    case 'letters':
      return { kind: 'warning', text: t.serialLetters };
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
