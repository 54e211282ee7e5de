// @vitest-environment happy-dom
import type { Finding, JudgedString } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { FindingsPage } from './findings-page.tsx';

const NOON_S = Date.UTC(2026, 5, 21, 10) / 1000;
const DAY = {
  date: '2026-06-21',
  today: '2026-06-21',
  now: NOON_S + 7200,
  timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
};

const WEAK: Finding = {
  ...{ id: 'a', serial: '114182730124', name: 'South roof', string: 2, kind: 'weak', state: 'known' },
  ...{ since: NOON_S + 2880, found: NOON_S + 6000, basis: 'neighbours', sureness: 'likely' },
  ...{ ratio: 0.82, lost: 1204 },
};
const { string: _, ...WHOLE } = WEAK;
const SILENT: Finding = {
  ...WHOLE,
  id: 'c',
  serial: '112174506011',
  name: '',
  kind: 'silent',
  state: 'open',
};

const STRINGS: readonly JudgedString[] = [
  { serial: '114182730124', string: 1, verdict: 'good' },
  { serial: '114182730124', string: 2, verdict: 'weak' },
  { serial: '112174506011', string: 1, verdict: 'few' },
];

async function open(
  findings: readonly Finding[],
  strings = STRINGS,
  stored?: typeof LOGGED_IN,
  locale: Locale = 'en',
) {
  const posts: unknown[] = [];
  const app = await renderPart(<FindingsPage />, {
    locale,
    ...(stored && { stored }),
    fetch: async (path, init) => {
      if (path.startsWith('/api/heliograph/plant-day')) return jsonResponse(DAY);
      if (init.method !== 'POST') return jsonResponse({ findings, strings });
      posts.push(postedData(init));
      return jsonResponse({ type: 'success', message: 'It is noted.', code: 16_001 });
    },
  });
  return { ...app, posts };
}

describe('the page of findings', () => {
  it('says that all is well, and what is watched', async () => {
    await open([]);
    await screen.findByText('All well: nothing is wrong with any string that can be judged.');
    screen.getByText('2 of 3 strings are judged now.');
    screen.getByText('1 string: too few others look the same way, and too little is known of the past');
  });

  it.each([
    ['en', '1 of 2 strings is judged now.', '1 of 1 string is judged now.'],
    ['de', '1 von 2 Strings wird gerade beurteilt.', '1 von 1 String wird gerade beurteilt.'],
    ['fr', '1 chaîne sur 2 est évaluée en ce moment.', '1 chaîne sur 1 est évaluée en ce moment.'],
  ] as const)('counts one string as one, in %s', async (language, ofTwo, ofOne) => {
    const judged: JudgedString = { serial: '114182730124', string: 1, verdict: 'good' };
    await open([], [judged, { ...judged, string: 2, verdict: 'unheard' }], undefined, language);
    await screen.findByText(ofTwo);
    await open([], [judged], undefined, language);
    await screen.findByText(ofOne);
  });

  it('does not say that all is well above what is known to be wrong', async () => {
    await open([{ ...WEAK, state: 'known' }]);
    await screen.findByText('Nothing new was found.');
    expect(screen.queryByText(/^All well|^Nothing was found/)).toBeNull();
  });

  it('says what is to come where no string is known yet, and that none can be judged in the dark', async () => {
    await open([], []);
    await screen.findByText(
      'A few minutes after an inverter has sent its first readings, its strings are watched.',
    );
    await open([], [{ serial: '114182730124', string: 1, verdict: 'dark' }]);
    await screen.findByText('It is too dark to judge any string now.');
    expect(screen.queryByText(/^All well/)).toBeNull();
    screen.getAllByText('Nothing was found. No string can be judged at the moment.');
  });

  it('has the reasons, and what the user can do about them, beside each other', async () => {
    await open([{ ...WEAK, state: 'open' }], STRINGS, LOGGED_IN);
    const why = await screen.findByRole('button', { name: 'Hide why' });
    const known = screen.getByRole('button', { name: 'Known, do not tell again' });
    expect(why.parentElement).toBe(known.parentElement);
  });

  it.each<[string, Partial<Finding>]>([
    ['yields nothing on a new plant', { kind: 'dead', basis: 'itself' }],
    ['yields less than before', { basis: 'itself' }],
    ['does not answer', SILENT],
  ])('shows why something is told that %s', async (_, finding) => {
    await open([{ ...WEAK, ...finding, state: 'open' }]);
    await screen.findByRole('button', { name: 'Hide why' });
  });

  it('tells in one sentence what is wrong, since when and what it has cost', async () => {
    await open([
      WEAK,
      {
        ...WEAK,
        id: 'b',
        string_name: 'left',
        kind: 'dead',
        basis: 'itself',
        since: NOON_S - 86_400,
        lost: 0,
      },
      SILENT,
    ]);
    await screen.findByText('1 finding');
    const body = readable(document.body);
    expect(body).toContain(
      'South roof, string 2 yields 18% less than its neighbours since 12:48 today. About 1.20 kWh lost so far.',
    );
    expect(body).toContain('South roof, left yields nothing since Jun 20, 12:00.');
    expect(body).toContain('112174506011 does not answer in daylight since 12:48 today.');
  });

  it('names a day in French with its article, and the inverter of several strings as one', async () => {
    const unheard = ['116180400144', '116180400145'].map(
      (serial): JudgedString => ({ serial, string: 1, verdict: 'unheard' }),
    );
    await open([{ ...WEAK, since: NOON_S - 86_400 }], [...STRINGS, ...unheard], undefined, 'fr');
    await screen.findByText(/chaîne 2 produit/);
    const body = readable(document.body);
    expect(body).toContain('depuis le 20 juin à 12:00.');
    expect(body).toContain('2 chaînes : l’onduleur ne répond pas');
  });

  it('says of what is over from when to when it was', async () => {
    await open([{ ...WEAK, state: 'over', over: NOON_S + 6480 }]);
    await screen.findByText(/^All well/);
    const over = within(screen.getByRole('region', { name: 'Over' }));
    over.getByText(/less than its neighbours from 12:48 today to 13:48 today\./);
  });

  it('lets the admin, and nobody else, say that it is known', async () => {
    const { user, posts } = await open([{ ...WEAK, basis: 'itself', state: 'open' }], STRINGS, LOGGED_IN);
    await user.click(await screen.findByRole('button', { name: 'Known, do not tell again' }));
    expect(posts).toEqual([{ id: 'a', known: true }]);
    await open([WEAK]);
    await screen.findAllByText(/18% less/);
    expect(screen.queryByRole('button', { name: /tell again/i })).toBeNull();
  });

  it('says at night that nothing is judged', async () => {
    await open(
      [],
      STRINGS.map((one) => ({ ...one, verdict: 'dark' })),
    );
    await screen.findByText('It is too dark to judge any string now.');
  });
});
