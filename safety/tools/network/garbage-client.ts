import { openRawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { frameOf, handshakeOf, readFrames } from '@heliograph/testbed/outside/socket-frames.ts';

export interface Garbage {
  readonly from?: string;
  /** The socket for programs unless another one is said. */
  readonly path?: '/livedata' | '/livedata/lean';
  /** Headers of the handshake, each with its line end. */
  readonly headers?: string;
  /** Follows the handshake. */
  readonly bytes: Uint8Array;
}

/** What became of a socket on which a client sent something. */
export interface GarbageOutcome {
  /** Code that the gateway closed with; 1006 when it cut the connection, 0 while it is open. */
  readonly closeCode: number;
  readonly pongs: number;
  /** It took an offer to compress. */
  readonly isCompressed: boolean;
}

/** The last thing that is sent: who answers it has taken everything before it. */
const LAST_PING = 'the end';
const [CLOSE, PONG] = [8, 10];
const NO_CODE = 1005;
const CUT_OFF = 1006;
/** For the answer to the last ping, in case something before has swallowed it. */
const SILENCE_MS = 20_000;

/** Opens a live socket, sends bytes and looks what comes back; leaves without a word. */
export async function sendGarbage(
  port: number,
  { from, path = '/livedata', headers, bytes }: Garbage,
): Promise<GarbageOutcome> {
  const client = await openRawConnection(port, from === undefined ? {} : { from });
  const { socket } = client;
  const isOver = () => {
    const { frames } = readAnswer(client.received());
    return frames.some(({ opcode, payload }) => opcode === CLOSE || String(payload) === LAST_PING);
  };
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SILENCE_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('data', () => {
      if (isOver()) end();
    });
    void client.closed.then(end);
  });
  socket.write(handshakeOf(path, headers));
  socket.write(bytes);
  socket.write(frameOf({ opcode: 9, payload: LAST_PING }));
  await over;
  socket.destroy();
  const { head, frames } = readAnswer(client.received());
  const close = frames.find(({ opcode }) => opcode === CLOSE);
  const code = close === undefined || close.payload.length < 2 ? NO_CODE : close.payload.readUInt16BE();
  const withoutClose = client.isClosed() ? CUT_OFF : 0;
  return {
    closeCode: close === undefined ? withoutClose : code,
    pongs: frames.filter(({ opcode }) => opcode === PONG).length,
    isCompressed: /^sec-websocket-extensions:/im.test(head),
  };
}

function readAnswer(received: string) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return { head: received, frames: [] };
  return { head: received.slice(0, end), frames: readFrames(Buffer.from(received.slice(end + 4), 'latin1')) };
}
