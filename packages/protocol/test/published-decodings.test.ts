import { describe, expect, it } from 'vitest';
import { loadSessions } from './load-vectors.ts';
import { type InverterState, replaySession } from './replay-session.ts';
import { inWordsOfVectors } from './words-of-vectors.ts';

/**
 * Some captured frames were published together with what another program made of them. That program shares nothing
 * with the one that the rest of the vectors come from.
 */

const STRING = /string(\d)= ([\d.]+)VDC ([\d.]+)A ([\d.]+)W (\d+)Wh (\d+)Wh\/day/g;
/** The current is left out: one of the publishers printed it ten times too high. */
const PHASE = /phase1= ([\d.]+)VAC \S.*? ([\d.]+)W ([\d.]+)Hz ([\d.]+)C/;

const decodings = loadSessions('captured').filter(({ known_decoded }) => known_decoded !== undefined);
const measurements = decodings.filter(({ known_decoded = '' }) => known_decoded.includes('string1='));

function replayed(id: string): InverterState {
  const vector = decodings.find((candidate) => candidate.id === id);
  const state = vector && replaySession(vector).inverters[0];
  if (state === undefined) throw new Error(`no vector ${id}`);
  return state;
}

function shown({ reading }: InverterState, channel: number, field: string, digits: number) {
  const value = reading && inWordsOfVectors(reading)[channel]?.[field];
  return value === undefined ? undefined : Number(value.toFixed(digits));
}

describe('published decodings of captured frames', () => {
  it('are five, three of them measurements', () => {
    expect(decodings).toHaveLength(5);
    expect(measurements).toHaveLength(3);
  });

  it.each(measurements)('$id agrees with $source', ({ id, known_decoded = '' }) => {
    const state = replayed(id);
    const strings = [...known_decoded.matchAll(STRING)].map(([, ...numbers]) => numbers.map(Number));
    expect(strings).toHaveLength(2);
    for (const [channel = 0, ...published] of strings) {
      expect([
        shown(state, channel, 'Voltage', 1),
        shown(state, channel, 'Current', 2),
        shown(state, channel, 'Power', 1),
        Math.round((shown(state, channel, 'YieldTotal', 3) ?? 0) * 1000),
        shown(state, channel, 'YieldDay', 0),
      ]).toEqual(published);
    }
    const phase = PHASE.exec(known_decoded)?.slice(1).map(Number);
    expect([
      shown(state, 0, 'Voltage', 1),
      shown(state, 0, 'Power', 1),
      shown(state, 0, 'Frequency', 2),
      shown(state, 0, 'Temperature', 1),
    ]).toEqual(phase);
  });

  it('agree on a limit (captured-011)', () => {
    expect(replayed('captured-011').limitPercent).toBe(100);
  });

  it('agree on a device info (captured-013)', () => {
    expect(replayed('captured-013').infoAll).toEqual({
      firmwareBuildVersion: 10012,
      firmwareBuildDateTime: '2021-10-25 18:37:00',
      bootloaderVersion: 1,
    });
  });
});
