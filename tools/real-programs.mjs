import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from './builds.mjs';
import { installDebianPackage } from './debian-package.mjs';
import { installMissingDependencies, npmCommand } from './dependencies.mjs';
import { countUnitTests } from './gate.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';
import { installTestServers } from './test-servers.mjs';

const FOLDER = join(ROOT, '.tsbuild', 'programs');
const ADAPTER = 'iobroker.opendtu@3.1.0';
const INSTALL_TIME_LIMIT_MS = 300_000;
const TESTS_TIME_LIMIT_MS = 900_000;

/**
 * Installs the adapter into a folder of its own, beside a stand-in for the part of ioBroker that it runs in. A sentence
 * where it cannot be had.
 * @param {string} folder emptied before
 */
async function installAdapter(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'adapter-core'), { recursive: true });
  cpSync(join(ROOT, 'tools/programs/adapter-core.cjs'), join(folder, 'adapter-core', 'index.cjs'));
  const standIn = { name: '@iobroker/adapter-core', version: '3.2.2', main: 'index.cjs' };
  writeFileSync(join(folder, 'adapter-core', 'package.json'), JSON.stringify(standIn));
  const overrides = { '@iobroker/adapter-core': 'file:./adapter-core' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  const npm = npmCommand();
  const install = [...npm.args, 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', ADAPTER];
  const { code, output } = await runCommand(npm.command, install, {
    cwd: folder,
    timeLimitMs: INSTALL_TIME_LIMIT_MS,
  });
  return code === 0 ? undefined : `${ADAPTER} cannot be had here:\n${output.trim()}`;
}

/**
 * Runs programs of others, as their makers publish them, at a built gateway: an adapter of ioBroker, Prometheus, jq. A
 * program that cannot be had is no failure, but is told.
 */
export async function testRealPrograms() {
  if (!((await installMissingDependencies()) && (await buildStale()))) return false;
  await installTestServers();
  await installDebianPackage('prometheus', ['prometheus']);
  const lack = await installAdapter(FOLDER);
  if (lack !== undefined) console.log(lack);
  const report = join(FOLDER, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  // The last two have tests that are skipped without promtool.
  const files = ['tools/programs', 'apps/gateway/test/prometheus.test.ts', 'tools/deploy/dashboard.test.ts'];
  const args = [vitest, 'run', ...reporters, ...files];
  const { code } = await runCommand(process.execPath, args, {
    cwd: ROOT,
    env: { HELIOGRAPH_PROGRAMS: FOLDER },
    stream: true,
    timeLimitMs: TESTS_TIME_LIMIT_MS,
  });
  const { passed, failed, skipped } = countUnitTests(report) ?? { passed: 0, failed: 0, skipped: 0 };
  console.log(`\nPrograms of others: ${passed} tests passed, ${failed} failed, ${skipped} were skipped.`);
  return code === 0 && passed > 0;
}
