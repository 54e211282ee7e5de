import { describe, expect, it } from 'vitest';
import { keptValues } from '../../test/kept-values.ts';
import { LOCALES } from '../shared/i18n/locales.ts';
import { createTextStore } from '../shared/i18n/text-store.ts';
import { agoText } from './kept-times.ts';
import { type OfflinePage, offlinePage } from './offline-page.ts';
import { OFFLINE_TEXTS } from './offline-texts.ts';

const MINUTE_MS = 60_000;
const VALUES = keptValues();

function pageOf(changes: Partial<OfflinePage> = {}): string {
  const page = { values: VALUES, nowMs: VALUES.atMs + 12 * MINUTE_MS, languages: ['en-US'] };
  return offlinePage({ ...page, style: 'main{}', script: 'go()', ...changes });
}

const textOf = (page: string) =>
  page
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<script>.*?<\/script>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s ]+/g, ' ');

describe('the page while the gateway does not answer', () => {
  it('has the last values, of when they are and how old', () => {
    const text = textOf(pageOf());
    expect(text).toContain('The gateway does not answer');
    expect(text).toContain('As of 12:05, 12 minutes ago');
    expect(text).toContain('Total power 1,234 W Yield today 4.89 kWh Total yield 11,485 kWh');
  });

  it('has the date of what is of another day', () => {
    const text = textOf(pageOf({ nowMs: VALUES.atMs + 49 * 60 * MINUTE_MS }));
    expect(text).toMatch(/As of 06\/21\/2026, 12:05, 2 days ago/);
  });

  it('says nothing of values where none are kept, and nothing of a sum that is not known', () => {
    expect(textOf(pageOf({ values: undefined }))).not.toMatch(/Last values|As of|kWh/);
    const power = { value: null, unit: 'W', digits: 0 };
    expect(textOf(pageOf({ values: { ...VALUES, power } }))).toContain('Total power — Yield today');
  });

  it('is in the language and theme of the page, and without values in those of the browser', () => {
    const german = pageOf({
      values: keptValues({ locale: 'de', theme: 'dark' }),
      languages: ['fr-CH', 'de-CH'],
    });
    expect(german).toContain('<html lang="de" data-theme="dark">');
    expect(german).toContain('<meta name="theme-color" content="#171e29">');
    expect(textOf(german)).toMatch(/Stand 12:05, vor 12 Minuten.*4\.89 kWh/);
    const unknown = pageOf({ values: undefined, languages: ['fr-CH', 'de-CH'] });
    expect(unknown).toContain('<html lang="fr">');
    expect(textOf(unknown)).toContain('La passerelle ne répond pas');
    expect(pageOf({ values: keptValues({ locale: '"><script>' }), languages: [] })).toContain(
      '<html lang="en">',
    );
  });

  it('takes what was kept for text', () => {
    const power = { value: 1, unit: '<img src=x onerror=alert(1)>', digits: 0 };
    expect(pageOf({ values: { ...VALUES, power } })).not.toContain('<img');
  });

  it('calls the sums as the live view does', async () => {
    const texts = createTextStore();
    for (const locale of LOCALES) {
      const { totals } = await texts.loadStart(locale);
      const { power, yieldToday, yieldTotal } = OFFLINE_TEXTS[locale];
      expect([power, yieldToday, yieldTotal]).toEqual([totals.power, totals.yieldDay, totals.yieldTotal]);
    }
  });
});

describe('an age', () => {
  it.each([
    [0, '0 seconds ago'],
    [59_999, '59 seconds ago'],
    [MINUTE_MS, '1 minute ago'],
    [119 * MINUTE_MS, '1 hour ago'],
    [48 * 60 * MINUTE_MS, '2 days ago'],
    [-MINUTE_MS, '0 seconds ago'], // a clock that was set back
  ])('of %i ms reads %s', (ageMs, text) => {
    expect(agoText('en', 0, ageMs)).toBe(text);
  });
});
