import { byteLength } from '@heliograph/contract';
import type { AreaMessages } from '../i18n/area/area-en.ts';

/** From here on a text field says how much room is left. */
const ROOM_TOLD_FROM_BYTES = 8;

/** How much room is left in a text of at most `max` bytes of UTF-8 when it gets short, or how much it is too long. */
export function lengthNote(area: AreaMessages, text: string, max: number): string | undefined {
  const room = max - byteLength(text);
  if (room > ROOM_TOLD_FROM_BYTES) return undefined;
  const { roomLeft, tooMany, bytesNote } = area.common.form;
  if (room >= 0) return roomLeft(String(room), String(max));
  const over = tooMany(String(-room), String(max));
  return countsMoreThanSeen(text, max) ? `${over} ${bytesNote}` : over;
}

/**
 * What is wrong with a text of more than `max` bytes of UTF-8: `rule`, and by how much; or, where only the bytes are
 * too many and not what one sees, why it is too long all the same. Undefined for a text that fits.
 */
export function lengthError(area: AreaMessages, text: string, max: number, rule: string): string | undefined {
  if (byteLength(text) <= max) return undefined;
  const note = lengthNote(area, text, max) ?? '';
  return countsMoreThanSeen(text, max) ? note : `${rule} ${note}`;
}

function countsMoreThanSeen(text: string, max: number): boolean {
  return Array.from(text).length <= max;
}
