import { describe, expect, it } from 'vitest';
import { bytesFromHex, hexFromBytes } from './bytes/hex.ts';
import { decodeHamming, encodeChannelChange, encodeHamming, isForDtu } from './sub-ghz.ts';

describe('what is sent below 1 GHz', () => {
  it('changes the channel as an owner has recorded it (https://github.com/tbnobody/OpenDTU/issues/2137)', () => {
    const packet = encodeChannelChange('112492305207', '199980171276', 0x27);
    expect(hexFromBytes(packet)).toBe('569230520780171276021521271457');
    expect(isForDtu(packet, '199980171276')).toBe(true);
    expect(isForDtu(packet, '199980171277')).toBe(false);
  });

  it('reads the code words of a recorded packet (https://github.com/lumapu/ahoy/issues/1630)', () => {
    const recorded = bytesFromHex('706ae8c69cb4') ?? new Uint8Array();
    const { bytes, corrected } = decodeHamming(recorded, 6);
    expect([hexFromBytes(bytes), corrected]).toEqual(['158376', 0]);
    expect(decodeHamming(encodeHamming(bytes)).bytes).toEqual(bytes);
  });

  it('puts any single wrong bit of a code word right, and counts it', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 17);
    const coded = encodeHamming(bytes);
    for (let bit = 0; bit < bytes.length * 14; bit += 1) {
      const wrong = coded.slice();
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      expect(decodeHamming(wrong)).toEqual({ bytes, corrected: 1 });
    }
  });
});
