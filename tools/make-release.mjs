import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { buildStale } from './builds.mjs';
import { installMissingDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { sbomText } from './sbom.mjs';

/**
 * @typedef {object} Order
 * @property {string} folder of the repository
 * @property {string} version
 * @property {string} date of the release, such as 2026-11-22
 * @property {() => Promise<boolean>} build false, with the reason shown, on failure
 * @property {AbortSignal} [stop] of somebody who has changed their mind
 *
 * @typedef {Partial<Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>>} Needs
 * @typedef {Needs & { name: string, version: string }} Manifest
 * @typedef {{ version: string, packages: Record<string, Manifest> }} LockFile
 */

/** Files that name the image with its version, as in `heliograph:0.1.0`. */
export const IMAGE_NAMED_IN = [
  'compose.yaml',
  'deploy/fleet/compose.yaml',
  'docs/fleet.md',
  'docs/running.md',
];
const API_DOCUMENTS = ['docs/api/asyncapi.json', 'docs/api/fleet-openapi.json', 'docs/api/openapi.json'];
/** Of every release, in its commit: whoever has the tag has it, too. */
const SBOM_FOLDER = 'docs/sbom';
/** The heading, and what stands below it up to the next version. */
const UNRELEASED = /^## Unreleased\n((?:(?!## ).*\n)*)/m;
const NAMED_MAX = 5;

/**
 * The command: makes the version named, today, of the repository that it lies in. True when it is made.
 * @param {readonly string[]} words
 */
export async function runRelease([version = '', ...others]) {
  if (version === '' || others.length > 0) {
    console.error('Name the version to release, and nothing else: npm run release -- 0.2.0');
    return false;
  }
  // Not ended by a signal before everything is put back as it was.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
  const date = new Date().toISOString().slice(0, 10);
  const build = async () => (await installMissingDependencies()) && (await buildStale());
  const problem = await makeRelease({ folder: ROOT, version, date, build, stop: stop.signal });
  if (problem !== undefined) console.error(problem);
  else console.log(`Release ${version} is a commit and the tag v${version} here; nothing was pushed.`);
  return problem === undefined;
}

/**
 * Makes a release whole, or says in a sentence why not and leaves everything as it was.
 * @param {Order} order
 */
export async function makeRelease(order) {
  const refusal = refusalOf(order);
  if (refusal !== undefined) return refusal;
  const files = filesOf(order);
  const before = new Map([...files.keys()].map((path) => [path, bytesOf(join(order.folder, path))]));
  const madeFolder = mkdirSync(join(order.folder, SBOM_FOLDER), { recursive: true });
  let isMade = false;
  try {
    const problem = await carryOut(order, files);
    isMade = problem === undefined;
    return problem && `${problem} Everything is as it was.`;
  } finally {
    if (!isMade) putBack(order.folder, before, madeFolder);
  }
}

/**
 * Why not even to begin.
 * @param {Order} order
 */
function refusalOf({ folder, version }) {
  const { version: current } = manifestIn(folder);
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    return `"${version}" is no version: that is three numbers, such as 0.2.0.`;
  }
  if (!isNewer(version, current)) return `${version} is not newer than ${current}, the version now.`;
  if (git(folder, 'rev-parse', '--quiet', '--verify', `refs/tags/v${version}`).isWell) {
    return `The tag v${version} exists already.`;
  }
  const changed = changedFiles(folder);
  if (changed.length > 0) return `Some changes are not committed: ${named(changed)}.`;
  const [, news = ''] = UNRELEASED.exec(textOf(folder, 'CHANGELOG.md')) ?? [];
  const isNews = (/** @type {string} */ line) => line.trim() !== '' && !line.startsWith('#');
  if (!news.split('\n').some(isNews)) return 'CHANGELOG.md has nothing under "Unreleased".';
  return undefined;
}

/**
 * Returns what went wrong.
 * @param {Order} order
 * @param {ReadonlyMap<string, string>} files
 */
async function carryOut({ folder, version, build, stop }, files) {
  const start = gitAnswer(folder, 'rev-parse', 'HEAD');
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  if (!(await build())) return 'The build failed.';
  if (stop?.aborted) return 'It was stopped.';
  const others = changedFiles(folder).filter((path) => !files.has(path));
  if (others.length > 0) return `Meanwhile other files have changed: ${named(others)}.`;
  if (gitAnswer(folder, 'rev-parse', 'HEAD') !== start) return 'Meanwhile something else was committed.';

  gitAnswer(folder, 'add', '--', ...files.keys());
  const committed = git(folder, 'commit', '--quiet', '--message', `Release ${version}`);
  if (!committed.isWell) return `git commit failed: ${committed.output}`;
  const tagged = git(folder, 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  if (tagged.isWell) return undefined;
  gitAnswer(folder, 'reset', '--quiet', '--soft', start.trim());
  return `git tag failed: ${tagged.output}`;
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, Uint8Array | undefined>} before
 * @param {string | undefined} madeFolder
 */
function putBack(folder, before, madeFolder) {
  for (const [path, bytes] of before) {
    if (bytes === undefined) rmSync(join(folder, path), { force: true });
    else writeFileSync(join(folder, path), bytes);
  }
  if (madeFolder !== undefined) rmSync(madeFolder, { recursive: true });
  gitAnswer(folder, 'reset', '--quiet'); // what was added for the commit
}

/**
 * Every file of the release that differs from now, with what it holds then.
 * @param {Order} order
 * @returns {Map<string, string>}
 */
function filesOf({ folder, version, date }) {
  const { version: current } = manifestIn(folder);
  /** @type {LockFile} */
  const lock = JSON.parse(textOf(folder, 'package-lock.json'));
  const workspaces = Object.keys(lock.packages).filter((path) => !/(^|\/)node_modules\//.test(path));
  const ownNames = new Set(workspaces.map((path) => lock.packages[path]?.name));
  const released = (/** @type {Manifest} */ manifest) => withVersion(manifest, version, ownNames);

  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      workspaces.includes(path) ? released(entry) : entry,
    ]),
  );
  const changelog = textOf(folder, 'CHANGELOG.md');
  const image = `heliograph:${current}`;
  return new Map([
    ...workspaces.map((path) =>
      jsonFile(posix.join(path, 'package.json'), released(manifestIn(join(folder, path)))),
    ),
    jsonFile('package-lock.json', { ...lock, version, packages }),
    ...API_DOCUMENTS.map((path) => {
      const document = JSON.parse(textOf(folder, path));
      return jsonFile(path, { ...document, info: { ...document.info, version } });
    }),
    ...IMAGE_NAMED_IN.map((path) =>
      textFile(path, textOf(folder, path).replaceAll(image, `heliograph:${version}`)),
    ),
    textFile('CHANGELOG.md', changelog.replace(UNRELEASED, `## Unreleased\n\n## ${version} - ${date}\n$1`)),
    textFile(`${SBOM_FOLDER}/heliograph-${version}.cdx.json`, sbomText(packages)),
  ]);
}

/**
 * A manifest, or its entry in the lock file, as of that version: the parts of the product have one number in common.
 * @param {Manifest} manifest
 * @param {string} version
 * @param {ReadonlySet<string | undefined>} ownNames
 */
function withVersion(manifest, version, ownNames) {
  const changed = { ...manifest, version };
  for (const kind of /** @type {const} */ (['dependencies', 'devDependencies', 'peerDependencies'])) {
    const needs = manifest[kind];
    if (needs === undefined) continue;
    changed[kind] = Object.fromEntries(
      Object.entries(needs).map(([name, needed]) => [name, ownNames.has(name) ? version : needed]),
    );
  }
  return changed;
}

/** @param {string} path @param {unknown} value @returns {[string, string]} */
const jsonFile = (path, value) => [path, `${JSON.stringify(value, null, 2)}\n`]; // as npm writes them

/** @param {string} path @param {string} text @returns {[string, string]} */
const textFile = (path, text) => [path, text];

/** @param {string} version @param {string} other */
function isNewer(version, other) {
  const [mine, others] = [version, other].map((one) => one.split('.').map(Number));
  const at = mine?.findIndex((number, index) => number !== others?.[index]) ?? -1;
  return at >= 0 && (mine?.[at] ?? 0) > (others?.[at] ?? 0);
}

/** @param {string} folder @param {string} path */
const textOf = (folder, path) => readFileSync(join(folder, path), 'utf8');

/** @param {string} file */
const bytesOf = (file) => (existsSync(file) ? readFileSync(file) : undefined);

/** @param {string} folder @returns {Manifest} */
const manifestIn = (folder) => JSON.parse(textOf(folder, 'package.json'));

/** @param {readonly string[]} files */
function named(files) {
  const more = files.length - NAMED_MAX;
  return files.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * What differs from the last commit, or is new.
 * @param {string} folder
 */
function changedFiles(folder) {
  const listed = gitAnswer(folder, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all');
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice('XY '.length));
}

/**
 * @param {string} folder
 * @param {...string} args
 */
function git(folder, ...args) {
  // A hook of another repository may have started us, and then these would lead there.
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env;
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  return { isWell: status === 0, stdout, output: error?.message ?? `${stdout}${stderr}`.trim() };
}

/**
 * What git says to a question that it always answers.
 * @param {string} folder
 * @param {...string} args
 */
function gitAnswer(folder, ...args) {
  const { isWell, stdout, output } = git(folder, ...args);
  if (!isWell) throw new Error(`git ${args[0]} failed: ${output}`);
  return stdout;
}
