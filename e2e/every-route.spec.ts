import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './checks.ts';
import { ROUTES, ROUTES_WITH_LOGIN } from './routes.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

/** Plants a user, so that every route shows itself and not the login. */
async function plantUser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const user = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };
    localStorage.setItem('user', JSON.stringify(user));
  });
}

async function openAll(page: Page, look: (route: string) => Promise<void>): Promise<void> {
  for (const route of ROUTES) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (route === '/') await expect(page.getByRole('article').first()).toBeVisible();
    await test.step(route, () => look(route));
  }
}

for (const width of [390, 1440]) {
  test(`every route is accessible in both themes at ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await plantUser(page);
    await openAll(page, (route) => expectAccessible(page, route));
  });
}

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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.reload();
  await expect.poll(background).not.toBe(light);
});

for (const locale of ['en', 'de', 'fr']) {
  test(`no route scrolls sideways on a phone (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await plantUser(page);
    await openAll(page, (route) => expectNoSidewaysScroll(page, route));
  });
}

test('no route breaks the content policy or logs an error', async ({ page }) => {
  const errors = await watchForErrors(page);
  await plantUser(page);
  await openAll(page, async (route) => expect(errors, route).toEqual([]));
});

test('the content policy is strict, and stops what it should', async ({ page }) => {
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
  const ran = await page.evaluate(() => {
    try {
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.head.append(script);
    } catch {
      // where the browser has trusted types, the text is refused before it gets that far
    }
    return 'inlineRan' in window;
  });
  expect(ran).toBe(false);
});

test('every route that is not built yet says so', async ({ page }) => {
  await plantUser(page);
  const built = ['/', '/login', '/settings/inverter'];
  await openAll(page, async (route) => {
    if (built.includes(route)) return;
    await expect(page.getByText('This page is not built yet.')).toBeVisible();
  });
});

test('an unknown address has a page that leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/$/);
});

test('anonymous visitors reach every page but those for the admin', async ({ page }) => {
  for (const route of ROUTES) {
    await page.goto(route);
    const forAdmin = ROUTES_WITH_LOGIN.some((path) => path === route);
    await expect(page).toHaveURL((url) => url.pathname === (forAdmin ? '/login' : route));
  }
});
