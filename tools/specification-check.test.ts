import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeOf, readDocument } from './document.ts';
import { ROOT } from './root.mjs';

const page = readDocument('docs/specification-check.md');
const CHAPTER_COUNT = 9;

interface Row {
  /** Chapter and row, such as `2.17`. */
  readonly number: string;
  readonly cells: readonly string[];
}

const rows = [...page.prose.matchAll(/^\| (\d+\.\d+) \| (.*) \|$/gm)].map(
  ([, number = '', rest = '']): Row => ({ number, cells: rest.split(' | ') }),
);

/** The tests that a row names: each with its file, from the root. */
function testsOf({ cells }: Row): readonly { readonly file: string; readonly name: string }[] {
  const links = (cells.at(-1) ?? '').matchAll(/\[[^\]]+\]\(([^)]+)\)((?:,? “[^”]+”)+)/g);
  return [...links].flatMap(([, target = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file: placeOf(page, target).path, name })),
  );
}

/** What stands first in a call: the titles of a test file are among them. */
function titlesIn(file: string): readonly string[] {
  const path = join(ROOT, file);
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(path)) return [];
  const calls = readFileSync(path, 'utf8').matchAll(/\(\s*(['`"])((?:\\.|(?!\1)[^\\])*)\1/g);
  return [...calls].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}

/** The tests of a row that do not exist. */
const missing = (row: Row) =>
  testsOf(row).filter(({ file, name }) => !titlesIn(file).some((title) => title.includes(name)));

describe('the rows of the specification', () => {
  it('are numbered without holes, in all of its chapters', () => {
    const chapters = [...page.prose.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(chapters).toEqual(Array.from({ length: CHAPTER_COUNT }, (_, index) => index + 1));
    const counts = chapters.map(
      (chapter) => rows.filter(({ number }) => number.startsWith(`${chapter}.`)).length,
    );
    const expected = counts.flatMap((count, index) =>
      Array.from({ length: count }, (_, row) => `${index + 1}.${row + 1}`),
    );
    expect(rows.map(({ number }) => number)).toEqual(expected);
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(page.prose).toContain(`It has ${rows.length} rows.`);
  });

  it('say each what is asked, where it is seen, and by which test it is held', () => {
    const open = rows.filter(
      (row) =>
        row.cells.length !== 3 || row.cells.some((cell) => cell.length < 3) || testsOf(row).length === 0,
    );
    expect(open.map(({ number }) => number)).toEqual([]);
  });

  it('name only tests that exist', () => {
    expect(rows.map((row) => [row.number, missing(row)]).filter(([, tests]) => tests?.length)).toEqual([]);
  });

  it('would be found with a test that does not exist', () => {
    const [first] = rows;
    if (first === undefined) throw new Error('no rows');
    const cell = first.cells.at(-1) ?? '';
    for (const wrong of [cell.replace('“', '“never '), cell.replace('.test.ts)', '.none.ts)')])
      expect(missing({ ...first, cells: [wrong] })).not.toEqual([]);
  });
});
