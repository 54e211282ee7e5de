import type { PlantEvent } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const NOON_S = Date.UTC(2026, 5, 21, 10) / 1000;
const CODES = [1, 141, 147, 777];

/** One every six hours, the newest at noon. */
const EVENTS = Array.from({ length: 130 }, (_, index): PlantEvent => {
  const at = NOON_S - index * 21_600;
  const code = CODES[index % CODES.length] ?? 1;
  return {
    ...{
      id: 1000 - index,
      serial: '114182730124',
      name: 'South roof',
      code,
      message: '',
      at,
      read_at: at + 60,
    },
    ...(code === 141 ? { end: at + 6 } : {}),
    date: index < 100 ? 'sure' : 'likely',
  };
});

test.describe('the events on a phone', () => {
  test.use({ sharedGateway: true, viewport: { width: 390, height: 844 } });

  test('have a date, can be searched, go on with older ones, and come as a file', async ({ page }) => {
    await page.route(/\/api\/heliograph\/events(\?|$)/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const codes = query.get('codes')?.split(',').map(Number);
      const found = EVENTS.filter(({ code }) => codes?.includes(code) ?? true);
      const begin = Number(query.get('before') ?? 0);
      const next = begin + 100 < found.length ? { next: String(begin + 100) } : {};
      return route.fulfill({ json: { events: found.slice(begin, begin + 100), codes: CODES, ...next } });
    });
    await page.goto('/history');
    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Sun, June 21, 2026');
    const rows = main.getByRole('listitem');
    await expect(rows).toHaveCount(100);
    await expectAccessibleAtNight(page, 'the events');
    await expectNoSidewaysScroll(page, 'the events');

    await main.getByRole('button', { name: 'Load older' }).click();
    await expect(rows).toHaveCount(130);
    await expect(main.getByText('day assumed').first()).toBeVisible();

    await main.getByLabel('Search').fill('unknown');
    await expect(rows).toHaveCount(32);
    await expect(rows.first()).toContainText('Unknown event 777');

    const saved = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('events.csv');

    await main.getByLabel('Search').fill('nothing like it');
    await expect(
      main.getByText('No such events. Change the search, the inverter or the days.'),
    ).toBeVisible();
  });
});
