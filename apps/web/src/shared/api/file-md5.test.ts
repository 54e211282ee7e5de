import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestMd5 } from '../../../test/test-md5.ts';
import { fileMd5, type Md5Worker } from './file-md5.ts';

const FILE = new Blob(['firmware']);

describe('the MD5 of a file', () => {
  it('comes from the worker, with its progress, and ends it', async () => {
    let ended = 0;
    const worker: Md5Worker = { ...startTestMd5(), terminate: () => (ended += 1) };
    const percents: number[] = [];
    const digest = await fileMd5(
      worker,
      FILE,
      (percent) => percents.push(percent),
      new AbortController().signal,
    );
    expect(digest).toBe(createHash('md5').update('firmware').digest('hex'));
    expect(percents).toEqual([100]);
    expect(ended).toBe(1);
  });

  it.each<[string, (worker: Md5Worker, abort: AbortController) => void]>([
    [
      'cannot be read',
      (worker) => worker.onmessage?.call(worker as Worker, { data: { error: 'gone' } } as MessageEvent),
    ],
    ['is no longer wanted', (_, abort) => abort.abort()],
  ])('is none when it %s', async (_, happens) => {
    let ended = 0;
    const worker: Md5Worker = {
      ...startTestMd5(),
      postMessage: () => undefined,
      terminate: () => (ended += 1),
    };
    const abort = new AbortController();
    const digest = fileMd5(worker, FILE, () => undefined, abort.signal);
    happens(worker, abort);
    await expect(digest).rejects.toThrow(/gone|aborted/);
    expect(ended).toBe(1);
  });

  it('is not known when the gateway does not give out the worker', async () => {
    const worker: Md5Worker = { ...startTestMd5(), postMessage: () => undefined };
    const digest = fileMd5(worker, FILE, () => undefined, new AbortController().signal);
    worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent);
    expect(await digest).toBeUndefined();
  });
});
