import { describe, expect, it } from 'vitest';
import { areaEn } from '../i18n/area/area-en.ts';
import { lengthError, lengthNote } from './length-note.ts';

const umlauts = 'Süddächer über Küche und Büro';
const RULE = 'At most 31.';

describe('the room in a text', () => {
  it('is told when it gets short, and goes on to how much is too much', () => {
    expect(lengthNote(areaEn, 'x'.repeat(22), 31)).toBeUndefined();
    expect(lengthNote(areaEn, 'x'.repeat(31), 31)).toMatch(/^0 of 31 characters left/);
    expect(lengthNote(areaEn, 'x'.repeat(33), 31)).toBe('2 more than the 31 characters there is room for.');
  });

  it('names the letters that count more, where it is only them', () => {
    expect(lengthNote(areaEn, umlauts, 31)).toBe(
      '3 more than the 31 characters there is room for. Letters such as é or ü count twice, emoji four times.',
    );
  });
});

describe('a text that is too long', () => {
  it('is told by the rule and by how much', () => {
    expect(lengthError(areaEn, 'x'.repeat(33), 31, RULE)).toBe(
      'At most 31. 2 more than the 31 characters there is room for.',
    );
  });

  it('is not blamed by the rule for characters that it does not have', () => {
    expect(lengthError(areaEn, umlauts, 31, RULE)).toBe(lengthNote(areaEn, umlauts, 31));
    expect(lengthError(areaEn, '👍'.repeat(8), 31, RULE)).toMatch(/^1 more than/);
  });

  it('is none up to the limit', () => {
    expect(lengthError(areaEn, `${umlauts.slice(0, 24)}`, 31, RULE)).toBeUndefined();
  });
});
