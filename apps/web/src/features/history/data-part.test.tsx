// @vitest-environment happy-dom
import type { ImportedEnergy } from '@heliograph/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { DraftsProvider } from '../../shared/form/drafts.tsx';
import { HistorySettingsForm, ImportCard } from './data-part.tsx';
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

const IMPORT: ImportedEnergy = {
  ...{ id: 7, at: 1_782_000_000, actor: 'admin', first_day: '2025-06-01', last_day: '2025-06-02', days: 2 },
  ...{ before: 500, after: 7000, takes_back: true },
};

/** Of the 2nd of June 2025 there is something. */
async function open(known: readonly ImportedEnergy[] = []) {
  const taken: unknown[] = [];
  const back: unknown[] = [];
  let imports = known;
  const { user } = await renderPart(<ImportCard kept={KEPT} />, {
    stored: LOGGED_IN,
    async fetch(path, init) {
      const url = String(path);
      if (url.includes('history-energy')) {
        return jsonResponse({ bars: [{ name: '2025-06-02', start: 0, energy: 500 }] });
      }
      if (url.includes('history-imports')) return jsonResponse({ imports });
      if (!url.includes('history-import')) return jsonResponse({});
      if (url.includes('take-back')) {
        back.push(postedData(init));
        imports = [];
        return jsonResponse({ type: 'success', message: '', code: 14_016, staying_days: 1 });
      }
      taken.push(postedData(init));
      imports = [IMPORT];
      return jsonResponse({ type: 'success', message: '', code: 14_006, import: 7 });
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Import energy from before' }));
  const choose = (...lines: string[]) =>
    fireEvent.change(card.getByLabelText('File'), {
      target: { files: [new File([lines.join('\n')], 'x.csv')] },
    });
  const press = async (name: string | RegExp) => user.click(await card.findByRole('button', { name }));
  const items = async () => (await card.findAllByRole('listitem')).map(readable);
  return { user, card, choose, press, items, taken, back };
}

it('an import is looked at with its days and sums before, and can be taken back', async () => {
  const { user, card, choose, press, items, taken, back } = await open();
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
  await card.findByText('Energy taken over!');
  await press('Take the last import back');
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this import back?' }));
  expect(back).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  await card.findByText(/The import is taken back: .* 1 day stays as a later import has made it/);
  expect(taken).toEqual([
    {
      days: [
        { date: '2025-06-01', energy: 4000 },
        { date: '2025-06-02', energy: 3000 },
      ],
    },
  ]);
  expect(back).toEqual([{ id: 7 }]);
  await waitFor(() => expect(card.queryByRole('button', { name: 'Take the last import back' })).toBeNull());
});

it('the way back is there after the page was opened anew, of the newest import that counts', async () => {
  const gone = { ...IMPORT, id: 9, taken_back: true, takes_back: false };
  const { user, card, press, back, items } = await open([gone, IMPORT]);
  await card.findByText(/^Last import: /);
  expect(await items()).toEqual([
    'From Sun, June 1, 2025 to Mon, June 2, 2025',
    '2 days',
    expect.stringMatching(/^500 Wh → 7(\.0*)? kWh$/),
  ]);
  expect(card.getByRole('link', { name: 'Show changes' }).getAttribute('href')).toBe(
    '/settings/config?show=changes',
  );
  await press('Take the last import back');
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Take this import back?' }));
  expect((await (await asked()).findAllByRole('listitem')).map(readable)).toEqual([
    'From Sun, June 1, 2025 to Mon, June 2, 2025',
    '2 days',
    expect.stringMatching(/^7(\.0*)? kWh → 500 Wh$/),
  ]);
  await user.click((await asked()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(back).toEqual([]);
  await press('Take the last import back');
  await user.click((await asked()).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(back).toEqual([{ id: 7 }]));
});

it('a long file is sent in parts of one import', async () => {
  const { card, choose, press, taken } = await open();
  const days = Array.from({ length: 100 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1)).toISOString());
  choose('date,kWh', ...days.map((day) => `${day.slice(0, 10)},4`));
  await press('Take over 100 days');
  await card.findByText('Energy taken over!');
  expect(taken.map((part) => (part as { import?: number }).import)).toEqual([undefined, 7]);
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

it('rising days are asked about with what they come to, and a counter of Home Assistant that falls is asked about, too', async () => {
  const { card, choose, press } = await open();
  choose('date,kWh', '2025-06-03,3.1', '2025-06-04,3.2', '2025-06-05,3.3');
  await card.findByText(/read as energy of days, together 9\.60\skWh\. Which is it\?/);
  const state = (day: number, kwh: number) => `sensor.today,${kwh},2025-06-0${day}T10:00:00.000Z`;
  choose('entity_id,state,last_changed', state(3, 4.5), state(4, 3.1), state(5, 5.1));
  await card.findByText(/they do not only rise/);
  await press('Read as energy of days');
  await card.findByText(/each day has the highest one of it/);
  await card.findByText(/then 12\.7\skWh$/);
  await press('Read as a counter');
  await card.findByText(/each day has what it went on by/);
});

it('rising numbers of Home Assistant that may be of days are asked about, and a day that is too early is told', async () => {
  const { card, choose, press, items } = await open();
  const state = (day: number, kwh: number) => `sensor.today,${kwh},2025-06-0${day}T10:00:00.000Z`;
  choose('entity_id,state,last_changed', state(3, 2.1), state(4, 3.5), state(5, 4.2));
  await card.findByText(/were read as those of a counter/);
  await press('Read as energy of days');
  await card.findByText(/then 9\.80\skWh$/);
  choose('date,kWh', '0001-01-01,4', '2025-06-04,3');
  await waitFor(async () =>
    expect(await items()).toEqual(expect.arrayContaining([expect.stringMatching(/^Line 2, before 2000:/)])),
  );
});

it('a file that is too large, and one with nothing in it, get a sentence', async () => {
  const { card, choose } = await open();
  choose('x'.repeat(4_194_305));
  await card.findByText(/^This file is larger than/);
  choose('');
  await waitFor(() => card.getByText('There is no day with an energy in this file.'));
});

it.each([
  ['en', '0.0811', 'Paid for a kWh', 'Save'],
  ['de', '0,0811', 'Vergütung je kWh', 'Speichern'],
  ['fr', '0,0811', 'Rachat par kWh', 'Enregistrer'],
] as const)(
  'a price has the decimal mark of the language, and takes both: %s',
  async (locale, shown, label, save) => {
    const settings = { raw_days: 7, minute_days: 90, write_interval: 60, import_price: 0.3, currency: 'EUR' };
    const saved: unknown[] = [];
    const { user } = await renderPart(
      <DraftsProvider>
        <HistorySettingsForm />
      </DraftsProvider>,
      {
        ...{ stored: LOGGED_IN, locale },
        async fetch(_, init) {
          if (init.method !== 'POST') return jsonResponse({ ...settings, feed_in_price: 0.0811 });
          saved.push(postedData(init));
          return jsonResponse({ type: 'success', message: '', code: 1001 });
        },
      },
    );
    const field = await screen.findByDisplayValue(shown);
    expect(screen.getByRole('textbox', { name: new RegExp(label) })).toBe(field);
    for (const typed of ['0.12', '0,12']) {
      await user.clear(field);
      await user.type(field, `${typed}5`);
      await user.click(screen.getByRole('button', { name: save }));
      await waitFor(() => expect(saved.at(-1)).toMatchObject({ feed_in_price: 0.125, import_price: 0.3 }));
    }
  },
);
