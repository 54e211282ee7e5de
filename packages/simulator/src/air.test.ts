import { RF_CHANNELS, rfChannelAfter, SENDING_MS_MAX, SLOT_MS } from '@heliograph/radio';
import { describe, expect, it } from 'vitest';
import { type Air, createAir } from './air.ts';
import type { AirConditions } from './scenarios/scenario.ts';

const CLEAR: AirConditions = {
  requestLoss: 0,
  answerLoss: 0,
  duplication: 0,
  corruption: 0,
  jitterMs: 0,
  rfChannelLoss: {},
};
const PACKET = Uint8Array.from({ length: 27 }, (_, index) => index);
const THERE = () => true;
const FOUR = [PACKET, PACKET, PACKET, PACKET];

function airWith(conditions: Partial<AirConditions>, seed = 1): { air: Air; pass(ms: number): void } {
  let nowMs = 0;
  return {
    air: createAir({ ...CLEAR, ...conditions }, seed, () => nowMs),
    pass(ms) {
      nowMs += ms;
    },
  };
}

function shareHeard(conditions: Partial<AirConditions>, paLevel: 0 | 1 | 2 | 3 = 0): number {
  const { air } = airWith(conditions);
  const heard = Array.from({ length: 5000 }, () => air.carryRequest(PACKET, paLevel, THERE).heard);
  return heard.filter((bytes) => bytes !== undefined).length / heard.length;
}

describe('clear air', () => {
  it('loses nothing on any RF channel, whenever and however often the receiver hops', () => {
    const { air, pass } = airWith({});
    for (let round = 0; round < 1000; round++) {
      const { heard, rfChannel } = air.carryRequest(PACKET, 0, THERE);
      expect(heard).toEqual(PACKET);
      const arrivals = air.carryAnswer(FOUR, rfChannel);
      expect(arrivals.map(({ bytes }) => bytes)).toEqual(FOUR);
      pass(round * 0.37);
    }
  });

  it('answers one hop further, fragment after fragment, within three rounds of hops', () => {
    const { air, pass } = airWith({});
    for (let round = 0; round < 500; round++) {
      const arrivals = air.carryAnswer(FOUR, 61);
      let beforeMs = -1;
      for (const { rfChannel, afterMs } of arrivals) {
        expect(rfChannel).toBe(rfChannelAfter(61));
        expect(afterMs).toBeGreaterThan(beforeMs);
        expect(afterMs).toBeLessThan(60);
        beforeMs = afterMs;
      }
      pass(1.3);
    }
  });

  it('is heard when the receiver comes by', () => {
    const { air, pass } = airWith({});
    const waitMs = () => air.carryAnswer([PACKET], 3)[0]?.afterMs ?? Number.NaN;
    pass(waitMs());
    expect(waitMs()).toBe(0);
    air.carryRequest(PACKET, 0, THERE);
    // The transmission has moved the receiver on: it comes by again after four more hops.
    expect(waitMs()).toBe(16);
  });

  it('hands over copies', () => {
    const { air } = airWith({});
    const { heard } = air.carryRequest(PACKET, 0, THERE);
    heard?.fill(0);
    expect(PACKET[5]).toBe(5);
  });
});

describe('bad air', () => {
  it('loses about as much as it is told', () => {
    expect(shareHeard({ requestLoss: 0.3 })).toBeCloseTo(0.7, 1);
    expect(shareHeard({ requestLoss: 1 })).toBe(0);
    expect(shareHeard({ answerLoss: 1 })).toBe(1);
  });

  it('loses less at a higher PA level', () => {
    const shares = ([0, 1, 2, 3] as const).map((level) => shareHeard({ requestLoss: 0.6 }, level));
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(new Set(shares).size).toBe(4);
  });

  it('can be bad on one RF channel only', () => {
    const { air } = airWith({ rfChannelLoss: { 40: 1 } });
    const lost = Array.from({ length: 50 }, () => air.carryRequest(PACKET, 0, THERE)).filter(
      ({ heard }) => heard === undefined,
    );
    expect(new Set(lost.map(({ rfChannel }) => rfChannel))).toEqual(new Set([40]));
    expect(lost.length).toBe(10);
  });

  it('doubles, delays and breaks answers', () => {
    const { air } = airWith({ duplication: 1, jitterMs: 40, corruption: 1 });
    const arrivals = Array.from({ length: 200 }, () => air.carryAnswer(FOUR, 3)).flat();
    expect(arrivals.length).toBe(200 * 8);
    expect(arrivals.every(({ bytes }) => bytes.length < PACKET.length || !sameBytes(bytes, PACKET))).toBe(
      true,
    );
    expect(arrivals.some(({ bytes }) => bytes.length < PACKET.length)).toBe(true);
    const isReordered = arrivals.some(({ afterMs }, index) => afterMs < (arrivals[index - 1]?.afterMs ?? 0));
    expect(isReordered).toBe(true);
  });

  it('repeats itself with the same seed', () => {
    const run = (seed: number) => {
      const { air, pass } = airWith(
        { answerLoss: 0.3, corruption: 0.3, duplication: 0.3, jitterMs: 9 },
        seed,
      );
      return Array.from({ length: 100 }, () => {
        pass(3);
        return air.carryAnswer(FOUR, 23);
      });
    };
    expect(run(5)).toEqual(run(5));
    expect(run(5)).not.toEqual(run(6));
  });

  it('can change on the way', () => {
    const { air } = airWith({});
    air.setConditions({ ...CLEAR, requestLoss: 1 });
    expect(air.carryRequest(PACKET, 0, THERE).heard).toBeUndefined();
  });
});

describe('in time slots', () => {
  const slotted = (conditions: Partial<AirConditions> = {}) => {
    const { air, pass } = airWith(conditions);
    air.setHopMode('rigid');
    return { air, pass };
  };

  it('a request meets the inverter within one round, on one RF channel', () => {
    const { air, pass } = slotted();
    for (let round = 0; round < 1000; round++) {
      const { heard, isAcknowledged, tries, tookMs } = air.carryRequest(PACKET, 0, THERE);
      expect(heard).toEqual(PACKET);
      expect(isAcknowledged).toBe(true);
      expect(tries).toBeLessThanOrEqual(10);
      expect(tookMs).toBeCloseTo(tries * SLOT_MS, 9);
      pass(round * 0.37);
    }
  });

  it('the fragments of an answer come slot after slot once both have met', () => {
    const { air } = slotted();
    for (const requestRfChannel of RF_CHANNELS) {
      const arrivals = air.carryAnswer(FOUR, requestRfChannel);
      expect(arrivals.map(({ bytes }) => bytes)).toEqual(FOUR);
      const [first = 0, ...rest] = arrivals.map(({ afterMs }) => afterMs);
      expect(first).toBeLessThan(10 * SLOT_MS + 0.001);
      for (const [index, afterMs] of rest.entries()) {
        expect(afterMs - first).toBeCloseTo((index + 1) * SLOT_MS, 9);
      }
    }
  });

  it('another network on single RF channels costs time and no packet', () => {
    const { air, pass } = slotted({ rfChannelLoss: { 23: 1, 40: 1 } });
    const sent = Array.from({ length: 200 }, () => {
      pass(3.3);
      return air.carryRequest(PACKET, 0, THERE);
    });
    expect(sent.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
    expect(sent.some(({ rfChannel }) => rfChannel === 23 || rfChannel === 40)).toBe(false);
    expect(air.carryAnswer(FOUR, 61)).toHaveLength(4);
  });

  it('who is not there is called on all RF channels, and in vain', () => {
    const { air } = slotted();
    const { heard, isAcknowledged, tries, tookMs } = air.carryRequest(PACKET, 0, () => false);
    expect([heard, isAcknowledged, tries]).toEqual([undefined, false, 50]);
    expect(tookMs).toBeLessThan(SENDING_MS_MAX);
  });

  it('loses about as much as it is told, both ways', () => {
    const { air } = slotted({ requestLoss: 0.3, answerLoss: 0.3 });
    const sent = Array.from({ length: 2000 }, () => air.carryRequest(PACKET, 0, THERE));
    expect(sent.filter(({ heard }) => heard !== undefined).length / sent.length).toBeCloseTo(0.7, 1);
    const arrivals = Array.from({ length: 500 }, () => air.carryAnswer(FOUR, 3)).flat();
    expect(arrivals.length / 2000).toBeCloseTo(0.7, 1);
  });
});

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
