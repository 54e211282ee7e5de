import type { Page } from '@playwright/test';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { PROXIED, type ProxiedFixtures } from '../tools/browser/proxied-page.ts';

/** F19 in a real page; the counter-proof is in `faults/page-crowd.test.ts`. */

const test = base.extend<ProxiedFixtures>(PROXIED);

test.use({ sharedGateway: true });

const MARK_WITHIN_MS = 1000;

/** As the browser tells a page; headless it shows all pages at all times. */
function setVisible(page: Page, isVisible: boolean): Promise<void> {
  return page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

async function setLifecycle(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state });
  await session.detach();
}

for (const [what, hours, isFrozen] of [
  ['a tab that was hidden for 2 h', 2, false],
  ['a laptop that slept for 8 h', 8, true],
] as const) {
  test(`@nightly F19: ${what}`, async ({ page, chaos, ages, home, bar }) => {
    const row = openRow('F19');
    await home.openWithValues();
    await expect(bar.link).toHaveText('Live');
    const { all: before } = await ages.sockets();
    // What comes meanwhile is held back, and comes in one burst after waking.
    chaos.set({ blackHole: true });
    await setVisible(page, false);
    if (isFrozen) await setLifecycle(page, 'frozen');
    await page.clock.fastForward(`0${hours}:00:00`);
    if (isFrozen) await setLifecycle(page, 'active');

    const wokenMs = performance.now();
    await setVisible(page, true);
    await expect.soft(page.getByText(/^No new values for/)).toBeVisible();
    const markMs = performance.now() - wokenMs;
    await ages.forgetOldest(); // a picture before the mark is what the second is for
    await expect.soft(bar.link).not.toHaveText('Live');
    row.figure({
      what: `mark in Chromium after ${what}`,
      value: markMs,
      unit: 'ms',
      goal: { atMost: MARK_WITHIN_MS },
      isTimed: true,
    });

    const healedMs = performance.now();
    chaos.set({});
    await expect.soft(bar.link).toHaveText('Live');
    const value = (performance.now() - healedMs) / 1000;
    row.figure({
      what: `back in Chromium after ${what}`,
      value,
      unit: 's',
      goal: { atMost: 3 },
      isTimed: true,
    });
    await expect.soft(page.getByText(/^No new values for/)).toHaveCount(0);
    const sockets = await ages.sockets();
    expect.soft(sockets.all).toBeGreaterThan(before);
    row.figure({ what: 'sockets of a page that woke up', value: sockets.most, goal: { exactly: 1 } });
    const oldestS = await ages.oldestLiveS();
    row.figure({ what: 'oldest shown as live in Chromium', value: oldestS, unit: 's', goal: { atMost: 15 } });
  });
}

test('@nightly F19: a browser without a network', async ({ page, context, ages, home, bar }) => {
  const row = openRow('F19');
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  await context.setOffline(true);
  await expect.soft(bar.link).toHaveText('Reconnecting');
  await page.clock.runFor(20_000);
  await expect.soft(page.getByText(/^No new values for/)).toBeVisible();
  const onlineMs = performance.now();
  await context.setOffline(false);
  await expect.soft(bar.link).toHaveText('Live');
  const value = (performance.now() - onlineMs) / 1000;
  row.figure({
    what: 'back in Chromium after no network',
    value,
    unit: 's',
    goal: { atMost: 3 },
    isTimed: true,
  });
  expect((await ages.sockets()).most).toBe(1);
});

/** Chromium without a window keeps no pages in the cache, so the page gets the two events alone. */
function tellCached(page: Page, type: 'pagehide' | 'pageshow'): Promise<void> {
  return page.evaluate((name) => {
    window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
  }, type);
}

test('F19: a page that comes back from the back/forward cache', async ({ page, ages, home, bar }) => {
  const row = openRow('F19');
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  await tellCached(page, 'pagehide');
  expect.soft((await ages.sockets()).now).toBe(0); // an open one would keep the page out of the cache
  await page.clock.fastForward('02:00:00');
  const backMs = performance.now();
  await tellCached(page, 'pageshow');
  await expect
    .configure({ soft: true })
    .poll(() => ages.silentMs())
    .toBeLessThan(2000);
  await expect.soft(bar.link).toHaveText('Live');
  const value = (performance.now() - backMs) / 1000;
  row.figure({
    what: 'back in Chromium from the cache',
    value,
    unit: 's',
    goal: { atMost: 3 },
    isTimed: true,
  });
  expect.soft(await ages.sockets()).toMatchObject({ now: 1, most: 1 });
  const oldestS = await ages.oldestLiveS();
  row.figure({ what: 'oldest shown as live in Chromium', value: oldestS, unit: 's', goal: { atMost: 15 } });
});
