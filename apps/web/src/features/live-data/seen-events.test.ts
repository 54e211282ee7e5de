import { describe, expect, it } from 'vitest';
import { createMemoryStorage, createRefusingStorage } from '../../../test/memory-storage.ts';
import { createPreferences } from '../../shared/api/preferences.ts';
import { markEventsSeen, newEventCount, seenEvents } from './seen-events.ts';

const SERIAL = '116180400144';

function withSeen(count: number) {
  const preferences = createPreferences(createMemoryStorage());
  markEventsSeen(preferences, SERIAL, { count, newest: '209@24931' });
  return preferences;
}

describe('how many events are new', () => {
  it('is all of them in a browser that never opened the log', () => {
    const preferences = createPreferences(createMemoryStorage());
    expect(newEventCount(preferences, SERIAL, 4)).toBe(4);
    expect(newEventCount(preferences, SERIAL, 0)).toBe(0);
  });

  it('is the difference since the log was opened', () => {
    expect(newEventCount(withSeen(4), SERIAL, 4)).toBe(0);
    expect(newEventCount(withSeen(4), SERIAL, 6)).toBe(2);
    expect(newEventCount(withSeen(0), SERIAL, 15)).toBe(15);
  });

  it('is all of them in a log that is shorter than before: the inverter began a new one', () => {
    expect(newEventCount(withSeen(12), SERIAL, 3)).toBe(3);
    expect(newEventCount(withSeen(12), SERIAL, 0)).toBe(0);
  });

  it('is nothing where there is no event log', () => {
    expect(newEventCount(createPreferences(createMemoryStorage()), SERIAL, -1)).toBe(0);
    expect(newEventCount(withSeen(4), SERIAL, -1)).toBe(0);
  });

  it('is counted for each inverter by itself', () => {
    expect(newEventCount(withSeen(4), '112180400144', 4)).toBe(4);
  });

  it.each(['', 'null', '-3 209@1', '4', 'NaN x', '{"count":4}', '4.5 209@1', '99999999999 x', '4 a b'])(
    'takes %j in the storage for a log that was never opened',
    (stored) => {
      const storage = createMemoryStorage({ [`seenEvents.${SERIAL}`]: stored });
      expect(newEventCount(createPreferences(storage), SERIAL, 4)).toBe(4);
    },
  );

  it('follows what another tab has seen', () => {
    const storage = createMemoryStorage();
    const here = createPreferences(storage);
    expect(newEventCount(here, SERIAL, 4)).toBe(4);
    markEventsSeen(createPreferences(storage), SERIAL, { count: 4, newest: '209@24931' });
    expect(newEventCount(here, SERIAL, 4)).toBe(0);
  });

  it('is remembered as long as the page lives where storage is refused', () => {
    const preferences = createPreferences(createRefusingStorage());
    markEventsSeen(preferences, SERIAL, { count: 4, newest: '209@24931' });
    expect(newEventCount(preferences, SERIAL, 5)).toBe(1);
  });
});

describe('what was seen', () => {
  it.each([
    { count: 4, newest: '209@24931' },
    { count: 1, newest: '1@-28200' },
    { count: 0, newest: '' },
  ])('comes back as it was remembered: %j', (seen) => {
    const preferences = createPreferences(createMemoryStorage());
    markEventsSeen(preferences, SERIAL, seen);
    expect(seenEvents(preferences, SERIAL)).toEqual(seen);
  });
});
