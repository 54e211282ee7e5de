// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { ImportCard } from './data-part.tsx';
import type { Kept } from './use-history.ts';

const KEPT: Kept = {
  status: {
    ...{ size: 0, raw_days: 7, minute_days: 90, first_day: '2025-06-01', timezone: 'UTC0', places: [] },
    prices: { import_price: 0, feed_in_price: 0, currency: 'EUR' },
  },
  day: { date: '2026-06-21', today: '2026-06-21', now: 1_782_000_000, timezone: 'UTC0' },
  moment: { unixS: 1_782_000_000, elapsedMs: 0 },
  utcOffsetS: () => 0,
};

/** Of the 2nd of June 2025 there is something. */
async function open() {
  const taken: unknown[] = [];
  const { user } = await renderPart(<ImportCard kept={KEPT} />, {
    stored: LOGGED_IN,
    async fetch(path, init) {
      const url = String(path);
      if (url.includes('history-energy')) {
        return jsonResponse({ bars: [{ name: '2025-06-02', start: 0, energy: 500 }] });
      }
      if (!url.includes('history-import')) return jsonResponse({});
      taken.push(JSON.parse(String((init?.body as FormData | undefined)?.get('data'))).days);
      return jsonResponse({ type: 'success', message: '', code: 14_006 });
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Import energy from before' }));
  const choose = (...lines: string[]) =>
    fireEvent.change(card.getByLabelText('File'), {
      target: { files: [new File([lines.join('\n')], 'x.csv')] },
    });
  const press = async (name: string | RegExp) => user.click(await card.findByRole('button', { name }));
  const items = async () => (await card.findAllByRole('listitem')).map(readable);
  return { card, choose, press, items, taken };
}

it('an import is looked at with its days and sums before, and can be taken back', async () => {
  const { card, choose, press, items, taken } = await open();
  choose('date,kWh', '2025-06-01,4', '2025-06-02,3', '2026-06-22,1');
  await card.findByText('From Sun, June 1, 2025 to Mon, June 2, 2025');
  expect(await items()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Energy of these days: now 500 Wh, then 7(\.0*)? kWh$/),
      '1 new day',
      '1 day would be replaced',
      expect.stringMatching(/^Line 4, a day to come:/),
    ]),
  );
  await press('Take over 2 days');
  await press('Take the last import back');
  await card.findByText(/The import is taken back/);
  expect(taken).toEqual([
    [
      { date: '2025-06-01', energy: 4000 },
      { date: '2025-06-02', energy: 3000 },
    ],
    [
      { date: '2025-06-01', energy: null },
      { date: '2025-06-02', energy: 500 },
    ],
  ]);
  expect(card.queryByRole('button', { name: 'Take the last import back' })).toBeNull();
});

it('dates that both orders fit are pointed out, and read the other way where somebody says so', async () => {
  const { card, choose, press } = await open();
  choose('date,kWh', '06/01/2025,4', '06/02/2025,3');
  await card.findByText(/^From Mon, January 6, 2025/);
  await press('Read the month first');
  await card.findByText(/^From Sun, June 1, 2025/);
  await card.findByText(/were read with the month first/);
});

it('what looks like a counter is pointed out, and read as one where somebody says so', async () => {
  const { card, choose, press } = await open();
  choose('date,total kWh', '2025-06-03,10234', '2025-06-04,10238', '2025-06-05,10243');
  await card.findByText(/as those of a counter do/);
  await press('Read as a counter');
  await card.findByText('From Wed, June 4, 2025 to Thu, June 5, 2025');
  await card.findByText(/then 9(\.0*)? kWh$/);
});

it('a file that is too large, and one with nothing in it, get a sentence', async () => {
  const { card, choose } = await open();
  choose('x'.repeat(4_194_305));
  await card.findByText(/^This file is larger than/);
  choose('');
  await waitFor(() => card.getByText('There is no day with an energy in this file.'));
});
