import type { IncomingMessage } from 'node:http';
import { fileRefusal } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import { SERVER_LIMITS } from '../limits/server-limits.ts';
import { UploadError } from './upload-error.ts';

/** The body of an upload while it arrives, watched: it may be slow, but not stand still or trickle. */
export interface UploadBody {
  /**
   * Hands on one piece after the other, and resolves at the end of the body. Rejects with what `take` rejects with or
   * `fail` was called with, with an `UploadError` when it takes too long, and with a `CutOffError`.
   */
  read(take: (piece: Buffer) => Promise<void>): Promise<void>;
  /** Ends `read`; without effect when it has ended. */
  fail(error: unknown): void;
  /** Reads what is left and throws it away, within limits: who is still sending does not hear the answer. */
  drain(): Promise<void>;
}

/** Whoever sent the body is gone. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

const LOOK_EVERY_MS = 1_000;
const WINDOW_MIN_BYTES = (SERVER_LIMITS.paceMinBytesPerS * SERVER_LIMITS.paceWindowMs) / 1000;
const tooSlow = () =>
  new UploadError('The upload took too long; nothing was changed.', fileRefusal('too-slow'));

export function createUploadBody(
  raw: IncomingMessage,
  clock: Clock,
  timeoutMs: number = SERVER_LIMITS.uploadTimeoutMs,
): UploadBody {
  let giveUp: (error: unknown) => void = () => undefined;
  let isStuck = false;
  const stopWatching = watchProgress(raw, clock, timeoutMs, () => {
    isStuck = true;
    giveUp(tooSlow());
  });
  raw.once('end', stopWatching).once('close', stopWatching);
  raw.on('error', () => undefined); // a cut connection closes, too

  function read(take: (piece: Buffer) => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      let taken: Promise<void> = Promise.resolve();
      function finish(end: () => void): void {
        if (isOver) return;
        isOver = true;
        raw.off('data', onData).off('end', onEnd).off('close', onClose).pause();
        end();
      }
      const onFailure = (error: unknown) => finish(() => reject(error));
      /** The end can be there while the last piece is still being taken. */
      const onEnd = () => void taken.then(() => finish(resolve));
      const onClose = () => {
        if (__WITHOUT__.wholeForm) onEnd();
        else if (!raw.readableEnded) onFailure(new CutOffError('The sender has gone.'));
      };
      function onData(piece: Buffer): void {
        raw.pause();
        taken = take(piece).then(() => {
          if (!isOver) raw.resume();
        }, onFailure);
      }
      giveUp = onFailure;
      if (raw.readableEnded) onEnd();
      else if (raw.destroyed) onClose();
      else raw.on('data', onData).once('end', onEnd).once('close', onClose).resume();
    });
  }

  return {
    read,
    fail: (error) => giveUp(error),
    async drain() {
      if (isStuck) return;
      let leftBytes: number = SERVER_LIMITS.refusedUploadMaxBytes;
      await read(async (piece) => {
        leftBytes -= piece.length;
        if (leftBytes < 0) throw tooSlow();
      }).catch(() => undefined); // the answer is another one already
    },
  };
}

/** Calls `onStuck` when a body that is not whole yet falls behind the least pace, or takes too long. */
function watchProgress(
  raw: IncomingMessage,
  clock: Clock,
  timeoutMs: number,
  onStuck: () => void,
): () => void {
  const startMs = clock.monotonicMs();
  /** What had arrived at each look of the last window, the oldest first. */
  const arrived = [{ atMs: startMs, bytes: raw.socket.bytesRead }];
  let cancel = clock.after(LOOK_EVERY_MS, look);
  function look(): void {
    const nowMs = clock.monotonicMs();
    const { bytesRead } = raw.socket;
    arrived.push({ atMs: nowMs, bytes: bytesRead });
    while (nowMs - (arrived[1]?.atMs ?? nowMs) >= SERVER_LIMITS.paceWindowMs) arrived.shift();
    const [{ atMs, bytes } = { atMs: nowMs, bytes: 0 }] = arrived;
    const isWindowFull = nowMs - atMs >= SERVER_LIMITS.paceWindowMs;
    const isBehind = isWindowFull && bytesRead - bytes < WINDOW_MIN_BYTES && !raw.complete;
    const isLate = nowMs - startMs >= timeoutMs && !__WITHOUT__.uploadTime;
    if ((isBehind && !__WITHOUT__.uploadPace) || isLate) onStuck();
    cancel = clock.after(LOOK_EVERY_MS, look);
  }
  return () => cancel();
}
