import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const SHEETS = readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .map((path) => join(WEB, 'src', path));

it.each(['production', 'device'])('no two classes have one name in a build for %s', async (mode) => {
  const config = await resolveConfig(
    { root: WEB, configFile: join(WEB, 'vite.config.ts'), mode, logLevel: 'silent' },
    'build',
    mode,
  );
  const sheets = SHEETS.map((path) => preprocessCSS(readFileSync(path, 'utf8'), path, config));
  // One that is composed of others has its own name first.
  const names = (await Promise.all(sheets)).flatMap(({ modules = {} }) =>
    Object.values(modules).map((name) => name.replace(/ .*/, '')),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^-?[a-z_][\w-]*$/i.test(name))).toEqual([]);
});
