import { expect, it } from 'vitest';
import { createPublishReader } from './publish-tap.ts';

/** Written out by hand: a ping, then `a/b` = `hi`, `a` without content and with a number, and one of 200 bytes. */
const STREAM = Buffer.concat([
  Buffer.from([0xc0, 0x00]),
  Buffer.from([0x31, 0x07, 0x00, 0x03, 0x61, 0x2f, 0x62, 0x68, 0x69]),
  Buffer.from([0x32, 0x05, 0x00, 0x01, 0x61, 0x12, 0x34]),
  Buffer.from([0x30, 0xcb, 0x01, 0x00, 0x01, 0x7a]),
  Buffer.alloc(200, 'x'),
]);

it.each([1, 2, 7, 1000])('reads what is published out of pieces of %d bytes', (size) => {
  const seen: string[] = [];
  const read = createPublishReader((topic, payload) => seen.push(`${topic}=${payload}`));
  for (let from = 0; from < STREAM.length; from += size) read(STREAM.subarray(from, from + size));
  expect(seen).toEqual(['a/b=hi', 'a=', `z=${'x'.repeat(200)}`]);
});
