import { describe, expect, it } from 'vitest';
import {
  createAssembly,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeFragment,
  decodeRealTimeData,
  decodeSystemConfig,
  joinPayload,
  MODEL_FAMILIES,
  modelFamilyOf,
} from '../src/index.ts';
import { bytes, loadSessions, SESSION_FILES } from './load-vectors.ts';
import { replaySession } from './replay-session.ts';

/**
 * An answer does not say what it is an answer to. Every recorded answer is put to every decoder: only the one whose
 * request it answers may take it, and those of other families whose answers are as long. (Whose answer it is, it says.)
 */

type Decoder = (payload: Uint8Array) => unknown;

const REAL_TIME_DECODERS = MODEL_FAMILIES.map((family): readonly [string, Decoder] => [
  family.name,
  (payload) => decodeRealTimeData(family, payload),
]);

const DECODERS: readonly (readonly [string, Decoder])[] = [
  ...REAL_TIME_DECODERS,
  ['AlarmData', (payload) => decodeAlarmLog(payload, 0)],
  ['DevInfoAll', decodeDeviceInfoAll],
  ['DevInfoSimple', decodeDeviceInfoSimple],
  ['SystemConfigPara', decodeSystemConfig],
];

/** Sessions whose point is that the answer is not what was asked for. */
const ODD_ANSWERS = /^fragments-cross-|^fragments-odd-007$/;

/** Made-up device infos that no inverter gives: firmware version 1, built in 1970, in month 0, 13 or 99. */
const AMBIGUOUS: readonly string[] = [
  'decode-DevInfo-part-017',
  'decode-DevInfo-dates-005',
  'decode-DevInfo-dates-006',
  'decode-DevInfo-dates-007',
  'decode-DevInfo-dates-009',
];

/** The decoders that may take an answer to this question. */
function rightTakers(question: string): string {
  const family = MODEL_FAMILIES.find(({ name }) => name === question);
  if (family === undefined) return question;
  const asLong = MODEL_FAMILIES.filter(({ payloadLength }) => payloadLength === family.payloadLength);
  return asLong.map(({ name }) => name).join();
}

function takers(payload: Uint8Array): string[] {
  return DECODERS.filter(([, decode]) => decode(payload) !== undefined).map(([name]) => name);
}

function recordedAnswers() {
  return SESSION_FILES.flatMap((file) => loadSessions(file))
    .filter(({ id }) => !ODD_ANSWERS.test(id))
    .flatMap((vector) => replaySession(vector).payloads.map((received) => ({ id: vector.id, ...received })))
    .map(({ id, kind, inverterSerial, payload }) => ({
      id,
      payload,
      question: kind === 'RealTimeRunData' ? (modelFamilyOf(inverterSerial)?.name ?? '') : kind,
    }));
}

describe('answers to another request', () => {
  const answers = recordedAnswers();

  it.each([
    ['hm-1ch', 20],
    ['hm-2ch', 40],
    ['hm-4ch', 20],
    ['AlarmData', 20],
    ['DevInfoAll', 20],
    ['DevInfoSimple', 20],
    ['SystemConfigPara', 20],
  ])('has recorded answers to %s', (question, count) => {
    expect(answers.filter((answer) => answer.question === question).length).toBeGreaterThanOrEqual(count);
  });

  it('are taken by no decoder but their own', () => {
    const mistaken = answers
      .filter(({ id }) => !AMBIGUOUS.includes(id))
      .filter(({ question, payload }) => takers(payload).join() !== rightTakers(question))
      .map(({ id, question, payload }) => `${id}: ${question} taken by ${takers(payload).join(', ')}`);
    expect([...new Set(mistaken)]).toEqual([]);
  });
});

describe('answers that are too short to be what was asked for', () => {
  // Seen in https://github.com/tbnobody/OpenDTU/issues/1314: an inverter that cannot answer sends four bytes with
  // good checksums. Taken for a system configuration they read as a limit of 0.1 %.
  it.each([
    ['9591437959801352368' + '10b00090050' + '0447'],
    ['9591437959801352368' + '105000001' + '28c1fc'],
  ])('%s is refused by every decoder', (hex) => {
    const result = decodeFragment(bytes(hex));
    if (!result.ok) throw new Error(result.reason);
    const assembly = createAssembly();
    assembly.add(result.fragment);
    const status = assembly.status();
    if (status.kind !== 'complete') throw new Error(status.kind);
    const joined = joinPayload(status.fragments);
    expect(joined.ok).toBe(true);
    expect(joined.ok && takers(joined.payload)).toEqual([]);
  });
});

describe('real-time answers that are longer than expected', () => {
  const family = MODEL_FAMILIES.find(({ name }) => name === 'hm-2ch');
  if (family === undefined) throw new Error('no two-string family');
  const short = recordedAnswers().find(({ id }) => id === 'captured-003');
  if (short === undefined) throw new Error('no captured answer');

  function lengthened(length: number): Uint8Array {
    const payload = new Uint8Array(length).fill(0xee);
    payload.set(short?.payload ?? []);
    return payload;
  }

  it('are read as far as they are understood', () => {
    expect(decodeRealTimeData(family, lengthened(46))).toEqual(decodeRealTimeData(family, short.payload));
  });

  it.each([50, 62, 66, 98])('are refused at a length that belongs to another answer (%i bytes)', (length) => {
    expect(decodeRealTimeData(family, lengthened(length))).toBeUndefined();
  });
});
