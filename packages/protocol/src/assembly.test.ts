import { describe, expect, it } from 'vitest';
import { createAssembly, type Fragment, joinPayload } from './index.ts';

function fragment(index: number, isLast = false, body: readonly number[] = [index]): Fragment {
  return {
    mainCommand: 0x95,
    target: '81234567',
    source: '81234567',
    index,
    isLast,
    body: Uint8Array.from(body),
  };
}

describe('an assembly', () => {
  it('is empty at first, and again when cleared', () => {
    const assembly = createAssembly();
    expect(assembly.status()).toEqual({ kind: 'empty' });
    assembly.add(fragment(1, true));
    assembly.clear();
    expect(assembly.status()).toEqual({ kind: 'empty' });
  });

  it('asks for the one after the highest while the end is unknown, even with a gap below', () => {
    const assembly = createAssembly();
    assembly.add(fragment(3));
    expect(assembly.status()).toEqual({ kind: 'missing', index: 4, count: 3, lastKnown: false });
  });

  it('asks for the lowest gap once the end is known', () => {
    const assembly = createAssembly();
    assembly.add(fragment(4, true));
    assembly.add(fragment(2));
    expect(assembly.status()).toEqual({ kind: 'missing', index: 1, count: 2, lastKnown: true });
    assembly.add(fragment(1));
    expect(assembly.status()).toEqual({ kind: 'missing', index: 3, count: 1, lastKnown: true });
  });

  it('keeps the newer of two fragments with one index', () => {
    const assembly = createAssembly();
    assembly.add(fragment(1, true, [1]));
    assembly.add(fragment(1, true, [2]));
    expect(assembly.status()).toEqual({ kind: 'complete', fragments: [fragment(1, true, [2])] });
  });

  it('ignores index 0, end mark and all', () => {
    const assembly = createAssembly();
    assembly.add(fragment(0, true));
    expect(assembly.status()).toEqual({ kind: 'empty' });
  });

  it('drops the body of index 13 and above but believes its end mark', () => {
    const assembly = createAssembly();
    assembly.add(fragment(13, true));
    expect(assembly.status()).toEqual({ kind: 'empty' });
    for (let index = 1; index <= 12; index++) assembly.add(fragment(index));
    expect(assembly.status()).toEqual({ kind: 'missing', index: 13, count: 1, lastKnown: true });
  });
});

describe('a payload', () => {
  it('is its fragments without the checksum', () => {
    // 4b 37 is the well-known check value of this CRC16 over the digits 1 to 9.
    const digits = [0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39];
    expect(joinPayload([fragment(1, false, digits), fragment(2, true, [0x4b, 0x37])])).toEqual({
      ok: true,
      payload: Uint8Array.from(digits),
    });
    expect(joinPayload([fragment(1, false, digits), fragment(2, true, [0x37, 0x4b])])).toEqual({
      ok: false,
      reason: 'crc16',
    });
  });

  it.each([[[]], [[0xff]]])('of fewer bytes than a checksum is refused (%j)', (body) => {
    expect(joinPayload([fragment(1, true, body)])).toEqual({ ok: false, reason: 'crc16' });
  });
});
