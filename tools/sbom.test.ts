import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDockerfile } from './deploy/read-dockerfile.mjs';
import { ROOT } from './root.mjs';
import { SBOM_FILE, sbomOf } from './sbom.mjs';

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const sbom = sbomOf(read('package-lock.json').packages);
const purls = sbom.components.map(({ purl }) => purl);
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

describe('the bill of materials', () => {
  it('has what the product declares, and what that needs in turn', () => {
    for (const workspace of [
      'apps/fleet',
      'apps/gateway',
      'apps/web',
      'packages/contract',
      'packages/simulator',
    ]) {
      const { name, version, dependencies } = read(`${workspace}/package.json`);
      const declared = Object.entries<string>(dependencies).map(([one, exact]) => purlOf(one, exact));
      expect(purls).toEqual(expect.arrayContaining([purlOf(name, version), ...declared]));
    }
    // Of fastify, of react-dom, of mqtt: each a step further away.
    for (const name of ['find-my-way', 'scheduler', 'mqtt-packet', 'readable-stream']) {
      expect(
        purls.some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
        name,
      ).toBe(true);
    }
  });

  it('has nothing that only builds or tests it', () => {
    const tools = Object.keys(read('package.json').devDependencies).filter(
      (name) => !['ws', 'ajv', 'zod'].includes(name),
    );
    const shipped = tools.filter((name) => purls.some((purl) => purl.startsWith(`${purlOf(name, '')}`)));
    expect(shipped.filter((name) => !name.startsWith('@types/'))).toEqual([]);
  });

  it('says of each package its version, license and checksum, and who needs it', () => {
    const foreign = sbom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40heliograph/'));
    expect(foreign.length).toBeGreaterThan(50);
    for (const { purl, version, licenses, hashes } of foreign) {
      expect(purl).toMatch(new RegExp(`@${version}$`));
      expect(JSON.stringify(licenses), purl).toMatch(/"(id|expression)":"[\w(].+"/);
      expect(hashes, purl).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
    expect(new Set(purls).size).toBe(purls.length);
    const known = new Set([...purls, sbom.metadata.component['bom-ref']]);
    const needed = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(needed.filter((ref) => !known.has(ref))).toEqual([]);
    expect(new Set(needed)).toEqual(known);
  });

  it('takes the nearest package where there are two of a name, and misses what is not there', () => {
    const packages = {
      '': { version: '1.0.0', license: 'Apache-2.0' },
      'apps/fleet': { name: 'f', version: '1.0.0', license: 'MIT' },
      'apps/gateway': {
        name: 'g',
        version: '1.0.0',
        license: 'MIT',
        dependencies: { a: '2.0.0', b: '1.0.0' },
      },
      'apps/web': { name: 'w', version: '1.0.0', license: 'MIT' },
      'apps/gateway/node_modules/a': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b': { version: '1.0.0', license: 'MIT', dependencies: { a: '1.0.0' } },
    };
    const made = sbomOf(packages);
    expect(made.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])).toEqual([
      ['pkg:npm/heliograph@1.0.0', ['pkg:npm/f@1.0.0', 'pkg:npm/g@1.0.0', 'pkg:npm/w@1.0.0']],
      ['pkg:npm/a@1.0.0', []],
      ['pkg:npm/a@2.0.0', []],
      ['pkg:npm/b@1.0.0', ['pkg:npm/a@1.0.0']],
      ['pkg:npm/f@1.0.0', []],
      ['pkg:npm/g@1.0.0', ['pkg:npm/a@2.0.0', 'pkg:npm/b@1.0.0']],
      ['pkg:npm/w@1.0.0', []],
    ]);
    expect(made.components[1]?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
    const { 'node_modules/a': _, ...lacking } = packages;
    expect(() => sbomOf(lacking)).toThrow('has no a, which node_modules/b needs');
  });

  it('makes up no license', () => {
    const known = sbom.components.find(({ name }) => name === 'suncalc');
    expect(known?.licenses).toEqual([{ license: { id: 'BSD-2-Clause' } }]); // its manifest names none
    const packages = { ...read('package-lock.json').packages, 'node_modules/wouter': { version: '3.13.0' } };
    expect(() => sbomOf(packages)).toThrow('wouter names no license');
  });

  it('is in the image, and written by the build that makes the image', () => {
    const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
    const image = stages.at(-1)?.steps ?? [];
    const build = stages.find(({ steps }) => steps.some(({ text }) => text === 'npm run build'));
    expect(build?.name).toBe('build');
    const copied = image
      .filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === 'build')
      .map(({ words }) => words[0] ?? '');
    expect(copied.some((source) => `/src/${SBOM_FILE}`.startsWith(source))).toBe(true);
  });
});
