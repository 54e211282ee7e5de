/**
 * What Modbus TCP sends, and nothing of what it means. Source: docs/reference/sunspec.md#frames.
 *
 *   0         2         4         6      7          8
 *   | number  | 0 0     | length  | unit | function | data ...
 *   length counts from unit on; all numbers with their high byte first
 *
 *   read        3, 4   first register, count
 *   write one   6      register, value
 *   write many  16     first register, count, bytes, values
 */

/** What a client asks of a unit. */
export type ModbusRequest =
  | { readonly kind: 'read'; readonly first: number; readonly count: number }
  | { readonly kind: 'write'; readonly first: number; readonly values: readonly number[] };

/** Why a request is not carried out. Source: docs/reference/sunspec.md#refusals. */
export const EXCEPTIONS = {
  function: 1,
  address: 2,
  value: 3,
  failure: 4,
  noSuchUnit: 11,
} as const;
export type ModbusException = keyof typeof EXCEPTIONS;

export type ModbusAnswer =
  | { readonly kind: 'registers'; readonly values: readonly number[] }
  | { readonly kind: 'written' }
  | { readonly kind: 'exception'; readonly exception: ModbusException };

export interface ModbusFrame {
  /** Chosen by the client, for finding the answer. */
  readonly number: number;
  readonly unit: number;
  readonly functionCode: number;
  readonly data: Uint8Array;
}

/** The first frame in some bytes, and how long it is; nothing: more has to come; `broken`: what it says of itself cannot be. */
export type FrameReading =
  | { readonly kind: 'frame'; readonly frame: ModbusFrame; readonly length: number }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'broken' };

const HEAD_LENGTH = 6;
/** A unit and a function, and 252 bytes of data. */
const LENGTH_MAX = 254;
const READ_COUNT_MAX = 125;
const WRITE_COUNT_MAX = 123;
const REGISTER_MAX = 0xffff;

export function readFrame(bytes: Uint8Array): FrameReading {
  if (bytes.length < HEAD_LENGTH) return { kind: 'unfinished' };
  const length = wordAt(bytes, 4);
  if (wordAt(bytes, 2) !== 0 || length < 2 || length > LENGTH_MAX) return { kind: 'broken' };
  if (bytes.length < HEAD_LENGTH + length) return { kind: 'unfinished' };
  const [unit = 0, functionCode = 0] = bytes.subarray(HEAD_LENGTH);
  const data = bytes.slice(HEAD_LENGTH + 2, HEAD_LENGTH + length);
  const frame = { number: wordAt(bytes, 0), unit, functionCode, data };
  return { kind: 'frame', frame, length: HEAD_LENGTH + length };
}

/** What a frame asks for, or why it cannot be answered. */
export function readRequest({ functionCode, data }: ModbusFrame): ModbusRequest | ModbusException {
  switch (functionCode) {
    case 3:
    case 4:
      return readRead(data);
    case 6:
      return data.length === 4
        ? { kind: 'write', first: wordAt(data, 0), values: [wordAt(data, 2)] }
        : 'value';
    case 16:
      return readWrite(data);
    default:
      return 'function';
  }
}

function readRead(data: Uint8Array): ModbusRequest | ModbusException {
  if (data.length !== 4) return 'value';
  const [first, count] = [wordAt(data, 0), wordAt(data, 2)];
  if (count < 1 || count > READ_COUNT_MAX) return 'value';
  return first + count - 1 > REGISTER_MAX ? 'address' : { kind: 'read', first, count };
}

function readWrite(data: Uint8Array): ModbusRequest | ModbusException {
  if (data.length < 5) return 'value';
  const [first, count] = [wordAt(data, 0), wordAt(data, 2)];
  const isWhole = data[4] === count * 2 && data.length === 5 + count * 2;
  if (count < 1 || count > WRITE_COUNT_MAX || !isWhole) return 'value';
  if (first + count - 1 > REGISTER_MAX) return 'address';
  const values = Array.from({ length: count }, (_, place) => wordAt(data, 5 + place * 2));
  return { kind: 'write', first, values };
}

/** The bytes of an answer. */
export function answerFrame(asked: ModbusFrame, answer: ModbusAnswer): Uint8Array {
  const { number, unit, functionCode, data } = asked;
  const body = answerBody(functionCode, data, answer);
  const length = body.length + 1;
  return Uint8Array.from([number >> 8, number & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...body]);
}

function answerBody(functionCode: number, asked: Uint8Array, answer: ModbusAnswer): readonly number[] {
  switch (answer.kind) {
    case 'registers': {
      const bytes = answer.values.flatMap((value) => [value >> 8, value & 0xff]);
      return [functionCode, bytes.length, ...bytes];
    }
    case 'written': // repeats where, and what or how many
      return [functionCode, ...asked.subarray(0, 4)];
    case 'exception':
      return [functionCode | 0x80, EXCEPTIONS[answer.exception]];
  }
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
}
