import { describe, expect, it } from 'vitest';
import { EVENT_MESSAGES, eventMessage } from './index.ts';

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('event messages', () => {
  // docs/reference/original-device.md#event-messages.
  const ids = [
    ...[1, 2, 121],
    ...range(124, 130),
    ...range(141, 149),
    ...range(205, 222),
    ...range(301, 314),
    ...range(5041, 5044),
    ...range(5051, 5054),
    ...[5060, 5070, 5080, 5090, 5100, 5120, 5150, 5200, 8310, 9000],
  ];

  it('exist for every known id and no other', () => {
    expect(
      Object.keys(EVENT_MESSAGES)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(ids);
    expect(ids.filter((id) => eventMessage(id).trim() === '')).toEqual([]);
  });

  it('name an id that nobody has explained', () => {
    expect(eventMessage(77)).toContain('77');
    expect(eventMessage(-1)).toContain('-1');
  });
});
