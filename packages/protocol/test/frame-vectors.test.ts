import { canonicalSerial, type PowerCommand } from '@heliograph/domain';
import { describe, expect, it } from 'vitest';
import {
  ANSWER_TIMEOUT_MS,
  acknowledgedLimitPercent,
  crc8,
  crc16,
  decodeRequest,
  encodeRequest,
  encodeRetransmitRequest,
  LIMIT_TYPES,
  type LimitType,
  type Link,
  modelFamilyOf,
  RETRANSMIT_TIMEOUT_MS,
  type Request,
} from '../src/index.ts';
import { bytes, canonical, loadCrcs, loadRequests, loadSerials, type RequestVector } from './load-vectors.ts';

/** A file that lost its vectors must not pass as a file whose vectors pass. */
const COUNTS = { request: 91, 'captured-request': 9, serial: 24, crc: 10 } as const;

/** Serials of families that the original learnt after the vectors were made. */
const KNOWN_SINCE: ReadonlyMap<string, string> = new Map([['serial-030', 'HMT-1800, HMT-2250']]);

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

describe('checksums', () => {
  const vectors = loadCrcs();

  it('has its vectors', () => expect(vectors).toHaveLength(COUNTS.crc));

  it.each(vectors)('$id: $title', ({ input, output }) => {
    expect(hex(crc8(bytes(input.hex)), 2)).toBe(output.crc8);
    expect(hex(crc16(bytes(input.hex)), 4)).toBe(output.crc16_modbus);
  });
});

describe('serials', () => {
  const vectors = loadSerials();

  it('has its vectors', () => expect(vectors).toHaveLength(COUNTS.serial));

  it.each(vectors.filter(({ id }) => !KNOWN_SINCE.has(id)))('$id: $title', ({ input, output }) => {
    const serial = canonicalSerial(input.serial);
    const family = serial === undefined ? undefined : modelFamilyOf(serial);
    expect(family?.typeText ?? null).toBe(output.type);
    expect(family?.stringCount).toBe(output.channels);
    if (output.serial_string !== undefined) expect(serial).toBe(output.serial_string);
  });

  it.each(vectors.filter(({ id }) => KNOWN_SINCE.has(id)))(
    '$id: $title, which the original of 2023 does not know',
    ({ id, input, output }) => {
      expect(output.type).toBeNull();
      expect(modelFamilyOf(canonical(input.serial))?.typeText).toBe(KNOWN_SINCE.get(id));
    },
  );
});

const POWER_ACTIONS: Readonly<Record<string, PowerCommand>> = {
  PowerOn: 'on',
  PowerOff: 'off',
  Restart: 'restart',
};

function limitTypeOf(type: number | undefined): LimitType {
  const limitType = LIMIT_TYPES.find((known) => known === type);
  if (limitType === undefined) throw new Error(`unknown limit type ${type}`);
  return limitType;
}

function requestOf({ kind, time = 0, limit = 0, type }: RequestVector['input']): Request {
  const action = POWER_ACTIONS[kind];
  if (action !== undefined) return { kind: 'PowerControl', action };
  switch (kind) {
    case 'ActivePowerControl':
      return { kind, limit, limitType: limitTypeOf(type) };
    case 'RealTimeRunData':
    case 'AlarmData':
    case 'DevInfoAll':
    case 'DevInfoSimple':
    case 'SystemConfigPara':
      return { kind, timeS: time };
    default:
      throw new Error(`unknown kind ${kind}`);
  }
}

describe.each(['request', 'captured-request'] as const)('%s', (file) => {
  const vectors = loadRequests(file);
  const linkOf = ({ inverter, dtu }: RequestVector['input']): Link => ({
    inverterSerial: canonical(inverter),
    dtuSerial: canonical(dtu),
  });

  it('has its vectors', () => expect(vectors).toHaveLength(COUNTS[file]));

  it.each(vectors.filter(({ input }) => input.kind === 'RequestFrame'))(
    '$id: $title',
    ({ input, output }) => {
      const packet = encodeRetransmitRequest(input.frame_no ?? 0, linkOf(input));
      expect(packet).toEqual(bytes(output.hex));
      // The captured ones do not say which number was read back; there it is the one that was asked for.
      expect(decodeRequest(packet)?.request).toEqual({
        kind: 'Retransmit',
        index: output.frame_no ?? input.frame_no,
      });
      expect(RETRANSMIT_TIMEOUT_MS).toBe(output.timeout_ms);
    },
  );

  it.each(vectors.filter(({ input }) => input.kind !== 'RequestFrame'))(
    '$id: $title',
    ({ input, output }) => {
      const request = requestOf(input);
      const link = linkOf(input);
      const packet = encodeRequest(request, link);
      expect(packet).toEqual(bytes(output.hex));
      expect(ANSWER_TIMEOUT_MS[request.kind]).toBe(output.timeout_ms);

      const decoded = decodeRequest(packet);
      expect(decoded?.inverter).toBe(output.hex.slice(2, 10));
      expect(decoded?.dtu).toBe(output.hex.slice(10, 18));
      if (request.kind === 'ActivePowerControl') {
        expect(decoded?.request).toMatchObject({ kind: request.kind, limitType: request.limitType });
        // The vectors are of a device that keeps the whole part; the tenths that went on the air are ours.
        const percent = acknowledgedLimitPercent({ value: request.limit, isRelative: true }, 0);
        expect(Math.trunc(percent ?? Number.NaN)).toBe(output.limit_read_back ?? Math.trunc(request.limit));
        expect(decoded?.request).toMatchObject({ limit: Number(percent?.toFixed(1)) });
      } else {
        expect(decoded?.request).toEqual(request);
      }
    },
  );
});
