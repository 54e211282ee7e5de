import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { freeUdpPort } from '@heliograph/testbed/outside/free-port.ts';
import { onTestFinished } from 'vitest';

/** The time server of the machine; undefined where none is installed. */
export const CHRONYD = findProgram('chronyd');

export interface Chrony {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts chrony on loopback, without touching the clock of the machine. It goes when the test ends. */
export async function startChrony(options: { readonly isSynchronised: boolean }): Promise<Chrony> {
  if (CHRONYD === undefined) throw new Error('chronyd is not installed');
  const folder = await temporaryFolder();
  const port = await freeUdpPort();
  const settings = [
    `port ${port}`,
    'bindaddress 127.0.0.1',
    'allow 127.0.0.1',
    'cmdport 0',
    'bindcmdaddress /',
    `pidfile ${join(folder, 'chronyd.pid')}`,
    ...(options.isSynchronised ? ['local stratum 5'] : []),
  ];
  const file = join(folder, 'chrony.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  const server = spawn(CHRONYD, ['-d', '-x', '-U', '-u', userInfo().username, '-f', file], {
    stdio: 'ignore',
  });
  const stop = () => end(server);
  onTestFinished(stop);
  return { port, stop };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}
