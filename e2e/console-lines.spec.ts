import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { watchForErrors } from './checks.ts';
import { passTimeUntil } from './page-clock.ts';
import { numberedLines } from './pages/console-page.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

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

test.describe('lines', () => {
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

  test('@nightly go on when one scrolls to the end, also by keyboard', async ({ page, consolePage }) => {
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

  test('@nightly go on coming below without auto-scroll', async ({ consolePage }) => {
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

  test('@nightly are joined when they come in pieces, and end with CR, LF or both', async ({
    consolePage,
  }) => {
    const far = await consolePage.openFake();
    for (const piece of ['half ', 'a line\r', '\nby CR\rby LF\nlast']) far.say(piece);
    await expect(consolePage.line('last')).toBeVisible();
    expect(await consolePage.linesInSight()).toEqual(['half a line', 'by CR', 'by LF', 'last']);
  });

  test('@nightly are filtered, counted and cleared', async ({ consolePage }) => {
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

  test('@nightly are 2,000 at most, and it is said that there were more', async ({ consolePage }) => {
    const far = await consolePage.openFake();
    far.say(numberedLines(0, LINES_MAX + 500));
    await expect(consolePage.count).toHaveText('2,000 lines · only the last 2,000 are kept');
    await consolePage.log.evaluate((box) => box.scrollTo(0, 0));
    await expect(consolePage.line('line 500.')).toBeInViewport();
    await expect(consolePage.line('line 499.')).toHaveCount(0);
  });

  test('@nightly are copied without a clipboard of the browser’s, and saved as a file', async ({
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

  test('@nightly stay selected while others come, all of them too', async ({ page, consolePage }) => {
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

  test('are kept alive by a ping, and come back after the socket has ended', async ({
    page,
    consolePage,
  }) => {
    await page.clock.install();
    const far = await consolePage.openFake();
    far.say('info  before\r\n');
    await passTimeUntil(page, async () => expect(far.heard).toContain('ping'));
    await far.end();
    await passTimeUntil(page, async () => expect(far.connections()).toBe(2));
    await expect(consolePage.link).toHaveText('Connected');
    far.say('info  after\r\n');
    await expect(consolePage.line('after')).toBeVisible();
    expect(await consolePage.linesInSight()).toEqual([
      'info  before',
      'The connection was interrupted here; lines may be missing.',
      'info  after',
    ]);
  });
});
