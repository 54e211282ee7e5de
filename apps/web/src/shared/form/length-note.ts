import { byteLength } from '@heliograph/contract';
import type { AreaMessages } from '../i18n/area/area-en.ts';

/** From here on a text field says how much room is left. */
const ROOM_TOLD_FROM_BYTES = 8;

/**
 * How much room is left in a text of at most `max` bytes of UTF-8: when it gets short; undefined before, and when
 * the text is too long already (that is an error, not a note).
 */
export function lengthNote(
  { common: { form } }: AreaMessages,
  text: string,
  max: number,
): string | undefined {
  const room = max - byteLength(text);
  if (room < 0 || room > ROOM_TOLD_FROM_BYTES) return undefined;
  return form.roomLeft(String(room), String(max));
}
