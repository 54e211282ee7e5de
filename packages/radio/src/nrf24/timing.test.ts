import { describe, expect, it } from 'vitest';
import { SENDING_MS_MAX } from '../radio.ts';
import { airtimeUs, freeRepeats, HOP_US, repeatsInSlots } from './timing.ts';

const LENGTHS = Array.from({ length: 32 }, (_, index) => index + 1);
const SLOT_US = 2044;

describe('times on the air', () => {
  it('are those of the page', () => {
    expect([airtimeUs(27), airtimeUs(32), airtimeUs(0)]).toEqual([1156, 1316, 292]);
    expect(HOP_US).toBe(4088);
  });

  it('a packet of any length is tried at least once in each slot of a round, and no ARD is too short', () => {
    for (const length of LENGTHS) {
      const { setupRetr, tries, longestUs } = repeatsInSlots(length);
      const ardUs = ((setupRetr >> 4) + 1) * 250;
      const tryUs = 130 + airtimeUs(length) + ardUs;
      expect(ardUs).toBeGreaterThanOrEqual(500);
      expect(tryUs).toBeLessThanOrEqual(SLOT_US);
      expect(setupRetr & 0x0f).toBe(tries - 1);
      expect(tries * tryUs).toBeGreaterThanOrEqual(10 * SLOT_US);
      expect(longestUs * 5).toBeLessThan(SENDING_MS_MAX * 1000);
    }
    expect(repeatsInSlots(27)).toEqual({ setupRetr: 0x2a, tries: 11, longestUs: 22_396 });
  });

  it('original devices have the chip try 16 times, 1 ms apart', () => {
    expect(freeRepeats(27)).toMatchObject({ setupRetr: 0x3f, tries: 16 });
  });
});
