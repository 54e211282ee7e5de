import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What happens to what passes. */
export interface Chaos {
  /** Each piece arrives so much later. */
  readonly latencyMs?: number;
  /** For each direction of each connection. */
  readonly bytesPerSecond?: number;
  /** Pieces are cut into ones of this size. */
  readonly sliceBytes?: number;
  /** Nothing gets through, and nobody is told: a cable is out, a router has forgotten. */
  readonly blackHole?: boolean;
  /** The same in one direction. */
  readonly blackHoleTo?: 'client' | 'server';
  /** New connections are refused. */
  readonly refuse?: boolean;
  /** A connection is reset when so many bytes have gone to the server. */
  readonly resetAfterBytes?: number;
  /** Requests to switch to a socket get no answer and are reset; plain ones pass. */
  readonly noSockets?: boolean;
}

export interface PipeOptions {
  readonly from: Socket;
  readonly to: Socket;
  /** Where it leads. */
  readonly direction: 'client' | 'server';
  readonly chaos: () => Chaos;
  readonly onBytes: (count: number) => void;
}

/** How often held-back bytes are looked at again. */
const LOOK_MS = 20;
const SOCKET_REQUEST = /^upgrade: *websocket/im;

/** Carries bytes in one direction, as bad as the chaos of the moment. */
export function openChaosPipe({ from, to, direction, chaos, onBytes }: PipeOptions): void {
  const queue: Buffer[] = [];
  let isMoving = false;
  let hasEnded = false;
  let passedBytes = 0;

  const isHeldBack = () => chaos().blackHole === true || chaos().blackHoleTo === direction;

  function takeSlice(piece: Buffer): Buffer {
    queue.shift();
    const size = chaos().sliceBytes ?? piece.length;
    if (piece.length > size) queue.unshift(piece.subarray(size));
    return piece.subarray(0, size);
  }

  async function pass(slice: Buffer): Promise<void> {
    const { latencyMs = 0, bytesPerSecond, resetAfterBytes } = chaos();
    const waitMs = latencyMs + (bytesPerSecond === undefined ? 0 : (slice.length / bytesPerSecond) * 1000);
    if (waitMs > 0) await wait(waitMs);
    passedBytes += slice.length;
    onBytes(slice.length);
    if (direction === 'server' && resetAfterBytes !== undefined && passedBytes >= resetAfterBytes) {
      from.resetAndDestroy();
      to.resetAndDestroy();
    } else if (!to.destroyed && !to.write(slice)) await drained(to);
  }

  async function move(): Promise<void> {
    if (isMoving) return;
    isMoving = true;
    for (let piece = queue[0]; piece !== undefined && !to.destroyed; piece = queue[0]) {
      if (isHeldBack()) await wait(LOOK_MS);
      else await pass(takeSlice(piece));
    }
    isMoving = false;
    if (hasEnded) to.end();
    else from.resume();
  }

  from.on('data', (piece: Buffer) => {
    if (direction === 'server' && chaos().noSockets && SOCKET_REQUEST.test(piece.toString('latin1'))) {
      from.resetAndDestroy();
      return;
    }
    from.pause(); // who sends feels how slow it is
    queue.push(piece);
    void move();
  });
  from.on('end', () => {
    hasEnded = true;
    if (!isMoving) to.end();
  });
  from.on('error', () => undefined); // its close tells
  from.on('close', () => {
    if (!isHeldBack() && queue.length === 0) to.destroy(); // in a black hole nobody hears of it
  });
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
}
