import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, expectThumbSized, watchForErrors } from './checks.ts';
import type { Bar } from './pages/bar.ts';
import { ROUTES, ROUTES_WITH_LOGIN, type Route } from './routes.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A window of 480 px, enlarged to 200 %. */
const ENLARGED = { width: 240, height: 600 };

const LOCALES = ['en', 'de', 'fr'] as const;
const LOADING = /^(Loading…|Wird geladen …|Chargement…)$/;

/** Waits until a page shows what it has to show. */
async function expectShown(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(main.locator('h1[aria-busy]')).toHaveCount(0); // its heading is there before it is
  if (new URL(page.url()).pathname === '/') await expect(main.getByRole('article').first()).toBeVisible();
  await expect(main.getByText(LOADING)).toHaveCount(0);
}

/** Goes to a route as a link inside the app does, without loading the app again. */
async function goInside(page: Page, route: string): Promise<void> {
  await page.evaluate((path) => history.pushState(null, '', path), route);
}

/** What the gate looks at: language, theme and width take turns from route to route. */
async function expectInTurn(page: Page, route: Route): Promise<void> {
  const turn = ROUTES.indexOf(route);
  const locale = LOCALES[turn % LOCALES.length] ?? 'en';
  const view = turn % 2 === 0 ? WIDE : PHONE;
  await page.evaluate((language) => localStorage.setItem('locale', language), locale);
  await page.setViewportSize(view);
  await page.goto(route);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expectShown(page);
  await expectAccessible(page, `${route} in ${locale} at ${view.width} px`);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, `${route} in ${locale}`);
  await expectThumbSized(page.locator('body'), route);
}

/** All that is looked at on a page, at one visit. */
async function expectAsAPageHasToBe(page: Page, bar: Bar, route: Route): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.goto(route);
  await expectShown(page);
  await expectAccessible(page, `${route} on a wide screen`);

  for (const locale of ['de', 'fr', 'en']) {
    await page.setViewportSize(WIDE);
    await bar.language.selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page, `${route} in ${locale}`);
    await page.setViewportSize(ENLARGED);
    await expectNoSidewaysScroll(page, `${route} in ${locale}, enlarged`);
  }
  await page.setViewportSize(PHONE);
  // The bar has another form there; the rest keeps its colours.
  await expectAccessible(page, `${route} on a phone`, { newInDark: 'header' });
  await expectThumbSized(page.locator('body'), route);
}

test.describe('to the admin', () => {
  test.use({ loggedIn: true });

  for (const routes of [ROUTES.slice(0, 9), ROUTES.slice(9)]) {
    test(`the pages from ${routes[0]} to ${routes.at(-1)} are accessible, fit and make no errors`, async ({
      page,
    }) => {
      test.slow();
      const errors = await watchForErrors(page);
      await page.goto('/about');
      for (const route of routes) {
        await test.step(route, () => expectInTurn(page, route));
        expect(errors, `in the console of ${route}, or stopped by the content policy`).toEqual([]);
      }
    });

    test(`@nightly the pages from ${routes[0]} to ${routes.at(-1)} are accessible, fit a phone and make no errors in every language`, async ({
      page,
      bar,
    }) => {
      test.setTimeout(240_000);
      const errors = await watchForErrors(page);
      for (const route of routes) {
        await test.step(route, () => expectAsAPageHasToBe(page, bar, route));
        expect(errors, `in the console of ${route}, or stopped by the content policy`).toEqual([]);
      }
    });
  }
});

test('the theme switch changes the colours whatever the system says', async ({ page, bar }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  for (const choice of ['Light', 'Dark']) {
    await bar.theme.click();
    await expect(bar.theme).toHaveAccessibleName(new RegExp(`^Appearance: ${choice}`));
  }
  await expect.poll(background).not.toBe(light);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze();
  expect(violations).toEqual([]);
  await page.reload();
  await expect.poll(background).not.toBe(light);
});

test('an unknown address has a page that leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/$/);
});

test('anonymous visitors reach every page but those for the admin', async ({ page }) => {
  await page.goto('/');
  for (const route of ROUTES) {
    await test.step(route, async () => {
      await goInside(page, route);
      const expected = ROUTES_WITH_LOGIN.includes(route) ? '/login' : route;
      await expect(page).toHaveURL((url) => url.pathname === expected);
      await expectShown(page);
      await expect(page).toHaveURL((url) => url.pathname === expected);
    });
  }
});
