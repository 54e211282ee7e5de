import type { Browser } from '@playwright/test';
import { Bar } from '../../e2e/pages/bar.ts';
import { HomePage } from '../../e2e/pages/home-page.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { watchAges } from '../tools/browser/age-watch.ts';
import { passUntil } from '../tools/browser/page-time.ts';

/** F18 in real pages; fifty of them, and the counter-proof, are in `faults/page-crowd.test.ts`. */

async function openWatched(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const ages = await watchAges(page);
  await page.clock.install();
  const home = new HomePage(page);
  const bar = new Bar(page);
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  const isLive = async () => {
    await ages.settled();
    return (await bar.link.innerText()) === 'Live' && (await ages.sockets()).now === 1;
  };
  return { context, page, ages, home, bar, isLive };
}

test('@nightly F18: a gateway that is killed again and again under open pages', async ({
  browser,
  gateway,
}) => {
  const row = openRow('F18');
  const restarts = row.scale(2, 20);
  test.setTimeout(60_000 + restarts * 15_000);
  const pages = await Promise.all(Array.from({ length: 2 }, () => openWatched(browser, gateway.url)));
  const backS: number[] = [];

  for (let restart = 0; restart < restarts; restart++) {
    await gateway.kill();
    for (const { page, bar } of pages) {
      // At once, or, where values were just being asked for, with the next question.
      await passUntil(page, 20, async () => (await bar.link.innerText()) !== 'Live');
      await expect.soft(bar.link).not.toHaveText('Live');
    }
    // Every other time it is away for so long that values go stale and sockets are refused.
    const isLong = restart % 2 === 1;
    if (isLong) {
      for (const { page, bar, home } of pages) {
        await page.clock.runFor(40_000);
        await expect.soft(bar.link).toContainText('Offline');
        await expect.soft(page.getByText(/^No new values for \d+ s/)).toBeVisible();
        for (const tab of await home.tabs.all()) await expect.soft(tab).toContainText('Out of date');
        await expect.soft(page.getByText('Producing')).toHaveCount(0);
      }
    }
    await gateway.startAgain();
    for (const { page, bar, isLive } of pages) {
      backS.push(await passUntil(page, 60, isLive));
      await expect.soft(bar.link).toHaveText('Live');
      await expect.soft(page.getByText(/^No new values for/)).toHaveCount(0);
    }
  }

  row.figure({
    what: 'back in Chromium after',
    value: Math.max(...backS),
    unit: 's',
    goal: { atMost: 16 },
    isTimed: true,
  });
  for (const { ages, context } of pages) {
    const sockets = await ages.sockets();
    row.figure({ what: 'sockets of a page in Chromium', value: sockets.most, goal: { exactly: 1 } });
    const oldestS = await ages.oldestLiveS();
    row.figure({ what: 'oldest shown as live in Chromium', value: oldestS, unit: 's', goal: { atMost: 15 } });
    expect.soft([sockets.now, sockets.all > restarts]).toEqual([1, true]);
    await context.close();
  }
});

test('@nightly F18: a gateway that is not there when the live view is opened again', async ({
  page,
  gateway,
  bar,
  home,
}) => {
  await home.openWithValues();
  await page.clock.install();
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await gateway.kill();
  await bar.brand.click();
  await page.clock.runFor(20_000);
  await expect(page.getByText(/gateway has not answered|No new values/)).toBeVisible();
  await gateway.startAgain();
  await passUntil(page, 60, () => home.total('Total power').isVisible());
  await expect(home.total('Total power')).toBeVisible();
});
