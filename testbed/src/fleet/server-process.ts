import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of others in a process of its own, which can be killed, frozen and started again with the same data. */
export interface ServerProcess {
  pid(): number;
  isRunning(): boolean;
  /** What it has written since its last start. */
  output(): string;
  end(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface ServerOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly spawnOptions?: SpawnOptions;
  /** Throws, or is false, as long as it does not serve. */
  readonly isReady: () => Promise<unknown>;
  readonly readyMs?: number;
}

const KEPT_CHARACTERS = 100_000;
const LOOK_MS = 50;

/** Starts it and waits until it serves. It does not outlive this process. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const [program, ...args] = options.command;
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    output = '';
    const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options.spawnOptions });
    child = started;
    const kill = () => started.kill('SIGKILL');
    process.once('exit', kill);
    started.once('exit', () => process.off('exit', kill));
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS);
    };
    started.stdout?.on('data', read);
    started.stderr?.on('data', read);
    let failure: unknown;
    started.once('error', (error) => {
      failure = error;
    });
    const untilMs = performance.now() + (options.readyMs ?? 30_000);
    for (;;) {
      if (await options.isReady().catch(() => false)) return;
      const isOver = failure !== undefined || started.exitCode !== null || performance.now() > untilMs;
      if (isOver) throw new Error(`${program} does not serve: ${String(failure ?? '')}\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  await start();
  return {
    pid: () => child?.pid ?? 0,
    isRunning,
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child === undefined || !isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      child.kill('SIGCONT');
      await ended;
    },
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
