/** Bytes as text and back: two lower-case hex digits per byte, nothing between them. */

const HEX_PAIR = /^(?:[0-9a-f]{2})*$/i;
const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** `Uint8Array [0x15, 0x0b]` gives `'150b'`; `start` and `end` cut out a part as in `slice`. */
export function hexFromBytes(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let index = start; index < end; index++) text += DIGITS[bytes[index] ?? 0] ?? '';
  return text;
}

/** `'150b'` gives `Uint8Array [0x15, 0x0b]`; undefined when the text is not a whole number of hex pairs. */
export function bytesFromHex(text: string): Uint8Array | undefined {
  if (!HEX_PAIR.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}
