import { assert, describe, expect, it } from 'vitest';
import { pipeAddress } from '../src/index.ts';
import {
  canonical,
  type DeviceInfoExpectation,
  type InverterExpectation,
  loadSessions,
  SESSION_FILES,
  type SessionFile,
  type SessionVector,
} from './load-vectors.ts';
import { type InverterState, replaySession } from './replay-session.ts';
import { type ChannelValues, inWordsOfVectors } from './words-of-vectors.ts';

/** A file that lost its vectors must not pass as a file whose vectors pass. */
const COUNTS: Readonly<Record<SessionFile, number>> = {
  ack: 19,
  captured: 16,
  'decode-alarm-log': 17,
  'decode-device-info': 21,
  'decode-real-time-data': 48,
  'decode-system-config': 8,
  fragments: 35,
  'fragments-cross': 3,
  'fragments-odd': 7,
  poll: 8,
  queue: 1,
  transmit: 15,
};

/** Where we differ on purpose; each has its own test at the end of this file. */
const DIFFERENT = new Set([
  'fragments-1ch-011',
  'fragments-2ch-013',
  'fragments-4ch-015',
  'fragments-cross-001',
  'fragments-cross-002',
  'fragments-cross-003',
  'fragments-odd-007',
  'ack-ActivePowerControl-003',
  'ack-ActivePowerControl-010',
  'captured-014',
]);

/** What was told, in the words of the vectors. */
function channelsOf({ reading, stringMaxPowerW }: InverterState): ChannelValues | undefined {
  return reading && inWordsOfVectors(reading, stringMaxPowerW);
}

/** The vectors' shortest decimals, as the 32-bit floats that they stand for. */
function asFloats(channels: InverterExpectation['statistics']['channels']): ChannelValues | undefined {
  if (channels === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(channels).map(([channel, values]) => [
      channel,
      Object.fromEntries(Object.entries(values).map(([field, value]) => [field, Math.fround(value)])),
    ]),
  );
}

function deviceInfoOf({ infoAll, infoSimple }: InverterState): DeviceInfoExpectation | null {
  if (infoAll === undefined && infoSimple === undefined) return null;
  const builtAt = infoAll?.firmwareBuildDateTime ?? '';
  return {
    fw_bootloader_version: infoAll?.bootloaderVersion ?? 0,
    fw_build_version: infoAll?.firmwareBuildVersion ?? 0,
    fw_build_epoch: Date.parse(`${builtAt.replace(' ', 'T')}Z`) / 1000,
    fw_build_datetime: builtAt,
    hw_part_number: infoSimple?.hardwarePartNumber ?? 0,
    hw_version: infoSimple?.hardwareVersion ?? '00.00',
    hw_model_name: infoSimple?.model?.name ?? '',
    max_power: infoSimple?.model?.maxPowerW ?? 0,
  };
}

/** Key by key, as the vectors leave out the build time where the original reads undefined memory. */
function expectDeviceInfo(
  actual: DeviceInfoExpectation | null,
  expected: DeviceInfoExpectation | null,
): void {
  expect(actual === null).toBe(expected === null);
  if (actual === null || expected === null) return;
  for (const key of Object.keys(actual) as (keyof DeviceInfoExpectation)[]) {
    if (key in expected) expect(actual[key], key).toBe(expected[key]);
    else expect(key).toMatch(/^fw_build_(epoch|datetime)$/);
  }
}

function expectState(actual: InverterState, expected: InverterExpectation, isIdle: boolean): void {
  expect(channelsOf(actual)).toEqual(asFloats(expected.statistics.channels));
  expect(actual.failureCount).toBe(expected.statistics.rx_failure_count);
  expect(actual.failureCount <= 2).toBe(expected.reachable);
  expect((actual.reading?.powerW ?? 0) > 0).toBe(expected.producing);
  expect(actual.events?.map(({ code, startS, endS }) => [code, startS, endS])).toEqual(
    expected.event_log.events?.map((event) => [event.message_id, event.start_time, event.end_time]),
  );
  expectDeviceInfo(deviceInfoOf(actual), expected.dev_info);
  expect(actual.limitPercent).toBe(Math.fround(expected.system_config.limit_percent));
  if (!isIdle) return;
  expect(actual.outcomes.get('AlarmData') ?? 'NOK').toBe(expected.event_log.request_status);
  expect(actual.outcomes.get('SystemConfigPara') ?? 'NOK').toBe(expected.system_config.limit_request_status);
  expect(actual.outcomes.get('ActivePowerControl') ?? 'OK').toBe(expected.system_config.limit_command_status);
  expect(actual.outcomes.get('PowerControl') ?? 'OK').toBe(expected.power_command.status);
}

function expectSession(vector: SessionVector): void {
  const replay = replaySession(vector);
  const { input, output } = vector;
  expect(pipeAddress(canonical(input.dtu))).toBe(output.read_pipe);
  for (const entry of output.trace) {
    if (entry.ev !== 'tx') continue;
    const sentTo = replay.inverters.find(({ address }) => address === entry.hex.slice(2, 10));
    expect(pipeAddress(sentTo?.serial ?? '')).toBe(entry.to_pipe);
  }
  for (const { wantedIndex, status } of replay.repetitions) {
    if (wantedIndex === 'whole request') expect(status).toEqual({ kind: 'empty' });
    else expect(status).toMatchObject({ kind: 'missing', index: wantedIndex });
  }
  expect(replay.inverters).toHaveLength(output.inverters.length);
  output.inverters.forEach((expected, index) => {
    const actual = replay.inverters[index];
    if (actual === undefined) throw new Error('an inverter is missing');
    expectState(actual, expected, output.idle);
  });
}

describe.each(SESSION_FILES)('%s', (file) => {
  const vectors = loadSessions(file);

  it('has its vectors', () => expect(vectors).toHaveLength(COUNTS[file]));

  for (const vector of vectors.filter(({ id }) => !DIFFERENT.has(id))) {
    it(`${vector.id}: ${vector.title}`, () => expectSession(vector));
  }
});

describe('the replay of all sessions', () => {
  it('exercises answers, failures, retransmit requests and resent requests in numbers', () => {
    const replays = SESSION_FILES.flatMap((file) =>
      loadSessions(file).map((vector) => replaySession(vector)),
    );
    const repetitions = replays.flatMap((replay) => replay.repetitions);
    const resends = repetitions.filter(({ wantedIndex }) => wantedIndex === 'whole request');
    expect(replays.reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThan(300);
    expect(replays.reduce((sum, { unanswered }) => sum + unanswered, 0)).toBeGreaterThan(50);
    expect(resends.length).toBeGreaterThan(150);
    expect(repetitions.length - resends.length).toBeGreaterThan(70);
  });
});

function session(file: SessionFile, id: string): SessionVector {
  const vector = loadSessions(file).find((candidate) => candidate.id === id);
  if (vector === undefined) throw new Error(`no vector ${id}`);
  return vector;
}

function onlyInverter(vector: SessionVector): { state: InverterState; expected: InverterExpectation } {
  const state = replaySession(vector).inverters[0];
  const expected = vector.output.inverters[0];
  if (state === undefined || expected === undefined) throw new Error(`${vector.id} has no inverter`);
  return { state, expected };
}

describe('where we differ from the original on purpose', () => {
  // The original looks at the newest of several waiting packets only and has to ask for the others again. The values
  // are those of a session in which the same answer came packet by packet.
  it.each([
    ['fragments-1ch-011', 'fragments-1ch-001'],
    ['fragments-2ch-013', 'fragments-2ch-001'],
    ['fragments-4ch-015', 'fragments-4ch-001'],
  ])('a burst of packets is an answer like any other (%s)', (burstId, orderlyId) => {
    const burst = onlyInverter(session('fragments', burstId));
    const orderly = onlyInverter(session('fragments', orderlyId));
    expect(burst.expected.statistics.channels).toBeUndefined();
    expect(burst.state.serial).toBe(orderly.state.serial);
    expect(channelsOf(burst.state)).toEqual(asFloats(orderly.expected.statistics.channels));
    expect(burst.state.failureCount).toBe(0);
  });

  it('a late burst leaves nothing to ask for', () => {
    const { state } = onlyInverter(session('fragments', 'fragments-4ch-015'));
    expect(state.assembly.status().kind).toBe('complete');
  });

  it.each(loadSessions('fragments-cross'))('an answer to another request is refused ($id)', (vector) => {
    const { state } = onlyInverter(vector);
    expect(state.assembly.status().kind).toBe('complete');
    expect([...state.outcomes.values()]).toEqual(['NOK']);
    expect(state.reading).toBeUndefined();
    expect(state.events).toBeUndefined();
    expect(state.limitPercent).toBe(0);
  });

  it('a real-time answer that is too short is refused; the original reads its checksum as 2341.9 W (fragments-odd-007)', () => {
    const { state, expected } = onlyInverter(session('fragments-odd', 'fragments-odd-007'));
    expect(expected.statistics.channels?.['0']?.Power).toBe(0x5b7b / 10);
    const status = state.assembly.status();
    const lastBody = status.kind === 'complete' ? status.fragments.at(-1)?.body : undefined;
    expect(lastBody?.slice(-2)).toEqual(Uint8Array.of(0x5b, 0x7b));
    expect(state.reading).toBeUndefined();
    expect(state.outcomes.get('RealTimeRunData')).toBe('NOK');
  });

  it.each([
    ['ack-ActivePowerControl-003', 55.5, 55], // per cent
    ['ack-ActivePowerControl-010', 47.9, 47.6], // 100.7 W of 210 W
  ])('an acknowledged limit keeps its tenths, which the original forgets (%s)', (id, percent, whole) => {
    const { state, expected } = onlyInverter(session('ack', id));
    expect(state.limitPercent).toBe(Math.fround(percent));
    expect(expected.system_config.limit_percent).toBeCloseTo(whole);
    expect(state.outcomes.get('ActivePowerControl') ?? 'OK').toBe(
      expected.system_config.limit_command_status,
    );
  });

  it('a part number of HMS has a model, which the original of 2023 does not know (captured-014)', () => {
    const { state, expected } = onlyInverter(session('captured', 'captured-014'));
    expectDeviceInfo(deviceInfoOf(state), {
      ...(expected.dev_info ?? assert.fail('no device info')),
      hw_model_name: 'HMS-2000-4T',
      max_power: 2000,
    });
    expect(expected.dev_info).toMatchObject({ hw_model_name: '', max_power: 0 });
  });
});
