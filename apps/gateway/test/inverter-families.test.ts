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
    ['112480400144', 'HMS-300, HMS-350, HMS-400, HMS-450, HMS-500'],
    ['140080400144', 'HMS-450 v2, HMS-500 v2'],
    ['114a80400144', 'HMS-600, HMS-700, HMS-800, HMS-900, HMS-1000'],
    ['116480400144', 'HMS-1600, HMS-1800, HMS-2000'],
    ['136180400144', 'HMT-1600, HMT-1800, HMT-2000'],
    ['138280400144', 'HMT-1800, HMT-2250'],
    ['284180400144', 'HERF-300'],
    ['282180400144', 'HERF-600, HERF-800'],
    ['280180400144', 'HERF-1600, HERF-1800'],
  ])('are told by the last 12 digits: %s is %s', (serial, type) => {
    expect(inverterFamilyOf(serial)?.type).toBe(type);
    expect(modelFamilyOf(serial)?.typeText).toBe(type);
  });

  it('are told on the page whether the letter of a serial is a capital or not', () => {
    expect(inverterFamilyOf('114A80400144')).toBe(inverterFamilyOf('114a80400144'));
    expect(inverterFamilyOf('114A80400144')?.stringCount).toBe(2);
  });
});
