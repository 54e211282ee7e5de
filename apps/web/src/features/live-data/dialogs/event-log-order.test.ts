import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventKey, newerThan, newestFirst, timeOfDay } from './event-log-order.ts';

const at = (startS: number, id = 1) => ({
  id,
  message: '',
  startS,
  endS: startS,
});
const starts = (times: readonly number[]) =>
  newestFirst(times.map((time) => at(time))).map(({ startS }) => startS);

describe('the order of an event log', () => {
  it('has the newest first, however the inverter told it', () => {
    expect(starts([24_915, 24_931, 40_000])).toEqual([40_000, 24_931, 24_915]);
    expect(starts([40_000, 24_931, 24_915])).toEqual([40_000, 24_931, 24_915]);
    expect(starts([24_931, 40_000, 24_915])).toEqual([40_000, 24_931, 24_915]);
  });

  it('has of the same second the one first that the inverter told last', () => {
    const log = [at(24_915, 1), at(24_915, 209), at(24_915, 210)];
    expect(newestFirst(log).map(({ id }) => id)).toEqual([210, 209, 1]);
  });

  it('goes by times that are not wrapped at midnight', () => {
    expect(starts([86_460, 86_000])).toEqual([86_460, 86_000]); // 00:01 after 23:53
    expect(starts([-60, 120])).toEqual([120, -60]); // 00:02 after 23:59
    expect(starts([93_000, 92_000, 91_000])).toEqual([93_000, 92_000, 91_000]);
  });

  it('goes by the inverter where the UTC day began anew in sunlight', () => {
    // Eight hours west of Greenwich: 08:20, 15:50 and 16:10 o'clock.
    expect(starts([30_000, 57_000, -28_200])).toEqual([-28_200, 57_000, 30_000]);
    // Twelve hours east: 06:30, 11:50 and 12:10 o'clock.
    expect(starts([109_800, 129_000, 43_800])).toEqual([43_800, 129_000, 109_800]);
  });

  it('loses and invents nothing, and leaves what it got as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50_000, max: 140_000 }), { maxLength: 15 }), (times) => {
        const log = times.map((time, index) => at(time, index));
        const before = structuredClone(log);
        const ordered = newestFirst(log);
        expect(log).toEqual(before);
        expect(ordered).toHaveLength(log.length);
        expect(new Set(ordered)).toEqual(new Set(log));
      }),
    );
  });
});

describe('the time of day', () => {
  it.each([
    [0, '00:00:00'],
    [24_915, '06:55:15'],
    [86_399, '23:59:59'],
    [86_400, '00:00:00'],
    [91_805, '01:30:05'],
    [172_799, '23:59:59'],
    [-1, '23:59:59'],
    [-28_200, '16:10:00'],
    [-86_400, '00:00:00'],
    [3661.9, '01:01:01'],
  ])('of %d s is %s', (seconds, text) => {
    expect(timeOfDay(seconds)).toBe(text);
  });

  it('has its form whatever the wire says', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (seconds) => {
        expect(timeOfDay(seconds)).toMatch(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
      }),
    );
  });
});

describe('what is newer than what was seen', () => {
  const entries = newestFirst([at(100, 1), at(200, 209), at(300, 210)]);

  it('is what stands above it', () => {
    expect(newerThan(entries, eventKey(at(100, 1)))).toBe(2);
    expect(newerThan(entries, eventKey(at(300, 210)))).toBe(0);
  });

  it('is everything when it has left the log', () => {
    expect(newerThan(entries, eventKey(at(300, 1)))).toBe(3);
    expect(newerThan(entries, '')).toBe(3);
  });
});
