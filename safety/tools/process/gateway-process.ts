import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { buildEntry } from '../copies/build-entry.ts';
import type { Guard } from '../copies/guard.ts';

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const ADDRESS_LINE = /^Heliograph is running at http:\/\/\S+:(\d+)$/m;

export interface GatewayProcessOptions {
  readonly scenario?: ScenarioName;
  /** Everything random in its plant; default: always the same. */
  readonly seed?: number;
  /** Flags besides host, port, data folder and scenario. */
  readonly flags?: readonly string[];
  /** Guards that this gateway does not have. */
  readonly without?: readonly Guard[];
  /** Its folder; default: one that goes with it. */
  readonly dataFolder?: string;
  /** Of Node itself, as in `--max-old-space-size=64`. */
  readonly nodeFlags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A program that starts it, with its arguments: `strace`, `prlimit`. */
  readonly under?: readonly string[];
}

/** What a process says of itself; see `probe.mjs`. */
export interface ProcessFigures {
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  /** Since its start. */
  readonly cpuMs: number;
  /** Of the event loop, since its start or the last `reset`. */
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Sockets, timers and the like that are open. */
  readonly resources: number;
}

/** A gateway in a process of its own, built from the sources, on a free port of 127.0.0.1. */
export interface GatewayProcess {
  readonly port: number;
  readonly dataFolder: string;
  pid(): number;
  isRunning(): boolean;
  /** All that it has written. */
  output(): string;
  /** Where it writes to: to stop reading there, or to go away. */
  written(): { readonly stdout: Readable; readonly stderr: Readable };
  /** `collect` frees memory before (the flag `--expose-gc` belongs to it), `reset` starts delays anew afterwards. */
  figures(question?: 'read' | 'collect' | 'reset'): Promise<ProcessFigures>;
  /** Sends a signal; resolves with the exit code, null when the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same port and with the same data. */
  startAgain(): Promise<void>;
  /** Ends it for good and removes its folder, unless the folder was given. */
  dispose(): Promise<void>;
}

/** Starts a gateway; throws, with what it said, when it gives no address. */
export async function startGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const main = await buildEntry({ entry: 'apps/gateway/src/main.ts', without: options.without ?? [] });
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'heliograph-safety-')));
  let output = '';
  const start = (port: number) =>
    spawnGateway(commandOf(main, dataFolder, port, options), options.environment ?? {}, (text) => {
      output += text;
    });
  let { child, port } = await start(0);
  return {
    port,
    dataFolder,
    pid: () => child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    written() {
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error('nobody reads what it writes');
      return { stdout, stderr };
    },
    figures: (question = 'read') => ask(child, question),
    end: (signal = 'SIGTERM') => end(child, signal),
    async startAgain() {
      ({ child, port } = await start(port));
    },
    async dispose() {
      await end(child, 'SIGKILL');
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function commandOf(main: string, dataFolder: string, port: number, options: GatewayProcessOptions): string[] {
  const { scenario = 'three-inverters', seed = 1, flags = [], nodeFlags = [], under = [] } = options;
  return [
    ...under,
    ...[process.execPath, ...nodeFlags, '--import', PROBE, main, '--host', '127.0.0.1'],
    ...[
      '--port',
      String(port),
      '--data',
      dataFolder,
      '--scenario',
      scenario,
      '--seed',
      String(seed),
      ...flags,
    ],
  ];
}

/** The variables of this process without those that would configure a gateway, or watch it as a test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(HELIOGRAPH_|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

function spawnGateway(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  onOutput: (text: string) => void,
): Promise<{ child: ChildProcess; port: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...cleanEnvironment(), NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The gateway ${reason}. It said:\n${said}`));
    };
    const timer = setTimeout(() => fail('gave no address'), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      onOutput(chunk.toString());
      said = said.length < 100_000 ? said + chunk.toString() : said;
      const port = ADDRESS_LINE.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve({ child, port: Number(port) });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => fail(`ended (${code ?? signal}) while starting`));
  });
}

function ask(child: ChildProcess, question: string): Promise<ProcessFigures> {
  const number = performance.now();
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The gateway has ended.'));
    const onMessage = (message: unknown) => {
      const answer = message as { readonly number: number; readonly figures: ProcessFigures };
      if (answer.number !== number) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(answer.figures);
    };
    child.on('message', onMessage).once('exit', onExit);
    child.send({ question, number }, (error) => {
      if (error !== null) reject(error);
    });
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
