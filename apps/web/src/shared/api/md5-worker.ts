import { FIRMWARE_MD5_CHUNK_BYTES } from '@heliograph/contract';
import { md5 } from 'js-md5';

/** What the worker tells: how many bytes are done, or the digest as 32 hex digits, or what kept it from being made. */
export type Md5News =
  | { readonly doneBytes: number }
  | { readonly digest: string }
  | { readonly error: string };

const tell = (news: Md5News) => postMessage(news);

async function digestOf(file: Blob): Promise<string> {
  const hash = md5.create();
  for (let offset = 0; offset < file.size; offset += FIRMWARE_MD5_CHUNK_BYTES) {
    hash.update(await file.slice(offset, offset + FIRMWARE_MD5_CHUNK_BYTES).arrayBuffer());
    tell({ doneBytes: Math.min(offset + FIRMWARE_MD5_CHUNK_BYTES, file.size) });
  }
  return hash.hex();
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  digestOf(data).then(
    (digest) => tell({ digest }),
    (error: unknown) => tell({ error: String(error) }), // the file was changed or removed meanwhile
  );
});
