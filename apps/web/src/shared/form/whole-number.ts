import type { Formats } from '../i18n/format.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** The whole number that a text is, in plain digits; undefined for an empty text and for everything else. */
export function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** What is wrong with a text that has to be a whole number from `min` to `max`; undefined if nothing is. */
export function wholeNumberError(
  { common: { form } }: TextsOf<'common'>,
  format: Formats,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  const number = wholeNumber(text);
  if (number !== undefined && number >= min && number <= max) return undefined;
  return form.wholeNumber(format.noDigits(min), format.noDigits(max));
}
