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
      // Each brought its values along: nothing was asked for a second time. The curve of today and what
      // was found come after them, and so do other ways to log in.
      expect(
        asked.filter(
          (path) => !/\/(plant-day|history-curve|expected|findings|sign-in|passkey-hosts)$/.test(path),
        ),
      ).toEqual(PAGES);
    });
  });
}

test('@nightly a clock that is five hours wrong changes nothing of it', async ({ page }) => {
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

test('@nightly a login that is over here is over for the pages of the gateway too', async ({
  page,
  bar,
  loginPage,
}) => {
  await loginPage.open();
  await loginPage.logIn();
  await expect(bar.logout).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('user')); // as after a logout that did not reach the gateway
  const rendered = async () =>
    (await (await page.request.get('/info/network', { headers: { accept: 'text/html' } })).text()).includes(
      '"reader":"admin"',
    );
  expect(await rendered()).toBe(true);
  await page.goto('/about');
  await takenOver(page);
  await expect.poll(rendered).toBe(false);
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

test('@nightly going back asks the gateway before anything is called live', async ({ page }) => {
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
    await page.getByRole('tab', { name: 'South roof' }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'South roof' })).toBeVisible();
    await page.getByRole('link', { name: 'System' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(page.getByText('Uptime')).toBeVisible();
  });
});

test.describe('before the app is there', () => {
  /** Holds the app's files until it is called. */
  async function withoutApp(page: Page): Promise<() => void> {
    let letCome: () => void = () => undefined;
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route('**/assets/index-*.js', async (route) => {
      await mayCome;
      await route.continue();
    });
    return letCome;
  }

  test('@nightly another inverter is shown, and taken over as it is', async ({ page, home, visitor }) => {
    await visitor.home.openWithValues();
    const { said, asked } = await watch(page);
    const letAppCome = await withoutApp(page);
    const shown = page.getByRole('tabpanel').getByRole('heading', { name: 'South roof' });
    await page.goto('/');
    await home.tab('South roof').click();
    await expect(shown).toBeVisible();
    await expect(page).toHaveURL(/\?inverter=\d+$/);
    await expect(home.tab('South roof')).toBeFocused();
    letAppCome();
    await takenOver(page);
    await expect(page.locator('[data-link]').first()).toHaveAttribute('data-link', 'live');
    await expect(shown).toBeVisible();
    expect(said).toEqual([]);
    expect(asked).toEqual(['/', '/']); // the second one for the inverter; neither is asked for again
    await page.goBack();
    await expect(shown).toBeHidden();
  });

  test('@nightly the way back leads to the inverter before, and a page that does not come holds nothing up', async ({
    page,
    home,
    visitor,
  }) => {
    await visitor.home.openWithValues();
    const letAppCome = await withoutApp(page);
    await page.goto('/');
    const shown = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
    await home.tab('South roof').click();
    await expect(shown).toHaveText('South roof');
    await page.goBack();
    await expect(shown).toHaveText('Garage');
    await page.route('**/?inverter=*', () => undefined); // never answered
    await home.tab('East and west roof').click();
    letAppCome();
    await takenOver(page);
    await expect(shown).toHaveText('East and west roof');
  });

  test('@nightly a click on a button waits for the app', async ({ page, bar }) => {
    const letAppCome = await withoutApp(page);
    await page.goto('/about');
    await bar.dropdown('Info').click();
    letAppCome();
    await takenOver(page);
    await expect(bar.entry('System')).toBeVisible();
  });

  test('what is typed into the login form stays, logs in, and gets into no address', async ({
    page,
    bar,
    loginPage,
  }) => {
    const letAppCome = await withoutApp(page);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto('/login');
    await loginPage.userName.fill('admin');
    await loginPage.password.fill('openDTU42');
    await page.keyboard.press('Enter');
    letAppCome();
    await expect(bar.logout).toBeVisible();
    expect(addresses.filter((address) => address.includes('openDTU42'))).toEqual([]);
  });

  test('@nightly a language that is chosen is taken', async ({ page, bar }) => {
    const letAppCome = await withoutApp(page);
    await page.goto('/about');
    await bar.language.selectOption('fr');
    letAppCome();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(bar.language).toHaveValue('fr');
  });
});

test('@nightly the styles come with the first page, and out of the browser after that', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const styles = () => requested.filter((path) => /^\/assets\/index-.*\.css$/.test(path));
  await page.goto('/');
  expect(styles()).toEqual([]);
  await expect(page.locator('style[data-file]')).toHaveCount(1);
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain('heliograph-styles');
  const answer = await page.goto('/about');
  expect(await answer?.text()).not.toContain('<style');
  await takenOver(page);
});

test('@nightly values whose script does not come say how old they are', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  const late = page.locator('#late');
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(late).toContainText('These values are from');
});
