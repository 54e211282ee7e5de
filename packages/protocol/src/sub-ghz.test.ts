import { describe, expect, it } from 'vitest';
import { crc8 } from './bytes/crc8.ts';
import { bytesFromHex, hexFromBytes } from './bytes/hex.ts';
import {
  decodeAirPacket,
  decodeHamming,
  encodeAirPacket,
  encodeChannelChange,
  encodeHamming,
  isForDtu,
} from './sub-ghz.ts';

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

/** Length, packet and checksum, of which a receiver had taken away the code words (https://github.com/esphome/feature-requests/issues/3203). */
const RECORDED = [
  '1795a01121ae0000000083000000000000011500056fd3852121',
  '1b15a01121ae00000000800b0068f0cfca00000000000000003fd8da50b7',
  '1b15a01121ae00000000800b0068f0cfcd00000000000000000ffecb466d',
];
/** As a chip without code words received it; it had taken the first byte for the length (https://github.com/lumapu/ahoy/issues/1630). */
const RECORDED_CODED = '706ae8c69cb42e8cb9a8c006cb00d00468c0005c0001a46697119a';

const bytesOf = (hex: string) => bytesFromHex(hex) ?? new Uint8Array();
/** The same sequence in every run. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe('a packet on the air below 1 GHz', () => {
  it.each(RECORDED)('is read and written as an owner has recorded it: %s', (hex) => {
    const whole = bytesOf(hex);
    const packet = whole.slice(1, -2);
    expect(crc8(packet, packet.length - 1)).toBe(packet.at(-1));
    expect(decodeAirPacket(encodeHamming(whole))).toEqual({ ok: true, packet, corrected: 0 });
    expect(encodeAirPacket(packet)).toEqual(encodeHamming(whole));
  });

  it('has its length in code words, too: the first half of a recorded one comes out bit by bit', () => {
    const heard = Uint8Array.of(0x1b, ...bytesOf(RECORDED_CODED));
    const { bytes, corrected } = decodeHamming(heard);
    expect([hexFromBytes(bytes.slice(0, 15)), corrected]).toEqual(['1b158376242380190608800b00686b', 0]);
    expect(decodeAirPacket(heard)).toEqual({ ok: false, reason: 'truncated' });
    const wholeBytes = Math.floor((bytes.length * 14) / 8);
    expect(encodeHamming(bytes).slice(0, wholeBytes)).toEqual(heard.slice(0, wholeBytes));
  });

  it('comes back at every length, with noise behind it and one wrong bit in every code word', () => {
    const dice = createDice(1);
    for (let length = 1; length <= 32; length += 1) {
      const packet = Uint8Array.from({ length }, () => dice(256));
      const coded = encodeAirPacket(packet);
      for (let word = 0; word < (length + 3) * 2; word += 1) {
        const bit = word * 7 + dice(7);
        coded[bit >> 3] = (coded[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      }
      const noise = Array.from({ length: dice(10) }, () => dice(256));
      const corrected = (length + 3) * 2;
      expect(decodeAirPacket(Uint8Array.of(...coded, ...noise))).toEqual({ ok: true, packet, corrected });
    }
  });

  it('is refused wherever it was cut off, and where its length cannot be', () => {
    const coded = encodeAirPacket(bytesOf('15837624238019060880'));
    for (let end = 0; end < coded.length; end += 1)
      expect(decodeAirPacket(coded.slice(0, end))).toEqual({ ok: false, reason: 'truncated' });
    for (const length of [0, 33, 255]) {
      const wrong = encodeHamming(Uint8Array.from({ length: 60 }, () => length));
      expect(decodeAirPacket(wrong)).toEqual({ ok: false, reason: 'length' });
    }
    expect(() => encodeAirPacket(new Uint8Array())).toThrow(RangeError);
    expect(() => encodeAirPacket(new Uint8Array(33))).toThrow(RangeError);
  });

  it('is refused when two bits of a code word behind the length are wrong', () => {
    const coded = encodeAirPacket(bytesOf('15837624238019060880'));
    for (let word = 2; word < 26; word += 1)
      for (let first = 0; first < 7; first += 1)
        for (let second = first + 1; second < 7; second += 1) {
          const wrong = coded.slice();
          for (const bit of [word * 7 + first, word * 7 + second])
            wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
          expect(decodeAirPacket(wrong)).toEqual({ ok: false, reason: 'checksum' });
        }
  });

  it('is hardly ever found in noise, which never does harm', () => {
    const dice = createDice(2);
    let found = 0;
    for (let round = 0; round < 5000; round += 1) {
      const noise = Uint8Array.from({ length: dice(70) }, () => dice(256));
      if (decodeAirPacket(noise).ok) found += 1;
    }
    expect(found).toBeLessThanOrEqual(1);
  });
});
