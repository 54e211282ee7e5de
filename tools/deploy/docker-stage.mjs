import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { runCommand, tail } from '../run-command.mjs';

/** @typedef {import('./read-dockerfile.mjs').DockerStep} DockerStep */

/**
 * A stage that is being carried out: a folder stands for the root of its file system.
 * @typedef {object} StageFolder
 * @property {string} root
 * @property {string} workFolder inside of it, from `/`
 * @property {Readonly<Record<string, string>>} environment as the Dockerfile sets it
 */

/**
 * @typedef {object} StageInput
 * @property {string} context the folder of the Dockerfile
 * @property {(path: string) => boolean} isIgnored by .dockerignore
 * @property {ReadonlyMap<string, StageFolder>} stages the ones before, by name
 */

/**
 * A stage before its first step: empty, since the programs of this machine stand for those of an image, or as another one ended.
 * @param {string} root
 * @param {StageFolder} [base]
 * @returns {StageFolder}
 */
export function beginStage(root, base) {
  mkdirSync(root);
  if (base === undefined) return { root, workFolder: '/', environment: {} };
  cpSync(base.root, root, { recursive: true });
  return { ...base, root };
}

/** A path inside of a stage, on this machine. @param {StageFolder} stage @param {string} path */
export const placeIn = ({ root, workFolder }, path) => join(root, posix.resolve(workFolder, path));

/**
 * Carries out one step and returns the stage after it. What only describes the image changes nothing here.
 * @param {StageFolder} stage
 * @param {DockerStep} step
 * @param {StageInput} input
 * @returns {Promise<StageFolder>}
 */
export async function carryOut(stage, step, input) {
  const { keyword, words, text } = step;
  if (keyword === 'WORKDIR') {
    const workFolder = posix.resolve(stage.workFolder, words[0] ?? '');
    mkdirSync(join(stage.root, workFolder), { recursive: true });
    return { ...stage, workFolder };
  }
  if (keyword === 'ENV') {
    const pairs = words.map((word) => /** @type {const} */ ([nameOf(word), settingOf(word)]));
    return { ...stage, environment: { ...stage.environment, ...Object.fromEntries(pairs) } };
  }
  if (keyword === 'COPY') copy(stage, step, input);
  if (keyword === 'RUN') await run(stage, text);
  return stage;
}

/** @param {string} pair */
const nameOf = (pair) => pair.slice(0, pair.indexOf('='));
/** A variable that nobody sets is empty. @param {string} pair */
const settingOf = (pair) => pair.slice(pair.indexOf('=') + 1).replace(/\$\{\w+\}/g, '');

/**
 * @param {StageFolder} stage
 * @param {DockerStep} step
 * @param {StageInput} input
 */
function copy(stage, { flags, words, line }, { context, isIgnored, stages }) {
  const sources = words.slice(0, -1);
  const target = words.at(-1) ?? '';
  const { from, chown } = flags;
  const sourceRoot = from === undefined ? context : stages.get(from)?.root;
  if (sourceRoot === undefined) throw new Error(`line ${line}: there is no stage ${from}`);
  for (const source of sources) {
    const path = join(sourceRoot, source);
    const isFolder = statSync(path).isDirectory();
    // The content of a folder is copied; a file goes into a folder whose name ends with a slash.
    const place = placeIn(stage, target.endsWith('/') && !isFolder ? `${target}${basename(source)}` : target);
    cpSync(path, place, {
      recursive: true,
      filter: (file) => from !== undefined || file === path || !isIgnored(slashed(relative(context, file))),
    });
    if (chown !== undefined) giveTo(place, chown);
  }
}

/** @param {string} path */
const slashed = (path) => path.replaceAll('\\', '/');

/** Only root can; everybody else keeps it. @param {string} place @param {string} owner such as `1000:1000` */
function giveTo(place, owner) {
  if (process.getuid?.() !== 0) return;
  const [user = 0, group = user] = owner.split(':').map(Number);
  chownSync(place, user, group);
  chmodSync(place, 0o755);
}

/**
 * @param {StageFolder} stage
 * @param {string} command
 */
async function run(stage, command) {
  const { code, output } = await runCommand('/bin/sh', ['-c', command], {
    cwd: placeIn(stage, '.'),
    env: mapped(stage),
  });
  if (code !== 0) throw new Error(`RUN ${command} ended with code ${code}:\n${tail(output)}`);
}

/**
 * The stage's variables; what names a place in it names that place on this machine.
 * @param {StageFolder} stage
 */
export function mapped(stage) {
  return Object.fromEntries(
    Object.entries(stage.environment).map(([name, value]) => [name, mappedPath(stage, value)]),
  );
}

/** @param {StageFolder} stage @param {string} text */
export function mappedPath(stage, text) {
  return text.startsWith('/') && existsSync(join(stage.root, text)) ? join(stage.root, text) : text;
}
