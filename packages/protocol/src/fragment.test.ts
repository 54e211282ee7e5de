import { describe, expect, it } from 'vitest';
import { decodeFragment, encodeFragment, type Fragment } from './index.ts';

const FRAGMENT: Fragment = {
  mainCommand: 0x95,
  target: '81234567',
  source: '80112345',
  index: 3,
  isLast: true,
  body: Uint8Array.of(1, 2, 3),
};

describe('a packet', () => {
  it('shorter than a header and its check byte is refused', () => {
    expect(decodeFragment(new Uint8Array(10))).toEqual({ ok: false, reason: 'too-short' });
    expect(decodeFragment(new Uint8Array(11)).ok).toBe(true);
  });

  it('longer than the chip can carry is refused', () => {
    expect(decodeFragment(new Uint8Array(32)).ok).toBe(true);
    expect(decodeFragment(new Uint8Array(33))).toEqual({ ok: false, reason: 'too-long' });
  });

  it('with a wrong check byte is refused', () => {
    const packet = encodeFragment(FRAGMENT);
    packet[10] = 9;
    expect(decodeFragment(packet)).toEqual({ ok: false, reason: 'crc8' });
  });

  it('may be overwritten once it was read', () => {
    const packet = encodeFragment(FRAGMENT);
    const result = decodeFragment(packet);
    packet.fill(0);
    expect(result).toEqual({ ok: true, fragment: FRAGMENT });
  });

  it('is not made of what does not fit', () => {
    expect(() => encodeFragment({ ...FRAGMENT, body: new Uint8Array(22) })).toThrow(RangeError);
    expect(() => encodeFragment({ ...FRAGMENT, target: '116181234567' })).toThrow(RangeError);
  });
});
