import { describe, expect, it } from 'vitest';
import { dateEvents, type KnownEvent, type LogRead } from './date-events.ts';

const at = (text: string) => Date.parse(text) / 1000;
/** The second of the UTC day. */
const second = (time: string) => at(`1970-01-01T${time}Z`);
const entry = (code: number, start: string, end?: string) => ({
  ...{ code, startS: second(start), endS: end === undefined ? 0 : second(end) },
});

const told = (atS: number | undefined) =>
  atS === undefined ? undefined : new Date(atS * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);

function dated(
  entries: LogRead['entries'],
  readAt: string,
  more: Partial<LogRead> = {},
  known: readonly KnownEvent[] = [],
) {
  const log = { entries, readAtS: at(readAt), knownUntilS: undefined, heardSinceS: undefined, ...more };
  return dateEvents(log, known).map(({ code, atS, endS, date, knownId }) => ({
    ...{ code, at: told(atS), end: told(endS), date, knownId },
  }));
}

const known = (id: number, code: number, start: string, more: Partial<KnownEvent> = {}): KnownEvent => ({
  ...{ id, code, atS: at(start), endS: undefined, date: 'sure', readAtS: at(start) + 60, ...more },
});

describe('the day of an event', () => {
  it.each([
    ['in the middle of the day', '10:42:03', '2026-06-21T10:43:00Z', '2026-06-21T10:42:03'],
    ['read shortly after midnight', '23:50:00', '2026-06-21T00:05:00Z', '2026-06-20T23:50:00'],
    ['read at the same second', '10:42:03', '2026-06-21T10:42:03Z', '2026-06-21T10:42:03'],
    ['by a clock that is a little ahead', '10:44:00', '2026-06-21T10:43:00Z', '2026-06-21T10:44:00'],
    ['by such a clock at midnight', '00:01:00', '2026-06-20T23:59:00Z', '2026-06-21T00:01:00'],
    ['from the evening before, in the morning', '18:00:00', '2026-06-21T05:00:00Z', '2026-06-20T18:00:00'],
  ])('is the newest that it can be, %s', (_, start, readAt, expected) => {
    expect(dated([entry(141, start)], readAt)).toEqual([
      expect.objectContaining({ at: expected, date: 'likely' }),
    ]);
  });

  it('is that of the inverter on days that have 23 or 25 hours here', () => {
    // 2026-10-25 in Berlin: 02:30 comes twice, at 00:30 and at 01:30 of the inverter's day.
    const entries = [entry(1, '00:30:00'), entry(141, '01:30:00')];
    expect(dated(entries, '2026-10-25T01:31:00Z').map((event) => event.at)).toEqual([
      '2026-10-25T00:30:00',
      '2026-10-25T01:30:00',
    ]);
    expect(dated([entry(1, '01:30:00')], '2026-03-29T01:31:00Z')[0]?.at).toBe('2026-03-29T01:30:00');
  });

  it('counts from the second before midnight where a time comes with an offset', () => {
    const offset = { code: 141, startS: second('22:30:00') - 86_400, endS: 0 };
    expect(dated([offset], '2026-06-20T22:31:00Z')[0]?.at).toBe('2026-06-20T22:30:00');
  });

  it('is not after that of the next entry: what stands before one of yesterday is of yesterday', () => {
    const entries = [
      ...[entry(1, '05:10:00', '05:10:00'), entry(141, '18:00:00', '18:02:00')],
      entry(1, '05:02:00', '05:02:00'),
    ];
    expect(dated(entries, '2026-06-21T06:00:00Z').map((event) => event.at)).toEqual([
      '2026-06-20T05:10:00',
      '2026-06-20T18:00:00',
      '2026-06-21T05:02:00',
    ]);
  });

  it('stays the same where a long event stands behind shorter ones that began later', () => {
    const entries = [entry(141, '14:00:00', '14:01:00'), entry(142, '08:00:00', '15:00:00')];
    expect(dated(entries, '2026-06-21T16:00:00Z').map((event) => event.at)).toEqual([
      '2026-06-21T14:00:00',
      '2026-06-21T08:00:00',
    ]);
  });

  it('is unknown where its time is none', () => {
    const nonsense = { code: 141, startS: 1_000_000, endS: 5 };
    expect(dated([nonsense], '2026-06-21T10:00:00Z')).toEqual([
      { code: 141, at: '2026-06-21T10:00:00', end: undefined, date: 'unknown', knownId: undefined },
    ]);
    const before = known(7, 141, '2026-06-21T10:00:00Z', { date: 'unknown' });
    expect(dated([nonsense, nonsense], '2026-06-21T11:00:00Z', {}, [before])).toMatchObject([
      { at: '2026-06-21T11:00:00', knownId: undefined },
      { at: '2026-06-21T10:00:00', knownId: 7 },
    ]);
  });
});

describe('a date', () => {
  const dateOf = (knownUntil: string | undefined, start = '10:42:00', readAt = '2026-06-21T10:43:00Z') =>
    dated([entry(141, start)], readAt, {
      knownUntilS: knownUntil === undefined ? undefined : at(knownUntil),
    })[0]?.date;

  it.each([
    ['sure', 'the log was known a minute before', '2026-06-21T10:41:00Z'],
    ['sure', 'it was known last evening', '2026-06-20T19:30:00Z'],
    ['likely', 'it was known too long ago', '2026-06-20T10:40:00Z'],
    ['likely', 'it was known only by a clock that was ahead', '2026-07-01T10:40:00Z'],
    ['likely', 'nobody knows what was in it', undefined],
  ] as const)('is %s where %s', (expected, _, knownUntil) => {
    expect(dateOf(knownUntil)).toBe(expected);
  });

  it('is only likely of an event that should have been in the log before', () => {
    expect(dateOf('2026-06-21T10:41:00Z', '09:00:00')).toBe('likely');
  });

  it('stays what it was when the event is read again', () => {
    const before = known(1, 141, '2026-06-21T10:42:00Z', { date: 'likely' });
    const again = dated(
      [entry(141, '10:42:00')],
      '2026-06-21T10:43:00Z',
      { knownUntilS: at('2026-06-21T10:41:00Z') },
      [before],
    );
    expect(again).toMatchObject([{ date: 'likely', knownId: 1 }]);
  });
});

describe('an event that is read again', () => {
  const start = known(1, 1, '2026-06-20T05:10:00Z', { endS: at('2026-06-20T05:10:00Z') });

  it('is the same on the same day, also past midnight', () => {
    for (const readAt of ['2026-06-20T12:00:00Z', '2026-06-21T00:10:00Z'])
      expect(dated([entry(1, '05:10:00', '05:10:00')], readAt, {}, [start])).toMatchObject([{ knownId: 1 }]);
  });

  it('is another one on the next day, at the same second', () => {
    const again = dated(
      [entry(1, '05:10:00')],
      '2026-06-21T05:11:00Z',
      { heardSinceS: at('2026-06-21T05:10:30Z') },
      [start],
    );
    expect(again).toMatchObject([{ at: '2026-06-21T05:10:00', knownId: undefined }]);
  });

  it('is the same after days in which the inverter was never silent, and so are those before it', () => {
    const entries = [
      ...[entry(1, '05:10:00', '05:10:00'), entry(141, '09:00:00', '09:01:00')],
      entry(147, '07:00:00'),
    ];
    const second = known(2, 141, '2026-06-20T09:00:00Z');
    const log = { heardSinceS: at('2026-06-19T00:00:00Z') };
    expect(dated(entries, '2026-06-23T07:01:00Z', log, [start, second])).toMatchObject([
      { at: '2026-06-20T05:10:00', knownId: 1 },
      { at: '2026-06-20T09:00:00', knownId: 2 },
      { at: '2026-06-23T07:00:00', knownId: undefined },
    ]);
  });

  it('is told from one that is the same to the letter', () => {
    const twice = [entry(141, '10:00:00'), entry(141, '10:00:00')];
    const first = known(5, 141, '2026-06-21T10:00:00Z');
    const ids = dated(twice, '2026-06-21T10:05:00Z', {}, [first]).map(({ knownId }) => knownId);
    expect(ids).toEqual([undefined, 5]);
  });
});

describe('the end of an event', () => {
  it.each([
    ['on the same day', '10:00:00', '10:05:00', '2026-06-21T11:00:00Z', '2026-06-21T10:05:00'],
    ['after midnight', '23:58:00', '00:03:00', '2026-06-21T00:10:00Z', '2026-06-21T00:03:00'],
    ['at the same second', '10:00:00', '10:00:00', '2026-06-21T11:00:00Z', '2026-06-21T10:00:00'],
    ['before its begin by a slip', '10:00:00', '09:59:58', '2026-06-21T11:00:00Z', '2026-06-21T10:00:00'],
  ])('is %s', (_, start, end, readAt, expected) => {
    expect(dated([entry(141, start, end)], readAt)[0]?.end).toBe(expected);
  });

  it('is not there while it goes on, and comes later', () => {
    const open = known(3, 209, '2026-06-21T05:00:00Z', { readAtS: at('2026-06-21T09:00:00Z') });
    expect(dated([entry(209, '05:00:00')], '2026-06-21T10:00:00Z', {}, [open])).toMatchObject([
      { knownId: 3, end: undefined },
    ]);
    expect(dated([entry(209, '05:00:00', '09:30:00')], '2026-06-21T10:00:00Z', {}, [open])).toMatchObject([
      { knownId: 3, end: '2026-06-21T09:30:00' },
    ]);
  });

  it('is later than when it was still going on, on whatever day that was', () => {
    const open = known(3, 209, '2026-06-19T05:00:00Z', { readAtS: at('2026-06-21T09:00:00Z') });
    const log = { heardSinceS: at('2026-06-19T00:00:00Z') };
    expect(dated([entry(209, '05:00:00', '08:00:00')], '2026-06-22T08:01:00Z', log, [open])).toMatchObject([
      { knownId: 3, end: '2026-06-22T08:00:00' },
    ]);
  });
});
