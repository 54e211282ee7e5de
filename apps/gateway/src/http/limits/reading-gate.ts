import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Decides how many of the bytes that have arrived on a connection go on now; 0 when they have to wait. It is asked again
 * for what is left, and counts bytes that it lets go on as gone.
 */
export type Cut = (bytes: Buffer) => number;

export interface ReadingGate {
  /** Asks again. */
  flow(): void;
}

/**
 * Stands between the network and whoever reads a connection: hands on what arrives in the pieces that `cut` makes of
 * it. While something waits nothing more is read, so the sender is stopped by the window of TCP. What makes no sense to
 * read any more, since our side has ended, is thrown away.
 */
export function gateReading(connection: Socket, cut: Cut): ReadingGate {
  const handOn = connection.push.bind(connection);
  const readOn = connection._read.bind(connection);
  let held: Buffer | undefined;
  let hasEnded = false;
  let isFlowing = false;
  let isTaken = true;

  /** Hands on one piece; false when nothing more goes on for now. */
  function letGo(bytes: Buffer): boolean {
    if (connection.writableEnded) {
      held = undefined;
      return false;
    }
    const count = cut(bytes);
    if (count === 0) return false;
    held = count < bytes.length ? bytes.subarray(count) : undefined;
    isTaken = handOn(bytes.subarray(0, count));
    return isTaken; // else the reader has enough for now, and asks for more by `_read`
  }

  function flow(): void {
    if (isFlowing) return;
    const wasHolding = held !== undefined;
    isFlowing = true;
    while (held !== undefined && !connection.destroyed && letGo(held));
    isFlowing = false;
    if (!wasHolding || held !== undefined) return;
    if (!hasEnded) {
      if (connection.writableEnded) readOn(0); // nobody asks for more of what is thrown away
      return;
    }
    handOn(null);
    connection.read(0); // as after an end that arrives by itself
  }

  connection.push = (piece: Buffer | null) => {
    if (piece === null) {
      hasEnded = true;
      return held === undefined && handOn(null);
    }
    held = held === undefined ? piece : Buffer.concat([held, piece]);
    flow();
    return held === undefined && isTaken;
  };
  connection._read = (size: number) => {
    if (held === undefined) readOn(size);
    else flow();
  };
  // What our side has ended is not waited for: it would keep the end of the other side from being seen.
  connection.once('finish', flow).once('close', () => {
    held = undefined;
  });
  return { flow };
}

/** Lets requests through one after the other. */
export interface RequestCutter {
  readonly cut: Cut;
  /** The parser has read the head of a request. */
  begin(request: IncomingMessage): void;
  /** The answer to a request is out. */
  end(): void;
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/**
 * The next request goes on when the one before has its answer and `isDue` says so. HTTP's parser reads whatever it is
 * given, and would begin with all the requests that fit into a piece. `isDue` is asked until it says yes, once for each.
 */
export function createRequestCutter(isDue: () => boolean): RequestCutter {
  let underWay = 0;
  let isHeadPaid = false;
  let current: IncomingMessage | undefined;
  let bodyLeft = 0;

  function payHead(): boolean {
    isHeadPaid ||= isDue();
    return isHeadPaid;
  }

  /** Up to the end of a head, which is the earliest that another request can begin behind. */
  function cutHead(bytes: Buffer): number {
    if (!payHead()) return 0;
    const end = endOfHead(bytes);
    if (end > 0) isHeadPaid = false;
    return end > 0 ? end : bytes.length;
  }

  return {
    cut(bytes) {
      if (bodyLeft > 0) {
        const count = Math.min(bodyLeft, bytes.length);
        bodyLeft -= count;
        return count;
      }
      const isBodyUnderWay = current !== undefined && !current.complete;
      return underWay > 0 && !isBodyUnderWay ? 0 : cutHead(bytes);
    },
    begin(request) {
      underWay += 1;
      current = request;
      const length = Number(request.headers['content-length'] ?? 0);
      bodyLeft = request.headers['transfer-encoding'] === undefined && length > 0 ? length : 0;
    },
    end() {
      underWay -= 1;
    },
  };
}

/** Behind the first empty line, however it is written; 0 where there is none. */
function endOfHead(bytes: Buffer): number {
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === LINE_FEED) return at + 2;
    if (bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED) return at + 3;
  }
  return 0;
}

/** Handed on at a time, so that what is counted is not yet read when it has to wait. */
const FRAMES_AT_ONCE = 8;
const BYTES_AT_ONCE = 2_048;

/**
 * Lets frames of a socket through, some at a time. `isDue`: whether so many more may go on; it is asked until it says
 * yes, once for each piece.
 *
 *      7      0   7  6     0
 *     ┌────────┬────┬───────┬───────────────┬──────────┬─────────┐
 *     │ opcode │mask│length │ 0, 2, 8 bytes │ key, 0, 4│ payload │
 *     └────────┴────┴───────┴───────────────┴──────────┴─────────┘
 *
 * Source: RFC 6455, section 5.2.
 */
export function createFrameCutter(isDue: (frames: number, bytes: number) => boolean): Cut {
  const head = Buffer.alloc(HEAD_MAX_BYTES);
  let headBytes = 0;
  /** Of the frame whose head has been seen. */
  let bytesLeft = 0;
  let piece: { readonly frames: number; readonly bytes: number } | undefined;

  function addToHead(byte: number): void {
    head[headBytes] = byte;
    headBytes += 1;
    if (headBytes < headLengthOf(head, headBytes)) return;
    bytesLeft = bytesBehind(head);
    headBytes = 0;
  }

  function measure(bytes: Buffer): { frames: number; bytes: number } {
    const end = Math.min(bytes.length, BYTES_AT_ONCE);
    let frames = 0;
    let at = 0;
    while (at < end) {
      const skipped = Math.min(bytesLeft, end - at);
      bytesLeft -= skipped;
      at += skipped;
      if (at === end) break;
      if (headBytes === 0 && frames === FRAMES_AT_ONCE) break;
      if (headBytes === 0) frames += 1;
      addToHead(bytes[at] ?? 0);
      at += 1;
    }
    return { frames, bytes: at };
  }

  return (bytes) => {
    piece ??= measure(bytes);
    if (!isDue(piece.frames, piece.bytes)) return 0;
    const count = piece.bytes;
    piece = undefined;
    return count;
  };
}

const HEAD_MAX_BYTES = 10;
const KEY_BYTES = 4;
const [LENGTH_IN_2, LENGTH_IN_8] = [126, 127];

function headLengthOf(head: Buffer, known: number): number {
  if (known < 2) return 2;
  const length = (head[1] ?? 0) & 0x7f;
  return length === LENGTH_IN_8 ? 10 : length === LENGTH_IN_2 ? 4 : 2;
}

function bytesBehind(head: Buffer): number {
  const length = (head[1] ?? 0) & 0x7f;
  const key = (head[1] ?? 0) >= 0x80 ? KEY_BYTES : 0;
  if (length === LENGTH_IN_8) return Number(head.readBigUInt64BE(2)) + key;
  return (length === LENGTH_IN_2 ? head.readUInt16BE(2) : length) + key;
}
