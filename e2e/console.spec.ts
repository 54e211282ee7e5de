import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, expectThumbSized, watchForErrors } from './checks.ts';
import { measureConsoleLoad } from './console-load.ts';
import { numberedLines } from './pages/console-page.ts';
import { startSocketlessProxy } from './start-proxy.ts';
import { changeStoredSettings } from './stored-settings.ts';
import { expect, test } from './test.ts';

const LINES_MAX = 2000;

/** As in a browser on plain http, where there is no clipboard to write to. What was copied is kept for the test. */
async function takeClipboardAway(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      const field = document.activeElement;
      const text = field instanceof HTMLTextAreaElement ? field.value : document.getSelection()?.toString();
      document.documentElement.dataset.copied = text ?? '';
    });
  });
}

const copied = (page: Page) => page.evaluate(() => document.documentElement.dataset.copied ?? '');

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

  test('are not sent on when the page is left', async ({ page, bar, consolePage }) => {
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

  test('say why they do not come where something blocks sockets', async ({ page, gateway, consolePage }) => {
    const proxy = await startSocketlessProxy(gateway.url);
    await page.goto(`${proxy.url}/info/console`);
    await expect(page.getByText('something in between blocks WebSockets')).toBeVisible({ timeout: 30_000 });
    await expect(consolePage.link).toHaveText('Offline');
    await proxy.close();
  });
});

test.describe('lines', () => {
  test.use({ sharedGateway: true });

  test('follow the newest, are held by scrolling up, and say how many wait', async ({
    page,
    consolePage,
  }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, 100));
    await expect(consolePage.line('line 99.')).toBeInViewport();
    await expect(consolePage.autoScroll).toBeChecked();

    await consolePage.log.hover();
    await page.mouse.wheel(0, -600);
    await expect(consolePage.autoScroll).not.toBeChecked();
    await expect(consolePage.line('line 99.')).not.toBeInViewport();
    await consolePage.atRest();
    const held = await consolePage.linesInSight();
    expect(held.length).toBeGreaterThanOrEqual(23);
    far.say(numberedLines(100, 37));
    await expect(consolePage.showNew).toHaveText('Show 37 new lines');
    expect(await consolePage.linesInSight()).toEqual(held);

    await consolePage.showNew.click();
    await expect(consolePage.line('line 136.')).toBeInViewport();
    await expect(consolePage.autoScroll).toBeChecked();
    await expect(consolePage.showNew).toHaveCount(0);
    far.say(numberedLines(137, 1));
    await expect(consolePage.line('line 137.')).toBeInViewport();
  });

  test('go on when one scrolls to the end, also by keyboard', async ({ page, consolePage }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, 200));
    await expect(consolePage.line('line 199.')).toBeInViewport();
    await consolePage.log.focus();
    await page.keyboard.press('Home');
    await expect(consolePage.line('line 0.')).toBeInViewport();
    await expect(consolePage.autoScroll).not.toBeChecked();
    far.say(numberedLines(200, 5));
    await expect(consolePage.showNew).toHaveText('Show 5 new lines');
    await page.keyboard.press('End');
    await expect(consolePage.line('line 204.')).toBeInViewport();
    await expect(consolePage.autoScroll).toBeChecked();
  });

  test('go on coming below without auto-scroll', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, LINES_MAX));
    await expect(consolePage.line(`line ${LINES_MAX - 1}.`)).toBeInViewport();
    await consolePage.autoScroll.click();
    const seen = await consolePage.linesInSight();
    far.say(numberedLines(LINES_MAX, 5));
    await expect(consolePage.count).toContainText('only the last 2,000 are kept');
    await expect.poll(() => consolePage.linesInSight()).toEqual(seen); // as many old ones went
    await expect(consolePage.showNew).toHaveCount(0);
    await consolePage.autoScroll.click();
    await expect(consolePage.line(`line ${LINES_MAX + 4}.`)).toBeInViewport();
  });

  test('are joined when they come in pieces, and end with CR, LF or both', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    for (const piece of ['half ', 'a line\r', '\nby CR\rby LF\nlast']) far.say(piece);
    await expect(consolePage.line('last')).toBeVisible();
    expect(await consolePage.linesInSight()).toEqual(['half a line', 'by CR', 'by LF', 'last']);
  });

  test('are filtered, counted and cleared', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, 120));
    await expect(consolePage.count).toHaveText('120 lines');
    await consolePage.filter.fill('LINE 11');
    await expect(consolePage.count).toHaveText('11 of 120 lines');
    await expect(consolePage.line(/line/)).toHaveCount(11);
    far.say('error Line 110 is the last one\r\n');
    await expect(consolePage.line('error Line 110')).toBeVisible();
    await consolePage.filter.fill('nowhere');
    await expect(consolePage.line('No line contains this text.')).toBeVisible();
    await consolePage.filter.fill('');
    await expect(consolePage.line('error Line 110')).toBeInViewport();
    await consolePage.clear.click();
    await expect(consolePage.count).toHaveText('0 lines');
    await expect(consolePage.copy).toBeDisabled();
    await expect(consolePage.download).toBeDisabled();
  });

  test('are 2,000 at most, and it is said that there were more', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, LINES_MAX + 500));
    await expect(consolePage.count).toHaveText('2,000 lines · only the last 2,000 are kept');
    await consolePage.log.evaluate((box) => box.scrollTo(0, 0));
    await expect(consolePage.line('line 500.')).toBeInViewport();
    await expect(consolePage.line('line 499.')).toHaveCount(0);
  });

  test('are copied without a clipboard of the browser’s, and saved as a file', async ({
    page,
    consolePage,
  }) => {
    const errors = await watchForErrors(page);
    await takeClipboardAway(page);
    const far = await consolePage.openFake();
    far.say(numberedLines(0, 300));
    await consolePage.filter.fill('line 29');
    await expect(consolePage.count).toHaveText('11 of 300 lines');
    await consolePage.copy.click();
    await expect(page.getByText('11 lines copied')).toBeVisible();
    const text = await copied(page);
    expect(text.split('\n')).toHaveLength(12);
    expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} > info {2}line 29\.\n/);

    await consolePage.filter.fill('');
    const [file] = await Promise.all([page.waitForEvent('download'), consolePage.download.click()]);
    expect(file.suggestedFilename()).toMatch(/^console-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.txt$/);
    const saved = await readFile(await file.path(), 'utf8');
    expect(saved.split('\n')).toHaveLength(301);
    expect(saved).toContain('> info  line 299.\n');
    expect(errors).toEqual([]);
  });

  test('stay selected while others come, all of them too', async ({ page, consolePage }) => {
    await takeClipboardAway(page);
    const far = await consolePage.openFake();
    far.say(numberedLines(0, 1000));
    await consolePage.line('line 999.').dblclick({ position: { x: 5, y: 5 } });
    await expect(consolePage.autoScroll).not.toBeChecked();
    const selection = () => page.evaluate(() => String(document.getSelection()).trim());
    const word = await selection();
    expect(word).not.toBe('');
    far.say(numberedLines(1000, 100));
    await expect(consolePage.showNew).toHaveText('Show 100 new lines');
    expect(await selection()).toBe(word);
    // far away from it: it must not lose its row
    await consolePage.log.evaluate((box) => box.scrollTo(0, 0));
    await expect(consolePage.line('line 0.')).toBeInViewport();
    expect(await selection()).toBe(word);

    await consolePage.log.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    const lines = (await copied(page)).trim().split(/\n+/);
    expect([lines.length, lines.at(0), lines.at(-1)]).toEqual([
      1000,
      expect.stringContaining('line 0.'),
      expect.stringContaining('line 999.'),
    ]);
    await consolePage.showNew.click();
    await expect(consolePage.line('line 1099.')).toBeInViewport();
    await expect(consolePage.autoScroll).toBeChecked();
  });

  test('are kept alive by a ping, and come back after the socket has ended', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    far.say('info  before\r\n');
    await expect.poll(() => far.heard, { timeout: 20_000 }).toContain('ping');
    await far.end();
    await expect.poll(far.connections, { timeout: 20_000 }).toBe(2);
    await expect(consolePage.link).toHaveText('Connected');
    far.say('info  after\r\n');
    await expect(consolePage.line('after')).toBeVisible();
    expect(await consolePage.linesInSight()).toEqual([
      'info  before',
      'The connection was interrupted here; lines may be missing.',
      'info  after',
    ]);
  });

  for (const width of [390, 1440]) {
    test(`can be read and used by everybody at ${width} px`, async ({ page, consolePage }) => {
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
      await expectAccessible(page, 'console');
    });
  }

  for (const [locale, connected, empty] of [
    ['de', 'Verbunden', 'Warten auf die nächste Zeile …'],
    ['fr', 'Connecté', 'En attente de la prochaine ligne …'],
  ] as const) {
    test(`are announced in the language of the page (${locale})`, async ({ page }) => {
      await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      await page.routeWebSocket(/\/console$/, () => undefined);
      await page.goto('/info/console');
      await expect(page.getByRole('main').getByRole('status')).toHaveText(connected);
      await expect(page.getByRole('log')).toHaveText(empty);
    });
  }
});

test('a gateway that goes and comes back: the page says so, and goes on by itself', async ({
  gateway,
  page,
  consolePage,
}) => {
  test.slow();
  await consolePage.open();
  await expect(consolePage.link).toHaveText('Connected');
  await gateway.kill();
  await expect(consolePage.link).toHaveText('Offline', { timeout: 30_000 });
  await expect(page.getByText('The gateway does not answer.')).toBeVisible();
  await gateway.startAgain();
  await expect(consolePage.link).toHaveText('Connected', { timeout: 40_000 });
  await expect(page.getByText('The gateway does not answer.')).toHaveCount(0);
  await consolePage.filter.fill('interrupted');
  await expect(consolePage.line('The connection was interrupted here')).toBeVisible();
});

test('where visitors may not read, the login comes first, and then the lines', async ({
  gateway,
  page,
  loginPage,
  consolePage,
}) => {
  await gateway.kill();
  await changeStoredSettings(gateway.dataFolder, 'security', { allow_readonly: false });
  await gateway.startAgain();
  await consolePage.open();
  await expect(page).toHaveURL('/login?returnUrl=%2Finfo%2Fconsole');
  await loginPage.logIn();
  await expect(page).toHaveURL('/info/console');
  await expect(consolePage.link).toHaveText('Connected', { timeout: 20_000 });
  await expect(consolePage.line(/Polling inverter/).first()).toBeVisible({ timeout: 30_000 });
});

test.describe('500 lines a second', () => {
  test.use({ sharedGateway: true });

  test('leave the page responsive on a slow phone, and its memory flat', async ({ page, consolePage }) => {
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
