import {
  decodeAlarmLog,
  decodeRequest,
  encodeAlarmLog,
  encodeAnswer,
  encodeRequest,
} from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { createCommandSender } from '../src/air/command-sender.ts';
import { createFakeRadio } from './fake-radio.ts';
import { createVirtualClock } from './virtual-clock.ts';

const LINK = { inverterSerial: '116100000003', dtuSerial: '199980112345' };
/** Six records make an answer of five fragments. */
const RECORDS = 6;
const PACKETS = 5;

/** A small repeatable source of numbers in [0, 1): the same seed gives the same losses everywhere. */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Conditions {
  /** Share of packets that nobody hears, both ways. */
  readonly loss: number;
  /** Share of packets that come twice, the second up to 300 ms later. */
  readonly twice?: number;
  /** Share of packets that come up to 60 ms late. */
  readonly late?: number;
  /** Share of packets with a wrong bit. */
  readonly damaged?: number;
}

interface Outcome {
  /** Share of exchanges that ended with an answer. */
  readonly answered: number;
  /** Answers that were not what the inverter had sent. */
  readonly wrong: number;
}

/** Asks for the event log `count` times, a different log each time, with a pause between two exchanges. */
function exchangeOften(count: number, conditions: Conditions, seed: number, pauseMs = 0): Outcome {
  const { loss, twice = 0, late = 0, damaged = 0 } = conditions;
  const dice = createDice(seed);
  const clock = createVirtualClock();
  const radio = createFakeRadio();
  const sender = createCommandSender({ radio, clock, log: () => {}, waitFullWindow: false });
  let log = 0;

  const entries = () =>
    Array.from({ length: RECORDS }, (_, index) => ({
      messageId: 1,
      startTimeS: (log * 31 + index) % 40_000,
      endTimeS: 41_000,
    }));

  function send(packet: Uint8Array, delayMs: number): void {
    if (dice() < loss) return;
    const bytes = packet.slice();
    if (dice() < damaged) bytes[Math.floor(dice() * bytes.length)] = Math.floor(dice() * 256);
    const extraMs = dice() < late ? dice() * 60 : 0;
    clock.after(delayMs + extraMs, () => radio.deliver(bytes));
    if (dice() < twice) clock.after(delayMs + dice() * 300, () => radio.deliver(bytes));
  }

  radio.onTransmit(({ bytes }) => {
    const request = decodeRequest(bytes)?.request;
    if (request === undefined || dice() < loss) return;
    const packets = encodeAnswer(encodeAlarmLog(entries()), LINK);
    expect(packets).toHaveLength(PACKETS);
    for (const [index, packet] of packets.entries()) {
      if (request.kind !== 'Retransmit') send(packet, 20 + index * 8);
      else if (request.index === index + 1) send(packet, 20);
    }
  });

  let answered = 0;
  let wrong = 0;
  for (log = 0; log < count; log++) {
    const expected = JSON.stringify(entries());
    sender.enqueue(
      {
        kind: 'AlarmData',
        link: LINK,
        request: encodeRequest({ kind: 'AlarmData', timeS: 1_718_962_200 }, LINK),
        read: (payload) => {
          const read = decodeAlarmLog(payload);
          if (read === undefined) return undefined;
          return () => {
            answered += 1;
            if (JSON.stringify(read) !== expected) wrong += 1;
          };
        },
        gaveUp: () => {},
      },
      0,
    );
    while (!sender.isFree()) clock.advance(20);
    clock.advance(pauseMs);
  }
  return { answered: answered / count, wrong };
}

/**
 * The share of exchanges that succeed when every packet is lost independently, requests included: five fragments,
 * the whole request up to five times, single fragments up to five times.
 */
const MODEL: readonly (readonly [loss: number, answered: number])[] = [
  [0, 1],
  [0.1, 0.999],
  [0.2, 0.969],
  [0.3, 0.832],
  [0.4, 0.577],
];

describe('with lost packets', () => {
  it.each(MODEL)('a loss of %d leaves a share of %d that succeeds, within three points', (loss, model) => {
    const { answered, wrong } = exchangeOften(3000, { loss }, 20_240_621);
    expect(Math.abs(answered - model)).toBeLessThan(0.03);
    expect(wrong).toBe(0);
  });
});

describe('with packets that come twice, late, in another order or damaged', () => {
  // Without a pause, so that late packets of one exchange come into the next.
  it('no answer is ever wrong', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { wrong } = exchangeOften(1000, { loss: 0.1, twice: 0.2, late: 0.2, damaged: 0.1 }, seed);
      expect(wrong).toBe(0);
    }
  });

  it('as many succeed as without', () => {
    const { answered } = exchangeOften(3000, { loss: 0.2, twice: 0.2, late: 0.2 }, 7, 1000);
    expect(answered).toBeGreaterThan(0.95);
  });
});
