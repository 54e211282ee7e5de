import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBackupWork } from './backup-files.ts';

/** Answers each call when a file with its target's name is there: for as long as that takes, it is at work. */
const THREAD = `
import { existsSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, args }) => {
  const look = setInterval(() => {
    if (!existsSync(args[1] + '.done')) return;
    clearInterval(look);
    parentPort.postMessage({ id, result: { kind: 'done' } });
  }, 5);
});
`;

function openWork() {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, THREAD);
  const clock = createVirtualClock();
  const work = createBackupWork(pathToFileURL(script), clock);
  const finish = (name: string) => writeFileSync(join(folder, `${name}.done`), '');
  const copy = (name: string) => work.copy('history.db', join(folder, name));
  return { work, clock, finish, copy, path: (name: string) => join(folder, name) };
}

it('a copy that takes long is given up at an end, and the next one waits until its thread is done', async () => {
  const { work, clock, finish, copy } = openWork();
  const long = copy('long').catch((error: Error) => error.message);
  const end = work.giveUp();
  clock.advance(200);
  await end;
  expect(await long).toMatch(/^The gateway ends/);
  expect(work.isBusy()).toBe(true);
  let isCopied = false;
  finish('next');
  const next = copy('next').then(() => {
    isCopied = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isCopied).toBe(false);
  finish('long');
  await next;
  await vi.waitFor(() => expect(work.isBusy()).toBe(false));
});

it('what is written into a backup is waited for at an end, however long it takes', async () => {
  const { work, clock, finish, path } = openWork();
  let hasEnded = false;
  // The thread of this test looks at the second argument, which is what would be written.
  const written = work.write('a', path('contents') as never);
  const end = work.giveUp().then(() => {
    hasEnded = true;
  });
  clock.advance(10_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(hasEnded).toBe(false);
  finish('contents');
  await end;
  expect(await written).toEqual({ kind: 'done' });
});

it('a copy that is soon done is waited for', async () => {
  const { work, finish, copy } = openWork();
  const short = copy('short');
  const end = work.giveUp();
  finish('short');
  await end;
  expect(await short).toEqual({ kind: 'done' });
});
