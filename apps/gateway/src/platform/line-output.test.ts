import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLineOutput } from './line-output.ts';

const LINE = 'x'.repeat(100);
const WAITING_MAX = 256 * 1024;

/** A real reader behind a real pipe. */
function startReader() {
  const reader = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void reader.kill('SIGKILL'));
  let read = '';
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk.toString();
  });
  return { reader, linesRead: () => read.split('\n').length - 1 };
}

describe('lines for somebody else to read', () => {
  it('wait for a reader that has stopped, up to a bound; the rest is counted', async () => {
    const { reader, linesRead } = startReader();
    const counts: number[] = [];
    const output = createLineOutput(reader.stdin, (count) => counts.push(count));
    output.writeLine(LINE);
    await expect.poll(linesRead).toBe(1);
    reader.kill('SIGSTOP');
    const total = 100_000;
    for (let number = 0; number < total; number++) {
      output.writeLine(LINE);
      if (number % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reader.stdin.writableLength).toBeLessThanOrEqual(WAITING_MAX);
    expect(counts).toEqual([]);
    reader.kill('SIGCONT');
    await expect.poll(() => counts.length).toBe(1);
    await expect.poll(() => linesRead() - 1 + (counts[0] ?? 0)).toBe(total);
    expect(counts[0]).toBeGreaterThan(total / 2);
    output.writeLine('and on it goes');
    await expect.poll(() => linesRead() - 1 + (counts[0] ?? 0)).toBe(total + 1);
    expect(counts).toHaveLength(1);
  });

  it('go nowhere when the reader is gone, and nobody is hurt', async () => {
    const { reader } = startReader();
    const output = createLineOutput(reader.stdin, () => undefined);
    reader.kill('SIGKILL');
    await once(reader, 'exit');
    for (let number = 0; number < 1000; number++) {
      output.writeLine(LINE);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('are written again when there is room again, with a count of those that were not', async () => {
    const written: string[] = [];
    let isFull = false;
    const file = {
      writableLength: 0,
      on: () => file,
      write(text: string, done: (error?: Error) => void) {
        if (!isFull) written.push(text);
        setImmediate(done, isFull ? new Error('ENOSPC') : undefined);
        return true;
      },
    } as unknown as Writable; // standard output that is a file: it goes on after an error, as no other stream does
    const output = createLineOutput(file, (count) => output.writeLine(`${count} left out`));
    const write = async (line: string) => {
      output.writeLine(line);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await write('one');
    isFull = true;
    await write('two');
    await write('three');
    isFull = false;
    await write('four');
    expect(written).toEqual(['one\n', 'four\n', '2 left out\n']);
  });
});
