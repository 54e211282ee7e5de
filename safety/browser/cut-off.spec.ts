import type { Bar } from '../../e2e/pages/bar.ts';
import { test as base, expect } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';
import { passUntil } from '../tools/browser/page-time.ts';
import { PROXIED, type ProxiedFixtures } from '../tools/browser/proxied-page.ts';

/** F14 and F17 in a real page. Minutes pass on its clock; the counter-proofs are in `faults/page-crowd.test.ts`. */

const test = base.extend<ProxiedFixtures>(PROXIED);

test.use({ sharedGateway: true });

const AGE_MAX_S = 15;

/** With values that are asked for, too. */
const LIVE = /^Live(?:, every 10 s)?$/;

const isLive = async ({ link }: Bar) => LIVE.test(await link.innerText());

test('@nightly F14: a connection that says nothing more', async ({ page, chaos, ages, home, bar }) => {
  const row = openRow('F14');
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  const { all: before } = await ages.sockets();
  chaos.set({ blackHole: true });
  await passUntil(page, 40, () => ages.isStale());
  await passUntil(page, 40, async () => (await ages.sockets()).all > before);
  const tryS = (await ages.silentMs()) / 1000;

  row.figure({
    what: 'new try in Chromium after',
    value: tryS,
    unit: 's',
    goal: { atMost: 20 },
    isTimed: true,
  });
  const oldestS = await ages.oldestLiveS();
  row.figure({
    what: 'oldest shown in Chromium without a mark',
    value: oldestS,
    unit: 's',
    goal: { atMost: AGE_MAX_S },
  });
  await expect(home.fact('Data age')).toHaveText(/^\d+ s$/);
  expect(await home.dataAgeS()).toBeGreaterThanOrEqual(AGE_MAX_S);
  chaos.set({});
});

test('F17: a page that is cut off, for 3 s, 30 s and 10 min', async ({ page, chaos, ages, home, bar }) => {
  test.setTimeout(120_000);
  const row = openRow('F17');
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');

  let open = 0;
  for (const seconds of [3, 30, 600]) {
    chaos.set({ blackHole: true });
    await page.clock.runFor(seconds * 1000);
    if (seconds === 3) {
      await expect.soft(bar.link).toHaveText('Live');
      await expect.soft(home.action('Device info')).toBeEnabled();
    } else {
      await expect.soft(bar.link).toContainText('Offline');
      await expect.soft(page.getByText(/^No new values for/)).toBeVisible();
      for (const tab of await home.tabs.all()) await expect.soft(tab).toContainText('Out of date');
      await expect.soft(home.value('Phase 1', 'Voltage')).toHaveText(/\d/); // old values are marked, not taken away
      for (const button of await home.toolbar.getByRole('button').all()) {
        if (await button.isEnabled()) open += 1;
      }
    }
    chaos.set({});
    const backS = await passUntil(page, 60, async () => (await isLive(bar)) && !(await ages.isStale()));
    const what = `back in Chromium after a cut of ${seconds} s`;
    row.figure({ what, value: backS, unit: 's', goal: { atMost: 16 }, isTimed: true });
    await passUntil(page, 60, async () => (await bar.link.innerText()) === 'Live'); // with its socket again
  }
  row.figure({
    what: 'buttons that take orders while the page is cut off',
    value: open,
    goal: { exactly: 0 },
  });
  const oldestS = await ages.oldestLiveS();
  row.figure({
    what: 'oldest shown as live in Chromium',
    value: oldestS,
    unit: 's',
    goal: { atMost: AGE_MAX_S },
  });
});

test('@nightly F17: where no sockets get through any more, values are asked for', async ({
  page,
  chaos,
  ages,
  home,
  bar,
}) => {
  test.setTimeout(90_000);
  const row = openRow('F17');
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  const { all: before } = await ages.sockets();
  chaos.set({ noSockets: true });
  chaos.cut('reset');
  await expect(bar.link).toHaveText('Reconnecting');
  await passUntil(page, 60, () => isLive(bar));
  await expect(bar.link).toHaveText('Live, every 10 s');
  const failed = (await ages.sockets()).all - before;
  row.figure({
    what: 'sockets that failed before values were asked for',
    value: failed,
    goal: { atMost: 2 },
  });
  for (let poll = 0; poll < row.scale(3, 30); poll++) {
    const answer = page.waitForResponse('**/api/livedata/status');
    await page.clock.runFor(10_500);
    await answer;
    await expect(bar.link).toHaveText('Live, every 10 s');
    expect(await ages.isStale()).toBe(false);
  }
  chaos.set({});
  await passUntil(page, 60, async () => (await ages.sockets()).now === 1 && (await ages.silentMs()) < 2000);
  await expect(bar.link).toHaveText('Live');
  expect((await ages.sockets()).most).toBe(1);
});
