import { describe, expect, it } from 'vitest';
import {
  decodeRequest,
  encodeRequest,
  isPersistentLimit,
  LIMIT_TYPES,
  limitTypeFor,
  MODEL_FAMILIES,
} from '../index.ts';

const LINK = { inverterSerial: '116183307978', dtuSerial: '199983307978' };
const familyOf = (name: string) => {
  const family = MODEL_FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  return family;
};

describe('the code of a limit', () => {
  it.each([
    ...['hm-1ch', 'hm-2ch', 'hm-4ch', 'herf-1ch', 'herf-2ch', 'herf-4ch'].map(
      (name) => [name, [0x0000, 0x0001, 0x0100, 0x0101]] as const,
    ),
    ...['hms-1ch', 'hms-1ch-v2', 'hms-2ch', 'hms-4ch', 'hmt-4ch', 'hmt-6ch'].map(
      (name) => [name, [0x0000, 0x0001, 0x0002, 0x0003]] as const,
    ),
  ])('of %s is that of its family', (name, codes) => {
    const family = familyOf(name);
    const kinds = [false, true].flatMap((isPersistent) =>
      [false, true].map((isRelative) => ({ isRelative, isPersistent })),
    );
    expect(kinds.map((kind) => limitTypeFor(family, kind))).toEqual(codes);
    expect(LIMIT_TYPES.filter((type) => isPersistentLimit(family, type))).toEqual(codes.slice(2));
  });

  it('stands in the order: 50 % to be kept, for HM and for HMS', () => {
    const packet = (limitType: 0x0101 | 0x0003) =>
      encodeRequest({ kind: 'ActivePowerControl', limit: 50, limitType }, LINK);
    expect([...packet(0x0101)].slice(10, 16)).toEqual([0x0b, 0x00, 0x01, 0xf4, 0x01, 0x01]);
    expect([...packet(0x0003)].slice(10, 16)).toEqual([0x0b, 0x00, 0x01, 0xf4, 0x00, 0x03]);
    expect(decodeRequest(packet(0x0003))?.request).toMatchObject({ limit: 50, limitType: 0x0003 });
  });

  it('that no family has is no order', () => {
    const packet = encodeRequest(
      { kind: 'ActivePowerControl', limit: 50, limitType: 0x0200 as 0x0100 },
      LINK,
    );
    expect(decodeRequest(packet)).toBeUndefined();
  });
});
