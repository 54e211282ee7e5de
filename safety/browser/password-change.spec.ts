import type { BrowserContext, Page } from '@playwright/test';
import { Bar } from '../../e2e/pages/bar.ts';
import { SettingsPage } from '../../e2e/pages/settings-page.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

const NEW = 'another one';
const NOTHING = { exactly: 0 } as const;
const PATIENTLY = { timeout: 40_000 };
/** Pages that hear or ask of their own accord; and a form, which keeps what was typed. */
const PATHS = ['/', '/info/console', '/info/system'];
const FORM = '/settings/ntp';

test.use({ loggedIn: true });

/** Tabs of another browser, which has the login too. */
async function openTabs(context: BrowserContext, paths: readonly string[]) {
  const tabs = paths.map(async (path) => {
    const tab = await context.newPage();
    await tab.goto(path);
    await expect(tab.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible(PATIENTLY);
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
    return tab;
  });
  return Promise.all(tabs);
}

/** Addresses of those that do not get to the login page. */
async function stayedAway(tabs: readonly Page[]): Promise<string[]> {
  const arrivals = tabs.map((tab) =>
    tab.waitForURL(/\/login\?returnUrl=/, PATIENTLY).then(
      () => [],
      () => [tab.url()],
    ),
  );
  return (await Promise.all(arrivals)).flat();
}

test('@nightly A4: the tabs of other browsers go to the login page by themselves', async ({
  browser,
  gateway,
  api,
}) => {
  test.setTimeout(120_000);
  const row = openRow('A4');
  await api.order('/api/security/config', { password: 'openDTU42', allow_readonly: false });
  const context = await browser.newContext({ baseURL: gateway.url }); // with the login of this test's options
  const tabs = await openTabs(context, PATHS);
  const [form, ...others] = await openTabs(context, [FORM]);
  if (form === undefined || others.length > 0) throw new Error('one form is one tab');
  await api.order('/api/security/config', { password: NEW, allow_readonly: false });
  const stayed = await stayedAway(tabs);
  expect.soft(stayed).toEqual([]);
  row.figure({
    what: 'tabs of other browsers that do not go to the login page',
    value: stayed.length,
    goal: NOTHING,
  });
  const bar = new Bar(form);
  const looksLoggedIn = await expect(bar.login)
    .toBeVisible(PATIENTLY)
    .then(
      () => false,
      () => true,
    );
  await bar.dropdown('Settings').click();
  await bar.entry('DTU').click();
  const late = (await stayedAway([form])).length + Number(looksLoggedIn);
  row.figure({
    what: 'forms that look logged in, or do not go there with the next call',
    value: late,
    goal: NOTHING,
  });
  const kept = await form.evaluate(() => Number(localStorage.getItem('user') !== null));
  row.figure({ what: 'records of the old login kept by other browsers', value: kept, goal: NOTHING });
  await context.close();
});

test.describe('while nothing is saved', () => {
  test.use({ sharedGateway: true });

  test('@nightly A6: a password of 70 characters that is pasted is refused in full view, not cut', async ({
    page,
    context,
    gateway,
  }) => {
    const row = openRow('A6');
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.url });
    const settings = new SettingsPage(page, 'security');
    const saves = settings.watchSaves();
    await settings.open();
    const text = 'x'.repeat(69).concat('y');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    const fields = ['New password', 'Repeat password'];
    let cut = 0;
    for (const name of fields) {
      await settings.field(name).click();
      await page.keyboard.press('ControlOrMeta+V');
      await expect
        .poll(() => settings.field(name).inputValue())
        .not.toBe('')
        .catch(() => undefined); // then it counts as cut
      if ((await settings.field(name).inputValue()) !== text) cut += 1;
    }
    await settings.save.click();
    const says = settings.form.getByText('At most 64 characters: 6 too many.');
    const unsaid = await expect(says.first())
      .toBeVisible(PATIENTLY)
      .then(
        () => 0,
        () => 1,
      );
    row.figure({ what: 'fields that cut a pasted password of 70 characters', value: cut, goal: NOTHING });
    row.figure({ what: 'refusals of it that are not shown', value: unsaid, goal: NOTHING });
    row.figure({ what: 'saves of it', value: saves.length, goal: NOTHING });
  });
});
