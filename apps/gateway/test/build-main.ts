import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface MainProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the output once it holds the pattern; rejects when the process ends before. */
  shows(pattern: RegExp): Promise<string>;
}

export interface BuiltMain {
  /** Runs the gateway as a user does; it ends with the test. */
  run(flags: readonly string[], variables?: Readonly<Record<string, string>>): MainProcess;
  readonly dispose: () => Promise<void>;
}

/** The gateway as it is delivered: built, and run by plain Node. */
export async function buildMain(): Promise<BuiltMain> {
  const outDir = await mkdtemp(join(tmpdir(), 'heliograph-build-'));
  await build({ root: ROOT, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  // A Node without SQLite finds that of the package there.
  await symlink(join(ROOT, '../../node_modules'), join(outDir, 'node_modules'));
  const main = join(outDir, 'main.js');
  return {
    run: (flags, variables = {}) => runMain(main, flags, variables),
    dispose: () => rm(outDir, { recursive: true, force: true }),
  };
}

function runMain(
  main: string,
  flags: readonly string[],
  variables: Readonly<Record<string, string>>,
): MainProcess {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main, ...flags], {
    env: { PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  let errors = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    for (const watcher of watchers) watcher();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
  return {
    child,
    ended,
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const watcher = () => {
          if (pattern.test(output)) resolve(output);
        };
        watchers.add(watcher);
        watcher();
        void ended.then(() => reject(new Error(`ended with: ${output}${errors}`)));
      }),
  };
}

/** What it says when it runs. */
export const RUNNING = /^Heliograph is running at http:\/\/localhost:(\d+)$[\s\S]*Ctrl-C/m;
export const portOf = (output: string) => Number(RUNNING.exec(output)?.[1]);
