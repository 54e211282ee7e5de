import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.mjs';

describe('a command with a time limit', () => {
  it('takes with it what it has started', async () => {
    const server = createServer();
    const ended: Promise<unknown>[] = [];
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      ended.push(once(socket.resume(), 'close'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const started = `require('node:net').connect(${port}, '127.0.0.1')`;
    const starter = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(started)}])`;
    // On a busy machine the first limit may be over before anything has started.
    for (let timeLimitMs = 1_000; ended.length === 0; timeLimitMs *= 3) {
      const { code, output } = await runCommand(process.execPath, ['-e', starter], { timeLimitMs });
      expect([code, output]).toEqual([1, `\nstopped after ${timeLimitMs / 1_000} s\n`]);
    }
    await Promise.all(ended); // nobody is left at the other end
    server.close();
  });

  it('is left alone before', async () => {
    const finished = await runCommand(process.execPath, ['-e', 'console.log(7); process.exit(3)'], {
      timeLimitMs: 60_000,
    });
    expect(finished).toEqual({ code: 3, output: '7\n', stdout: '7\n' });
  });
});
