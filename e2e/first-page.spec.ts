import type { Page } from '@playwright/test';
import { inTurns } from './matrix.ts';
import { expect, test } from './test.ts';

/** The page as the gateway sends it: with its values in it, and taken over by the browser without a trace. */

test.use({ sharedGateway: true });

const PAGES = ['/', '/info/system', '/info/network', '/info/ntp', '/info/mqtt', '/about', '/login'];
const SHIFT_MAX = 0.01;

interface Watched {
  /** Errors and warnings of the console, and what was thrown. */
  readonly said: readonly string[];
  /** Paths that were asked for, files aside. */
  readonly asked: readonly string[];
  /** The sum of all layout shifts that nobody has caused. */
  shifts(): Promise<number>;
}

async function watch(page: Page): Promise<Watched> {
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/') && !pathname.startsWith('/favicon')) asked.push(pathname);
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    said,
    asked,
    shifts: () =>
      page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0)),
  };
}

/** The script has taken the page over: what would say otherwise is gone. */
const takenOver = (page: Page) => expect(page.locator('#late')).toHaveCount(0);

const MATRIX = inTurns(['en-US', 'de-DE', 'fr-CH'] as const, 'the first page').flatMap((locale) =>
  inTurns(['light', 'dark'] as const, 'the theme of it').map((colorScheme) => ({ locale, colorScheme })),
);

for (const { locale, colorScheme } of MATRIX) {
  test.describe(`${locale}, ${colorScheme}, in another time zone`, () => {
    test.use({ locale, colorScheme, timezoneId: 'America/New_York' });
    test('each page is taken over as it is', async ({ page, visitor }) => {
      await visitor.home.openWithValues(); // the first values of a gateway that has just started move what is below them
      const { said, asked, shifts } = await watch(page);
      for (const path of PAGES) {
        await page.goto(path);
        await takenOver(page);
        expect(said, path).toEqual([]);
        expect(await shifts(), path).toBeLessThan(SHIFT_MAX);
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      }
      // Each brought its values along: nothing was asked for a second time.
      expect(asked).toEqual(PAGES);
    });
  });
}

test('a clock that is five hours wrong changes nothing of it', async ({ page }) => {
  const { said } = await watch(page);
  await page.clock.install({ time: Date.now() + 5 * 3_600_000 });
  await page.goto('/');
  await takenOver(page);
  expect(said).toEqual([]);
  await expect(page.locator('[data-link]').first()).toHaveAttribute('data-link', 'live');
});

test('whoever is logged in gets what is theirs, and nobody else', async ({ page, bar, loginPage }) => {
  await loginPage.open();
  await loginPage.logIn();
  await expect(bar.logout).toBeVisible();
  const { said, asked } = await watch(page);
  await page.goto('/info/network');
  await takenOver(page);
  await expect(page.getByText(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/).first()).toBeVisible();
  expect(said).toEqual([]);
  expect(asked).toEqual(['/info/network']);
});

test('a language and a theme that were chosen come with the page', async ({
  page,
  bar,
  context,
  gateway,
}) => {
  await page.goto('/');
  await bar.language.selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const text = await (await context.request.get(gateway.url, { headers: { accept: 'text/html' } })).text();
  expect(text).toContain('<html lang="fr"');
  expect(text).toContain('Puissance totale');
});

test('going back asks the gateway before anything is called live', async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
  await page.goto('/about');
  const { asked } = await watch(page);
  await page.goBack();
  await takenOver(page);
  await expect(page.locator('[data-link]').first()).toHaveAttribute('data-link', 'live');
  expect(asked.length).toBeGreaterThan(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a page has its values, their time, and links that work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Garage').first()).toBeVisible();
    await expect(
      page.getByText(/^Heliograph needs JavaScript to keep these values live\. They are from .*\d\d:\d\d/),
    ).toBeVisible();
    await expect(page.locator('[data-link]')).toBeHidden();
    await page.getByRole('link', { name: 'System' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(page.getByText('Uptime')).toBeVisible();
  });
});

test('values whose script does not come say how old they are', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  const late = page.locator('#late');
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(late).toContainText('These values are from');
});
