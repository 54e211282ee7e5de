import { describe, expect, it } from 'vitest';
import { canonicalSerial } from './index.ts';

describe('a serial', () => {
  it.each([
    ['00116181234567', '116181234567'],
    ['1161A00B0FA2', '1161a00b0fa2'],
    ['1', '00000001'],
    ['00000000ffffffff', 'ffffffff'],
    ['0123456789abcdef', '123456789abcdef'],
  ])('%s is written %s', (text, serial) => expect(canonicalSerial(text)).toBe(serial));

  it.each([
    '',
    '0',
    '0000000000000000',
    '11618123456g',
    ' 116181234567',
    '-1',
    '0x116181234567',
    '11111111111111111',
  ])('%j is none', (text) => expect(canonicalSerial(text)).toBeUndefined());
});
