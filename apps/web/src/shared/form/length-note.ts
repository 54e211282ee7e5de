import { byteLength } from '@heliograph/contract';
import type { TextsOf } from '../i18n/texts.ts';

/** From here on a text field says how much room is left. */
const ROOM_TOLD_FROM_BYTES = 8;

/** How much room is left in a text of at most `max` bytes of UTF-8 when it gets short, or how much it is too long. */
export function lengthNote(texts: TextsOf<'common'>, text: string, max: number): string | undefined {
  const room = max - byteLength(text);
  if (room > ROOM_TOLD_FROM_BYTES) return undefined;
  const { roomLeft, tooMany, bytesNote } = texts.common.form;
  if (room >= 0) return roomLeft(String(room), String(max));
  const over = tooMany(String(-room), String(max));
  return byteLength(text) === text.length ? over : `${over} ${bytesNote}`;
}

/**
 * What is wrong with a text of more than `max` bytes of UTF-8: by how much it is too long, and which letters count more
 * than they seem to where it has some. Undefined for a text that fits.
 */
export function lengthError(texts: TextsOf<'common'>, text: string, max: number): string | undefined {
  return byteLength(text) > max ? lengthNote(texts, text, max) : undefined;
}
