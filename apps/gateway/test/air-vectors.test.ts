import { describe, expect, it } from 'vitest';
import { playSession } from './air-session.ts';
import { type SessionVector, sessionVector, sessionVectors } from './session-vectors.ts';
import { inSinglePrecision, transmissionsOf } from './session-words.ts';

const BURSTS = ['fragments-1ch-011', 'fragments-2ch-013', 'fragments-4ch-015'];
const CROSS_TALK = ['fragments-cross-001', 'fragments-cross-002', 'fragments-cross-003'];
const TOO_SHORT = 'fragments-odd-007';
const FRACTIONS = ['ack-ActivePowerControl-003', 'ack-ActivePowerControl-010'];
const KNOWN_SINCE = 'captured-014';
const DIFFERENT_ON_PURPOSE = new Set([...BURSTS, ...CROSS_TALK, TOO_SHORT, ...FRACTIONS, KNOWN_SINCE]);

const FILES = [
  'transmit',
  'queue',
  'ack',
  'fragments',
  'fragments-odd',
  'captured',
  'decode-alarm-log',
  'decode-real-time-data',
  'decode-system-config',
];

const named = (vectors: readonly SessionVector[]) =>
  vectors.map((vector) => [vector.id, vector.title, vector] as const);

describe.each(FILES)(
  'the sessions of %s.json: every transmission to the millisecond, and the state',
  (file) => {
    const vectors = sessionVectors(file).filter(({ id }) => !DIFFERENT_ON_PURPOSE.has(id));

    it.each(named(vectors))('%s: %s', (_id, _title, { input, output }) => {
      const result = playSession(input);
      expect(result.sendResults).toEqual(output.send_results);
      expect(result.transmissions).toEqual(transmissionsOf(output));
      expect(result.dumps).toEqual(inSinglePrecision(output.dumps ?? []));
      expect(result.inverters).toEqual(inSinglePrecision(output.inverters));
      expect(result.idle).toBe(output.idle);
    });
  },
);

/** A state without what depends on how long one waits: of every time only whether it is there. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key.endsWith('_ms') ? Number(entry) > 0 : withoutTimes(entry),
    ]),
  );
}

describe('taking a good answer before the window is over', () => {
  const oneCommand = ['ack', 'fragments', 'fragments-odd', 'captured', 'decode-alarm-log']
    .flatMap(sessionVectors)
    .filter(({ id }) => !DIFFERENT_ON_PURPOSE.has(id))
    // The packets of these come at fixed times, for a request that then has not been sent yet or is long over.
    .filter(({ input }) => input.actions.filter((action) => action.do === 'send').length === 1);

  it.each(named(oneCommand))('ends in the same knowledge: %s: %s', (_id, _title, { input, output }) => {
    const result = playSession(input, { waitFullWindow: false });
    expect(withoutTimes(result.inverters)).toEqual(withoutTimes(inSinglePrecision(output.inverters)));
  });

  it('leaves the air free at once, and reads at that moment', () => {
    const { input } = sessionVector('fragments', 'fragments-2ch-001');
    const lastFragmentMs = 39;
    const early = playSession(input, { waitFullWindow: false });
    expect(early.inverters[0]?.statistics.last_update_ms).toBe(input.start_ms + lastFragmentMs);
    expect(playSession(input).inverters[0]?.statistics.last_update_ms).toBe(input.start_ms + 201);
  });
});

describe('different from the original on purpose', () => {
  it.each(BURSTS)('%s: of packets that arrive together none is lost, so none is asked for again', (id) => {
    const vector = sessionVector('fragments', id);
    const inOrder = sessionVector('fragments', id.replace(/\d+$/, '001'));
    const result = playSession(vector.input);
    expect(transmissionsOf(vector.output).length).toBeGreaterThan(1);
    expect(result.transmissions).toEqual(transmissionsOf(vector.output).slice(0, 1));
    expect(result.inverters[0]?.statistics).toEqual(
      inSinglePrecision(inOrder.output.inverters[0]?.statistics),
    );
  });

  it.each(CROSS_TALK)('%s: an answer to another command is no answer; the request is repeated', (id) => {
    const { input, output } = sessionVector('fragments-cross', id);
    const result = playSession(input);
    const [first] = transmissionsOf(output);
    expect(result.transmissions.map(({ hex }) => hex)).toEqual(Array(5).fill(first?.hex));
    expect(result.transmissions.map(({ ch }) => ch)).toEqual([23, 40, 61, 75, 3]);
    const [inverter] = result.inverters;
    expect(inverter?.statistics.channels).toBeUndefined();
    expect(inverter?.event_log).toEqual({ last_update_ms: 0, request_status: 'NOK' });
    expect(inverter?.system_config).toMatchObject({ limit_percent: 0, limit_request_status: 'NOK' });
  });

  it.each(FRACTIONS)('%s: the tenths of an acknowledged limit are kept', (id) => {
    const { input, output } = sessionVector('ack', id);
    const result = playSession(input);
    expect(result.transmissions).toEqual(transmissionsOf(output));
    const percentOf = (
      inverters: readonly { readonly system_config: { readonly limit_percent: number } }[],
    ) => inverters[0]?.system_config.limit_percent ?? 0;
    expect(percentOf(result.inverters)).toBeGreaterThan(percentOf(output.inverters));
    expect(percentOf(result.inverters) - percentOf(output.inverters)).toBeLessThan(1);
  });

  it('fragments-odd-007: an answer that is too short for the model is no measurement', () => {
    const { input, output } = sessionVector('fragments-odd', TOO_SHORT);
    expect(output.inverters[0]?.statistics.channels).toBeDefined();
    const [inverter] = playSession(input).inverters;
    expect(inverter?.statistics).toEqual({ last_update_ms: 0, rx_failure_count: 1 });
  });

  it('captured-014: the part number of an HMS-2000 is known', () => {
    const { input, output } = sessionVector('captured', KNOWN_SINCE);
    const result = playSession(input);
    expect(result.transmissions).toEqual(transmissionsOf(output));
    const [inverter] = output.inverters;
    expect(inverter?.dev_info).toMatchObject({ hw_model_name: '', max_power: 0 });
    const dev_info = { ...inverter?.dev_info, hw_model_name: 'HMS-2000-4T', max_power: 2000 };
    expect(result.inverters).toEqual(inSinglePrecision([{ ...inverter, dev_info }]));
  });
});
