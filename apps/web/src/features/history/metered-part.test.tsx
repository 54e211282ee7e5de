// @vitest-environment happy-dom

import type { HistoryBar } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jsonResponse, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { PLANT } from './history-address.ts';
import { MeteredPart } from './metered-part.tsx';
import type { Kept, ReadyPeriod } from './use-history.ts';

const FROM_S = Date.UTC(2026, 5, 1) / 1000;
const DAY_S = 86_400;

const bar = (day: number, more: Partial<HistoryBar> = {}): HistoryBar => ({
  ...{ name: `2026-06-0${day}`, start: FROM_S + (day - 1) * DAY_S, energy: 7000, metered: DAY_S },
  ...{ imported: 5000, exported: 4000, consumption: 8000, own_use: 3000, ...more },
});

async function open(bars: readonly HistoryBar[], period: 'day' | 'month' = 'month') {
  const days = period === 'day' ? 1 : 3;
  const kept = {
    day: { today: '2026-06-20', now: FROM_S + 20 * DAY_S },
    utcOffsetS: () => 0,
  } as unknown as Kept;
  const ready: ReadyPeriod = {
    subject: PLANT,
    shown: {
      ...{ period, date: '2026-06-01', first: '2026-06-01', last: '2026-06-03' },
      span: { fromS: FROM_S, toS: FROM_S + days * DAY_S },
    },
    ...{ compared: undefined, energy: [{ bars }], curves: [], limit: undefined, day: undefined },
  };
  const asked: string[] = [];
  await renderPart(
    <div data-testid="part">
      <MeteredPart kept={kept} ready={ready} />
    </div>,
    {
      async fetch(path) {
        asked.push(path);
        const none = { tier: 'minute', step: 60, at: [], mean: [], min: [], max: [] };
        const hour = { ...bar(1), name: '2026-06-01T03', imported: 300, exported: 0, consumption: 300 };
        return jsonResponse(path.includes('history-curve') ? none : { bars: [{ ...hour, own_use: -1 }] });
      },
    },
  );
  return asked;
}

const shown = () => readable(screen.getByTestId('part'));
const rows = () => within(screen.getByRole('table')).getAllByRole('row').map(readable);

describe('house and grid', () => {
  it('are told in words, shares and a table of the days', async () => {
    expect(await open([bar(1), bar(2), bar(3)])).toEqual([]);
    expect(shown()).toContain(
      'The house took 24.0 kWh, of that from the plant 9.00 kWh, from the grid 15.0 kWh; fed in 12.0 kWh.',
    );
    expect(shown()).toContain('43% of the plant’s energy was used in the house');
    expect(shown()).toContain('38% of what the house took came from the plant');
    expect(shown()).not.toContain('The meter was heard');
    expect(rows().slice(1)).toHaveLength(3);
    expect(rows()[1]).toBe('Jun 18.00 kWh3.00 kWh5.00 kWh4.00 kWh');
  });

  it('have the hours of a day, and nothing below nothing', async () => {
    const asked = await open([bar(1)], 'day');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[1]).toBe('03:00300 Wh0 Wh300 Wh0 Wh');
    expect(asked.some((path) => path.includes('step=hour'))).toBe(true);
    expect(asked.some((path) => path.includes('measure=consumption'))).toBe(true);
  });

  it('say for how long the meter was heard where that is not all the time, and which days it has', async () => {
    const { imported: _imported, ...silent } = bar(2);
    await open([bar(1, { metered: 10 * 3600 }), silent]);
    expect(shown()).toContain('The meter was heard for 10 h of this time.');
    expect(rows().slice(1)).toHaveLength(1);
  });

  it('say so where the meter was not heard at all', async () => {
    await open([{ name: '2026-06-01', start: FROM_S, energy: 7000 }]);
    expect(shown()).toBe('The meter was not heard in this time.');
  });
});
