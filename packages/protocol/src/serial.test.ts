import { describe, expect, it } from 'vitest';
import { addressBytes, modelFamilyOf, pipeAddress } from './index.ts';

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
});
