import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programsTable } from './programs-table.ts';

const PAGE = new URL('../../../../docs/reference/api-for-other-programs.md', import.meta.url);
const HEADING = '## Which program works with which setting';

it('says what each program can do with each setting', () => {
  const [, behind = ''] = readFileSync(PAGE, 'utf8').split(`${HEADING}\n`);
  const [section = ''] = behind.split('\n## ');
  expect(section.split('\n').filter((line) => line.startsWith('|'))).toEqual(programsTable());
});
