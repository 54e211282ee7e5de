import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { lengthError, lengthNote } from './length-note.ts';

const en = await allTexts('en');

const umlauts = 'Süddächer über Küche und Büro';

describe('the room in a text', () => {
  it('is told when it gets short, and goes on to how much is too much', () => {
    expect(lengthNote(en, 'x'.repeat(22), 31)).toBeUndefined();
    expect(lengthNote(en, 'x'.repeat(31), 31)).toMatch(/^0 of 31 characters left/);
    expect(lengthNote(en, 'x'.repeat(33), 31)).toBe('At most 31 characters: 2 too many.');
  });

  it('names the letters that count more, where it has some', () => {
    expect(lengthNote(en, umlauts, 31)).toBe(
      'At most 31 characters: 3 too many. Letters such as é or ü count twice, emoji four times.',
    );
  });
});

describe('a text that is too long', () => {
  it('is told by how much', () => {
    expect(lengthError(en, 'x'.repeat(33), 31)).toBe('At most 31 characters: 2 too many.');
  });

  it('is told which letters count more, however many are seen', () => {
    const twice = / 4 too many\. Letters such as é or ü count twice/;
    for (const text of [`${'x'.repeat(33)}ü`, `${'ü'.repeat(17)}x`, `${'x'.repeat(27)}👍👍`]) {
      expect(lengthError(en, text, 31)).toMatch(twice);
    }
  });

  it('is none up to the limit', () => {
    expect(lengthError(en, `${umlauts.slice(0, 24)}`, 31)).toBeUndefined();
  });
});
