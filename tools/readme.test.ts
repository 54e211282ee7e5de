import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS } from '@heliograph/simulator/scenarios';
import { describe, expect, it } from 'vitest';
import { FLAG_NAMES, FLAGS_WITHOUT_VALUE } from '../apps/gateway/src/platform/flags.ts';
import { documentPaths, readDocument } from './document.ts';
import { ROOT } from './root.mjs';

const PAGES = [...documentPaths(), ...documentPaths('docs')].map(readDocument);

describe('README.md', () => {
  it('fits on two screens and a bit', () => {
    expect(readDocument('README.md').text.split('\n').length).toBeLessThan(100);
  });
});

describe('the client in README.md', () => {
  it('is the one that is compiled and tried', () => {
    const client = readFileSync(join(ROOT, 'apps', 'gateway', 'test', 'typed-client.ts'), 'utf8');
    expect(readDocument('README.md').text).toContain(`\`\`\`ts\n${client}\`\`\`\n`);
  });
});

describe('docs/simulated-plants.md', () => {
  it('lists the scenarios, each with its sentence', () => {
    const rows = readDocument('docs/simulated-plants.md').rowsBelow('Simulated plants');
    expect(rows).toEqual(Object.values(SCENARIOS).map(({ name, title }) => [name, title]));
  });
});

describe('docs/coming-from-an-original-device.md', () => {
  it('tells the size of the build for a device that is checked', () => {
    const limits: readonly { name: string; limit: string }[] = JSON.parse(
      readFileSync(join(ROOT, '.size-limit.json'), 'utf8'),
    );
    const limit = limits.find(({ name }) => name.startsWith('the build for a device'))?.limit;
    expect(limit).toBeDefined();
    const { text } = readDocument('docs/coming-from-an-original-device.md');
    expect(text).toContain(`The whole app is less than ${limit} as sent`);
  });
});

describe('all documents', () => {
  it('name only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = PAGES.flatMap(({ text }) => [
      ...text.matchAll(/npm (?:run ([a-z0-9:-]*[a-z0-9])|(start|test)\b)/g),
    ]).map(([, run, own]) => run ?? own);
    expect(new Set(named).size).toBeGreaterThan(10);
    expect(named.filter((name) => scripts[String(name)] === undefined)).toEqual([]);
  });

  it('name only flags of the gateway that exist', () => {
    const ours = PAGES.filter(({ path }) => /^README|simulated|guide\/|coming/.test(path));
    const named = ours
      .flatMap(({ text }) => [...text.matchAll(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b/g)])
      .map(([, flag]) => flag);
    expect(new Set(named).size).toBeGreaterThan(5);
    const known: readonly string[] = [...FLAG_NAMES, ...FLAGS_WITHOUT_VALUE];
    expect(named.filter((flag) => !known.includes(String(flag)))).toEqual([]);
  });
});
