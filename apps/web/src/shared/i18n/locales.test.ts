import { describe, expect, it } from 'vitest';
import { formatTag, LOCALE_NAMES, LOCALES, pickLocale } from './locales.ts';

describe('the language to start with', () => {
  it.each([
    [undefined, ['de-AT', 'en'], 'de'],
    [undefined, ['FR'], 'fr'],
    [undefined, ['nl-NL', 'fr-CA', 'en'], 'fr'],
    [undefined, ['nl-NL'], 'en'],
    [undefined, [], 'en'],
    ['de', ['fr'], 'de'],
    ['xx', ['fr'], 'fr'],
    ['', ['de'], 'de'],
    ['de-AT', ['fr'], 'fr'],
    ['toString', ['nl'], 'en'],
  ])('with %j stored and %j in the browser is %s', (stored, browser, expected) => {
    expect(pickLocale(stored, browser)).toBe(expected);
  });

  it('is offered by its own name, in the order en, de, fr', () => {
    expect(LOCALES.map((locale) => LOCALE_NAMES[locale])).toEqual(['English', 'Deutsch', 'Français']);
  });

  it('takes formats from the variant of the browser where it has one', () => {
    expect(formatTag('de', ['en-US', 'de-CH', 'de'])).toBe('de-CH');
    expect(formatTag('de', ['en-US'])).toBe('de');
  });
});
