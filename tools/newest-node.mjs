import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { buildStale } from './builds.mjs';
import { installMissingDependencies, npmCommand } from './dependencies.mjs';
import { countUnitTests } from './gate.mjs';
import { NEWEST_LTS } from './node-version.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';
import { installTestServers } from './test-servers.mjs';

/** Not in node_modules: there it would be the Node of every command that npm starts. */
const FOLDER = join(ROOT, '.tsbuild', 'newest-node');
const INSTALL_TIME_LIMIT_MS = 300_000;
const TESTS_TIME_LIMIT_MS = 1_800_000;

/** @typedef {{ readonly path: string, readonly version: string }} InstalledNode */

/**
 * Installs the newest Node with long-term support into a folder of its own. npm's package `node` brings the program for
 * the machine it is installed on; not every machine has one. Returns a sentence where it cannot be had.
 * @param {string} folder emptied before
 * @param {{ readonly command: string, readonly args: readonly string[] }} npm
 * @returns {Promise<InstalledNode | string>}
 */
export async function installNewestNode(folder, npm) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without a manifest here npm would look for one further up, and find that of the product.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = [...npm.args, 'install', '--prefix', folder, '--no-save', `node@${NEWEST_LTS}`];
  const { code, output } = await runCommand(npm.command, install, {
    cwd: folder,
    timeLimitMs: INSTALL_TIME_LIMIT_MS,
  });
  const cannot = `Node ${NEWEST_LTS} cannot be had here, so the unit tests were not run on it:`;
  if (code !== 0) return `${cannot} ${reasonIn(output) ?? `npm install ended with code ${code}`}`;
  const path = join(folder, 'node_modules', 'node', 'bin', 'node');
  const { stdout, ...asked } = await runCommand(path, ['--version'], { timeLimitMs: INSTALL_TIME_LIMIT_MS });
  if (asked.code !== 0) return `${cannot} ${reasonIn(asked.output) ?? 'it does not start'}`;
  const version = stdout.trim().replace(/^v/, '');
  if (version.startsWith(`${NEWEST_LTS}.`)) return { path, version };
  return `${cannot} npm has installed ${version}`;
}

/**
 * The line that says why: npm begins with codes, and may end with pages of advice.
 * @param {string} output
 */
function reasonIn(output) {
  const [, reason] =
    /^npm (?:error|ERR!) (?!code |syscall |errno )(?:\w+ (?=[A-Z]))?(.+)$/m.exec(output) ?? [];
  return reason ?? (output.trim().split('\n').at(-1) || undefined);
}

/**
 * Runs the unit tests, or those in files with these words in their paths, on the newest Node with long-term support. A
 * Node that cannot be had is no failure.
 * @param {readonly string[]} words
 */
export async function testOnNewestNode(words) {
  if (!((await installMissingDependencies()) && (await buildStale()))) return false;
  await installTestServers();
  const node = await installNewestNode(FOLDER, npmCommand());
  if (typeof node === 'string') {
    console.log(node);
    return true;
  }
  const report = join(FOLDER, 'report.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runCommand(node.path, [vitest, 'run', ...reporters, ...words], {
    cwd: ROOT,
    // What tests start by the name `node` is the same one. What the gate has no minutes for is run here.
    env: { HELIOGRAPH_LONG: '1', PATH: `${dirname(node.path)}${delimiter}${process.env.PATH}` },
    stream: true,
    timeLimitMs: TESTS_TIME_LIMIT_MS,
  });
  const { passed, failed, skipped } = countUnitTests(report) ?? { passed: 0, failed: 0, skipped: 0 };
  console.log(
    `\nNode ${node.version}: ${passed} unit tests passed, ${failed} failed, ${skipped} were skipped.`,
  );
  return code === 0 && passed > 0;
}
