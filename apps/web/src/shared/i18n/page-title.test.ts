import { describe, expect, it } from 'vitest';
import { PATHS, type PageName } from '../lib/routes.ts';
import { LOCALES, loadMessages } from './locales.ts';
import { pageTitle } from './page-title.ts';

describe('the titles of pages', () => {
  it.each(LOCALES)('are all different in %s', async (locale) => {
    const texts = await loadMessages(locale);
    const titles = (Object.keys(PATHS) as PageName[]).map((page) => pageTitle(texts, page));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
