import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedFiles } from '../../test/imported-files.ts';
import { PATHS, type PageName } from '../shared/lib/paths.ts';
import { MENUS, ROUTES } from './routes.ts';

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

  it('stand in the menus that they name, once', () => {
    const inMenus = [...MENUS.settings, ...MENUS.info].flat();
    expect(inMenus.toSorted()).toEqual(PAGES.filter((page) => ROUTES[page].menu !== undefined).toSorted());
    expect([...MENUS.settings, ...MENUS.info].filter((group) => group.length === 0)).toEqual([]);
  });
});
