import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

// Easter Sundays: 9 April 2023, 31 March 2024, 5 April 2026, 28 March 2027. Times are Berlin's.
const MOMENTS = [
  ['2026-12-23T23:59:30+01:00', 'sun'],
  ['2026-12-24T00:00:30+01:00', 'tree'],
  ['2026-12-26T23:59:30+01:00', 'tree'],
  ['2026-12-27T00:00:30+01:00', 'sun'],
  ['2026-04-02T23:59:30+02:00', 'sun'],
  ['2026-04-03T00:00:30+02:00', 'egg'],
  ['2026-04-05T23:59:30+02:00', 'egg'],
  ['2026-04-07T00:00:30+02:00', 'sun'],
  ['2024-03-29T12:00:00+01:00', 'egg'],
  ['2027-03-28T12:00:00+02:00', 'egg'],
  ['2023-04-09T12:00:00+02:00', 'egg'],
  ['2026-06-21T12:00:00+02:00', 'sun'],
] as const;

test('@nightly the brand icon follows the calendar', async ({ page, bar }) => {
  await page.goto('/about');
  for (const [moment, season] of MOMENTS) {
    await test.step(`${season} at ${moment}`, async () => {
      await page.clock.setFixedTime(new Date(moment));
      await page.reload();
      await expect(bar.season(season), `${season} at ${moment}`).toBeVisible();
    });
  }
});

test('@nightly the icon changes while the page is open', async ({ page, bar }) => {
  await page.clock.install({ time: new Date('2026-12-23T23:59:45+01:00') });
  await page.goto('/about');
  await expect(bar.season('sun')).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(bar.season('tree')).toBeVisible();
});

test('@nightly the brand leads home', async ({ page, bar }) => {
  await page.goto('/about');
  await bar.brand.click();
  await expect(page).toHaveURL(/\/$/);
});

test('browsers get an icon from its oldest address too', async ({ request }) => {
  const answer = await request.get('/favicon.ico');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('image/x-icon');
});
