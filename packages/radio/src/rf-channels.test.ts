import { describe, expect, it } from 'vitest';
import { FIRST_TRANSMIT_RF_CHANNEL, hopsBetween, RF_CHANNELS, rfChannelAfter } from './rf-channels.ts';

describe('RF channels', () => {
  it('are sent on in the order of the original device, from its first transmission on', () => {
    const sent = Array.from({ length: 7 }, (_, count) => rfChannelAfter(FIRST_TRANSMIT_RF_CHANNEL, count));
    expect(sent).toEqual([23, 40, 61, 75, 3, 23, 40]);
  });

  it('can be walked backwards and over many rounds', () => {
    expect(rfChannelAfter(3, -1)).toBe(75);
    expect(rfChannelAfter(40, -12)).toBe(3);
    expect(rfChannelAfter(61, 5_000_001)).toBe(75);
  });

  it('are at most four hops apart, and that many hops lead there', () => {
    for (const from of RF_CHANNELS) {
      for (const to of RF_CHANNELS) {
        const hops = hopsBetween(from, to);
        expect(hops).toBeGreaterThanOrEqual(0);
        expect(hops).toBeLessThan(RF_CHANNELS.length);
        expect(rfChannelAfter(from, hops)).toBe(to);
      }
    }
  });
});
