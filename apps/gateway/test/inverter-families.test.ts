import { inverterFamilyOf } from '@heliograph/contract';
import { modelFamilyOf } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';

describe('the families of inverters', () => {
  it('are the same for the page where a serial is typed and for the bytes on the air', () => {
    const disagreements: string[] = [];
    for (let prefix = 0; prefix <= 0xffff; prefix++) {
      const serial = `${prefix.toString(16).padStart(4, '0')}80400144`;
      const typed = inverterFamilyOf(serial);
      const spoken = modelFamilyOf(serial);
      const agree = typed?.type === spoken?.typeText && typed?.stringCount === spoken?.stringCount;
      if (!agree) disagreements.push(serial);
    }
    expect(disagreements).toEqual([]);
  });

  it.each([
    ['112180400144', 'HM-300, HM-350, HM-400'],
    ['114180400144', 'HM-600, HM-700, HM-800'],
    ['116180400144', 'HM-1000, HM-1200, HM-1500'],
    ['104200000001', 'HM-600, HM-700, HM-800'],
    ['123456789012', undefined],
    ['0000116180400144', 'HM-1000, HM-1200, HM-1500'],
    ['16180400144', 'HM-1000, HM-1200, HM-1500'],
  ])('are told by the last 12 digits: %s is %s', (serial, type) => {
    expect(inverterFamilyOf(serial)?.type).toBe(type);
    expect(modelFamilyOf(serial)?.typeText).toBe(type);
  });
});
