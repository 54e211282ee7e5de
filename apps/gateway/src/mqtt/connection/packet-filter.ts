/**
 * Lets those packets of MQTT through that a broker may send us, and no other: MQTT.js throws at some that are broken,
 * where nobody can catch it, and holds everything in memory, which may be 256 MB a packet.
 *
 *     31        type (high 4 bits) and flags
 *     8f ff 03  how many bytes follow, in 1 to 4 bytes of 7 bits, the lowest first; the top bit: one more comes
 *     ...       those
 *
 * Source: MQTT 3.1.1, section 2.2.
 */

/** Takes what came and returns what is to be read of it. */
export type PacketFilter = (chunk: Buffer) => readonly Buffer[];

export interface PacketFilterOptions {
  /** Longer packets are left out; their header does not count. */
  readonly maxBytes: number;
  /** So many bytes had one. */
  readonly onSkipped: (bytes: number) => void;
  /** There was a packet that no broker sends, or none at all. Nothing comes through any more. */
  readonly onUnexpected: (firstByte: number) => void;
}

interface Lengths {
  readonly min: number;
  readonly max: number;
}

const LENGTH_MAX = 0x0fff_ffff;
const MESSAGE: Lengths = { min: 3, max: LENGTH_MAX };

/**
 * By the first byte, how many bytes may follow: CONNACK, PUBLISH with QoS 0 (as we subscribe) without and with the flag
 * of a retained one, SUBACK, PINGRESP. Source: MQTT 3.1.1, sections 3.2, 3.3, 3.9 and 3.13.
 */
const EXPECTED: ReadonlyMap<number, Lengths> = new Map([
  [0x20, { min: 2, max: 2 }],
  [0x30, MESSAGE],
  [0x31, MESSAGE],
  [0x90, { min: 3, max: LENGTH_MAX }],
  [0xd0, { min: 0, max: 0 }],
]);

const HEADER_MAX_BYTES = 5;

export function createPacketFilter(options: PacketFilterOptions): PacketFilter {
  let header: number[] = [];
  let leftBytes = 0;
  let isSkipped = false;
  let isBroken = false;

  /** Takes a byte of a header; returns the header when it is complete and its packet is wanted. */
  function takeHeader(byte: number): Buffer | undefined {
    header.push(byte);
    const [first = byte] = header;
    const lengths = EXPECTED.get(first);
    const length = lengthIn(header);
    if (lengths === undefined || (length === undefined && header.length === HEADER_MAX_BYTES)) {
      return refuse(first);
    }
    if (length === undefined) return undefined;
    if (length < lengths.min || length > lengths.max) return refuse(first);
    return begin(length);
  }

  function refuse(firstByte: number): undefined {
    isBroken = true;
    options.onUnexpected(firstByte);
  }

  function begin(length: number): Buffer | undefined {
    const complete = Buffer.from(header);
    header = [];
    leftBytes = length;
    isSkipped = length > options.maxBytes;
    if (!isSkipped) return complete;
    options.onSkipped(length);
    return undefined;
  }

  function takeBody(part: Buffer): Buffer | undefined {
    leftBytes -= part.length;
    return isSkipped ? undefined : part;
  }

  return (chunk) => {
    const kept: Buffer[] = [];
    for (let at = 0; at < chunk.length && !isBroken; ) {
      const part = chunk.subarray(at, at + Math.max(1, leftBytes));
      const wanted = leftBytes === 0 ? takeHeader(part[0] ?? 0) : takeBody(part);
      if (wanted !== undefined) kept.push(wanted);
      at += part.length;
    }
    return kept;
  };
}

/** What the length says; undefined while it is not complete. */
function lengthIn([, ...bytes]: readonly number[]): number | undefined {
  const isComplete = (bytes.at(-1) ?? 128) < 128;
  return isComplete ? bytes.reduceRight((length, byte) => length * 128 + (byte % 128), 0) : undefined;
}
