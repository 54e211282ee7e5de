import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';
import { ROOT } from './root.mjs';

/** Papers that lie beside the repository, and numbers of parts that only they have. */
const OUTSIDE = [
  /device contract\b/i,
  /radio protocol, sections? \d/i,
  /specification, (points?|sections?) /i,
  /\b(quirk|decision)s? \d/i,
  /\b(next-house|findings-0|field-notes|device-generations|device-contract|stack)\.md\b/i,
  /\.\.\/shared\//,
];
const CITED = /docs\/[\w/.-]+\.md(#[\w-]+)?((, | and )#[\w-]+)*/g;

/** The comments of a file, each on one line. Of style sheets and programs alike. */
function commentsOf(code: string): readonly string[] {
  const blocks = [...code.matchAll(/\/\*[\s\S]*?\*\//g)].map(([block]) => block.replace(/\n\s*\*/g, ' '));
  const lines = [...code.matchAll(/(^|\s)\/\/ (.*(\n\s*\/\/ .*)*)/g)].map(([, , text = '']) =>
    text.replace(/\n\s*\/\//g, ' '),
  );
  return [...blocks, ...lines].map((comment) => comment.replace(/\s+/g, ' '));
}

/** What a comment cites of our own pages, as file and anchor. */
function citationsOf(comment: string): readonly { path: string; anchor: string }[] {
  return [...comment.matchAll(CITED)].flatMap(([text]) => {
    const [path = '', ...anchors] = text.split(/(?:, | and )?#/);
    return anchors.length === 0 ? [{ path, anchor: '' }] : anchors.map((anchor) => ({ path, anchor }));
  });
}

function problemsOf(code: string): readonly string[] {
  return commentsOf(code).flatMap((comment) => [
    ...OUTSIDE.filter((paper) => paper.test(comment)).map(() => `cites what is not here: ${comment}`),
    ...citationsOf(comment)
      .filter(({ path, anchor }) => !isThere(path, anchor))
      .map(({ path, anchor }) => `leads nowhere: ${path}#${anchor}`),
  ]);
}

function isThere(path: string, anchor: string): boolean {
  return existsSync(join(ROOT, path)) && (anchor === '' || readDocument(path).anchors.has(anchor));
}

const FILES = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)) && !file.endsWith('citations.test.ts'));

describe('comments', () => {
  it('cite only what is in the repository', () => {
    const problems = FILES.flatMap((file) =>
      problemsOf(readFileSync(join(ROOT, file), 'utf8')).map((problem) => `${file} ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('do cite: the check reads them', () => {
    const cited = FILES.flatMap((file) =>
      commentsOf(readFileSync(join(ROOT, file), 'utf8')).flatMap(citationsOf),
    );
    expect(cited.length).toBeGreaterThan(200);
  });

  it.each([
    ['a paper beside the repository', '/** How it is sent. Source: device contract,\n * section 5.2. */', 1],
    ['a number without its page', 'const a = 1; // kept, see quirk 35', 1],
    ['a page that is not here', '/* Source: docs/reference/no-such-page.md#limit. */', 1],
    [
      'a heading that is not there',
      '/** Source: docs/reference/original-device.md#limit and #no-such. */',
      1,
    ],
    ['what is there', '/** Source: docs/reference/original-device.md#limit\n * and #quirk-7. */', 0],
  ])('are read over lines: %s', (_what, code, count) => {
    expect(problemsOf(code)).toHaveLength(count);
  });
});
