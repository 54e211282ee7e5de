import { connect, type Socket } from 'node:net';

/** A TCP connection to a gateway of this machine on which a test says exactly what it wants. */
export interface RawConnection {
  readonly socket: Socket;
  /** What came so far, a character for each byte; only the beginning where it is long. */
  received(): string;
  /** All bytes that came. */
  receivedBytes(): number;
  /** Resolves when the gateway has ended or cut the connection. */
  readonly closed: Promise<void>;
  isClosed(): boolean;
}

export interface RawConnectionOptions {
  /** The address of this machine that it comes from. */
  readonly from?: string;
  /** Otherwise what the gateway sends stays where it is, and the gateway feels it. */
  readonly isReading?: boolean;
}

/** Kept of what a gateway sends. */
const KEPT_BYTES = 65_536;

/** Opens one; it never closes its own side, whatever the gateway does. Resolves when it is open, or was refused. */
export function openRawConnection(
  port: number,
  { from = '127.0.0.1', isReading = true }: RawConnectionOptions = {},
): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isClosed = false;
  if (isReading) {
    socket.on('data', (piece: Buffer) => {
      if (bytes < KEPT_BYTES) pieces.push(piece);
      bytes += piece.length;
    });
  } else socket.pause();
  socket.on('error', () => undefined); // its end tells
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      isClosed = true;
      resolve();
    };
    socket.once('end', end).once('close', end);
  });
  const connection: RawConnection = {
    socket,
    received: () => Buffer.concat(pieces).toString('latin1'),
    receivedBytes: () => bytes,
    closed,
    isClosed: () => isClosed,
  };
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(connection)).once('close', () => resolve(connection));
  });
}
