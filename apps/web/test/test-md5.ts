import { createHash } from 'node:crypto';
import type { Md5Worker } from '../src/shared/api/file-md5.ts';
import type { Md5News } from '../src/shared/api/md5-worker.ts';

/** In place of the worker, which runs in browsers only. */
export function startTestMd5(): Md5Worker {
  return {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage(this: Md5Worker, file: Blob) {
      const tell = (data: Md5News) => this.onmessage?.call(this as Worker, { data } as MessageEvent);
      void file.arrayBuffer().then(
        (bytes) => {
          tell({ doneBytes: bytes.byteLength });
          tell({ digest: createHash('md5').update(new Uint8Array(bytes)).digest('hex') });
        },
        (error: unknown) => tell({ error: String(error) }),
      );
    },
  };
}
