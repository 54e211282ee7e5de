import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './root.mjs';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);

/** Where npm would find `name` for the package installed at `path`: beside it, or further up. */
function findLocked(path: string, name: string): LockedPackage | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const found = lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

/** The tracked files that hold a match, each with the first one. */
function filesHolding(pattern: RegExp): string[] {
  return trackedFiles().flatMap((file) => {
    const match = pattern.exec(readFileSync(join(ROOT, file), 'utf8'));
    return match === null ? [] : [`${file}: ${match[0]}`];
  });
}

describe('package-lock.json', () => {
  const withOptional = Object.entries(lock.packages).filter(
    ([, { optionalDependencies }]) => optionalDependencies,
  );

  it('knows packages with a build per platform', () => {
    expect(withOptional.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'node_modules/@biomejs/biome',
        'node_modules/rolldown',
        'node_modules/lightningcss',
        'node_modules/esbuild',
      ]),
    );
  });

  it.each(withOptional.map(([path, locked]) => [path, locked] as const))(
    'lists every platform of %s, so that npm ci works on each',
    (path, { optionalDependencies = {} }) => {
      const missing = Object.keys(optionalDependencies).filter(
        (name) => findLocked(path, name) === undefined,
      );
      expect(missing).toEqual([]);
    },
  );

  it('has a checksum for everything that is downloaded', () => {
    const unchecked = Object.entries(lock.packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
      .filter(([, { integrity }]) => integrity === undefined)
      .map(([path]) => path);
    expect(unchecked).toEqual([]);
  });

  it('pins every direct dependency to one version', () => {
    const manifests = trackedFiles().filter((file) => /(^|\/)package\.json$/.test(file));
    const ranges = manifests.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
      return Object.entries<string>({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`);
    });
    expect(ranges).toEqual([]);
  });
});

describe('tracked files', () => {
  it('name no path of one machine', () => {
    // Put together here, so that this file does not hold what it looks for.
    const folders = ['work', 'home', 'Users', 'tmp', 'root'].join('|');
    expect(filesHolding(new RegExp(`(?<![\\w./])/(${folders})/[a-z0-9]+`))).toEqual([]);
  });

  it('name no host of a package registry', () => {
    const hosts = ['registry', 'npmjs', 'yarnpkg']
      .map((name) => `${name}\\.[a-z.]*(org|com|io|dev)\\b`)
      .join('|');
    expect(filesHolding(new RegExp(hosts))).toEqual([]);
  });
});
