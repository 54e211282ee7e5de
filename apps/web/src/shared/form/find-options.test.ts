import { describe, expect, it } from 'vitest';
import { findOptions, onlyOption, searchWords } from './find-options.ts';

const option = (label: string, more = '') => ({
  value: label,
  label,
  note: '',
  words: searchWords(`${label} ${more}`),
});
const options = [
  option('Africa/Sao_Tome'),
  option('America/Sao_Paulo', 'UTC-3'),
  option('Asia/Tokyo', 'JST UTC+9'),
  option('Atlantic/Bermuda'),
  option('Etc/GMT-10', 'UTC+10'),
  option('Europe/Berlin', 'CET CEST UTC+1 UTC+2'),
  option('Europe/Zurich', 'CET CEST UTC+1 UTC+2'),
  option('CET', 'CET CEST UTC+1 UTC+2'),
];
const found = (text: string) => findOptions(options, text).map(({ label }) => label);

describe('finding options', () => {
  it.each([
    ['tokyo', ['Asia/Tokyo']],
    ['são paulo', ['America/Sao_Paulo']],
    ['paulo_SAO', ['America/Sao_Paulo']],
    ['eu/zür', ['Europe/Zurich']],
    ['jst', ['Asia/Tokyo']],
    ['nowhere', []],
    ['berlin tokyo', []],
  ])('%j finds %j', (text, labels) => {
    expect(found(text)).toEqual(labels);
  });

  it('finds all by nothing, in their order', () => {
    expect(found(' ')).toEqual(options.map(({ label }) => label));
  });

  it('puts whole words before beginnings, and those before the rest', () => {
    expect(found('utc+1')).toEqual(['Europe/Berlin', 'Europe/Zurich', 'CET', 'Etc/GMT-10']);
    expect(found('er')).toEqual(['America/Sao_Paulo', 'Atlantic/Bermuda', 'Europe/Berlin']);
    expect(found('ber')).toEqual(['Atlantic/Bermuda', 'Europe/Berlin']);
    expect(found('a sao')).toEqual(['Africa/Sao_Tome', 'America/Sao_Paulo']);
  });
});

describe('the option that a text can only mean', () => {
  it.each([
    ['tok', 'Asia/Tokyo'],
    ['europe berlin', 'Europe/Berlin'],
    ['cet', 'CET'],
    ['europe', undefined],
    ['nowhere', undefined],
  ])('%j is %j', (text, label) => {
    expect(onlyOption(findOptions(options, text), text)?.label).toBe(label);
  });
});
