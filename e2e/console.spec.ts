import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { measureConsoleLoad } from './console-load.ts';
import { passTimeUntil, SOON } from './page-clock.ts';
import { startSocketlessProxy } from './start-proxy.ts';
import { expect, test } from './test.ts';

test.describe('the gateway’s own words', () => {
  test.use({ sharedGateway: true });

  test('come as lines with the time, for anybody who may read', async ({ page, consolePage }) => {
    const errors = await watchForErrors(page);
    await consolePage.open();
    await expect(consolePage.link).toHaveText('Connected');
    const poll = consolePage.line(/^\d\d:\d\d:\d\d\.\d{3} > \w+ +Polling inverter 112174506011/);
    await expect(poll.first()).toBeVisible({ timeout: 30_000 });
    await expect(consolePage.line(/TX .*: [\da-f]{20,}$/).first()).toBeVisible({ timeout: 30_000 });
    await expect(consolePage.line(/RX .*: [\da-f]{20,}$/).first()).toBeVisible({ timeout: 30_000 });
    expect(errors).toEqual([]);
  });

  test('say names and addresses only to who is logged in, and no longer after the logout', async ({
    bar,
    api,
    loginPage,
    consolePage,
  }) => {
    const asked = (path: string) => consolePage.line(new RegExp(`Answered a request.*path="${path}"`));
    const askUntil = (path: string) =>
      expect(async () => {
        await api.get('/api/power/status');
        await expect(asked(path).first()).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 15_000 });
    await consolePage.open();
    await askUntil('•+');
    await expect(asked('/api/power/status')).toHaveCount(0);

    await loginPage.open('/info/console');
    await loginPage.logIn();
    await expect(consolePage.link).toHaveText('Connected');
    await askUntil('/api/power/status');

    await bar.logout.click();
    await expect(bar.login).toBeVisible();
    await consolePage.open();
    await askUntil('•+');
    await expect(asked('/api/power/status')).toHaveCount(0);
  });

  test('@nightly are not sent on when the page is left', async ({ page, bar, consolePage }) => {
    const open = new Set<string>();
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/console')) return;
      open.add(socket.url());
      socket.on('close', () => open.delete(socket.url()));
    });
    await consolePage.open();
    await expect(consolePage.link).toHaveText('Connected');
    expect(open.size).toBe(1);
    await bar.brand.click();
    await expect.poll(() => open.size).toBe(0);
  });

  test('@nightly say why they do not come where something blocks sockets', async ({
    page,
    gateway,
    consolePage,
  }) => {
    const proxy = await startSocketlessProxy(gateway.url);
    await page.goto(`${proxy.url}/info/console`);
    await expect(page.getByText('something in between blocks WebSockets')).toBeVisible({ timeout: 30_000 });
    await expect(consolePage.link).toHaveText('Offline');
    await proxy.close();
  });
});

test.describe('lines', () => {
  test.use({ sharedGateway: true });

  for (const width of [390, 1440]) {
    test(`@nightly can be read and used by everybody at ${width} px`, async ({ page, consolePage }) => {
      await page.setViewportSize({ width, height: 844 });
      const far = await consolePage.openFake();
      const levels = ['error', 'warn', 'info', 'debug', 'trace', 'other'];
      far.say(
        levels
          .map((level) => `${level} ${'0123456789abcdef'.repeat(20)}\r\n`)
          .join('')
          .repeat(10),
      );
      await expect(consolePage.count).toHaveText('60 lines');
      await consolePage.log.evaluate((box) => box.scrollTo(0, 0));
      far.say('info  one more\r\n');
      await expect(consolePage.showNew).toBeVisible();
      await expectNoSidewaysScroll(page, 'console');
      await expectThumbSized(page.getByRole('main'), 'console');
      await expectAccessibleAtNight(page, 'console');
    });
  }

  for (const [locale, connected, empty] of [
    ['de', 'Verbunden', 'Warten auf die nächste Zeile …'],
    ['fr', 'Connecté', 'En attente de la prochaine ligne…'],
  ] as const) {
    test(`@nightly are announced in the language of the page (${locale})`, async ({ page }) => {
      await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      await page.routeWebSocket(/\/console$/, () => undefined);
      await page.goto('/info/console');
      await expect(page.getByRole('main').getByRole('status')).toHaveText(connected);
      await expect(page.getByRole('log')).toHaveText(empty);
    });
  }
});

test('@nightly a gateway that goes and comes back: the page says so, and goes on by itself', async ({
  gateway,
  page,
  consolePage,
}) => {
  test.slow();
  await page.clock.install();
  await consolePage.open();
  await expect(consolePage.link).toHaveText('Connected');
  await gateway.kill();
  await passTimeUntil(page, () => expect(consolePage.link).toHaveText('Offline', SOON));
  await expect(page.getByText('The gateway does not answer.')).toBeVisible();
  await gateway.startAgain();
  await passTimeUntil(page, () => expect(consolePage.link).toHaveText('Connected', SOON));
  await expect(page.getByText('The gateway does not answer.')).toHaveCount(0);
  await consolePage.filter.fill('interrupted');
  await expect(consolePage.line('The connection was interrupted here')).toBeVisible();
});

test('@nightly where visitors may not read, the login comes first, and then the lines', async ({
  api,
  page,
  loginPage,
  consolePage,
}) => {
  await api.forbidReading();
  await consolePage.open();
  await expect(page).toHaveURL('/login?returnUrl=%2Finfo%2Fconsole');
  await loginPage.logIn();
  await expect(page).toHaveURL('/info/console');
  await expect(consolePage.link).toHaveText('Connected', { timeout: 20_000 });
  await expect(consolePage.line(/Polling inverter/).first()).toBeVisible({ timeout: 30_000 });
});

test.describe('500 lines a second', () => {
  test.use({ sharedGateway: true });

  test('@nightly leave the page responsive on a slow phone, and its memory flat', async ({
    page,
    consolePage,
  }) => {
    test.setTimeout(120_000);
    const load = await measureConsoleLoad(page, consolePage, { linesPerSecond: 500, windowS: 3, windows: 3 });
    test.info().annotations.push({ type: 'figures', description: JSON.stringify(load) });
    await expect(consolePage.line(`line ${load.lines - 1}.`)).toBeInViewport();
    await expect(consolePage.count).toHaveText(/^2,000 lines/);
    // One piece may have a bad moment of the machine's in it; a page that is too slow is so in more than one.
    const [, usual = Number.NaN] = load.longest.map(({ cpuMs }) => cpuMs).sort((one, other) => one - other);
    expect(usual, JSON.stringify(load)).toBeLessThan(load.floor.cpuMs + 100);
    expect(load.heapGrowthMb, JSON.stringify(load)).toBeLessThan(3);
    expect(load.nodes.last, JSON.stringify(load)).toBeLessThanOrEqual(load.nodes.first * 1.05 + 100);
  });
});
