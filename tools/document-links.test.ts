import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentPaths, type Link, placeOf, readDocument } from './document.ts';
import { ROOT } from './root.mjs';

const PAGES = [
  ...documentPaths(),
  ...documentPaths('docs'),
  ...['safety/README.md', 'golden/README.md', 'deploy/fleet/README.md'],
].map(readDocument);
const PAGE_AT = new Map(PAGES.map((page) => [page.path, page]));
const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .flatMap((file) => [`/${file}`, `/${file.replace('/src/', '/')}`]);
const isHere = ({ target }: Link) => !/^[a-z]+:/i.test(target);
const PICTURES = PAGES.flatMap((page) =>
  page.links.filter((link) => link.isPicture && isHere(link)).map(({ target }) => placeOf(page, target).path),
);
const PICTURES_MAX_BYTES = 3_000_000;

/** What the how-tos make up. */
const MADE_UP = /weather|(^|\/)battery\.ts|hm-6ch|nrf24|(^|[-/])es\.ts/;

/** Files of code that a page names: in code marks, and in the boxes of its diagrams. */
function namedFiles({ text }: { readonly text: string }): readonly string[] {
  const found = [...text.matchAll(/(?<=[`"/( >]|<br>)[\w./-]*[\w-]\.(?:tsx?|mjs)\b/g)].map(([name]) => name);
  return [...new Set(found)].filter((name) => !MADE_UP.test(name));
}

describe('the documents', () => {
  it('are found, and have links', () => {
    expect(PAGES.length).toBeGreaterThan(20);
    expect(PAGES.flatMap(({ links }) => links).length).toBeGreaterThan(80);
  });

  it.each(PAGES.map((page) => [page.path, page] as const))(
    'lead from %s to files and headings that exist',
    (_path, page) => {
      const broken = page.links.filter(isHere).filter(({ target, isPicture }) => {
        const { path, anchor } = placeOf(page, target);
        if (isPicture) return false;
        if (!existsSync(join(ROOT, path))) return true;
        return anchor !== '' && !(PAGE_AT.get(path) ?? readDocument(path)).anchors.has(anchor);
      });
      expect(broken.map(({ target }) => target)).toEqual([]);
    },
  );

  it('list every decision in the index, by its number and its title', () => {
    const decisions = documentPaths('docs/decisions').filter((path) => !path.endsWith('README.md'));
    const rows = decisions.map((path) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readDocument(path).text) ?? [];
      const name = path.replace('docs/decisions/', '');
      const start = String(number).padStart(4, '0');
      expect(name.slice(0, 4)).toBe(start);
      return [`[${start}](${name})`, title];
    });
    expect(rows.length).toBeGreaterThan(40);
    expect(readDocument('docs/decisions/README.md').rowsBelow('Decisions')).toEqual(rows);
  });

  it('show pictures that exist; `npm run screenshots -- docs/pictures` takes them', () => {
    const missing = PICTURES.filter((path) => !existsSync(join(ROOT, path)));
    expect(PICTURES.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it.each(
    PAGES.filter(({ path }) =>
      /^docs\/(how-to|decisions|reference)|^ARCHITECTURE|^CONTRIBUTING|^GLOSSARY|^(safety|golden)\/README/.test(
        path,
      ),
    ).map((page) => [page.path, page] as const),
  )('name in %s only files of code that exist', (_path, page) => {
    const unknown = namedFiles(page).filter(
      (name) => !FILES.some((file) => file.endsWith(`/${name.replace(/^\/+/, '')}`)),
    );
    expect(unknown).toEqual([]);
  });

  it('name a file to open in every row of what a newcomer may want to do', () => {
    const rows = readDocument('CONTRIBUTING.md').rowsBelow('Where to start');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([, open = '']) => namedFiles({ text: `\`${open}` }).length === 0)).toEqual([]);
  });

  it('have small pictures', () => {
    const folder = join(ROOT, 'docs', 'pictures');
    const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).size,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(PICTURES_MAX_BYTES);
  });
});
