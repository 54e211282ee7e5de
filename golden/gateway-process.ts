import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A built gateway in a process of its own, with a data folder that goes with it. */
export interface GatewayProcess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

const ADDRESS_LINE = /^Heliograph is running at (http:\/\/\S+)$/m;

export interface GatewayOptions {
  /** Of a checkout in which the gateway and the web app are built. */
  readonly checkout: string;
  readonly flags: readonly string[];
  /** One that exists already; it stays where it is. */
  readonly dataFolder?: string;
}

export async function startGateway({ checkout, flags, dataFolder }: GatewayOptions): Promise<GatewayProcess> {
  const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), 'heliograph-golden-')));
  const main = join(checkout, 'apps/gateway/dist/main.js');
  const own = ['--host', '127.0.0.1', '--port', '0', '--data', folder];
  const { PATH = '', TZ = 'UTC' } = process.env;
  const child = spawn(process.execPath, [main, ...own, ...flags], {
    env: { PATH, TZ },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString();
      const found = ADDRESS_LINE.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`the gateway ended: ${output}`)));
  });
  return {
    url,
    dataFolder: folder,
    async stop() {
      await end(child);
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL'); // a failure must not leave any behind
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
