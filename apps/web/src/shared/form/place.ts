import type { NtpUpdate, ReceivedNtpConfig } from '@heliograph/contract';
import type { Formats } from '../i18n/format.ts';

/** What stands in the fields of the place, and in the answer of the gateway. */
export const PLACE_KEYS = ['latitude', 'longitude'] as const;
type PlaceTexts = Readonly<Record<(typeof PLACE_KEYS)[number], string>>;

/** Whether the device knows that a plant has a place. */
export function hasPlace(received: ReceivedNtpConfig): boolean {
  return PLACE_KEYS.every((key) => received[key] !== undefined);
}

/** The place as it stands in the fields; empty where there is none. */
export function placeTexts(received: ReceivedNtpConfig): PlaceTexts {
  return { latitude: textOf(received.latitude), longitude: textOf(received.longitude) };
}

/** The place as it is sent: what was not changed goes back as it came, whatever it looks like. */
export function placeBody(
  values: PlaceTexts,
  received: ReceivedNtpConfig,
): Pick<NtpUpdate, 'latitude' | 'longitude'> {
  const stored = placeTexts(received);
  const [latitude, longitude] = PLACE_KEYS.map((key) =>
    values[key] === stored[key] ? (received[key] as NtpUpdate[typeof key]) : degreesOf(values[key]),
  );
  return { latitude, longitude };
}

/** A number of a field with the decimal sign that the reader is used to. */
export function inReadersWay(degrees: string, format: Formats): string {
  return degrees.replace('.', format.decimal(0.5).charAt(1));
}

/** The stored text where the same number was typed in another way. */
export function sameAsStored(typed: string, stored: string): string {
  const text = typed.trim();
  const isSame = text !== '' && stored !== '' && degreesOf(text) === degreesOf(stored);
  return isSame ? stored : text;
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** The number of a text with a decimal point or comma; null for an empty one, and NaN for what is none. */
export function degreesOf(text: string): number | null {
  if (text.trim() === '') return null;
  const plain = text.trim().replace(',', '.').replace('\u2212', '-'); // the minus sign of well-set pages
  return /^[-+]?(\d{1,3}(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
