import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Gateway, RunningGateway } from './gateway.ts';
import { systemClock } from './platform/clock.ts';
import { type CommandLine, readCommandLine } from './platform/command-line.ts';
import { helpText } from './platform/flags.ts';
import { createLog } from './platform/log.ts';
import { nodeVersionProblem } from './platform/node-version.ts';
import { createHostPlatform } from './platform/platform.ts';
import { createServiceManager, type ServiceManager } from './platform/service-manager.ts';
import { StartError } from './platform/start-error.ts';

/** The built web app, seen from src/ as well as from dist/. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Set at the build; empty when run from the sources. */
const GIT_HASH = typeof HELIOGRAPH_GIT_HASH === 'string' ? HELIOGRAPH_GIT_HASH : '';
declare const HELIOGRAPH_GIT_HASH: string | undefined;

const writeLine = (line: string) => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem !== undefined) throw new StartError(problem);
  const { createGateway, DEFAULT_SCENARIO, SCENARIO_TITLES } = await import('./gateway.ts');
  const commandLine = readCommandLine({
    args: process.argv.slice(2),
    environment: process.env,
    readTextFile: (path) => readFileSync(path, 'utf8'),
    scenarios: SCENARIO_TITLES,
    defaultScenario: DEFAULT_SCENARIO,
  });
  if (commandLine === 'help') {
    writeLine(helpText(SCENARIO_TITLES, DEFAULT_SCENARIO));
    return;
  }
  const log = createLog({ level: commandLine.logLevel, writeLine });
  const dataFolder = resolve(commandLine.dataFolder);
  const service = createServiceManager({ environment: process.env, clock: systemClock, log });
  const gateway = createGateway(createHostPlatform(log), {
    ...commandLine,
    dataFolder,
    webFolder: WEB_FOLDER,
    gitHash: GIT_HASH,
    onRestarted: (running) => service.ready(statusOf(running)),
    onRestartFailed: fail,
  });
  endOnSignal(gateway, service);
  const running = await gateway.start();
  service.ready(statusOf(running));
  greet(running, commandLine, dataFolder, SCENARIO_TITLES[commandLine.scenario]);
}

const statusOf = ({ port, recovery }: RunningGateway) =>
  recovery === undefined ? `port ${port}` : `port ${port}, recovery mode`;

function greet(
  { port, userName, defaultPassword, isPasswordNew, recovery }: RunningGateway,
  { host, basePath, tls, firstPassword, scenario }: CommandLine<string>,
  dataFolder: string,
  title: string,
): void {
  const shownHost = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const urlHost = shownHost.includes(':') ? `[${shownHost}]` : shownHost;
  const isFirstPassword = firstPassword !== undefined && isPasswordNew;
  const scheme = tls === undefined ? 'http' : 'https';
  const path = basePath === '/' ? '' : basePath;
  writeLine(`Heliograph is running at ${scheme}://${urlHost}:${port}${path}`);
  if (recovery === undefined) {
    writeLine(`  Login:        user ${userName}, ${passwordHint(defaultPassword, isFirstPassword)}`);
  } else {
    for (const line of recoveryLines(recovery, firstPassword !== undefined)) writeLine(line);
  }
  writeLine(`  Data folder:  ${dataFolder}`);
  if (recovery === undefined) writeLine(`  Scenario:     ${scenario}. ${title}`);
  if (recovery === undefined && firstPassword !== undefined && !isPasswordNew) {
    writeLine(
      '  The first password is for a fresh data folder; this one has a password already, which stays.',
    );
  }
  writeLine('  Stop it with Ctrl-C.');
}

type Recovery = NonNullable<RunningGateway['recovery']>;

function recoveryLines({ lostFiles, password }: Recovery, isGiven: boolean): readonly string[] {
  const files = lostFiles.map(
    ({ fileName, isMissing }) => `${fileName} (${isMissing ? 'missing' : 'damaged'})`,
  );
  const giveOne = 'start again with --first-password, or with the variable HELIOGRAPH_FIRST_PASSWORD.';
  const passwords: Readonly<Record<Recovery['password'], readonly string[]>> = {
    kept: [
      '  Password:     the one that was set',
      ...(isGiven ? ['  The first password is not used: the one that was set is not lost.'] : []),
    ],
    given: ['  Password:     the first password you gave'],
    lost: [
      `  Password:     lost with the settings; to restore a backup, ${giveOne}`,
      ...(isGiven ? ['  The first password you gave is refused: everybody knows the default one.'] : []),
    ],
  };
  return [
    `  It is in recovery mode, because of ${files.join(', ')}: open that address to restore a backup.`,
    ...passwords[password],
  ];
}

/** Never a password that somebody chose. */
function passwordHint(defaultPassword: string | undefined, isFirstPassword: boolean): string {
  if (defaultPassword !== undefined) return `password ${defaultPassword} (the default one, please change it)`;
  return isFirstPassword ? 'with the first password you gave' : 'with the password you chose';
}

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
    gateway.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

/** Says why in one sentence, or shows the stack of what must not happen; then ends. */
function fail(error: unknown): void {
  const text =
    error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

process.on('uncaughtException', fail);
main().catch(fail);
