import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../limits/server-limits.ts';
import { CutOffError, createUploadBody } from './upload-body.ts';

const { paceWindowMs, uploadTimeoutMs, refusedUploadMaxBytes } = SERVER_LIMITS;

/** A request of which only the body is there. */
function testbed(timeoutMs?: number) {
  const clock = createVirtualClock();
  const socket = { bytesRead: 0 };
  const raw = Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), { socket });
  const body = createUploadBody(raw as unknown as IncomingMessage, clock, timeoutMs);
  function arrive(bytes: Uint8Array): void {
    socket.bytesRead += bytes.length;
    raw.write(bytes);
  }
  return { clock, raw, body, arrive };
}

const settled = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof CutOffError ? 'cut off' : (error as Error).message),
  );
const PIECE = Buffer.alloc(1000, 'x');
const TOO_SLOW = 'The upload took too long; nothing was changed.';

describe('the body of an upload', () => {
  it('comes piece by piece, the next one when the last one was taken', async () => {
    const { raw, body, arrive } = testbed();
    let taking = 0;
    let bytes = 0;
    const done = body.read(async (piece) => {
      expect(++taking).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      bytes += piece.length;
      taking -= 1;
    });
    for (let index = 0; index < 5; index++) arrive(PIECE);
    raw.end();
    await done;
    expect(bytes).toBe(5000);
  });

  it('may be slow, but not stand still', async () => {
    const { clock, body, arrive } = testbed();
    const ended = settled(body.read(async () => undefined));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let second = 0; second < 60; second++) {
      arrive(PIECE);
      await clock.advanceAsync(1000);
    }
    expect(isOver).toBe(false);
    await clock.advanceAsync(2000);
    expect(await ended).toBe(TOO_SLOW);
  });

  it('may not trickle, byte for byte', async () => {
    const { clock, body, arrive } = testbed();
    let isOver = false;
    const ended = settled(body.read(async () => undefined)).finally(() => {
      isOver = true;
    });
    let passedMs = 0;
    for (; !isOver; passedMs += 500) {
      arrive(Buffer.from('x'));
      await clock.advanceAsync(500);
    }
    expect(await ended).toBe(TOO_SLOW);
    expect(passedMs).toBe(paceWindowMs);
  });

  it('may take ten minutes, but not longer', async () => {
    const { clock, body, arrive } = testbed();
    let isOver = false;
    const ended = settled(body.read(async () => undefined)).finally(() => {
      isOver = true;
    });
    for (let passedMs = 0; passedMs < uploadTimeoutMs; passedMs += 1_000) {
      expect(isOver).toBe(false);
      arrive(PIECE);
      await clock.advanceAsync(1_000);
    }
    expect(await ended).toBe(TOO_SLOW);
    expect(uploadTimeoutMs).toBe(600_000);
  });

  it('that is whole may be worked on as long as it takes', async () => {
    const { clock, raw, body, arrive } = testbed();
    arrive(PIECE);
    raw.end();
    await body.read(async () => undefined);
    await clock.advanceAsync(2 * uploadTimeoutMs);
    expect(await settled(body.drain())).toBe('done');
  });

  it.each(['before it is read', 'while it is read'])('that is cut off ends: %s', async (when) => {
    const { raw, body, arrive } = testbed();
    arrive(PIECE);
    if (when === 'before it is read') {
      raw.destroy();
      await new Promise((resolve) => raw.once('close', resolve));
    }
    const ended = settled(body.read(async () => undefined));
    raw.destroy();
    expect(await ended).toBe('cut off');
    expect(await settled(body.drain())).toBe('done');
  });

  it('that is refused is read to its end', async () => {
    const { raw, body, arrive } = testbed();
    const ended = settled(body.read(() => Promise.reject(new Error('no'))));
    arrive(PIECE);
    expect(await ended).toBe('no');
    const drained = settled(body.drain());
    for (let index = 0; index < 100; index++) arrive(PIECE);
    raw.end();
    expect(await drained).toBe('done');
    expect(raw.readableEnded).toBe(true);
  });

  it('that is refused is not read for ever', async () => {
    const { clock, body, arrive } = testbed();
    const drained = settled(body.drain());
    const piece = Buffer.alloc(1 << 20);
    for (let bytes = 0; bytes <= refusedUploadMaxBytes; bytes += piece.length) {
      arrive(piece);
      await clock.advanceAsync(0);
    }
    expect(await drained).toBe('done');
    const standing = testbed(60_000);
    const ended = settled(standing.body.drain());
    await standing.clock.advanceAsync(paceWindowMs + 1000);
    expect(await ended).toBe('done');
  });
});
