import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_NAMED_IN, makeRelease } from './make-release.mjs';
import { ROOT } from './root.mjs';

const CHANGELOG = `# Changelog

What changes.

## Unreleased

### Look

- A thing that costs $1, or $&.

## 0.1.0 - 2026-11-22

The first release.
`;
const parts = [
  'apps/fleet',
  'apps/gateway',
  'apps/web',
  'packages/contract',
  'packages/domain',
  'packages/fleet-contract',
  'packages/opendtu-api',
];
const MANIFESTS = [
  '',
  'e2e/',
  'testbed/',
  ...[...parts, 'packages/protocol', 'packages/radio', 'packages/simulator'].map((part) => `${part}/`),
].map((part) => `${part}package.json`);
/** As they are in this repository, so that a release fits what it is made of. */
const COPIED = [
  ...MANIFESTS,
  ...IMAGE_NAMED_IN,
  ...['package-lock.json', 'docs/api/asyncapi.json', 'docs/api/fleet-openapi.json', 'docs/api/openapi.json'],
];

let template: string;
let folder: string;
let scratch: string;
const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env;
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const current: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
const NEXT = `${major}.${minor}.${patch + 10}`; // which a comparison of letters takes for an older one

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'release-'));
  template = join(scratch, 'template');
  folder = template;
  for (const path of COPIED) {
    mkdirSync(dirname(join(template, path)), { recursive: true });
    cpSync(join(ROOT, path), join(template, path));
  }
  write('CHANGELOG.md', CHANGELOG);
  write('.gitignore', 'dist/\n');
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.org');
  git('config', 'commit.gpgSign', 'false');
  git('config', 'tag.gpgSign', 'false');
  git('config', 'core.hooksPath', '.git/hooks');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
});
afterAll(() => rmSync(scratch, { recursive: true }));

beforeEach(() => {
  folder = join(scratch, 'repository');
  cpSync(template, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const build = async () => true;
const untouched = () => Promise.reject(new Error('It was built.'));
type Order = Parameters<typeof makeRelease>[0];
const release = (order: Partial<Order> = {}) =>
  makeRelease({ folder, version: NEXT, date: '2027-01-31', build, ...order });

/** All that a release could leave behind: commits, tags, and what is or could be committed. */
const state = () => ({
  changed: git('status', '--porcelain=v2', '--branch', '--untracked-files=all'),
  tags: git('for-each-ref', 'refs/tags'),
  files: Object.fromEntries([...COPIED, 'CHANGELOG.md'].map((path) => [path, read(path)])),
  docs: readdirSync(join(folder, 'docs')),
});

function hook(name: string, script: string) {
  mkdirSync(join(folder, '.git/hooks'), { recursive: true });
  writeFileSync(join(folder, '.git/hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe('a release', () => {
  it('is one commit and a tag, and has its version everywhere', async () => {
    const before = JSON.parse(read('package-lock.json')).packages;
    let built: string[] = [];
    const problem = await release({
      build: async () => {
        mkdirSync(join(folder, 'dist'));
        write('dist/made.js', '');
        built = MANIFESTS.map((path) => JSON.parse(read(path)).version);
        return true;
      },
    });
    expect(problem).toBeUndefined();
    expect(new Set(built)).toEqual(new Set([NEXT])); // what is built has it already
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s')).toBe(`Release ${NEXT}\nBegin`);
    expect(git('rev-parse', `v${NEXT}^{commit}`)).toBe(git('rev-parse', 'HEAD'));

    const lock = JSON.parse(read('package-lock.json'));
    expect(lock.version).toBe(NEXT);
    for (const path of MANIFESTS) {
      const { version, dependencies = {} } = JSON.parse(read(path));
      const locked = lock.packages[dirname(path) === '.' ? '' : dirname(path)];
      expect([path, locked.version, locked.dependencies ?? {}]).toEqual([path, version, dependencies]);
      const own = Object.entries(dependencies).filter(([name]) => name.startsWith('@heliograph/'));
      expect(own.filter(([, needed]) => needed !== NEXT)).toEqual([]);
    }
    const foreign = Object.keys(before).filter((path) => path.includes('node_modules/'));
    expect(foreign.length).toBeGreaterThan(50);
    for (const path of foreign) expect(lock.packages[path]).toEqual(before[path]);
    const named = execFileSync('git', ['grep', '--name-only', `heliograph:${current}`], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    const ours = named
      .trim()
      .split('\n')
      .filter((path) => !/^(tools|docs\/how-to|CHANGELOG)/.test(path));
    expect(ours).toEqual([...IMAGE_NAMED_IN].toSorted());
    for (const path of IMAGE_NAMED_IN) {
      expect(read(path)).toContain(`heliograph:${NEXT}`);
      expect(read(path)).not.toContain(`heliograph:${current}`);
    }
    for (const name of ['asyncapi', 'fleet-openapi', 'openapi']) {
      expect(JSON.parse(read(`docs/api/${name}.json`)).info.version).toBe(NEXT);
    }
    // No other line than these.
    const lines = git('diff', '--numstat', 'HEAD~1', '--', ...COPIED).split('\n');
    expect(lines.length).toBe(COPIED.length);
    for (const line of lines) expect(line).toMatch(/^(\d+)\t\1\t/);
  });

  it('closes what is new in the changelog, and opens it again', async () => {
    await release();
    expect(read('CHANGELOG.md')).toBe(
      CHANGELOG.replace('## Unreleased\n', () => `## Unreleased\n\n## ${NEXT} - 2027-01-31\n`),
    );
    expect(await release({ version: `${major + 1}.0.0` })).toBe(
      'CHANGELOG.md has nothing under "Unreleased".',
    );
  });

  it('has its bill of materials', async () => {
    await release();
    const sbom = JSON.parse(git('show', `v${NEXT}:docs/sbom/heliograph-${NEXT}.cdx.json`));
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: NEXT } } });
    const purls: string[] = sbom.components.map(({ purl }: { purl: string }) => purl);
    expect(purls).toContain(`pkg:npm/%40heliograph/gateway@${NEXT}`);
    expect(purls.some((purl) => purl.startsWith('pkg:npm/react-dom@'))).toBe(true);
  });
});

describe('a release is refused, and nothing is changed,', () => {
  it('with a number that is none, or too old', async () => {
    const before = state();
    for (const version of ['0.2', 'v0.2.0', '0.2.0-rc.1', '0.02.0']) {
      expect(await release({ version, build: untouched })).toBe(
        `"${version}" is no version: that is three numbers, such as 0.2.0.`,
      );
    }
    for (const version of [current, '0.0.99']) {
      const problem = `${version} is not newer than ${current}, the version now.`;
      expect(await release({ version, build: untouched })).toBe(problem);
    }
    expect(state()).toEqual(before);
  });

  const noNews = '# Changelog\n\n## Unreleased\n\n### Look\n\n## 0.1.0 - 2026-11-22\n\nThe first release.\n';
  it.each([
    ['with its tag', () => git('tag', `v${NEXT}`), `The tag v${NEXT} exists already.`],
    ['with changes', () => write('compose.yaml', 'x: y\n'), 'Some changes are not committed: compose.yaml.'],
    ['with new files', () => write('docs/new.md', ''), 'Some changes are not committed: docs/new.md.'],
    [
      'with many changes',
      () => MANIFESTS.forEach((path) => void write(path, `${read(path)}\n`)),
      'Some changes are not committed: apps/fleet/package.json, apps/gateway/package.json, apps/web/package.json, e2e/package.json, package.json and 8 more.',
    ],
    [
      'without news',
      () => {
        write('CHANGELOG.md', noNews);
        git('commit', '--quiet', '--all', '--message', 'Say nothing');
      },
      'CHANGELOG.md has nothing under "Unreleased".',
    ],
    [
      'without a place for news',
      () => {
        write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 - 2026-11-22\n\n- The first release.\n');
        git('commit', '--quiet', '--all', '--message', 'Say nothing');
      },
      'CHANGELOG.md has nothing under "Unreleased".',
    ],
  ])('%s', async (_what, prepare, problem) => {
    prepare();
    const before = state();
    expect(await release({ build: untouched })).toBe(problem);
    expect(state()).toEqual(before);
  });
});

describe('a release that fails leaves everything as it was', () => {
  const stop = new AbortController();
  const failing: [string, Partial<Order>, () => void, string | RegExp][] = [
    ['the build', { build: async () => false }, () => undefined, 'The build failed.'],
    [
      'whoever stops it',
      {
        build: async () => {
          stop.abort();
          return true;
        },
        stop: stop.signal,
      },
      () => undefined,
      'It was stopped.',
    ],
    ['the commit', {}, () => hook('pre-commit', 'echo no; exit 1'), 'git commit failed: no'],
    ['the tag', {}, () => hook('reference-transaction', TAG_HOOK), /^git tag failed: .*(hook|locked|abort)/],
  ];
  it.each(failing)('by %s', async (_what, order, prepare, problem) => {
    prepare();
    const before = state();
    const said = await release(order);
    expect(said).toMatch(problem);
    expect(said).toMatch(/ Everything is as it was\.$/);
    expect(state()).toEqual(before);
  });

  it('by a build that ends with an error', async () => {
    const before = state();
    await expect(release({ build: () => Promise.reject(new Error('no memory')) })).rejects.toThrow(
      'no memory',
    );
    expect(state()).toEqual(before);
  });

  it('and leaves what others have done meanwhile', async () => {
    const before = state();
    const busy = async () => {
      write('docs/idea.md', 'An idea\n');
      return true;
    };
    expect(await release({ build: busy })).toMatch(/^Meanwhile other files have changed: docs\/idea\.md\./);
    expect(read('docs/idea.md')).toBe('An idea\n');
    rmSync(join(folder, 'docs/idea.md'));
    expect(state()).toEqual(before);

    const commit = async () => {
      git('commit', '--quiet', '--allow-empty', '--message', 'Meanwhile');
      return true;
    };
    expect(await release({ build: commit })).toMatch(/^Meanwhile something else was committed\./);
    expect(git('log', '--format=%s')).toBe('Meanwhile\nBegin');
    expect(git('status', '--porcelain')).toBe('');
  });
});

/** Refuses every tag. */
const TAG_HOOK = `if test "$1" = prepared && grep -q refs/tags/; then exit 1; fi`;
