import { describe, expect, it } from 'vitest';
import { encodeNtpRequest, judgeNtpAnswer } from './sntp-packet.ts';

const NONCE = Uint8Array.from([0xd3, 0xba, 0x3e, 0x01, 0x80, 0xff, 0x00, 0x7e]);

/** An answer as chrony 4.3 gave it: its times are 2026-11-21T16:05:58.0800 and .0801 UTC. */
const RECORDED = Buffer.from(
  '240500e700000000000000007f7f0101eeac3fe444f58586e348466759d3ba3eeeac3fe61478d1cfeeac3fe614813412',
  'hex',
);
const RECORDED_NONCE = RECORDED.subarray(24, 32);

/** A right answer to the question with `NONCE`, with some bytes replaced from an offset on. */
function answer(changes: Readonly<Record<number, readonly number[]>> = {}): Uint8Array {
  const bytes = Uint8Array.from(RECORDED);
  bytes.set(NONCE, 24);
  for (const [offset, replacement] of Object.entries(changes)) bytes.set(replacement, Number(offset));
  return bytes;
}

const SERVER_MODE_OF_VERSION = (version: number) => (version << 3) | 4;

describe('a question', () => {
  it('is version 4 from a client, with the nonce as its transmit timestamp and nothing else', () => {
    const hex = Buffer.from(encodeNtpRequest(NONCE)).toString('hex');
    expect(hex).toBe(`23${'00'.repeat(39)}d3ba3e0180ff007e`);
  });
});

describe('a right answer', () => {
  it('gives the time at which it was sent, and how long it took', () => {
    const verdict = judgeNtpAnswer(RECORDED, RECORDED_NONCE);
    if (verdict.kind !== 'time') throw new Error(verdict.kind);
    expect(verdict.transmitMs).toBeCloseTo(Date.UTC(2026, 10, 21, 16, 5, 58) + 80.0964, 3);
    expect(verdict.processingMs).toBeCloseTo(0.128, 3);
  });

  it('may be part of a longer buffer', () => {
    const buffer = new Uint8Array(100).fill(0x55);
    buffer.set(answer(), 7);
    expect(judgeNtpAnswer(buffer.subarray(7, 55), NONCE).kind).toBe('time');
  });

  it.each([
    ['version 3', { 0: [SERVER_MODE_OF_VERSION(3)] }],
    ['a leap second ahead', { 0: [0x64] }],
    ['stratum 1', { 1: [1] }],
    ['stratum 15', { 1: [15] }],
    ['just near enough to its source', { 4: [0, 8, 0, 0], 8: [0, 11, 255, 255] }],
  ])('may have %s', (_, changes) => {
    expect(judgeNtpAnswer(answer(changes), NONCE).kind).toBe('time');
  });

  it.each([
    ['the last second of the first era', [0xff, 0xff, 0xff, 0xff], '2036-02-07T06:28:15.500Z'],
    ['the first second of the next one', [0, 0, 0, 0], '2036-02-07T06:28:16.500Z'],
    ['far in the next one', [0x7f, 0xff, 0xff, 0xff], '2104-02-26T09:42:23.500Z'],
    ['1968', [0x80, 0, 0, 0], '1968-01-20T03:14:08.500Z'],
    ['1970', [0x83, 0xaa, 0x7e, 0x80], '1970-01-01T00:00:00.500Z'],
  ])('can be of %s', (_, seconds, time) => {
    const bytes = answer({ 32: [...seconds, 0x80, 0, 0, 0], 40: [...seconds, 0x80, 0, 0, 0] });
    expect(judgeNtpAnswer(bytes, NONCE)).toEqual({
      kind: 'time',
      transmitMs: Date.parse(time),
      processingMs: 0,
    });
  });
});

describe('an answer that anybody could have sent', () => {
  it.each([0, 1, 32, 47, 49, 52, 68, 1400])('has %d bytes', (length) => {
    const bytes = new Uint8Array(length);
    bytes.set(answer().subarray(0, length));
    expect(judgeNtpAnswer(bytes, NONCE).kind).toBe('unrelated');
  });

  it('echoes another nonce, also in a kiss of death', () => {
    for (let index = 0; index < NONCE.length; index++) {
      const bytes = answer();
      bytes[24 + index] = (bytes[24 + index] ?? 0) ^ 1;
      expect(judgeNtpAnswer(bytes, NONCE).kind).toBe('unrelated');
      bytes[1] = 0;
      expect(judgeNtpAnswer(bytes, NONCE).kind).toBe('unrelated');
    }
  });

  it('is the question itself, reflected', () => {
    expect(judgeNtpAnswer(encodeNtpRequest(NONCE), NONCE).kind).toBe('unrelated');
  });
});

describe('an answer whose time is not to be trusted', () => {
  const ZERO = [0, 0, 0, 0, 0, 0, 0, 0];
  it.each([
    ['is a question', { 0: [0x23] }],
    ['is a broadcast', { 0: [0x25] }],
    ['is of a peer', { 0: [0x22] }],
    ['has version 1', { 0: [SERVER_MODE_OF_VERSION(1)] }],
    ['has version 2', { 0: [SERVER_MODE_OF_VERSION(2)] }],
    ['has version 5', { 0: [SERVER_MODE_OF_VERSION(5)] }],
    ['is not synchronised', { 0: [0xe4] }],
    ['knows no source', { 0: [0xe4], 1: [0], 12: [0, 0, 0, 0] }],
    ['has no stratum', { 1: [0], 12: [0x52, 0x41, 0x54, 0x1b] }],
    ['has stratum 16', { 1: [16] }],
    ['has stratum 255', { 1: [255] }],
    ['is far from its source', { 4: [0, 32, 0, 0] }],
    ['has a root delay below zero', { 4: [0xff, 0xff, 0, 0] }],
    ['is not sure', { 8: [0, 16, 0, 0] }],
    ['has no transmit timestamp', { 40: ZERO }],
    ['has no receive timestamp', { 32: ZERO }],
  ])('%s', (_, changes) => {
    expect(judgeNtpAnswer(answer(changes), NONCE).kind).toBe('refused');
  });
});

describe('a kiss of death', () => {
  it.each([
    ['RATE', [0x52, 0x41, 0x54, 0x45]],
    ['DENY', [0x44, 0x45, 0x4e, 0x59]],
    ['RSTR', [0x52, 0x53, 0x54, 0x52]],
  ])('says %s', (code, letters) => {
    const bytes = answer({ 0: [0xe4], 1: [0], 12: letters, 40: [0, 0, 0, 0, 0, 0, 0, 0] });
    expect(judgeNtpAnswer(bytes, NONCE)).toEqual({ kind: 'kiss', code });
  });
});
