import { describe, expect, it } from 'vitest';
import { INITIAL_LINK, type LinkStatistics, linkUsed } from './link-statistics.ts';
import type { ExchangeEnd } from './radio-quality.ts';
import type { AirUse } from './radio-statistics.ts';

const USE: AirUse = {
  ...{ hopMode: 'rigid', transmissions: 4, acknowledged: 0, tries: 200, retransmits: 0, missedFragments: 0 },
  rssiDbm: undefined,
};

interface Exchange {
  readonly end: ExchangeEnd;
  readonly light?: 'day' | 'dark';
  readonly isLost?: boolean;
  readonly acknowledged?: number;
}

const after = (exchanges: readonly Exchange[]) =>
  exchanges.reduce<LinkStatistics>(
    (before, { end, light = 'dark', isLost = false, acknowledged = 0 }) =>
      linkUsed(before, { ...USE, acknowledged }, end, { isDay: () => light === 'day', isLost }),
    INITIAL_LINK,
  );
const countedOf = (exchanges: readonly Exchange[]) => {
  const { requests, answers, transmissions } = after(exchanges).rigid;
  return [requests, answers, transmissions];
};

const ANSWERED: Exchange = { end: 'answered', acknowledged: 4 };
const SILENT: Exchange = { end: 'silence' };
const ASLEEP: Exchange = { end: 'silence', isLost: true };

describe('what counts for how well an inverter is reached', () => {
  it('is not what it is asked while it sleeps', () => {
    expect(countedOf([ANSWERED, SILENT, SILENT, ...Array<Exchange>(500).fill(ASLEEP), ANSWERED])).toEqual([
      2, 2, 8,
    ]);
    expect(after([SILENT, ASLEEP])).toEqual(INITIAL_LINK);
  });

  it('is what it does not hear in the dark before it is out of reach, once it is heard again', () => {
    expect(countedOf([ANSWERED, SILENT, SILENT])).toEqual([1, 1, 4]);
    expect(countedOf([ANSWERED, SILENT, SILENT, ANSWERED])).toEqual([4, 2, 16]);
    expect(countedOf([ANSWERED, SILENT, ANSWERED, ANSWERED])).toEqual([4, 3, 16]);
  });

  it('is everything by day, also of one that is out of reach', () => {
    expect(
      countedOf([
        { ...ASLEEP, light: 'day' },
        { ...SILENT, light: 'day' },
      ]),
    ).toEqual([2, 0, 8]);
  });

  it('is what at least its chip or a part of an answer tells of', () => {
    expect(countedOf([{ ...ASLEEP, acknowledged: 1 }])).toEqual([1, 0, 4]);
    expect(countedOf([{ end: 'incomplete', isLost: true }])).toEqual([1, 0, 4]);
  });

  it('stands apart for each way to hop', () => {
    const dark = linkUsed(INITIAL_LINK, { ...USE, hopMode: 'free' }, 'silence', {
      ...{ isDay: () => false, isLost: false },
    });
    const both = linkUsed(dark, USE, 'answered', { isDay: () => false, isLost: false });
    expect([both.rigid.requests, both.free.requests]).toEqual([1, 1]);
  });
});
