/**
 * Frames of the socket protocol, and what is no frame:
 *
 *      7 6 5 4 3-0   7  6-0
 *     ┌─┬─────┬────┬────┬──────┬───────────────┬──────────┬─────────┐
 *     │F│ R R R│ op │mask│length│ 0, 2, 8 bytes │ key, 0, 4│ payload │
 *     └─┴─────┴────┴────┴──────┴───────────────┴──────────┴─────────┘
 *
 * Source: RFC 6455, sections 5.2 and 7.4.
 */
export interface Frame {
  /** 0 to 15: 0 goes on, 1 text, 2 binary, 8 close, 9 ping, 10 pong. */
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  readonly isFinal?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** What the frame says of its length, as eight bytes, whatever it is. */
  readonly claimedLength?: bigint;
}

const KEY = [0x11, 0x22, 0x33, 0x44] as const;
const [LENGTH_IN_2, LENGTH_IN_8] = [126, 127];

/** The bytes of a frame as a client sends it. */
export function frameOf({
  opcode,
  payload = '',
  isFinal = true,
  reserved = 0,
  isMasked = true,
  claimedLength,
}: Frame): Buffer {
  const bytes = Buffer.from(payload as Uint8Array);
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const length = lengthOf(bytes.length, claimedLength);
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0);
  const key = isMasked ? Buffer.from(KEY) : Buffer.alloc(0);
  const body = isMasked ? bytes.map((byte, index) => byte ^ (KEY[index % KEY.length] ?? 0)) : bytes;
  return Buffer.concat([Buffer.from([first]), length, key, body]);
}

function lengthOf(length: number, claimed: bigint | undefined): Buffer {
  if (claimed !== undefined || length > 0xffff) {
    const bytes = Buffer.alloc(9);
    bytes[0] = LENGTH_IN_8;
    bytes.writeBigUInt64BE(claimed ?? BigInt(length), 1);
    return bytes;
  }
  return length < LENGTH_IN_2
    ? Buffer.from([length])
    : Buffer.from([LENGTH_IN_2, length >> 8, length & 0xff]);
}

/** The payload of a close frame. */
export function closePayload(code: number, reason: Uint8Array | string = ''): Buffer {
  return Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason as Uint8Array)]);
}

export interface ReadFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The whole frames that a server sent, which are never masked. */
export function readFrames(bytes: Buffer): ReadFrame[] {
  const frames: ReadFrame[] = [];
  let offset = 0;
  while (offset + 2 <= bytes.length) {
    const short = bytes[offset + 1] ?? 0;
    const extra = short === LENGTH_IN_2 ? 2 : short === LENGTH_IN_8 ? 8 : 0;
    const start = offset + 2 + extra;
    if (start > bytes.length) break;
    const length = extra === 0 ? short : Number(`0x${bytes.toString('hex', offset + 2, start)}`);
    if (start + length > bytes.length) break;
    frames.push({ opcode: (bytes[offset] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length) });
    offset = start + length;
  }
  return frames;
}

/** The request to switch to a socket. */
export function handshakeOf(path: string, more = ''): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGVsaW9ncmFwaCB0ZXN0IQ==\r\n${more}\r\n`
  );
}
