import { resolve } from 'node:path';
import { type ESTree, type Plugin, parseAst, runnerImport } from 'vite';
import { isGroup } from '../src/shared/lib/is-group.ts';

/** The names of a group's texts, then its groups; each in the order of their names. */
type Shape = readonly [names: string, ...groups: (readonly [name: string, shape: Shape])[]];

const LANGUAGE_FILE = /\/i18n\/(?:area\/[\w-]+-)?(?:en|de|fr)\.ts$/;

const UNPACK = 'virtual:unpack-texts';
const UNPACK_CODE = `
export function unpack([names, ...groups], values) {
  const texts = names === '' ? [] : names.split(',');
  return Object.fromEntries([
    ...texts.map((name, index) => [name, values[index]]),
    ...groups.map(([name, shape], index) => [name, unpack(shape, values[texts.length + index])]),
  ]);
}
`;

/** The modules that unpack, each with the English texts that have its shape. */
const UNPACKERS = [
  { path: 'unpack-messages.ts', name: 'unpackMessages', english: 'en.ts', texts: 'en' },
  { path: 'area/unpack-area.ts', name: 'unpackArea', english: 'area/area-en.ts', texts: 'areaEn' },
] as const;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function shapeOf(texts: Readonly<Record<string, unknown>>): Shape {
  const entries = Object.entries(texts).sort(byName);
  const names = entries.filter(([, value]) => !isGroup(value)).map(([name]) => name);
  if (names.some((name) => name.includes(','))) throw new Error(`A comma in ${names.join(' and ')}`);
  const groups = entries.flatMap(([name, value]) =>
    isGroup(value) ? [[name, shapeOf(value)] as const] : [],
  );
  return [names.join(','), ...groups];
}

/** The code of a group as a list of its values: its texts, then its groups. */
function packed(group: ESTree.ObjectExpression, code: string): string {
  const entries = group.properties.map((property): readonly [string, ESTree.Expression] => {
    if (property.type !== 'Property') throw new Error('A group of texts is written out, name by name');
    const { key } = property;
    return [key.type === 'Identifier' ? key.name : String('value' in key && key.value), property.value];
  });
  const groups: string[] = [];
  const texts: string[] = [];
  for (const [, value] of entries.sort(byName)) {
    const source = code.slice(value.start, value.end);
    if (value.type === 'ObjectExpression') groups.push(packed(value, code));
    else (value.type === 'Identifier' ? groups : texts).push(source); // a name stands for the group of another file
  }
  return `[${[...texts, ...groups].join(',')}]`;
}

/** Replaces what a language's file exports by its packed values. */
function packFile(code: string): string {
  for (const statement of parseAst(code).body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    const value = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.init : null;
    if (value?.type !== 'ObjectExpression') continue;
    return code.slice(0, value.start) + packed(value, code) + code.slice(value.end);
  }
  throw new Error('No texts found');
}

/**
 * Sends the names of the texts once and not with every language: each language's file is the bare list of its values, and
 * the two modules that do nothing during development give them their names. Saves 5 kB.
 */
export function packTexts(i18nFolder: string): Plugin {
  return {
    name: 'heliograph:pack-texts',
    apply: 'build',
    enforce: 'post',
    resolveId: (source) => (source === UNPACK ? UNPACK : null),
    async load(id) {
      if (id === UNPACK) return UNPACK_CODE;
      const unpacker = UNPACKERS.find(({ path }) => resolve(i18nFolder, path) === id);
      if (unpacker === undefined) return null;
      const { english, texts, name } = unpacker;
      const { module } = await runnerImport<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
        resolve(i18nFolder, english),
        { configFile: false, logLevel: 'error' },
      );
      const shape = JSON.stringify(shapeOf(module[texts] ?? {}));
      return `import { unpack } from '${UNPACK}'; export const ${name} = (values) => unpack(${shape}, values);`;
    },
    transform: { filter: { id: LANGUAGE_FILE }, handler: packFile },
  };
}
