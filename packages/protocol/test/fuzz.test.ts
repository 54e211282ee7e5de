import { irradiationPercent, type Reading } from '@heliograph/domain';
import { describe, expect, it } from 'vitest';
import {
  crc8,
  crc16,
  createAssembly,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeFragment,
  decodeRealTimeData,
  decodeRequest,
  decodeSystemConfig,
  type Fragment,
  hexFromBytes,
  joinPayload,
  MODEL_FAMILIES,
} from '../src/index.ts';
import { bytes, loadSessions, SESSION_FILES } from './load-vectors.ts';

const PACKETS = 100_000;

/** Stands in the title of every test here; change it to go another way through the same number of packets. */
const SEED = 20_230_206;

/** A small seeded generator (xorshift32): 0 <= result < `below`. */
function createRandom(seed: number): (below: number) => number {
  let state = seed | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Random = ReturnType<typeof createRandom>;

const RECORDED: readonly Uint8Array[] = SESSION_FILES.flatMap((file) => loadSessions(file))
  .flatMap(({ output }) => output.trace)
  .flatMap((entry) => (entry.ev === 'rx' ? [bytes(entry.hex)] : []));

function noise(random: Random): Uint8Array {
  return Uint8Array.from({ length: random(40) }, () => random(256));
}

/** A recorded packet with some damage; half of the time its CRC8 is made good again, so that it gets further. */
function damaged(random: Random): Uint8Array {
  const original = RECORDED[random(RECORDED.length)] ?? new Uint8Array();
  const packet = original.slice(0, random(4) === 0 ? random(original.length + 1) : original.length);
  for (let hits = random(4); hits > 0 && packet.length > 0; hits--)
    packet[random(packet.length)] = random(256);
  if (random(2) === 0 && packet.length > 0) packet[packet.length - 1] = crc8(packet, packet.length - 1);
  return packet;
}

/** The bodies in order, put together and checked without help from joinPayload. */
function plainPayload(fragments: readonly Fragment[]): Uint8Array | undefined {
  const joined = Uint8Array.from(fragments.flatMap(({ body }) => [...body]));
  const sum = (joined.at(-2) ?? 0) * 256 + (joined.at(-1) ?? 0);
  return joined.length >= 2 && crc16(joined.subarray(0, -2)) === sum ? joined.slice(0, -2) : undefined;
}

function isSound(packet: Uint8Array): boolean {
  return packet.length >= 11 && packet.length <= 32 && crc8(packet.subarray(0, -1)) === packet.at(-1);
}

function decodeReadings(payload: Uint8Array): readonly Reading[] {
  return MODEL_FAMILIES.flatMap((family) => decodeRealTimeData(family, payload) ?? []);
}

/** Every number of a reading, of whatever part of it. */
function numbersIn(part: unknown): readonly number[] {
  if (typeof part === 'number') return [part];
  return Object.values(part ?? {}).flatMap(numbersIn);
}

/** Everything that is read out of `payload` by any decoder. */
function decodeAll(payload: Uint8Array): unknown[] {
  return [
    ...decodeReadings(payload),
    decodeAlarmLog(payload, 3600),
    decodeDeviceInfoAll(payload),
    decodeDeviceInfoSimple(payload),
    decodeSystemConfig(payload),
  ].filter((decoded) => decoded !== undefined);
}

describe(`random and damaged packets (seed ${SEED})`, () => {
  it(`${PACKETS} of them never throw, and nothing is read where a checksum is wrong`, () => {
    const random = createRandom(SEED);
    const assembly = createAssembly();
    const counts = { refused: 0, taken: 0, badPayloads: 0, payloads: 0, decoded: 0 };
    const mistakes: string[] = [];

    function receive(packet: Uint8Array): void {
      const result = decodeFragment(packet);
      if (result.ok !== isSound(packet)) mistakes.push(`packet ${hexFromBytes(packet)}: ok is ${result.ok}`);
      counts[result.ok ? 'taken' : 'refused'] += 1;
      if (result.ok) assembly.add(result.fragment);
    }

    function evaluate(fragments: readonly Fragment[]): void {
      const expected = plainPayload(fragments);
      const joined = joinPayload(fragments);
      if (joined.ok !== (expected !== undefined))
        mistakes.push(`${JSON.stringify(fragments)}: ok is ${joined.ok}`);
      counts[joined.ok ? 'payloads' : 'badPayloads'] += 1;
      if (joined.ok) counts.decoded += decodeAll(joined.payload).length;
      assembly.clear();
    }

    for (let number = 0; number < PACKETS; number++) {
      const packet = random(3) === 0 ? noise(random) : damaged(random);
      decodeRequest(packet);
      receive(packet);
      const status = assembly.status();
      if (status.kind === 'complete') evaluate(status.fragments);
    }

    expect(mistakes).toEqual([]);
    // Each way through was taken often enough for this test to mean something.
    expect(counts.refused).toBeGreaterThan(10_000);
    expect(counts.taken).toBeGreaterThan(10_000);
    expect(counts.badPayloads).toBeGreaterThan(1000);
    expect(counts.payloads).toBeGreaterThan(1000);
    expect(counts.decoded).toBeGreaterThan(1000);
  });

  it('random payloads never make a decoder throw, and give finite readings only', () => {
    const random = createRandom(SEED);
    const lengths = [14, 30, 42, 62, 66, 98, 26, 38, 50, 182];
    const readings: Reading[] = [];
    for (let number = 0; number < PACKETS / 10; number++) {
      const length = random(4) === 0 ? random(200) : (lengths[random(lengths.length)] ?? 0);
      const payload = Uint8Array.from({ length }, () => random(256));
      payload.set([0, 1].slice(0, length));
      decodeAll(payload);
      readings.push(...decodeReadings(payload));
    }
    const numbers = readings.flatMap((reading) => [
      ...numbersIn(reading),
      ...reading.strings.map(({ powerW }, index) =>
        irradiationPercent(powerW, [400, 0, 65_535, 1][index] ?? 0),
      ),
    ]);
    expect(readings.some(({ phases, strings }) => phases.length === 3 && strings.length === 6)).toBe(true);
    expect(numbers.length).toBeGreaterThan(10_000);
    expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  });
});
