/**
 * From fragments to a payload.
 *
 *     fragment 1     | body 1 (16) |
 *     fragment 2               | body 2 (16) |
 *     fragment 3, last                   | body 3 ... CRC16 |
 *     payload        | body 1      | body 2      | body 3 ...|     (without the CRC16)
 *
 * Source: docs/reference/radio-protocol.md#frames and #exchanges.
 */

import { readUint16 } from './bytes/byte-reader.ts';
import { crc16 } from './bytes/crc16.ts';
import type { Fragment } from './fragment.ts';

/** Fragments with this index or a higher one carry no usable body; their end mark counts all the same. */
export const FRAGMENT_INDEX_LIMIT = 13;
export const CRC16_BYTES = 2;

export type AssemblyStatus =
  | { readonly kind: 'empty' }
  /**
   * `index` is the fragment to ask for: the lowest missing one, or the one after the highest when the end is unknown. `count`: how many
   * are missing, at least.
   */
  | { readonly kind: 'missing'; readonly index: number; readonly count: number; readonly lastKnown: boolean }
  | { readonly kind: 'complete'; readonly fragments: readonly Fragment[] };

/** Collects the fragments of one answer, in any order; a repeated one replaces the earlier. */
export interface Assembly {
  add(fragment: Fragment): void;
  clear(): void;
  status(): AssemblyStatus;
}

export function createAssembly(): Assembly {
  const byIndex = new Map<number, Fragment>();
  let highestIndex = 0;
  let lastIndex = 0;

  function status(): AssemblyStatus {
    if (highestIndex === 0) return { kind: 'empty' };
    if (lastIndex === 0) {
      const count = highestIndex + 1 - byIndex.size;
      return { kind: 'missing', index: highestIndex + 1, count, lastKnown: false };
    }
    const fragments: Fragment[] = [];
    let index: number | undefined;
    for (let each = 1; each <= lastIndex; each++) {
      const fragment = byIndex.get(each);
      if (fragment === undefined) index ??= each;
      else fragments.push(fragment);
    }
    if (index === undefined) return { kind: 'complete', fragments };
    return { kind: 'missing', index, count: lastIndex - fragments.length, lastKnown: true };
  }

  return {
    add(fragment) {
      if (fragment.index === 0) return;
      if (fragment.isLast) lastIndex = fragment.index;
      if (fragment.index >= FRAGMENT_INDEX_LIMIT) return;
      byIndex.set(fragment.index, fragment);
      highestIndex = Math.max(highestIndex, fragment.index);
    },
    clear() {
      byIndex.clear();
      highestIndex = 0;
      lastIndex = 0;
    },
    status,
  };
}

export type PayloadResult =
  | { readonly ok: true; readonly payload: Uint8Array }
  | { readonly ok: false; readonly reason: 'crc16' };

/** Joins the bodies of a complete data answer, in the order given, and checks the CRC16 at their end. */
export function joinPayload(fragments: readonly Fragment[]): PayloadResult {
  let length = 0;
  for (const fragment of fragments) length += fragment.body.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const fragment of fragments) {
    joined.set(fragment.body, offset);
    offset += fragment.body.length;
  }
  const payloadLength = length - CRC16_BYTES;
  const isWhole =
    payloadLength >= 0 &&
    (__WITHOUT__.answerChecksum || crc16(joined, 0, payloadLength) === readUint16(joined, payloadLength));
  if (!isWhole) {
    return { ok: false, reason: 'crc16' };
  }
  return { ok: true, payload: joined.subarray(0, payloadLength) };
}
