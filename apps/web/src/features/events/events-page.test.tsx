// @vitest-environment happy-dom
import type { PlantEvent } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { EventsPage } from './events-page.tsx';

const SOUTH = '114182730124';
const at = (text: string) => Date.parse(text) / 1000;
type More = Partial<Omit<PlantEvent, 'end'>> & { readonly end?: number | undefined };

const event = (id: number, code: number, time: string, more: More = { end: at(time) }): PlantEvent => {
  const { end, ...others } = more;
  return {
    ...{ id, code, serial: SOUTH, name: 'South roof', message: 'in English', at: at(time) },
    ...(end !== undefined && { end }),
    ...{ date: 'sure', read_at: at(time) + 60, ...others },
  };
};

const HISTORY = {
  ...{ size: 1, raw_days: 7, minute_days: 90, timezone: 'CET-1CEST,M3.5.0,M10.5.0/3', prices: {} },
  places: [
    { serials: [SOUTH], name: 'South roof', strings: [], present: true },
    { serials: ['112174506011'], name: 'Old garage', strings: [], present: false },
  ],
};
const CODES = [1, 141, 147, 209, 777];

async function open(events: readonly PlantEvent[], { locale = 'en' as Locale, olderFails = false } = {}) {
  const asked: URLSearchParams[] = [];
  let isDown = false;
  const app = await renderPart(<EventsPage />, {
    locale,
    async fetch(path) {
      if (isDown) return new Response('', { status: 500 });
      if (path.startsWith('/api/heliograph/history')) return jsonResponse(HISTORY);
      const query = new URLSearchParams(path.split('?')[1]);
      asked.push(query);
      const before = query.get('before');
      if (before !== null && olderFails) return new Response('', { status: 500 });
      const wanted = query.get('codes')?.split(',').map(Number);
      const found = events.filter(({ code }) => wanted?.includes(code) ?? true);
      const begin = before === null ? 0 : Number(before);
      const next = begin + 3 < found.length ? { next: String(begin + 3) } : {};
      return jsonResponse({ events: found.slice(begin, begin + 3), codes: CODES, ...next });
    },
  });
  return {
    ...{ ...app, asked },
    breakDown() {
      isDown = true;
    },
  };
}

beforeEach(() => window.history.replaceState(null, '', '/events'));

const lines = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('time, b, p')].map((part) => readable(part)).join(' '));

describe('the page of events', () => {
  const EVENTS = [
    event(5, 209, '2026-06-21T22:10:05Z', { active: true }),
    event(4, 141, '2026-06-21T10:42:03Z', { end: at('2026-06-21T10:42:09Z') }),
    event(3, 777, '2026-06-21T10:00:00Z', { date: 'likely' }),
    event(2, 147, '2026-06-20T10:00:00Z', { date: 'unknown' }),
    event(1, 1, '2026-06-20T05:00:00Z'),
  ];

  it('shows them day by day in the time of the plant, the newest first, and older ones when asked', async () => {
    const app = await open(EVENTS);
    await screen.findByRole('heading', { name: 'Mon, June 22, 2026' });
    screen.getByRole('heading', { name: 'Sun, June 21, 2026' });
    expect(lines()).toEqual([
      '00:10:05 String 1: no power South roof · No. 209 · still going on',
      '12:42:03 Grid voltage too high South roof · No. 141 · lasted 6 s',
      '12:00:00 Unknown event 777 South roof · No. 777 · its end was not reported · day assumed',
    ]);
    screen.getByText(/^Inverters report a time of day without a date/);
    await app.user.click(screen.getByRole('button', { name: 'Load older' }));
    await screen.findByRole('heading', { name: 'Sat, June 20, 2026' });
    expect(lines().slice(3)).toEqual([
      '– Grid outage South roof · No. 147 · reported without a time that makes sense, read at 12:00:00',
      '07:00:00 Inverter started South roof · No. 1',
    ]);
    expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
  });

  it('keeps what was searched in the address, for a reload and for the way back', async () => {
    const app = await open(EVENTS);
    await app.user.type(await screen.findByRole('searchbox'), 'a&b +%');
    expect(new URLSearchParams(window.location.search).get('find')).toBe('a&b +%');
    await open(EVENTS);
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('a&b +%');
    await app.user.clear(screen.getByRole('searchbox'));
    expect(window.location.search).toBe('');
  });

  it('says once of a day that it is assumed where it is so of all its events', async () => {
    await open([
      event(3, 209, '2026-06-21T10:42:03Z', { date: 'likely' }),
      event(2, 141, '2026-06-21T10:00:00Z', { date: 'likely' }),
      event(1, 1, '2026-06-20T05:00:00Z'),
    ]);
    const heading = await screen.findByRole('heading', { name: 'Sun, June 21, 2026' });
    expect(screen.getAllByText('day assumed')).toEqual([heading.nextElementSibling]);
    expect(lines().filter((line) => line.includes('day assumed'))).toEqual([]);
    screen.getByText(/^Inverters report a time of day without a date/);
  });

  it.each([
    ['en', 'voltage', '141'],
    ['en', '777', '777'],
    ['en', 'unknown', '777'],
    ['de', 'netz', '141,147'],
  ] as const)('finds in %s by a word or a number: %s', async (locale, word, codes) => {
    const app = await open(EVENTS, { locale });
    await app.user.type(await screen.findByRole('searchbox'), word);
    await app.advance(100);
    expect(app.asked.at(-1)?.get('codes')).toBe(codes);
    expect(lines()).toHaveLength(codes.split(',').length);
  });

  it('asks for one inverter, also one that is not there any more, and for days', async () => {
    const app = await open(EVENTS);
    const choice = await screen.findByRole('combobox', { name: 'Inverter' });
    within(choice).getByRole('option', { name: 'Old garage (removed)' });
    await app.user.selectOptions(choice, 'South roof');
    await app.user.type(screen.getByLabelText('From'), '2026-06-20');
    await app.user.type(screen.getByLabelText('Until'), '2026-06-21');
    await app.advance(100);
    expect(Object.fromEntries(app.asked.at(-1) ?? [])).toEqual({
      inv: SOUTH,
      from: String(at('2026-06-20T00:00:00+02:00')),
      to: String(at('2026-06-22T00:00:00+02:00')),
    });
  });

  it('says what comes where nothing has happened yet, and where nothing is found', async () => {
    const app = await open([]);
    await screen.findByText('No events yet.');
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    await app.user.type(screen.getByRole('searchbox'), 'nothing like it');
    await screen.findByText('No such events. Change the search, the inverter or the days.');
  });

  it('says that older ones, or any, could not be loaded', async () => {
    const app = await open(EVENTS, { olderFails: true });
    await app.user.click(await screen.findByRole('button', { name: 'Load older' }));
    await screen.findByText('The older events could not be loaded. Try again.');
    expect(lines()).toHaveLength(3);
    app.breakDown();
    await app.advance(61_000);
    await screen.findByRole('button', { name: /again|retry/i });
    expect(lines()).toHaveLength(3);
  });
});
