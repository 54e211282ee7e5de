import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { resultText } from './result-text.ts';

const en = await allTexts('en');
const de = await allTexts('de');

describe('the text of an answer', () => {
  it('is chosen by its code and filled with its numbers', () => {
    const answer = { type: 'warning', message: 'x', code: 9004, param: { min: 2022, max: 2100 } };
    expect(resultText(en, answer)).toBe('The year must be between 2022 and 2100!');
    expect(resultText(de, answer)).toBe('Das Jahr muss zwischen 2022 und 2100 liegen!');
  });

  it('takes the number the device names, not the one we would have', () => {
    expect(resultText(en, { type: 'warning', code: 9001, param: { max: 31 } })).toContain('31');
  });

  it('is the message of the device where there is no code that we know', () => {
    expect(resultText(de, { type: 'warning', message: 'Hostname too long' })).toBe('Hostname too long');
    expect(resultText(de, { type: 'warning', message: 'New thing', code: 13_001 })).toBe('New thing');
  });

  it('is the message where a number is missing, and never shows a placeholder', () => {
    expect(resultText(en, { type: 'warning', message: 'Too long', code: 4002 })).toBe('Too long');
    expect(resultText(en, { type: 'warning', code: 4002 })).toBe(
      'Name must be between 1 and … characters long!',
    );
  });

  it('says at least what came of it, where the gateway gives neither words nor a code that we know', () => {
    expect(resultText(en, { type: 'warning', code: 99_001 })).toBe('The gateway refused with code 99001.');
    expect(resultText(de, { type: 'danger', message: ' ', code: 4711 })).toBe(
      'Das Gateway hat mit dem Code 4711 abgelehnt.',
    );
    expect(resultText(en, { type: 'warning' })).toBe('The gateway refused without giving a reason.');
    expect(resultText(en, { type: 'success', message: '' })).toBe('Done.');
    expect(resultText(en, { type: 'success', code: 4711 })).toBe('Done.');
  });
});
