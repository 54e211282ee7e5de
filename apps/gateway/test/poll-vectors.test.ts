import { describe, expect, it } from 'vitest';
import { playSession } from './air-session.ts';
import { sessionVector, sessionVectors } from './session-vectors.ts';
import { inSinglePrecision, transmissionsOf, turnsOf } from './session-words.ts';

/** Times of its turns differ on purpose, see below; it has no transmissions. */
const CLOCK_NOT_SET = 'poll-007';

describe('a polling gateway does what the original does, to the millisecond', () => {
  it.each(sessionVectors('poll').map((vector) => [vector.id, vector.title, vector] as const))(
    '%s: %s',
    (id, _title, { input, output }) => {
      const result = playSession(input);
      expect(result.readPipe).toBe(output.read_pipe);
      expect(result.transmissions).toEqual(transmissionsOf(output));
      expect(result.inverters).toEqual(inSinglePrecision(output.inverters));
      expect(result.sendResults).toEqual(output.send_results ?? []);
      const turns = turnsOf(output); // only in vectors with a log
      if (turns.length > 0 && id !== CLOCK_NOT_SET) expect(result.turns).toEqual(turns);
    },
  );

  it(`${CLOCK_NOT_SET}: without a clock the turns keep their interval (the original waits 10 ms per request)`, () => {
    const { input, output } = sessionVector('poll', CLOCK_NOT_SET);
    expect(turnsOf(output).map(({ t }) => t)).toEqual([5001, 10_032, 15_063]);
    expect(playSession(input).turns.map(({ t }) => t)).toEqual([5001, 10_002, 15_003]);
  });
});

describe('a polling gateway that takes good answers at once', () => {
  it.each(['poll-001', 'poll-002', 'poll-003', 'poll-004', 'poll-006', 'poll-008'])(
    '%s: asks for the same things in the same order',
    (id) => {
      const { input, output } = sessionVector('poll', id);
      const early = playSession(input, { waitFullWindow: false });
      const order = (transmissions: readonly { ch: number; hex: string }[]) =>
        transmissions.map(({ ch, hex }) => `${ch} ${hex}`);
      expect(order(early.transmissions)).toEqual(order(transmissionsOf(output)));
    },
  );
});
