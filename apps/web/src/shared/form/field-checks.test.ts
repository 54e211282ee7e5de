import { InverterAdditionSchema } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { createFormats } from '../i18n/format.ts';
import { lengthNote } from './length-note.ts';
import { schemaErrors } from './schema-errors.ts';
import { wholeNumber, wholeNumberError } from './whole-number.ts';

const en = await allTexts('en');
const de = await allTexts('de');

describe('the errors of a schema', () => {
  it('are the texts of the result codes, with their numbers, in the language in use', () => {
    const body = { serial: '0', name: 'ü'.repeat(16) };
    expect(schemaErrors(en, InverterAdditionSchema, body)).toEqual({
      serial: en.common.results[4001],
      name: 'Name must be between 1 and 31 characters long!',
    });
    expect(schemaErrors(de, InverterAdditionSchema, body).serial).toBe(de.common.results[4001]);
    expect(schemaErrors(en, InverterAdditionSchema, { serial: '1', name: 'A' })).toEqual({});
  });
});

describe('a whole number', () => {
  it.each([
    ['400', 400],
    [' 0 ', 0],
    ['-5', -5],
    ['', undefined],
    ['1e3', undefined],
    ['3.5', undefined],
    ['0x10', undefined],
    ['9'.repeat(16), undefined],
  ])('%j is read as %s', (text, number) => {
    expect(wholeNumber(text)).toBe(number);
  });

  it.each([
    ['0', true],
    ['65535', true],
    ['65536', false],
    ['-1', false],
    ['', false],
    ['12,5', false],
  ])('%j within 0 to 65535: %s', (text, isFine) => {
    const error = wholeNumberError(en, createFormats('en'), text, { min: 0, max: 65_535 });
    expect(error).toBe(isFine ? undefined : 'Enter a whole number from 0 to 65,535.');
  });
});

describe('the room left in a text', () => {
  it('is told when it gets short, in bytes', () => {
    const note = (text: string) => lengthNote(en, text, 31);
    expect(note('x'.repeat(22))).toBeUndefined();
    expect(note('x'.repeat(23))).toMatch(/^8 of 31 /);
    expect(note('ü'.repeat(15))).toMatch(/^1 of 31 /);
    expect(note('x'.repeat(31))).toMatch(/^0 of 31 /);
  });
});
