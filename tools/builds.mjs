import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { runCommand, tail } from './run-command.mjs';
import { writeSbom } from './sbom.mjs';

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {string} folder where `vite build` runs
 * @property {string} result the file whose presence shows a finished build
 * @property {readonly string[]} [args] for `vite build`
 * @property {readonly string[]} inputs files and folders that the result is made of
 * @property {boolean} [namesCommit] whether the result says of which commit it is
 */

const COMMON_INPUTS = [
  ...['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'seams'],
  'tools/ascii-only.ts',
];

/** Beside the guide, in the web app. */
const DOCUMENTS_FOR_OWNERS = [
  ...['user-guide', 'coming-from-an-original-device', 'home-assistant', 'mqtt-topics', 'prometheus'],
  ...['reverse-proxy', 'running', 'simulated-plants', 'sunspec'],
].map((name) => `docs/${name}.md`);

/** @type {readonly Build[]} */
export const BUILDS = [
  {
    name: 'web app',
    folder: 'apps/web',
    result: 'apps/web/dist/index.html',
    inputs: ['apps/web', 'docs/guide', ...DOCUMENTS_FOR_OWNERS, ...COMMON_INPUTS],
  },
  {
    name: 'pages of a fleet',
    folder: 'apps/web',
    result: 'apps/web/dist-fleet/index.html',
    args: ['--mode', 'fleet'],
    inputs: ['apps/web', 'packages/fleet-contract', ...COMMON_INPUTS],
  },
  {
    name: 'pages for the gateway to render',
    folder: 'apps/web',
    result: 'apps/web/dist-server/page-renderer.js',
    args: ['--ssr', 'src/page-renderer.tsx'],
    inputs: ['apps/web', ...COMMON_INPUTS],
  },
  {
    name: 'gateway',
    folder: 'apps/gateway',
    result: 'apps/gateway/dist/main.js',
    namesCommit: true,
    inputs: [
      'apps/gateway',
      'docs/api',
      'packages/domain',
      'packages/fleet-contract',
      'packages/opendtu-api',
      'packages/protocol',
      'packages/radio',
      'packages/simulator',
      ...COMMON_INPUTS,
    ],
  },
  {
    name: 'fleet page',
    folder: 'apps/fleet',
    result: 'apps/fleet/dist/main.js',
    inputs: ['apps/fleet', 'packages/fleet-contract', ...COMMON_INPUTS],
  },
];

const NOT_AN_INPUT =
  /^(dist|dist-fleet|dist-server|node_modules|test|\.tsbuild|.*\.test\.tsx?|.*\.tsbuildinfo)$/;

/**
 * Every file below `path`, in a fixed order.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const full = join(ROOT, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !NOT_AN_INPUT.test(name))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

/**
 * The commit that is checked out; empty outside of a repository.
 */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/**
 * What the result was made of: a hash of the inputs' names and contents, and the result's own time so that a
 * build by hand does not pass for this one.
 * @param {Build} build
 */
function stampOf({ inputs, result, namesCommit = false }) {
  const hash = createHash('sha256').update(namesCommit ? commit() : '');
  for (const file of inputs.flatMap(filesBelow)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return `${hash.digest('hex')} ${statSync(join(ROOT, result)).mtimeMs}`;
}

/** @param {Build} build */
const stampFile = ({ name }) => join(ROOT, '.tsbuild', `built-${name.replaceAll(' ', '-')}`);

/** @param {Build} build */
function isStale(build) {
  if (!existsSync(join(ROOT, build.result)) || !existsSync(stampFile(build))) return true;
  return readFileSync(stampFile(build), 'utf8') !== stampOf(build);
}

/** @param {Build} build */
async function runBuild(build) {
  console.error(`Building the ${build.name} ...`);
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runCommand(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', ...(build.args ?? [])],
    {
      cwd: join(ROOT, build.folder),
      // A test may have asked for it, and its NODE_ENV would bring the development build of React.
      env: { NODE_ENV: 'production' },
    },
  );
  if (code !== 0 || !existsSync(join(ROOT, build.result))) {
    console.error(
      `${tail(output)}\n\nThe ${build.name} could not be built: vite build ended with code ${code}.`,
    );
    return false;
  }
  mkdirSync(join(ROOT, '.tsbuild'), { recursive: true });
  writeFileSync(stampFile(build), stampOf(build));
  return true;
}

/** Builds what has changed since its last build. False, with the reason shown, on failure. */
export async function buildStale() {
  const done = await Promise.all(BUILDS.filter(isStale).map(runBuild));
  writeSbom();
  return done.every(Boolean);
}
