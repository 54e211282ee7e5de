import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { WEB } from './build-part.ts';

const OF_TEXTS = /\/i18n\/en\/(?!en\.ts)[\w-]+\.ts$/;

interface Chunk {
  readonly name: string;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly code: string;
}

let modules: readonly string[] = [];
let chunks: readonly Chunk[] = [];

beforeAll(async () => {
  const built = await build({
    ...{ root: WEB, configFile: join(WEB, 'vite.config.ts'), mode: 'fleet', logLevel: 'silent' },
    build: { write: false, copyPublicDir: false },
  });
  if (!('output' in built)) throw new Error('not one build');
  const found = built.output.filter((part) => part.type === 'chunk');
  chunks = found;
  modules = found.flatMap(({ moduleIds }) => moduleIds);
}, 60_000);

/** `fleet-manage.ts` has the group `fleetManage`. */
const groupOf = (file: string) =>
  basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What the code of a file asks for by name. */
function groupsAskedFor(file: string): readonly string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/useTexts\(([^)]*)\)|\.load\(\w+, ('\w+')/g);
  return [...calls].flatMap(([, named = '', loaded = '']) =>
    [...(named + loaded).matchAll(/'(\w+)'/g)].map(([, group = '']) => group),
  );
}

describe('the build of the pages of a fleet', () => {
  it('has the texts that its pages ask for, and none besides', () => {
    const ours = modules.filter((id) => id.startsWith(join(WEB, 'src')) && /\.tsx?$/.test(id));
    const asked = new Set(['start', ...ours.flatMap(groupsAskedFor)]);
    const files = chunks.map(({ facadeModuleId }) => facadeModuleId ?? '');
    const there = files.filter((file) => OF_TEXTS.test(file)).map(groupOf);
    expect(asked.size).toBeGreaterThan(4);
    expect(there.sort()).toEqual([...asked].sort());
  });

  it('begins without what checks the bodies of calls, which only forms need', () => {
    const first = chunks.find(({ name }) => name === 'index');
    const checks = chunks.filter(({ code }) => code.includes('_zod')).map(({ name }) => name);
    expect(checks.length).toBeGreaterThan(0);
    expect(checks).not.toContain('index');
    expect(first?.imports).toEqual([]);
  });
});
