/**
 * Time over the network, the client's side of it: one packet asks, one answers.
 *
 *     0    leap (2 bits: 3 = the server itself is not synchronised), version (3), mode (3: 3 asks, 4 answers)
 *     1    stratum: 1 has its own time source, 2 to 15 count the servers in between, 0 is a kiss of death
 *     2-3  poll interval and precision, not used
 *     4    root delay, seconds in 16.16 bits        to the time source of the server and back
 *     8    root dispersion, seconds in 16.16 bits   how far off the server thinks it may be
 *    12    reference: the server's source, or four letters that say why there is a kiss of death
 *    16    when the server was set, not used
 *    24    originate: what the client sent as transmit timestamp, to the bit
 *    32    when the server got the question
 *    40    when it sent the answer; in a question: anything that nobody can guess
 *    48
 *
 * Timestamps are seconds since 1900 in 32.32 bits; they begin again in February 2036. Source: RFC 4330,
 * sections 3 to 5, and RFC 5905, section 7.3.
 */

export const NTP_NONCE_BYTES = 8;

/** What a server says, judged. */
export type NtpVerdict =
  /** `processingMs` is how long the server kept the question; it sent its answer at `transmitMs`, unix time. */
  | { readonly kind: 'time'; readonly transmitMs: number; readonly processingMs: number }
  /** The server wants to be asked less (`RATE`), not at all (`DENY`, `RSTR`), or is starting. */
  | { readonly kind: 'kiss'; readonly code: string }
  /** The server answered, but its time is not to be trusted. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Anybody could have sent this; the answer may still come. */
  | { readonly kind: 'unrelated'; readonly reason: string };

const PACKET_BYTES = 48;
const VERSION = 4;
const OLDEST_VERSION = 3;
const MODE_CLIENT = 3;
const MODE_SERVER = 4;
const LEAP_UNSYNCHRONISED = 3;
const MAX_STRATUM = 15;
/** A server that is further off than this is not synchronised. Source: RFC 5905, section 7.2 (MAXDISP). */
const MAX_ROOT_DISTANCE_S = 16;
const ORIGINATE = 24;
const RECEIVE = 32;
const TRANSMIT = 40;

/** A question; `nonce` (8 bytes) comes back in the answer. It tells nothing of the clock that asks. */
export function encodeNtpRequest(nonce: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(PACKET_BYTES);
  bytes[0] = (VERSION << 3) | MODE_CLIENT;
  bytes.set(nonce, TRANSMIT);
  return bytes;
}

/** Judges what came in after the question with this nonce was sent. */
export function judgeNtpAnswer(bytes: Uint8Array, nonce: Uint8Array): NtpVerdict {
  const unrelated = unrelatedReason(bytes, nonce);
  if (unrelated !== undefined) return { kind: 'unrelated', reason: unrelated };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const notServer = notServerReason(view);
  if (notServer !== undefined) return { kind: 'refused', reason: notServer };
  const code = view.getUint8(1) === 0 ? kissCode(bytes) : undefined;
  if (code !== undefined) return { kind: 'kiss', code };
  const reason = refusal(view);
  if (reason !== undefined) return { kind: 'refused', reason };
  const transmitMs = unixMsAt(view, TRANSMIT);
  return { kind: 'time', transmitMs, processingMs: transmitMs - unixMsAt(view, RECEIVE) };
}

function unrelatedReason(bytes: Uint8Array, nonce: Uint8Array): string | undefined {
  if (bytes.length !== PACKET_BYTES) return `a packet of ${bytes.length} bytes`;
  const isEcho = nonce.every((byte, index) => bytes[ORIGINATE + index] === byte);
  return isEcho || __WITHOUT__.timeEcho ? undefined : 'an answer to another question';
}

function notServerReason(view: DataView): string | undefined {
  const first = view.getUint8(0);
  const [version, mode] = [(first >> 3) & 7, first & 7];
  if (mode !== MODE_SERVER) return `mode ${mode}`;
  return version < OLDEST_VERSION || version > VERSION ? `version ${version}` : undefined;
}

function refusal(view: DataView): string | undefined {
  const [leap, stratum] = [view.getUint8(0) >> 6, view.getUint8(1)];
  if (leap === LEAP_UNSYNCHRONISED || stratum === 0 || stratum > MAX_STRATUM) return 'it is not synchronised';
  const [rootDelayS, rootDispersionS] = [view.getUint32(4) / 0x1_0000, view.getUint32(8) / 0x1_0000];
  if (rootDelayS / 2 + rootDispersionS >= MAX_ROOT_DISTANCE_S) return 'it is too far from its time source';
  const isMissing = (offset: number) => view.getBigUint64(offset) === 0n;
  return isMissing(RECEIVE) || isMissing(TRANSMIT) ? 'it gives no time' : undefined;
}

/** Undefined for a server that just does not know the time. */
function kissCode(bytes: Uint8Array): string | undefined {
  const code = String.fromCharCode(...bytes.subarray(12, 16));
  return /^[A-Z]{4}$/.test(code) ? code : undefined;
}

/** Unix time at 1900, in seconds. */
const EPOCH_1900_S = -2_208_988_800;

/** A timestamp without its highest bit is of the era that begins in 2036. Source: RFC 4330, section 3. */
function unixMsAt(view: DataView, offset: number): number {
  const seconds = view.getUint32(offset);
  const era = seconds >= 0x8000_0000 ? 0 : 0x1_0000_0000;
  const fraction = view.getUint32(offset + 4) / 0x1_0000_0000;
  return (EPOCH_1900_S + era + seconds + fraction) * 1000;
}
