import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { LAYERING_PLANTS } from './layering-plants.mjs';
import { LINT_PLANTS } from './lint-plants.mjs';
import { ROOT } from './root.mjs';

const WORKSPACES = [
  'packages/contract',
  'packages/domain',
  'packages/fleet-contract',
  'packages/opendtu-api',
  'packages/protocol',
  'packages/radio',
  'packages/simulator',
  'apps/fleet',
  'apps/gateway',
  'apps/web',
  'e2e',
  'testbed',
];
const NPM_PACKAGES = ['zod', 'react', 'vitest'];
const SOME_CODE = 'export const planted = 1;\n';

/**
 * @param {string} root
 * @param {string} file
 * @param {string} text
 */
function write(root, file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text, { flag: 'a' });
}

/**
 * The outline of the tree that the plants stand in: workspaces with their real package.json, linked by name,
 * and a few packages of npm in name only.
 * @param {string} root
 */
function writeOutline(root) {
  for (const workspace of WORKSPACES) {
    write(root, `${workspace}/src/index.ts`, SOME_CODE);
    copyFileSync(join(ROOT, workspace, 'package.json'), join(root, workspace, 'package.json'));
    mkdirSync(join(root, 'node_modules', '@heliograph'), { recursive: true });
    symlinkSync(join(root, workspace), join(root, 'node_modules', '@heliograph', basename(workspace)));
  }
  write(root, 'packages/simulator/src/scenarios/index.ts', SOME_CODE);
  for (const name of NPM_PACKAGES) {
    const folder = `node_modules/${name}`;
    write(root, `${folder}/package.json`, `{ "name": "${name}", "version": "0.0.0", "main": "index.js" }\n`);
    write(root, `${folder}/index.js`, SOME_CODE);
    write(root, `${folder}/mini/package.json`, '{ "main": "index.js" }\n');
    write(root, `${folder}/mini/index.js`, SOME_CODE);
  }
}

/**
 * @param {string} specifier
 * @param {boolean | undefined} typeOnly
 */
function importOf(specifier, typeOnly) {
  const used = typeOnly ? 'export type Planted = typeof plant;' : 'export const planted = plant;';
  return `import ${typeOnly ? 'type ' : ''}* as plant from '${specifier}';\n${used}\n`;
}

/** @param {string} root */
function writePlants(root) {
  const targets = new Set();
  for (const { target, targetImports } of LAYERING_PLANTS) {
    if (target === undefined || targets.has(target)) continue;
    targets.add(target);
    write(root, target, targetImports === undefined ? SOME_CODE : `import '${targetImports}';\n${SOME_CODE}`);
  }
  for (const { file, imports, typeOnly } of LAYERING_PLANTS) write(root, file, importOf(imports, typeOnly));
  for (const { file, code } of LINT_PLANTS) write(root, file, `${code}\n`);
}

/** The linter's rules as they are, for a folder that is no clone and has nothing installed. */
function lintConfiguration() {
  const configuration = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  return JSON.stringify({ ...configuration, $schema: undefined, vcs: { enabled: false } });
}

/**
 * Writes the planted tree into a temporary folder and removes it after `use`.
 * @template T
 * @param {(root: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withPlantedTree(use) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'heliograph-layers-')));
  try {
    writeOutline(root);
    writePlants(root);
    write(root, 'biome.json', lintConfiguration());
    for (const plugin of ['no-ambient-world.grit', 'no-reach-around.grit']) {
      write(root, `tools/${plugin}`, readFileSync(join(ROOT, 'tools', plugin), 'utf8'));
    }
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
