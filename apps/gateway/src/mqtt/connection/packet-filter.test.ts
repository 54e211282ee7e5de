import { describe, expect, it } from 'vitest';
import { createPacketFilter } from './packet-filter.ts';

const CONNACK = Buffer.of(0x20, 2, 0, 0);
const SUBACK = Buffer.of(0x90, 3, 0, 1, 0);
const PING_ANSWER = Buffer.of(0xd0, 0);
const SHORT = Buffer.concat([Buffer.of(0x30, 4), Buffer.from('abcd')]);
const LONG = Buffer.concat([Buffer.of(0x31, 0x85, 0x02), Buffer.alloc(261, 'x')]);
const LONGEST = Buffer.concat([Buffer.of(0x30, 0x84, 0x02), Buffer.alloc(260, 'y')]);

function filtered(stream: Buffer, chunkBytes: number) {
  const skipped: number[] = [];
  const unexpected: number[] = [];
  const filter = createPacketFilter({
    maxBytes: 260,
    onSkipped: (bytes) => skipped.push(bytes),
    onUnexpected: (firstByte) => unexpected.push(firstByte),
  });
  const kept: Buffer[] = [];
  for (let at = 0; at < stream.length; at += chunkBytes) {
    kept.push(...filter(stream.subarray(at, at + chunkBytes)));
  }
  return { kept: Buffer.concat(kept), skipped, unexpected };
}

describe('the filter of packets', () => {
  it.each([1, 2, 3, 5, 100, 264, 5000])(
    'leaves out what is too long, in pieces of %d bytes',
    (chunkBytes) => {
      const stream = Buffer.concat([CONNACK, LONG, SHORT, SUBACK, LONGEST, LONG, PING_ANSWER, PING_ANSWER]);
      expect(filtered(stream, chunkBytes)).toEqual({
        kept: Buffer.concat([CONNACK, SHORT, SUBACK, LONGEST, PING_ANSWER, PING_ANSWER]),
        skipped: [261, 261],
        unexpected: [],
      });
    },
  );

  it('leaves out the longest there are', () => {
    expect(filtered(Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3), 8)).toEqual({
      kept: Buffer.alloc(0),
      skipped: [268_435_455],
      unexpected: [],
    });
  });

  it.each([
    ['a length without end', Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0)],
    ['a CONNACK that is too short', Buffer.of(0x20, 1, 0)],
    ['a CONNACK that is too long', Buffer.of(0x20, 3, 0, 0, 0)],
    ['a PUBLISH without topic', Buffer.of(0x30, 2, 0, 0)],
    ['a PUBLISH with QoS 1', Buffer.of(0x32, 5, 0, 1, 0x61, 0, 1)],
    ['a PUBLISH with QoS 2', Buffer.of(0x34, 5, 0, 1, 0x61, 0, 1)],
    ['a PUBREL without number', Buffer.of(0x62, 0)],
    ['a SUBACK without answers', Buffer.of(0x90, 2, 0, 1)],
    ['an answer to a ping that has a body', Buffer.of(0xd0, 1, 0)],
    ['an alert of TLS', Buffer.of(0x15, 3, 1, 0, 2, 2, 70)],
    ['the end of MQTT 5', Buffer.of(0xe0, 0)],
  ])('stops at %s', (_what, packet) => {
    for (const chunkBytes of [1, 3, 50]) {
      expect(filtered(Buffer.concat([SUBACK, packet, SHORT]), chunkBytes)).toEqual({
        kept: SUBACK,
        skipped: [],
        unexpected: [packet[0]],
      });
    }
  });
});
