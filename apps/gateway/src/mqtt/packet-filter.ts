/**
 * Lets packets of MQTT through but those that nobody here wants to hold in memory: a packet may have 256 MB.
 *
 *     30        type and flags
 *     8f ff 03  how many bytes follow, in 1 to 4 bytes of 7 bits, the lowest first; the top bit: one more comes
 *     ...       those
 *
 * Source: MQTT 3.1.1, section 2.2.
 */

/** Takes what came and returns what is to be read of it. */
export type PacketFilter = (chunk: Buffer) => readonly Buffer[];

const HEADER_MAX_BYTES = 5;

/** `onSkipped` is told how many bytes a packet has that is longer than `maxBytes`, header not counted. */
export function createPacketFilter(maxBytes: number, onSkipped: (bytes: number) => void): PacketFilter {
  let header: number[] = [];
  let leftBytes = 0;
  let isSkipped = false;

  /** Takes a byte of a header; the header when it is complete and its packet is wanted. */
  function takeHeader(byte: number): Buffer | undefined {
    header.push(byte);
    const length = lengthIn(header);
    if (length === undefined) return undefined;
    const complete = Buffer.from(header);
    header = [];
    leftBytes = length;
    isSkipped = length > maxBytes;
    if (!isSkipped) return complete;
    onSkipped(length);
    return undefined;
  }

  return (chunk) => {
    const kept: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + Math.max(1, leftBytes));
      const wanted = leftBytes === 0 ? takeHeader(part[0] ?? 0) : takeBody(part);
      if (wanted !== undefined) kept.push(wanted);
      at += part.length;
    }
    return kept;
  };

  function takeBody(part: Buffer): Buffer | undefined {
    leftBytes -= part.length;
    return isSkipped ? undefined : part;
  }
}

/** What the length says; undefined while it is not complete. One that never ends is for the parser to refuse. */
function lengthIn([, ...bytes]: readonly number[]): number | undefined {
  const last = bytes.at(-1);
  if (last === undefined) return undefined;
  if (last < 128) return bytes.reduceRight((length, byte) => length * 128 + (byte % 128), 0);
  return bytes.length + 1 < HEADER_MAX_BYTES ? undefined : 0;
}
