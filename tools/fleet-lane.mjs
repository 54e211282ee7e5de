/**
 * `npm run test:fleet`: a fleet of real servers on this machine: three nodes of NATS, VictoriaMetrics, PostgreSQL, Mosquitto, fleet
 * pages, and simulated sites. `-- walls` runs only the files with this word in their names. `-- long` runs only outages, as long as they
 * may really be: the time-series database away for ten minutes, a site cut off for an hour; that takes 65 minutes and little of the
 * processor. What is missing is installed on Debian as root, else its tests are skipped, which is said at the end with how many ran.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode } from './node-version.mjs';
import { ROOT } from './root.mjs';
import { runCommand } from './run-command.mjs';
import { installFleetServers, installTestServers } from './test-servers.mjs';

const FOLDER = join(ROOT, '.tsbuild', 'fleet');
const FIGURES = join(FOLDER, 'figures.txt');
const REPORT = join(FOLDER, 'report.json');
const TIME_LIMIT_MS = 45 * 60_000;
const LONG_TIME_LIMIT_MS = 90 * 60_000;

/** @param {readonly string[]} words */
async function runFleetLane(words) {
  const isLong = words.includes('long');
  await installTestServers();
  await installFleetServers();
  const { buildStale } = await import('./builds.mjs');
  if (!(await buildStale())) return 1;
  mkdirSync(FOLDER, { recursive: true });
  rmSync(REPORT, { force: true });
  writeFileSync(FIGURES, '');
  // One after the other: each of them measures, or needs the machine for itself.
  const args = [
    'run',
    '--project',
    'fleet',
    '--no-file-parallelism',
    '--reporter=default',
    '--reporter=json',
  ];
  const { code } = await runCommand(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      ...args,
      `--outputFile=${REPORT}`,
      ...(isLong ? ['lane/outages'] : words),
    ],
    {
      cwd: ROOT,
      env: {
        ...{ HELIOGRAPH_FLEET: '1', HELIOGRAPH_FLEET_FIGURES: FIGURES },
        ...(isLong && { HELIOGRAPH_LONG: '1' }),
      },
      ...{ stream: true, timeLimitMs: isLong ? LONG_TIME_LIMIT_MS : TIME_LIMIT_MS },
    },
  );
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(REPORT, 'utf8'));
  console.log(readFileSync(FIGURES, 'utf8'));
  const word = skipped === 0 ? '' : ', of which a server or a build is missing here';
  console.log(`Fleet: ${passed} passed, ${failed} failed, ${skipped} skipped${word}.`);
  return code;
}

requireNode();
void runFleetLane(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
