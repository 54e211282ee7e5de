import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Page } from '@playwright/test';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { expect, test } from './test.ts';

/** The page as an app of a phone: it can be installed, and has its last values while the gateway does not answer. */

const TITLES = {
  'en-GB': 'The gateway does not answer',
  'de-DE': 'Das Gateway antwortet nicht',
  'fr-FR': 'La passerelle ne répond pas',
} as const;

/** What the browser has kept: the names of its caches. */
const keptIn = (page: Page) => page.evaluate(() => caches.keys());

/** Opens the live view, and stays until the worker is there and has something to show. */
async function openWithWorker(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('values')).keys()).length))
    .toBe(1);
}

async function openAfterEnd(page: Page, gateway: GatewayProcess, path: string): Promise<void> {
  await gateway.kill();
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(503);
}

test.describe('on a gateway that stays', () => {
  test.use({ sharedGateway: true });
  test('can be installed, and shows the last values and their age until the gateway can be reached again', async ({
    page,
    context,
    loginPage,
  }) => {
    const errors = await watchForErrors(page);
    await openWithWorker(page);
    await expect(page).toHaveTitle(/^[\d,]+\sW · Heliograph$/);
    const browser = await context.newCDPSession(page);
    expect((await browser.send('Page.getAppManifest')).errors).toEqual([]);
    expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    expect(errors).toEqual([]);
    // Else nothing would show that the policy of the page was asked.
    const other = page.evaluate(() => navigator.serviceWorker.register('/other.js'));
    await expect(other).rejects.toThrow('TrustedScriptURL');

    await context.setOffline(true);
    await page.goto('/settings/ntp');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES['en-GB']);
    await expect(page).toHaveTitle(`${TITLES['en-GB']} · Heliograph`);
    const values = page.getByRole('region', { name: 'Last values' });
    await expect(values).toContainText(/As of \d\d:\d\d, \d+ (second|minute)s? ago/);
    await expect(values).toContainText(/Total power\s*[\d,]+\sW/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status')).toHaveText(/^No answer at \d\d:\d\d\.$/);
    // Values of before and nothing else: no page, no script, nothing of a setting.
    expect(await keptIn(page)).toEqual(['values']);

    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(loginPage.password).toBeVisible();
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Fntp$/);
    expect(await keptIn(page)).toEqual(['values']); // a visitor who was led to the login may still read them
    await expect(page).toHaveTitle('Log in · Heliograph');
  });
});

test('@nightly keeps nothing any more when only those who log in may read', async ({
  page,
  api,
  loginPage,
}) => {
  await openWithWorker(page);
  await api.forbidReading();
  await expect(loginPage.password).toBeVisible();
  await expect.poll(() => keptIn(page)).toEqual([]);
});

test('@nightly keeps nothing any more when that is so at the next visit', async ({
  page,
  api,
  loginPage,
}) => {
  await openWithWorker(page);
  await page.goto('/about');
  await api.forbidReading();
  expect(await keptIn(page)).toEqual(['values']);
  await page.goto('/');
  await expect(loginPage.password).toBeVisible();
  await expect.poll(() => keptIn(page)).toEqual([]);
});

test.describe('logged in', () => {
  test.use({ loggedIn: true });
  test('@nightly keeps values where only those who log in may read, until they log out', async ({
    page,
    api,
    bar,
    gateway,
  }) => {
    await api.forbidReading();
    await openWithWorker(page);
    await bar.logout.click();
    await expect.poll(() => keptIn(page)).toEqual([]);
    await openAfterEnd(page, gateway, '/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES['en-GB']);
    await expect(page.getByText('Last values')).toBeHidden();
  });
});

test('@nightly comes back by itself', async ({ page, gateway, home }) => {
  await openWithWorker(page);
  await openAfterEnd(page, gateway, '/');
  await expect(page.getByText('Check that it has power')).toBeVisible();
  await gateway.startAgain();
  await expect(home.tabs).toHaveCount(3, { timeout: 20_000 });
});

test.describe('below a path', () => {
  test.use({ flags: ['--base-path', '/dtu/'] });
  test('@nightly has its worker and its manifest there', async ({ page, gateway }) => {
    await page.goto('/dtu/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => keptIn(page)).toEqual(['values/dtu']);
    const browser = await page.context().newCDPSession(page);
    const { url, errors } = await browser.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${new URL(gateway.url).origin}/dtu/manifest.webmanifest`, []]);
    await openAfterEnd(page, gateway, '/dtu/about');
    await expect(page.getByText('Last values')).toBeVisible();
  });
});

for (const locale of ['de-DE', 'fr-FR', 'en-GB'] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('@nightly the page without a gateway is in the language of the reader, and for everybody', async ({
      page,
      gateway,
    }) => {
      await openWithWorker(page);
      await openAfterEnd(page, gateway, '/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES[locale]);
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${locale}, ${width}`);
        await expectThumbSized(page.locator('body'), `${locale}, ${width}`);
      }
      await expectAccessibleAtNight(page, `the page without a gateway, ${locale}`);
    });
  });
}
