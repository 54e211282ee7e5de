import { describe, expect, it } from 'vitest';
import { addressBytes, MODEL_FAMILIES, modelFamilyOf, pipeAddress } from './index.ts';

describe('a serial', () => {
  it('goes on the air with its last 8 digits', () => {
    expect([...addressBytes('116181234567')]).toEqual([0x81, 0x23, 0x45, 0x67]);
    expect([...addressBytes('00000001')]).toEqual([0, 0, 0, 1]);
  });

  it('has a pipe address of reversed bytes', () => {
    expect(pipeAddress('112172220200')).toBe('0002227201');
    expect(pipeAddress('999978563412')).toBe('1234567801');
  });

  it('names its family by its last 12 digits only', () => {
    expect(modelFamilyOf('9116181234567')?.name).toBe('hm-4ch');
    expect(modelFamilyOf('106212345678')?.name).toBe('hm-4ch');
    expect(modelFamilyOf('104212345678')?.name).toBe('hm-2ch');
    expect(modelFamilyOf('81234567')).toBeUndefined();
  });

  it.each([
    ['1124', 'hms-1ch'],
    ['1125', 'hms-1ch-v2'],
    ['1400', 'hms-1ch-v2'],
    ['1143', 'hms-2ch'],
    ['1144', 'hms-2ch'],
    ['1410', 'hms-2ch'],
    ['114a', 'hms-2ch'],
    ['1164', 'hms-4ch'],
    ['1166', 'hms-4ch'],
    ['1420', 'hms-4ch'],
    ['1361', 'hmt-4ch'],
    ['1382', 'hmt-6ch'],
    ['2841', 'herf-1ch'],
    ['2821', 'herf-2ch'],
    ['2801', 'herf-4ch'],
    // Beside them digits 2 and 3 go on to tell HM.
    ['1126', 'hm-1ch'],
    ['1141', 'hm-2ch'],
    ['114b', 'hm-2ch'],
    ['1165', 'hm-4ch'],
    ['1362', undefined],
    ['2811', undefined],
  ])('that begins with %s is of the family %s', (prefix, family) => {
    expect(modelFamilyOf(`${prefix}80400144`)?.name).toBe(family);
  });

  it('begins with four digits that one family claims at most', () => {
    const prefixes = MODEL_FAMILIES.flatMap(({ serials }) => serials.prefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});
