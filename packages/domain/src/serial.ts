const SERIAL_TEXT = /^[0-9a-f]{1,16}$/;
const DIGITS_MIN = 8;

/**
 * The one way to write a serial: lower case, no leading zeros except that at least 8 digits remain.
 * `'00116181234567'` gives `'116181234567'`; undefined for anything but 1 to 16 hex digits, and for zero.
 */
export function canonicalSerial(text: string): string | undefined {
  const digits = text.toLowerCase();
  if (!SERIAL_TEXT.test(digits)) return undefined;
  const significant = digits.replace(/^0+/, '');
  return significant === '' ? undefined : significant.padStart(DIGITS_MIN, '0');
}
