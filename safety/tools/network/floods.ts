import { connect, type Socket } from 'node:net';
import { frameOf, handshakeOf } from '@heliograph/testbed/outside/socket-frames.ts';

/** Clients that send as much as they can until they are told to stop. */
export interface Flood {
  /** Connections that the gateway ended. */
  readonly ended: () => number;
  /** Sockets that were closed with this code. */
  readonly closedWith: (code: number) => number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  end(): void;
}

export interface FloodOptions {
  readonly port: number;
  /** One client from each of these addresses of this machine; the same one may stand there often. */
  readonly from: readonly string[];
  /** What each sends first, and then again and again. */
  readonly first: (index: number) => string;
  readonly again: Buffer;
  /** Whether a client whose connection was ended comes again. */
  readonly comesAgain?: boolean;
}

const COME_AGAIN_MS = 50;
const STATUS = /HTTP\/1\.1 (\d{3}) /g;
const CLOSE = 0x88;

/** Starts one; what is sent again follows the first bytes that the gateway answers, or at once where nothing comes first. */
function startFlood({ port, from, first, again, comesAgain = true }: FloodOptions): Flood {
  const sockets = new Set<Socket>();
  const statuses = new Map<number, number>();
  const codes = new Map<number, number>();
  let ended = 0;
  let isOver = false;

  function pour(socket: Socket): void {
    if (isOver || socket.destroyed || !socket.writable) return;
    if (socket.write(again)) setImmediate(pour, socket);
    else socket.once('drain', () => pour(socket));
  }

  function note(piece: Buffer): void {
    for (const [, status = ''] of piece.toString('latin1').matchAll(STATUS)) count(statuses, Number(status));
    // A close frame comes by itself, or behind a push.
    const at = piece.lastIndexOf(Buffer.from([CLOSE, 2]));
    if (at >= 0 && at === piece.length - 4) count(codes, piece.readUInt16BE(at + 2));
  }

  function open(localAddress: string, index: number): void {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.add(socket);
    const head = first(index);
    if (head === '') socket.once('connect', () => pour(socket));
    else socket.once('data', () => pour(socket)).write(head);
    socket.on('data', note).on('error', () => undefined); // being cut off is what is tested
    socket.once('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      ended += 1;
      if (comesAgain) setTimeout(() => isOver || open(localAddress, index), COME_AGAIN_MS);
    });
  }

  from.forEach(open);
  return {
    ended: () => ended,
    closedWith: (code) => codes.get(code) ?? 0,
    statuses,
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const FLOODS = {
  'empty frames': () => Buffer.concat(Array<Buffer>(20_000).fill(frameOf({ opcode: 1 }))),
  'long texts': () =>
    Buffer.concat(Array<Buffer>(100).fill(frameOf({ opcode: 1, payload: 'x'.repeat(1024) }))),
  'inverters to show': () =>
    Buffer.concat(
      Array.from({ length: 5_000 }, (_, index) => frameOf({ opcode: 1, payload: `show 1141${index}` })),
    ),
} as const;
/** Of sixteen sockets of one address each finds a place. */
const FLOODED = ['/livedata', '/console', '/livedata/lean', '/console'] as const;

/** Where the client with this number opens its socket. */
export const floodedPath = (index: number) => FLOODED[index % FLOODED.length] ?? '/livedata';

/** Sockets of each kind that send empty frames, or texts as long as they may be, or ask to be shown one inverter after the other. */
export function startSocketFlood(port: number, from: readonly string[], what: keyof typeof FLOODS): Flood {
  const again = FLOODS[what]();
  const first = (index: number) =>
    handshakeOf(what === 'inverters to show' ? '/livedata/lean' : floodedPath(index));
  return startFlood({ port, from, first, again });
}

/** Requests for a path, sent without waiting for answers. */
export function startRequestFlood(port: number, from: readonly string[], path: string): Flood {
  const again = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(500));
  return startFlood({ port, from, first: () => '', again });
}
