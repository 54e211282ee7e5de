import { createHash } from 'node:crypto';
import { FIRMWARE_MD5_CHUNK_BYTES } from '@heliograph/contract';
import { afterAll, expect, it, vi } from 'vitest';
import type { Md5News } from './md5-worker.ts';

afterAll(() => vi.unstubAllGlobals());

it('the worker takes a file in pieces of 2 MiB, and tells how far it is', async () => {
  let hear: (event: { data: Blob }) => void = () => undefined;
  const sent: Md5News[] = [];
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof hear) => {
    hear = listener;
  });
  vi.stubGlobal('postMessage', (news: Md5News) => sent.push(news));
  await import('./md5-worker.ts');

  const bytes = new Uint8Array(2 * FIRMWARE_MD5_CHUNK_BYTES + 1).map((_, index) => index % 251);
  const file = new Blob([bytes]);
  const slices = vi.spyOn(file, 'slice');
  hear({ data: file });
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  expect(sent).toEqual([
    { doneBytes: 2_097_152 },
    { doneBytes: 4_194_304 },
    { doneBytes: 4_194_305 },
    { digest: createHash('md5').update(bytes).digest('hex') },
  ]);
  expect(slices.mock.calls.map(([from, to]) => (to ?? 0) - (from ?? 0))).toEqual(
    Array(3).fill(FIRMWARE_MD5_CHUNK_BYTES),
  );
});
