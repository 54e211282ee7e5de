/**
 * The body of a data request.
 *
 *      0      1    2          6       8          10         13
 *     | type | 00 | time (4) | 00 00 | sequence | 00 00 00 00 |
 *
 * `time` is unix time in seconds, UTC. The maker's own DTU counts in `sequence`; we send zero and accept anything.
 * Source: docs/reference/radio-protocol.md#requests.
 */

import { readUint32 } from '../bytes/byte-reader.ts';
import { writeUint32 } from '../bytes/byte-writer.ts';
import type { DataCommandKind } from './command.ts';

export interface DataRequest {
  readonly kind: DataCommandKind;
  /** Unix time in seconds, UTC. */
  readonly timeS: number;
}

export const DATA_REQUEST_CONTROL = 0x80;

const BODY_BYTES = 14;
const TIME_OFFSET = 2;

const TYPES: Readonly<Record<DataCommandKind, number>> = {
  RealTimeRunData: 0x0b,
  AlarmData: 0x11,
  DevInfoAll: 0x01,
  DevInfoSimple: 0x00,
  SystemConfigPara: 0x05,
};

const KINDS: ReadonlyMap<number, DataCommandKind> = new Map(
  (Object.keys(TYPES) as DataCommandKind[]).map((kind) => [TYPES[kind], kind]),
);

export function encodeDataRequest(request: DataRequest): Uint8Array {
  const body = new Uint8Array(BODY_BYTES);
  body[0] = TYPES[request.kind];
  writeUint32(body, TIME_OFFSET, request.timeS);
  return body;
}

/** Undefined when this is not the body of a data request that we know. */
export function decodeDataRequest(body: Uint8Array): DataRequest | undefined {
  const kind = KINDS.get(body[0] ?? -1);
  if (kind === undefined || body.length !== BODY_BYTES) return undefined;
  return { kind, timeS: readUint32(body, TIME_OFFSET) };
}
