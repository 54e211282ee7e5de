import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const START = fileURLToPath(new URL('../tools/start.mjs', import.meta.url));
const STOP_WITHIN_MS = 2000;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the signal to the end. */
  readonly stopMs: number;
}

/** Runs what `npm start` runs; with `stopWhen`, sends SIGTERM once the output matches. */
function runStart(
  flags: readonly string[],
  {
    stopWhen,
    env = {},
    command = [process.execPath, START],
  }: {
    stopWhen?: RegExp;
    env?: Readonly<Record<string, string>>;
    command?: readonly [program: string, ...args: string[]];
  } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawn(program, [...args, ...flags], { env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    let signalledAtMs = 0;
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stopWhen === undefined || signalledAtMs > 0 || !stopWhen.test(stdout)) return;
      signalledAtMs = performance.now();
      child.kill('SIGTERM');
    });
    child.on('close', (code) => resolve({ code, stdout, stderr, stopMs: performance.now() - signalledAtMs }));
  });
}

test.describe('npm start', () => {
  let folder: string;

  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-start-'));
  });

  test.afterEach(async () => rm(folder, { recursive: true, force: true }));

  test('prints address, login and data folder, and ends cleanly within 2 s', async () => {
    const data = join(folder, 'data');
    const { code, stdout, stopMs } = await runStart(['--port', '0', '--data', data], {
      stopWhen: /Ctrl-C/,
      command: ['npm', 'start', '--'], // the signal goes to npm, and has to reach the gateway
    });
    expect(stdout).toMatch(/^Heliograph is running at http:\/\/localhost:[1-9]\d+$/m);
    expect(stdout).toMatch(/user admin, password openDTU42/);
    expect(stdout).toContain(data);
    expect(code).toBe(0);
    expect(stopMs).toBeLessThan(STOP_WITHIN_MS);
  });

  test('@nightly takes its flags from variables too, and never prints a chosen password', async () => {
    const { stdout, stderr } = await runStart([], {
      stopWhen: /Ctrl-C/,
      env: {
        HELIOGRAPH_PORT: '0',
        HELIOGRAPH_DATA: folder,
        HELIOGRAPH_SCENARIO: 'one-inverter',
        HELIOGRAPH_FIRST_PASSWORD: 'only mine to know',
      },
    });
    expect(stdout).toContain('one-inverter');
    expect(stdout + stderr).not.toContain('only mine to know');
    expect(stdout).not.toContain('openDTU42');
  });

  test('--help names every flag and every scenario', async () => {
    const { code, stdout } = await runStart(['--help']);
    for (const flag of [
      'port',
      'host',
      'data',
      'scenario',
      'speed',
      'seed',
      'first-password',
      'log-level',
      'help',
    ]) {
      expect(stdout).toContain(`--${flag}`);
    }
    expect(stdout).toContain('three-inverters');
    expect(stdout).toContain('HELIOGRAPH_PORT');
    expect(code).toBe(0);
  });

  test('a port in use is one clear sentence and a failure', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { code, stdout, stderr } = await runStart(['--port', port, '--data', folder]);
    await new Promise((resolve) => taken.close(resolve));
    expect(stderr).toMatch(new RegExp(`^Port ${port} is already in use[^\\n]*\\.\\n$`));
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  test('@nightly a data folder that cannot be written is one clear sentence and a failure', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await runStart(['--port', '0', '--data', join(folder, 'file', 'data')]);
    expect(stderr).toMatch(/^The data folder [^\n]* cannot be written[^\n]*\.\n$/);
    expect(code).toBe(1);
  });

  test('an unknown flag is one clear sentence and a failure', async () => {
    const { code, stderr } = await runStart(['--prot', '1']);
    expect(stderr).toMatch(/^There is no flag --prot[^\n]*\.\n$/);
    expect(code).toBe(1);
  });
});
