import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScenarioName } from '@heliograph/simulator/scenarios';

const MAIN = fileURLToPath(new URL('../apps/gateway/dist/main.js', import.meta.url));
const START_TIMEOUT_MS = 30_000;
const ADDRESS_LINE = /^Heliograph is running at (http:\/\/\S+)$/m;

export interface GatewayOptions {
  readonly scenario?: ScenarioName;
  /** Flags besides port, host, data folder, scenario and seed. */
  readonly flags?: readonly string[];
}

/** A gateway in a process of its own, on a free port of this machine, with a data folder that goes with it. */
export interface RunningGateway {
  /** Without a slash at the end; stays the same over restarts. */
  readonly url: string;
  readonly dataFolder: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and with the same data. */
  startAgain(): Promise<void>;
  /** Ends it for good and removes its data. */
  dispose(): Promise<void>;
}

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
}

/** The variables of this process without those that would configure a gateway. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HELIOGRAPH_')));
}

function spawnGateway(flags: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...flags], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The gateway ${reason}. It said:\n${output}`));
    };
    const timer = setTimeout(
      () => fail(`gave no address within ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = ADDRESS_LINE.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ process: child, url });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code) => fail(`ended with code ${code} while starting`));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

export async function startGateway({ scenario, flags = [] }: GatewayOptions = {}): Promise<RunningGateway> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'heliograph-e2e-'));
  const common = ['--host', '127.0.0.1', '--data', dataFolder, '--seed', '1', ...flags];
  if (scenario !== undefined) common.push('--scenario', scenario);

  let running = await spawnGateway([...common, '--port', '0']);
  const { url } = running;
  return {
    url,
    dataFolder,
    kill: () => end(running.process, 'SIGKILL'),
    async startAgain() {
      running = await spawnGateway([...common, '--port', new URL(url).port]);
    },
    async dispose() {
      await end(running.process, 'SIGTERM');
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
