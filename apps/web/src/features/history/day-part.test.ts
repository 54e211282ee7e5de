import { timezoneOf } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { spanOf } from '../../shared/lib/periods.ts';
import { partOfSpan, spanOfPart } from './day-part.ts';
import { historyQuery, readHistoryView } from './history-address.ts';

const BERLIN = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
const utcOffsetS = (unixS: number) => BERLIN.utcOffsetS(unixS);
const at = (text: string) => Date.parse(text) / 1000;

/** What a link to a part of a day says, and what is shown by it. */
function linked(date: string, from: string, to: string) {
  const day = spanOf('day', date, utcOffsetS);
  const part = partOfSpan({ fromS: at(from), toS: at(to) }, day, utcOffsetS);
  const query = historyQuery({ ...readHistoryView(''), date, part });
  const read = readHistoryView(query).part;
  return {
    part: new URLSearchParams(query).get('part'),
    span: read && spanOfPart(read, day, utcOffsetS),
    expected: { fromS: at(from), toS: at(to) },
  };
}

describe('a link to a part of a day', () => {
  it.each([
    ['on a usual day', '2026-06-21', '2026-06-21T09:30+02:00', '2026-06-21T11:05+02:00', '093000-110500'],
    [
      'in the first 02:xx of a day of 25 hours',
      ...['2026-10-25', '2026-10-25T02:10+02:00', '2026-10-25T02:40+02:00', '021000-024000'],
    ],
    [
      'in the second one',
      ...['2026-10-25', '2026-10-25T02:10+01:00', '2026-10-25T02:40+01:00', '021000b-024000b'],
    ],
    [
      'from the first into the second, earlier by the clock',
      ...['2026-10-25', '2026-10-25T02:40+02:00', '2026-10-25T02:10+01:00', '024000-021000b'],
    ],
    [
      'that ends when the clock is put back',
      ...['2026-10-25', '2026-10-25T01:00+02:00', '2026-10-25T02:00+01:00', '010000-020000b'],
    ],
    [
      'that begins there',
      ...['2026-10-25', '2026-10-25T02:00+01:00', '2026-10-25T03:00+01:00', '020000b-030000'],
    ],
    [
      'in the evening of such a day',
      ...['2026-10-25', '2026-10-25T17:00+01:00', '2026-10-25T18:00+01:00', '170000-180000'],
    ],
    ['of all of it', ...['2026-10-25', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', '000000-240000']],
    [
      'behind the hour that is missing in spring',
      ...['2026-03-29', '2026-03-29T03:00+02:00', '2026-03-29T04:00+02:00', '030000-040000'],
    ],
  ])('shows the same: %s', (_, date, from, to, part) => {
    const link = linked(date, from, to);
    expect(link.part).toBe(part);
    expect(link.span).toEqual(link.expected);
  });

  it('of a second time that there is not on that day is to the one that there is', () => {
    const day = spanOf('day', '2026-06-21', utcOffsetS);
    const part = readHistoryView('?part=093000b-110500b').part;
    expect(part && spanOfPart(part, day, utcOffsetS)).toEqual({
      ...{ fromS: at('2026-06-21T09:30+02:00'), toS: at('2026-06-21T11:05+02:00') },
    });
    const backwards = readHistoryView('?part=110500-093000b').part;
    expect(backwards && spanOfPart(backwards, day, utcOffsetS)).toBeUndefined();
  });

  it.each(['110500-093000', '093000-093000', '093000', '-', 'x-110500', '093000c-110500', '093000-250000'])(
    'is none to %s',
    (part) => {
      expect(readHistoryView(`?part=${part}`).part).toBeUndefined();
    },
  );
});
