import { describe, expect, it } from 'vitest';
import { createPacketFilter } from './packet-filter.ts';

const PING = Buffer.of(0xd0, 0);
const short = Buffer.concat([Buffer.of(0x30, 4), Buffer.from('abcd')]);
const long = Buffer.concat([Buffer.of(0x31, 0x85, 0x02), Buffer.alloc(261, 'x')]);
const longest = Buffer.concat([Buffer.of(0x30, 0x84, 0x02), Buffer.alloc(260, 'y')]);
const STREAM = Buffer.concat([PING, long, short, longest, long, PING, PING]);

function filtered(stream: Buffer, chunkBytes: number) {
  const skipped: number[] = [];
  const filter = createPacketFilter(260, (bytes) => skipped.push(bytes));
  const kept: Buffer[] = [];
  for (let at = 0; at < stream.length; at += chunkBytes) {
    kept.push(...filter(stream.subarray(at, at + chunkBytes)));
  }
  return { kept: Buffer.concat(kept), skipped };
}

describe('the filter of packets', () => {
  it.each([1, 2, 3, 5, 100, 264, 5000])(
    'leaves out what is too long, in pieces of %d bytes',
    (chunkBytes) => {
      expect(filtered(STREAM, chunkBytes)).toEqual({
        kept: Buffer.concat([PING, short, longest, PING, PING]),
        skipped: [261, 261],
      });
    },
  );

  it('leaves out the longest there are', () => {
    expect(filtered(Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3), 8)).toEqual({
      kept: Buffer.alloc(0),
      skipped: [268_435_455],
    });
  });

  it('hands on a length that never ends, which is no packet', () => {
    const garbage = Buffer.of(0x30, 0xff, 0xff, 0xff, 0xff, 0xd0, 0);
    expect(filtered(garbage, 1).kept).toEqual(garbage);
  });
});
