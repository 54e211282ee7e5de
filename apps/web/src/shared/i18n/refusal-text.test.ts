import { FILE_REFUSALS, type FileRefusal, type FileRefusalName, fileRefusal } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { createFormats } from './format.ts';
import { refusalText } from './refusal-text.ts';

const en = await allTexts('en');
const de = await allTexts('de');
const fr = await allTexts('fr');

const LANGUAGES = [
  ['en', en],
  ['de', de],
  ['fr', fr],
] as const;

describe.each(LANGUAGES)('why a file is refused, in %s', (tag, area) => {
  const format = createFormats(tag);

  it.each(Object.keys(FILE_REFUSALS) as FileRefusalName[])('holds what the reason tells: %s', (name) => {
    const params = Object.fromEntries(FILE_REFUSALS[name].map((key) => [key, '4711']));
    const text = refusalText(area, format, { name, params } as FileRefusal);
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/[{}]/);
    const held = [...area.maintenance.refusals[name].matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
    // The rest of an unfit value is in the sentence of its code.
    expect(held).toEqual(name === 'unfit-value' ? ['path'] : [...FILE_REFUSALS[name]]);
  });
});

describe('why a file is refused', () => {
  const format = createFormats('de');

  it('says sizes as people do, and settings as the pages do', () => {
    expect(refusalText(de, format, fileRefusal('too-large', { max: '65536' }))).toBe(
      'Diese Datei ist zu groß: Höchstens 64 kB sind möglich.',
    );
    const named = fileRefusal('wrong-type', { path: 'mqtt.port' });
    expect(refusalText(de, format, named, () => 'MQTT · Port')).toBe(
      '„MQTT · Port“ hat einen Wert der falschen Art.',
    );
  });

  it('has the words of the page of a setting for a value that cannot be', () => {
    const unfit = { path: 'ntp.server', code: '4002', min: '', max: '31' };
    expect(refusalText(en, format, fileRefusal('unfit-value', unfit))).toBe(
      '“ntp.server” has a value that cannot be used. Name must be between 1 and 31 characters long!',
    );
    expect(refusalText(en, format, fileRefusal('unfit-value', { ...unfit, code: '' }))).toBe(
      '“ntp.server” has a value that cannot be used.',
    );
  });
});
