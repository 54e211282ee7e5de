import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './root.mjs';

/** What the contract calls the shapes of the live view's messages on the wire; the document is made from it. */
const SHAPES = [
  ...[
    'LiveData',
    'LiveInverter',
    'LiveChannel',
    'LiveValue',
    'LiveTotal',
    'LiveHints',
    'LivePlant',
    'LastPower',
    'LimitStatus',
    'PowerStatus',
    'EventLog',
    'EventLogEntry',
    'DeviceInfo',
  ],
];

const { schemas } = JSON.parse(readFileSync(join(ROOT, 'docs/api/openapi.json'), 'utf8')).components;

const KEYS: readonly string[] = SHAPES.flatMap((shape) => Object.keys(schemas[shape].properties));
/** Keys that are no words of the field: nobody writes them by chance. */
const ODD_KEYS = KEYS.filter((key) => /_|[a-z][A-Z]/.test(key));
const SHORT_KEYS = KEYS.filter((key) => /^[a-z]$/.test(key));

const NAME = new RegExp(`\\b(?:${ODD_KEYS.join('|')})\\b`, 'g');
const MEMBER = new RegExp(`\\.(?:${[...SHORT_KEYS, 'Power'].join('|')})\\b`, 'g');
const SHAPE = new RegExp(`\\b(?:${SHAPES.join('|')}|PropertyName|PROPERTY_NAMES)\\b`, 'g');
const FROM_CONTRACT = /import[^;]+from '@heliograph\/contract'/g;

/** Where a component speaks the wire's language: the names in it that only the contract's readers may know. */
function wireWords(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const imports = (code.match(FROM_CONTRACT) ?? []).join(' ');
  return [...(code.match(NAME) ?? []), ...(code.match(MEMBER) ?? []), ...(imports.match(SHAPE) ?? [])];
}

const COMPONENTS = ['apps/web/src/app', 'apps/web/src/features/live-data'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

describe('the live view', () => {
  it('names no key of the wire and none of its shapes: the readers of the contract end them', () => {
    expect(COMPONENTS.length).toBeGreaterThan(50);
    const found = COMPONENTS.map(
      (path) => [path, wireWords(readFileSync(join(ROOT, path), 'utf8'))] as const,
    );
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  it.each([
    ['inverter.data_age', ['data_age']],
    ["label(name === 'YieldDay')", ['YieldDay']],
    ['const { limit_relative: percent } = inverter;', ['limit_relative']],
    ['format.digits(value.v, value.d)', ['.v', '.d']],
    ['channels[0]?.Power', ['.Power']],
    ["import type { LiveInverter, Silence } from '@heliograph/contract';", ['LiveInverter']],
    ["import {\n  PROPERTY_NAMES,\n} from '@heliograph/contract';", ['PROPERTY_NAMES']],
  ])('would be caught at %j', (source, words) => {
    expect(wireWords(source)).toEqual(words);
  });
});
