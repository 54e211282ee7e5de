import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fileRefusal } from '@heliograph/contract';
import { UnfitImageError } from './unfit-image-error.ts';

/** The first bytes of a gzip file. Source: RFC 1952, section 2.3.1. */
const GZIP_MAGIC = [0x1f, 0x8b];

type Pieces = AsyncIterable<Uint8Array>;

/** The bytes of a file as they are, or inflated where it is a gzip file, as it says itself by its first bytes. */
export async function* unpackImage(file: Pieces): AsyncGenerator<Uint8Array> {
  const source = file[Symbol.asyncIterator]();
  try {
    let start = Buffer.alloc(0);
    while (start.length < GZIP_MAGIC.length) {
      const next = await source.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const all = joined(start, source);
    const isGzip = GZIP_MAGIC.every((byte, index) => start[index] === byte);
    yield* isGzip ? inflated(all) : all;
  } finally {
    await source.return?.();
  }
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* inflated(file: Pieces): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let packedBytes = 0;
  async function* counted() {
    for await (const piece of file) {
      packedBytes += piece.length;
      yield piece;
    }
  }
  const fed = pipeline(counted, gunzip, { end: true });
  fed.catch(() => undefined); // the reader below hears of it
  try {
    for await (const piece of gunzip) yield piece;
    await fed;
  } catch (error) {
    throw isOfZlib(error) ? damaged() : error;
  } finally {
    gunzip.destroy();
  }
  if (gunzip.bytesWritten !== packedBytes) throw damaged();
}

const damaged = () =>
  new UnfitImageError('The compressed file is damaged or incomplete.', fileRefusal('broken-gzip'));

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
