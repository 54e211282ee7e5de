import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HELP } from '../apps/fleet/src/options.ts';
import { ROOT } from './root.mjs';

const text = readFileSync(join(ROOT, 'docs/fleet.md'), 'utf8');

describe('docs/fleet.md', () => {
  it('has every flag with its variables and its default, and no other', () => {
    const told = [...HELP.matchAll(/^ {2}--(\S+)\n {6}(.*)\n {6}(.*)$/gm)].map(
      ([, flag, about = '', variables = '']) => ({
        ...{ flag: `\`--${flag}\``, variables: variables.split(', ') },
        fallback: /\(([^()]+)\)$/.exec(about)?.[1] ?? '',
      }),
    );
    expect(told.length).toBeGreaterThan(8);
    const rows = text.split('\n').filter((line) => line.startsWith('| `--'));
    expect(rows.map((row) => row.split(' | ')[0]?.slice(2)).sort()).toEqual(
      told.map(({ flag }) => flag).sort(),
    );
    for (const { flag, variables, fallback } of told) {
      const row = rows.find((one) => one.startsWith(`| ${flag} `)) ?? '';
      for (const variable of variables) expect(row, flag).toContain(`\`${variable}\``);
      expect(row, flag).toContain(fallback);
    }
  });
});
