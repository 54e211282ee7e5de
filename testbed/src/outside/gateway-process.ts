import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ScenarioName } from '@heliograph/simulator/scenarios';

const BUILT_MAIN = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url));
/** What opens a fresh gateway to tests that come from many addresses of this machine. */
const FIRST_PASSWORD = { HELIOGRAPH_FIRST_PASSWORD: 'openDTU42' };
/** As in every way to run it that `docs/running.md` names. */
export const DELIVERED_ENVIRONMENT = { MALLOC_TRIM_THRESHOLD_: '131072' };
const START_TIMEOUT_MS = 60_000;
const ADDRESS_LINE = /^Heliograph is running at (http:\/\/\S+)$/m;
/** Kept of what it writes while it starts. */
const KEPT_CHARACTERS = 100_000;

export interface GatewayProcessOptions {
  /** The built gateway; default: the one of this checkout. */
  readonly main?: string;
  readonly scenario?: ScenarioName;
  /** Everything random in its plant, where that is simulated; default: always the same. */
  readonly seed?: number;
  /** Flags besides host, port, data folder, scenario and seed. */
  readonly flags?: readonly string[];
  /** Its folder; default: one that goes with it. */
  readonly dataFolder?: string;
  /** Of Node itself, as in `--max-old-space-size=64`. */
  readonly nodeFlags?: readonly string[];
  /** Until somebody sets a password only this machine may change things, as for a newcomer. */
  readonly isLocked?: boolean;
  /** Variables besides those of this process that neither configure a gateway nor watch a test. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that starts it, with its arguments: `strace`, `prlimit`. */
  readonly under?: readonly string[];
  /** It can be sent messages. */
  readonly hasChannel?: boolean;
}

/** A gateway in a process of its own, on a free port of 127.0.0.1. */
export interface GatewayProcess {
  /** Without a slash at the end; stays the same over restarts, as the port does. */
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  /** The process of its present start. */
  child(): ChildProcess;
  pid(): number;
  isRunning(): boolean;
  /** All that it has written. */
  output(): string;
  /** Where it writes to: to stop reading there, or to go away. */
  written(): { readonly stdout: Readable; readonly stderr: Readable };
  /** Sends a signal; resolves with the exit code, null when the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and with the same data. */
  startAgain(): Promise<void>;
  /** Ends it for good and removes its folder, unless the folder was given. */
  dispose(): Promise<void>;
}

/** Starts a gateway; throws, with what it said, when it gives no address. */
export async function startGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'heliograph-')));
  let output = '';
  const isOpened = options.dataFolder === undefined && options.isLocked !== true;
  const environment = { ...(isOpened && FIRST_PASSWORD), ...options.environment };
  const start = (port: number) =>
    spawnGateway(commandOf(port, dataFolder, options), { ...options, environment }, (text) => {
      output += text;
    });
  let { child, url } = await start(0);
  const port = Number(new URL(url).port);
  const end = (signal: NodeJS.Signals = 'SIGTERM') => endOf(child, signal);
  return {
    url,
    port,
    dataFolder,
    child: () => child,
    pid: () => child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    written() {
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error('nobody reads what it writes');
      return { stdout, stderr };
    },
    end,
    async kill() {
      await end('SIGKILL');
    },
    async startAgain() {
      ({ child, url } = await start(port));
    },
    async dispose() {
      await end();
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function commandOf(port: number, dataFolder: string, options: GatewayProcessOptions): string[] {
  const { main = BUILT_MAIN, scenario, seed = 1, flags = [], nodeFlags = [], under = [] } = options;
  const place = ['--host', '127.0.0.1', '--port', String(port), '--data', dataFolder];
  const isSimulated = !flags.includes('nrf24'); // a chip takes no flags of the simulation
  const plant = [
    ...(isSimulated ? ['--seed', String(seed)] : []),
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
  ];
  return [...under, process.execPath, ...nodeFlags, main, ...place, ...plant, ...flags];
}

/** The variables of this process without those that would configure a gateway, or watch it as a test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(HELIOGRAPH_|VITEST|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

function spawnGateway(
  [program = '', ...args]: readonly string[],
  { environment = {}, hasChannel = false }: GatewayProcessOptions,
  onOutput: (text: string) => void,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])];
    const child = spawn(program, args, {
      env: { ...cleanEnvironment(), ...DELIVERED_ENVIRONMENT, ...environment },
      stdio,
    });
    endWithThisProcess(child);
    let said = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The gateway ${reason}. It said:\n${said}`));
    };
    const timer = setTimeout(
      () => fail(`gave no address within ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    const read = (chunk: Buffer) => {
      onOutput(chunk.toString());
      said = said.length < KEPT_CHARACTERS ? said + chunk.toString() : said;
      const url = ADDRESS_LINE.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ child, url });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => fail(`ended (${code ?? signal}) while starting`));
  });
}

/** A failure must not leave it behind. */
function endWithThisProcess(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
