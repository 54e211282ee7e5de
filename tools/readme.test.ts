import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS } from '@heliograph/simulator/scenarios';
import { describe, expect, it } from 'vitest';
import { helpText } from '../apps/gateway/src/platform/flags.ts';
import { ROOT } from './root.mjs';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The first cells of the table rows below a heading, without their code marks. */
function firstCells(heading: string): string[] {
  const part = readme.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
  return [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = '']) => cell);
}

describe('README.md', () => {
  it('lists the flags that --help lists', () => {
    const help = helpText({}, 'none');
    const flags = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(5);
    expect(firstCells('Flags')).toEqual(flags);
  });

  it('lists the scenarios, each with its sentence', () => {
    expect(firstCells('Scenarios')).toEqual(Object.keys(SCENARIOS));
    for (const { name, title } of Object.values(SCENARIOS))
      expect(readme).toContain(`| \`${name}\` | ${title} |`);
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const documents = readme + readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const named = [...documents.matchAll(/npm (?:run ([a-z0-9:]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own,
    );
    expect(new Set(named).size).toBeGreaterThan(5);
    expect(named.filter((name) => scripts[String(name)] === undefined)).toEqual([]);
  });
});
