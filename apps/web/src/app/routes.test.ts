import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ENDPOINTS, SHARED_PAGES, SHARED_WITH } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { importedFiles } from '../../test/imported-files.ts';
import { PATHS, type PageName } from '../shared/lib/paths.ts';
import { MENUS, ROUTES } from './routes.ts';
import { isSharedBy } from './shared-scope.ts';

const PAGES = Object.keys(ROUTES) as PageName[];

/** The file of each page, as its row imports it. */
const FILES = new Map(
  [
    ...readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8').matchAll(
      /^ {2}(\w+): \{.*?import\('(.+?)'\)/gms,
    ),
  ].map(([, page, path = '']) => [page, join(import.meta.dirname, path)] as const),
);

/** The groups of texts that a page and all that comes with it use. */
function usedBy(page: PageName): readonly string[] {
  const sources = importedFiles(FILES.get(page) ?? '').filter((file) => /\.tsx?$/.test(file));
  const calls = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/useTexts\(([^)]+)\)/g)]);
  return [...new Set(calls.flatMap(([, names = '']) => names.match(/\w+/g) ?? []))].sort();
}

const LIVE_VIEW = join(import.meta.dirname, '../features/live-data/live-data-page.tsx');

/** The code of a file and of all that comes with it, at once or later. */
function codeOf(file: string): string {
  const seen = new Map<string, string>();
  const waiting = [file];
  for (const next of waiting) {
    for (const each of importedFiles(next).filter((path) => /\.tsx?$/.test(path) && !seen.has(path))) {
      const text = readFileSync(each, 'utf8');
      seen.set(each, text);
      for (const [, later = ''] of text.matchAll(/import\(\s*'(\.[^']+)'/g))
        waiting.push(join(dirname(each), later));
    }
  }
  return [...seen.values()].join('\n');
}

describe('the routes', () => {
  it('are as many as the addresses', () => {
    expect(PAGES.toSorted()).toEqual(Object.keys(PATHS).sort());
  });

  it.each(PAGES)('%s has its texts travel beside its code: all that it uses, and no others', (page) => {
    expect(usedBy(page).length).toBeGreaterThan(0);
    expect([...ROUTES[page].texts].sort()).toEqual(usedBy(page));
  });

  it.each(PAGES)('%s has a limit for its size', (page) => {
    const limits = readFileSync(join(import.meta.dirname, '../../../../.size-limit.json'), 'utf8');
    expect(limits).toContain(`/assets/${basename(FILES.get(page) ?? '', '.tsx')}-*.gz`);
  });

  it('of readers are those that a link can be for', () => {
    const withLink = PAGES.filter(
      (page) => isSharedBy('all', page) && !['login', 'about', 'share', 'welcome'].includes(page),
    );
    expect(withLink.toSorted()).toEqual([...SHARED_PAGES].sort());
  });

  it.each(SHARED_PAGES)('%s has with a link to it all that its code asks for', (page) => {
    const readers = (Object.keys(SHARED_WITH) as (keyof typeof SHARED_WITH)[]).filter(
      (name) => name in ENDPOINTS,
    );
    const code = codeOf(page === 'home' ? LIVE_VIEW : (FILES.get(page) ?? ''));
    const asked = readers.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    expect(asked.filter((name) => !SHARED_WITH[name].includes(page))).toEqual([]);
  });

  it('stand in the menus that they name, once', () => {
    const inMenus = [...MENUS.settings, ...MENUS.info].flat();
    expect(inMenus.toSorted()).toEqual(PAGES.filter((page) => ROUTES[page].menu !== undefined).toSorted());
    expect([...MENUS.settings, ...MENUS.info].filter((group) => group.length === 0)).toEqual([]);
  });
});
