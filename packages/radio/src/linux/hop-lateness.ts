/**
 * How late hops were in the last minute, in memory that two threads share: one notes, the other reads whenever it wants. What is
 * written at the moment of reading may be wrong by one hop.
 *
 *   word 0   how many were noted so far
 *   then     for each of the last 16384: when, ms; how late, us
 */

/** A hop every 4 ms for a whole minute, and some more. */
const HOPS_KEPT = 16_384;
const WINDOW_MS = 60_000;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

export interface HopLateness {
  readonly hops: number;
  /** Half of them were not later than that. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
}

export const createLatenessMemory = () => new SharedArrayBuffer((1 + 2 * HOPS_KEPT) * WORD);

export function noteLateness(memory: SharedArrayBuffer): (nowUs: number, latenessUs: number) => void {
  const words = new Uint32Array(memory);
  let count = 0;
  return (nowUs, latenessUs) => {
    const place = 1 + 2 * (count % HOPS_KEPT);
    words[place] = Math.floor(nowUs / 1000) % 2 ** 32;
    words[place + 1] = Math.round(latenessUs);
    count += 1;
    Atomics.store(words, 0, count % 2 ** 32);
  };
}

/** Undefined where none was due in the last minute. */
export function readLateness(memory: SharedArrayBuffer, nowMs: number): HopLateness | undefined {
  const words = new Uint32Array(memory);
  const count = Math.min(Atomics.load(words, 0), HOPS_KEPT);
  const late: number[] = [];
  for (let hop = 0; hop < count; hop += 1) {
    const ageMs = (Math.floor(nowMs) - (words[1 + 2 * hop] ?? 0) + 2 ** 32) % 2 ** 32;
    if (ageMs < WINDOW_MS) late.push(words[2 + 2 * hop] ?? 0);
  }
  if (late.length === 0) return undefined;
  late.sort((one, other) => one - other);
  const at = (part: number) => late[Math.min(late.length - 1, Math.floor(part * late.length))] ?? 0;
  return { hops: late.length, p50Us: at(0.5), p99Us: at(0.99), maxUs: at(1) };
}
