const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
/** Below it kilobytes say more: this is all that a device has. */
const MEGABYTES_FROM_KB = 10_000;

/**
 * Bytes in the customs of a language: as kilobytes of 1024; from ten thousand of them on as megabytes, gigabytes and so on,
 * to three digits.
 */
export function bytesText(tag: string, bytes: number): string {
  const kilobytes = bytes / 1024;
  if (Math.abs(kilobytes) < MEGABYTES_FROM_KB) {
    return inUnit(tag, 0, { maximumFractionDigits: 0 }).format(kilobytes);
  }
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.abs(kilobytes)) / 10));
  return inUnit(tag, power, { maximumSignificantDigits: 3 }).format(kilobytes / 1024 ** power);
}

/** A part of a memory, in the unit that suits the whole, so that both can be compared. */
export function bytesOfText(tag: string, bytes: number, whole: number): string {
  const power = Math.min(UNITS.length, Math.floor(Math.log2(Math.max(1024, whole)) / 10));
  const digits = {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 2,
    roundingPriority: 'lessPrecision',
  } as const;
  return inUnit(tag, power - 1, digits).format(bytes / 1024 ** power);
}

function inUnit(tag: string, index: number, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, { style: 'unit', unit: UNITS[index], ...digits });
}
