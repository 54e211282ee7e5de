import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PLAN } from './rows.ts';

const FOLDERS = ['load', 'faults', 'input', 'access', 'browser'];

const files = FOLDERS.flatMap((folder) => {
  const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
  const names = readdirSync(path).filter((name) => /\.(test|spec)\.ts$/.test(name));
  return names.map((name) => {
    const opened = [...readFileSync(path + name, 'utf8').matchAll(/openRow\('(\w+)'\)/g)];
    return { file: `${folder}/${name}`, rows: opened.map(([, id = '']) => id) };
  });
});

describe('the plan', () => {
  it('has a test for each of its rows, or a reason why not', () => {
    const tested = new Set(files.flatMap(({ rows }) => rows));
    const dropped = Object.entries(PLAN).filter(
      ([id, { notRun }]) => !tested.has(id) && notRun === undefined,
    );
    expect(dropped.map(([id]) => id)).toEqual([]);
    const both = Object.entries(PLAN).filter(([id, { notRun }]) => tested.has(id) && notRun !== undefined);
    expect(both.map(([id]) => id)).toEqual([]);
  });

  it('has no test that belongs to no row: a nightly run would not see it fail', () => {
    expect(files.filter(({ rows }) => rows.length === 0).map(({ file }) => file)).toEqual([]);
  });

  it('says in whole sentences what it leaves out, and what it found', () => {
    for (const [id, { leftOut, notRun, noCounterProof, found = [] }] of Object.entries(PLAN)) {
      for (const text of [leftOut, notRun, noCounterProof, ...found]) {
        if (text !== undefined) expect(text, id).toMatch(/^[A-Z0-9`"].*\.$/s);
      }
    }
  });
});
