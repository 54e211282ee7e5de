import type { Page } from '@playwright/test';
import { withoutWorker } from '../../e2e/checks.ts';
import { expect, test } from '../../e2e/test.ts';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { usePageWithout } from '../tools/browser/test-page.ts';

/** F22: a new version of the web app is served while the old one is open. */

test.use({ sharedGateway: true });

const ASSETS = '/assets/';

interface Upgrade {
  /** From now on only the new version is there. */
  make(): Promise<void>;
  /** Files that are missing from the new version too. */
  lose(name: RegExp | undefined): void;
  /** How often the page was loaded since. */
  loads(): number;
  /** Resolves when that load, the first is 1, has ended with its style sheet and all. */
  loaded(load: number): Promise<unknown>;
}

/** The new version is the old one under other names. */
async function prepareUpgrade(page: Page): Promise<Upgrade> {
  let folder = ASSETS;
  let lost: RegExp | undefined;
  let loads = 0;
  await withoutWorker(page);
  await page.route(/\/assets[^/]*\//, async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    if (!pathname.startsWith(folder) || lost?.test(pathname)) {
      return route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' });
    }
    if (folder === ASSETS) return route.fallback();
    const response = await route.fetch({ url: origin + pathname.replace(folder, ASSETS) });
    return route.fulfill({ response });
  });
  await page.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (!route.request().isNavigationRequest() || folder === ASSETS) return route.fallback();
      loads += 1;
      const response = await route.fetch();
      const markup = (await response.text()).replaceAll(ASSETS, folder);
      return route.fulfill({ response, body: markup.replace('<html ', `<html data-load="${loads}" `) });
    },
  );
  return {
    // What the page of before still asks for by itself would be missing too, and reload it a moment earlier.
    make: async () => {
      await expect(page.locator('canvas').first()).toBeVisible(); // the last part of a live view to come
      await page.waitForLoadState('networkidle');
      folder = '/assets-new/';
    },
    lose: (name) => {
      lost = name;
    },
    loads: () => loads,
    // Asked of the document itself: while a reload is on its way, the one before it is still there and complete.
    loaded: (load) =>
      page.waitForFunction((asked) => {
        const shown = document.documentElement.getAttribute('data-load');
        return document.readyState === 'complete' && Number(shown) >= asked;
      }, load),
  };
}

// What a page still asks for when its test is over goes unanswered.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const row = openRow('F22');
const oneReload = { what: 'reloads by the page itself', goal: { exactly: 1 } } as const;

test('F22: a page that is asked for is fetched from the new version, after one reload', async ({
  page,
  bar,
  home,
}) => {
  const upgrade = await prepareUpgrade(page);
  await home.openWithValues();
  await upgrade.make();
  await bar.dropdown('Info').click();
  await bar.entry('System').click();
  // The heading alone says nothing: the old page shows it as well, while it asks for what is gone.
  await expect.soft(page.locator('html')).toHaveAttribute('data-load', '1');
  await expect.soft(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  row.figure({ ...oneReload, value: upgrade.loads() });
  await expect(page.locator('#late')).toHaveCount(0); // before that a link loads its page as a whole
  await bar.brand.click();
  await home.expectValues();
  expect(upgrade.loads()).toBe(1);
});

test('@nightly F22: what is missing from the new version too is said, and can be tried again', async ({
  page,
  bar,
  home,
}) => {
  const upgrade = await prepareUpgrade(page);
  await home.openWithValues();
  await upgrade.make();
  upgrade.lose(/system-info-page/);
  await bar.dropdown('Info').click();
  await bar.entry('System').click();
  const reload = page.getByRole('main').getByRole('button', { name: 'Reload' });
  await expect.soft(reload).toBeVisible();
  const offers = await reload.count();
  row.figure({ what: 'offers to reload while a file stays missing', value: offers, goal: { exactly: 1 } });
  row.figure({ ...oneReload, what: 'reloads while a file stays missing', value: upgrade.loads() });
  await expect(bar.brand).toBeVisible(); // the rest of the page is there
  upgrade.lose(undefined);
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
});

test('@nightly F22: without its texts or its script the page still says something', async ({
  page,
  home,
}) => {
  test.setTimeout(90_000); // the page waits twice before it says that nothing comes
  const upgrade = await prepareUpgrade(page);
  await home.openWithValues();
  await upgrade.make();
  let white = 0;
  let unsaid = 0;
  let more = 0;
  for (const [name, loads] of [
    [/start-en-/, 2], // with the reload by the page itself
    [/\/index-.*js$/, 3],
  ] as const) {
    upgrade.lose(name);
    await page.goto('/');
    await upgrade.loaded(loads);
    const isSaid = await page
      .getByText(/If nothing appears, please reload the page\.|if nothing changes, reload the page\./)
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isSaid) unsaid += 1;
    if ((await page.locator('body').innerText()).trim() === '') white += 1;
    more += upgrade.loads() - loads;
  }
  row.figure({ what: 'white pages', value: white, goal: { exactly: 0 } });
  row.figure({ what: 'pages without a word on what to do', value: unsaid, goal: { exactly: 0 } });
  row.figure({ what: 'reloads that help no more', value: more, goal: { exactly: 0 } });
});

test('F22: counter-proof: without the reload @nightly', async ({ page, bar, home }) => {
  test.setTimeout(180_000); // with the build
  await usePageWithout(page, ['reloadOnce']);
  const upgrade = await prepareUpgrade(page);
  await home.openWithValues();
  await upgrade.make();
  await bar.dropdown('Info').click();
  await bar.entry('System').click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible();
  row.counterProof({ ...oneReload, without: SEAMS.reloadOnce, value: upgrade.loads() });
});
