import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const entries = readdirSync(HERE, { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);

/** The tools of a folder, by their files. */
function toolsIn(folder: string): string[] {
  return readdirSync(HERE + folder)
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.(ts|mjs)$/, ''))
    .sort();
}

/** The tools in the first cells of the table below the heading of a folder. */
function toolsOnPage(folder: string): string[] {
  const chapter = page.split(/^#{2,3} /m).find((text) => text.startsWith(`\`${folder}\``)) ?? '';
  const cells = [...chapter.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
}

describe('the page about the tools', () => {
  it.each(folders)('has each tool of %s, and no other', (folder) => {
    expect(toolsOnPage(folder)).toEqual(toolsIn(folder));
  });

  it('has each tool that stands in no folder', () => {
    expect(toolsOnPage('tools/')).toEqual(toolsIn(''));
  });
});
