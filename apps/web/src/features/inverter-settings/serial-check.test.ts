import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { createFormats } from '../../shared/i18n/format.ts';
import {
  cleanSerial,
  findSerial,
  isSameSerial,
  serialError,
  serialNotice,
  serialOnAir,
} from './serial-check.ts';

const en = await allTexts('en');

const { inverters: t } = en;
const format = createFormats('en');
const garage = { id: 0, name: 'Garage', serial: '116180400144', type: '', channel: [] };

describe('a serial as pasted', () => {
  it.each([
    ['1161 8040 0144', '116180400144'],
    ['1161-8040–0144', '116180400144'],
    [' 1161\u00a08040\r\n0144\t', '116180400144'],
    ['116180\u200b400144\ufeff', '116180400144'],
    ['１１６１８０４００１４４', '116180400144'],
    ['116.180.400．144', '116180400144'],
    ['1161·8040•0144', '116180400144'],
    ['1161A0400144', '1161A0400144'],
  ])('%j becomes %s', (pasted, cleaned) => {
    expect(cleanSerial(pasted)).toBe(cleaned);
  });
});

describe('a serial as typed', () => {
  it.each([
    ['', 'empty', t.serialRequired],
    ['116x80400144', 'letters', t.serialLetters],
    ['1161A0400144', 'digitsOnly', t.serialDigitsOnly],
    ['1164A0400144', 'known', undefined],
    ['114a80400144', 'known', undefined],
    ['1382a00c4f2', 'length', t.serialLength('11')],
    ['11618040014', 'length', t.serialLength('11')],
    ['1161804001444', 'length', t.serialLength('13')],
    ['123456789012', 'unknown', undefined],
    ['116180400144', 'known', undefined],
  ] as const)('%j is %s', (serial, kind, error) => {
    expect(findSerial(serial).kind).toBe(kind);
    expect(serialError(en, format, serial)).toBe(error);
  });

  it.each([
    ['112180400144', 'HM-300, HM-350, HM-400 · 1 string'],
    ['114180400144', 'HM-600, HM-700, HM-800 · 2 strings'],
    ['116180400145', 'HM-1000, HM-1200, HM-1500 · 4 strings'],
    ['1382A00C4F26', 'HMT-1800, HMT-2250 · 6 strings'],
  ])('%s is named by its family', (serial, text) => {
    expect(serialNotice(en, format, serial, [])).toEqual({ kind: 'good', text });
  });

  it.each([
    ['123456789012', t.serialUnknown],
    ['1161a', t.serialDigitsOnly],
    ['1164x', t.serialLetters],
    ['1161804001449', t.serialLength('13')],
    ['116180400144', t.serialTwice('Garage')],
  ])('%s is warned of', (serial, text) => {
    expect(serialNotice(en, format, serial, [garage])).toEqual({ kind: 'warning', text });
  });

  it('is not blamed for being unfinished', () => {
    expect(serialNotice(en, format, '', [garage])).toBeUndefined();
    expect(serialNotice(en, format, '1161', [garage])).toBeUndefined();
    expect(serialNotice(en, format, '1164a', [garage])).toBeUndefined();
  });

  // Labels that owners have published, the first with its number on the air, of the others only how that begins:
  // docs/reference/radio-protocol.md#serials-on-labels.
  it.each([
    ['A1100FBT4-19W', '28210007AF44', 'HERF-600, HERF-800 · 2 strings · on the air 28210007AF44'],
    ['a1100fbt4', '28210007AF44', 'HERF-600, HERF-800 · 2 strings · on the air 28210007AF44'],
    ['A21001JEW-1S2', '28410000C9DD', 'HERF-300 · 1 string · on the air 28410000C9DD'],
    ['A01002AP4-1T9', '280100012AE4', 'HERF-1600, HERF-1800 · 4 strings · on the air 280100012AE4'],
  ])('%s of a label is %s on the air', (label, onAir, text) => {
    const typed = cleanSerial(label);
    expect(serialOnAir(typed)).toBe(onAir);
    expect(serialError(en, format, typed)).toBeUndefined();
    expect(serialNotice(en, format, typed, [])).toEqual({ kind: 'good', text });
    const other = { ...garage, serial: onAir.toLowerCase() };
    expect(serialNotice(en, format, typed, [other])).toEqual({
      kind: 'warning',
      text: t.serialTwice('Garage'),
    });
  });

  it.each(['A11', 'A1100FBT', 'A1100FBT41', 'A1100FBT419'])('%s of a label is not blamed', (typed) => {
    expect(serialNotice(en, format, typed, [])).toBeUndefined();
    expect(serialError(en, format, typed)).toBe(t.serialLength(String(typed.length)));
  });

  it('has letters on a label that none has', () => {
    expect(serialNotice(en, format, 'A1100FBO4', [])).toEqual({
      kind: 'warning',
      text: t.serialLabelLetters,
    });
    expect(serialError(en, format, 'A1100FBO4')).toBe(t.serialLabelLetters);
    expect(serialOnAir('116180400144')).toBe('116180400144');
  });

  it('is the same with zeros in front', () => {
    expect(isSameSerial('0012', '12')).toBe(true);
    expect(isSameSerial('A1', 'a1')).toBe(true);
    expect(isSameSerial('12', '120')).toBe(false);
  });
});
