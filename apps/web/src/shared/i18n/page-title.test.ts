import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { PATHS, type PageName } from '../lib/paths.ts';
import { LOCALES } from './locales.ts';
import { pageTitle } from './page-title.ts';

describe('the titles of pages', () => {
  it.each(LOCALES)('are all different in %s', async (locale) => {
    const { start } = await allTexts(locale);
    const titles = (Object.keys(PATHS) as PageName[]).map((page) => pageTitle(start, page));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
