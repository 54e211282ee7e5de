import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import type { Gateway, RunningGateway } from './gateway.ts';
import { systemClock } from './platform/clock.ts';
import { readCommandLine } from './platform/command-line.ts';
import { realPathOf } from './platform/data-directory.ts';
import { helpText } from './platform/flags.ts';
import { codeLines, greeting } from './platform/greeting.ts';
import { collectStartGarbage, keepNewSpaceSmall } from './platform/heap-room.ts';
import { systemHostFacts } from './platform/host-facts.ts';
import { installationOf } from './platform/installation.ts';
import { createLineOutput } from './platform/line-output.ts';
import { createLog, type Log } from './platform/log.ts';
import { NEWEST_LTS, nodeVersionProblem } from './platform/node-version.ts';
import { createHostPlatform } from './platform/platform.ts';
import { readablePassword } from './platform/secret.ts';
import { createServiceManager, type ServiceManager } from './platform/service-manager.ts';
import { StartError } from './platform/start-error.ts';

/** The built web app, seen from src/ as well as from dist/. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The other program of the image, built: it is started in place of this one where the first word is `fleet`. */
const FLEET = new URL('../../fleet/dist/main.js', import.meta.url);

/** The clone, when run where it was built. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Set at the build; empty when run from the sources. */
const GIT_HASH = typeof HELIOGRAPH_GIT_HASH === 'string' ? HELIOGRAPH_GIT_HASH : '';
declare const HELIOGRAPH_GIT_HASH: string | undefined;

let log: Log | undefined;
const { writeLine } = createLineOutput(process.stdout, (count) =>
  log?.warn('Lines were left out here, since nobody has read them.', { count }),
);
const { writeLine: writeError } = createLineOutput(process.stderr, () => undefined);

async function main(): Promise<void> {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem !== undefined) throw new StartError(problem);
  if (process.argv[2] === 'fleet') {
    await startFleet();
    return;
  }
  keepNewSpaceSmall();
  const { createGateway, DEFAULT_SCENARIO, SCENARIO_TITLES, testRadio } = await import('./gateway.ts');
  const commandLine = readCommandLine({
    args: process.argv.slice(2),
    environment: process.env,
    readTextFile: (path) => readFileSync(path, 'utf8'),
    realPath: realPathOf,
    scenarios: SCENARIO_TITLES,
    defaultScenario: DEFAULT_SCENARIO,
  });
  if (commandLine === 'help') {
    writeLine(helpText(SCENARIO_TITLES, DEFAULT_SCENARIO));
    return;
  }
  if (commandLine.testsItself && commandLine.chip !== undefined) {
    tellTest(await testRadio(commandLine.chip, process.platform));
    return;
  }
  log = createLog({ level: commandLine.logLevel, writeLine });
  if (commandLine.ignored.length > 0) {
    const names = commandLine.ignored.join(', ');
    log.warn(`Beside a radio chip nothing is simulated, so these variables count for nothing: ${names}.`);
  }
  const dataFolder = resolve(commandLine.dataFolder);
  const service = createServiceManager({ environment: process.env, clock: systemClock, log });
  const platform = createHostPlatform(log);
  const newPassword = commandLine.resetsPassword ? readablePassword(platform.randomBytes) : undefined;
  const gateway = createGateway(platform, {
    ...commandLine,
    newPassword,
    dataFolder,
    backupFolder: commandLine.backupFolder === undefined ? undefined : resolve(commandLine.backupFolder),
    webFolder: WEB_FOLDER,
    version: manifest.version,
    gitHash: GIT_HASH,
    installation: installationOf({ environment: process.env, exists: existsSync, root: resolve(ROOT) }),
    asksOnFirstStart: true,
    onRestarted(running) {
      service.ready(statusOf(running));
      for (const line of codeLines(running)) writeLine(line);
    },
    onRestartFailed: fail,
  });
  endOnSignal(gateway, service);
  const running = await gateway.start();
  service.ready(statusOf(running));
  collectStartGarbage();
  const lastFixes = systemHostFacts.runtimeEndOfLife();
  if (lastFixes !== undefined) {
    const runtime = systemHostFacts.runtime();
    log.warn(
      `${runtime} has had no security fixes since ${lastFixes}; a newer one is better, such as Node ${NEWEST_LTS}.`,
    );
  }
  const told = { dataFolder, title: SCENARIO_TITLES[commandLine.scenario], newPassword };
  for (const line of greeting(running, commandLine, told)) writeLine(line);
}

/** Nothing of the gateway has been loaded yet, and nothing of the fleet page is loaded where a gateway starts. */
async function startFleet(): Promise<void> {
  if (!existsSync(FLEET)) throw new StartError('The fleet page is not built yet. Run "npm run build" first.');
  process.removeListener('uncaughtException', fail);
  await import(/* @vite-ignore */ FLEET.href);
}

function tellTest(lines: readonly { readonly isGood: boolean; readonly text: string }[]): void {
  for (const { isGood, text } of lines) writeLine(`${isGood ? 'good ' : 'WRONG'}  ${text}`);
  process.exitCode = lines.every(({ isGood }) => isGood) ? 0 : 1;
}

const statusOf = ({ port, recovery }: RunningGateway) =>
  recovery === undefined ? `port ${port}` : `port ${port}, recovery mode`;

/** So often an end looks whether it takes too long. */
const LOOK_MS = 50;

/** Npm passes on the terminal's Ctrl-C, which the gateway got already. */
const SAME_SIGNAL_MS = 300;

/** The first signal asks to end, the second one does not ask. */
function endOnSignal(gateway: Gateway, service: ServiceManager): void {
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | undefined;
  const end = (signal: NodeJS.Signals) => {
    const atMs = systemClock.monotonicMs();
    if (first !== undefined) {
      if (signal !== first.signal || atMs - first.atMs >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first = { signal, atMs };
    service.stopping();
    const giveUpInTime = () => {
      if (systemClock.monotonicMs() - atMs < gateway.stopMaxMs()) systemClock.after(LOOK_MS, giveUpInTime);
      else endWithout(signal);
    };
    if (!__WITHOUT__.endInTime) giveUpInTime();
    const stopped = __WITHOUT__.orderlyEnd ? Promise.reject(new Error('no order')) : gateway.stop();
    stopped.then(
      () => exitAfter(signal, gateway.isBusy()),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  // At a terminal it says that the terminal has gone; to a service it says: read your files anew.
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  process.on('SIGHUP', hasTerminal ? end : () => gateway.renewCertificate());
}

/**
 * Node wants to put the terminal in order when it exits, and aborts where there is none any more. It also waits for its threads, with one
 * engine for ever: while one copies, the process ends by the signal itself.
 */
function exitAfter(signal: NodeJS.Signals, isBusy: boolean): void {
  if (signal !== 'SIGHUP' && !isBusy) process.exit(0);
  endBy(signal);
}

/** Ends the process without waiting for its threads. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Process 1 of a container gets no signal that it does not listen to, not even from itself.
  process.exit(SIGNAL_EXIT_CODE + constants.signals[signal]);
}

/** What a shell adds to the number of a signal that has ended a process. */
const SIGNAL_EXIT_CODE = 128;

/** What has still not been written stays undone. */
function endWithout(signal: NodeJS.Signals): void {
  log?.warn('The end takes too long, as on a slow disk; what was not yet acknowledged may not be saved.');
  endBy(signal);
}

/** Says why in one sentence, or shows the stack of what must not happen; then ends. */
function fail(error: unknown): void {
  const text =
    error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error);
  writeError(text);
  process.exit(1);
}

process.on('uncaughtException', fail);
main().catch(fail);
