import { describe, expect, it } from 'vitest';
import { readInt16, readUint16, readUint32 } from './byte-reader.ts';
import { writeInt16, writeUint16, writeUint32 } from './byte-writer.ts';
import { bytesFromHex, hexFromBytes } from './hex.ts';

describe('numbers as bytes', () => {
  it('are big-endian', () => {
    const bytes = new Uint8Array(8);
    writeUint16(bytes, 0, 0x1234);
    writeInt16(bytes, 2, -2);
    writeUint32(bytes, 4, 0x89abcdef);
    expect(hexFromBytes(bytes)).toBe('1234fffe89abcdef');
    expect([readUint16(bytes, 0), readInt16(bytes, 2), readUint32(bytes, 4)]).toEqual([
      0x1234, -2, 0x89abcdef,
    ]);
  });

  it.each([
    [-1, '0000', '00000000', 'ffff'],
    [65_536, 'ffff', '00010000', '7fff'],
    [5e9, 'ffff', 'ffffffff', '7fff'],
    [-40_000, '0000', '00000000', '8000'],
    [1.9, '0001', '00000001', '0001'],
    [Number.NaN, '0000', '00000000', '0000'],
  ])('%d stays at the end of its scale', (value, uint16, uint32, int16) => {
    const bytes = new Uint8Array(8);
    writeUint16(bytes, 0, value);
    writeUint32(bytes, 2, value);
    writeInt16(bytes, 6, value);
    expect(hexFromBytes(bytes)).toBe(uint16 + uint32 + int16);
  });

  it('read as zero past the end', () => {
    expect(readUint16(Uint8Array.of(1), 0)).toBe(0x0100);
    expect(readUint32(Uint8Array.of(), 5)).toBe(0);
  });
});

describe('hex text', () => {
  it.each(['1', '0g', '12 34', '0x12'])('%j is none', (text) => expect(bytesFromHex(text)).toBeUndefined());
  it('may be empty or in capitals', () => {
    expect(bytesFromHex('')).toEqual(new Uint8Array());
    expect(bytesFromHex('AB')).toEqual(Uint8Array.of(0xab));
  });
});
