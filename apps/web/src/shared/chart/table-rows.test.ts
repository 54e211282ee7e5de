import { describe, expect, it } from 'vitest';
import { spanRows } from './table-rows.ts';

describe('the table of a chart', () => {
  it('has a mean for each span, and no row where nothing was heard', () => {
    const times = [0, 60, 900, 1800];
    const rows = spanRows(
      times,
      [
        [10, 20, null, 40],
        [undefined, 8, null, undefined],
      ],
      0,
      86_400,
    );
    expect(rows).toEqual([
      { fromS: 0, values: [15, 8] },
      { fromS: 1800, values: [40, undefined] },
    ]);
  });

  it('is finer for a shorter time', () => {
    const times = Array.from({ length: 60 }, (_, index) => index * 60);
    expect(spanRows(times, [times], 0, 3600)).toHaveLength(60);
    expect(spanRows(times, [times], 0, 86_400)).toHaveLength(4);
  });
});
