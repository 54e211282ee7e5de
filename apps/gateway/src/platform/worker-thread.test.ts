import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerCalls, startWorkerThread } from './worker-thread.ts';

interface Sums {
  add(one: number, other: number): number;
  fail(): void;
  die(): void;
}

/** A thread that speaks as `answerCalls` does, in plain JavaScript. */
const SCRIPT = `
  import { parentPort, workerData } from 'node:worker_threads';
  const calls = {
    add: (one, other) => workerData.start + one + other,
    fail: () => { throw new Error('it cannot'); },
    die: () => process.exit(1),
  };
  parentPort.on('message', ({ id, name, args }) => {
    try { parentPort.postMessage({ id, result: calls[name](...args) }); }
    catch (error) { parentPort.postMessage({ id, error }); }
  });
`;

function start() {
  const folder = mkdtempSync(join(tmpdir(), 'thread-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sums.mjs');
  writeFileSync(file, SCRIPT);
  const thread = startWorkerThread<Sums>(pathToFileURL(file), { start: 100 }, ['add', 'fail', 'die']);
  if (thread === undefined) throw new Error('no thread');
  return thread;
}

describe('a thread', () => {
  it('answers calls, and throws here what it throws there', async () => {
    const { calls, end } = start();
    expect(await Promise.all([calls.add(1, 2), calls.add(3, 4)])).toEqual([103, 107]);
    await expect(calls.fail()).rejects.toThrow('it cannot');
    expect(await calls.add(0, 0)).toBe(100);
    await end();
    await expect(calls.add(0, 0)).rejects.toThrow('ended');
  });

  it('that dies lets nobody wait', async () => {
    const { calls } = start();
    await expect(calls.die()).rejects.toThrow('ended');
    await expect(calls.add(1, 1)).rejects.toThrow('ended');
  });

  it('is none where its script is not built', () => {
    expect(startWorkerThread<Sums>(new URL('file:///nowhere/sums.js'), {}, ['add'])).toBeUndefined();
  });
});

describe('in the thread', () => {
  it('calls are answered with what they return, or throw', async () => {
    const { port1, port2 } = new MessageChannel();
    answerCalls(() => ({ twice: (n: number) => 2 * n }), port2);
    const answer = (message: object) =>
      new Promise((resolve) => {
        port1.once('message', resolve);
        port1.postMessage(message);
      });
    expect(await answer({ id: 1, name: 'twice', args: [21] })).toEqual({ id: 1, result: 42 });
    expect(await answer({ id: 2, name: 'nothing', args: [] })).toMatchObject({
      id: 2,
      error: expect.any(Error),
    });
    port1.close();
  });
});
