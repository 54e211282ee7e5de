import { join } from 'node:path';
import { type FleetStandIn, startFleetStandIn } from '@heliograph/testbed/outside/fleet-stand-in.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './checks.ts';

const PAGES = join(import.meta.dirname, '..', 'apps', 'web', 'dist-fleet');

interface Fixtures {
  readonly siteCount: number;
  readonly fleet: FleetStandIn;
}

const test = base.extend<Fixtures>({
  siteCount: [120, { option: true }],
  fleet: async ({ siteCount }, use) => {
    const fleet = await startFleetStandIn({ pages: PAGES, sites: siteCount });
    await use(fleet);
    await fleet.close();
  },
  baseURL: async ({ fleet }, use) => use(fleet.url),
});

async function logIn(page: Page, name = 'ada'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('sunshine42');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** What a browser writes of its own where somebody is not logged in, or a server is away. */
const ofBrowser = (errors: readonly string[]) =>
  errors.filter((error) => !/status of (401|503)|ERR_(CONNECTION|INTERNET|EMPTY)/.test(error));

/** Keeps what each canvas was last given to write, which nothing else tells of. */
async function watchWords(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      this.canvas.dataset.words = `${this.canvas.dataset.words ?? ''} ${given[0]}`.slice(-400);
      fillText.apply(this, given);
    };
  });
}

/** The first of 31 days of which the last is so many days ago, as an axis names them: every second one. */
const firstDays = (page: Page, daysAgo: number) =>
  page.evaluate((ago) => {
    const today = new Date();
    const numberOf = (place: number) =>
      new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago - 30 + place).getDate();
    return [0, 2, 4].map(numberOf).join(' ');
  }, daysAgo);

test('an installer looks over all sites at a desk: a site, list, curves, map', async ({ page, fleet }) => {
  const errors = await watchForErrors(page);
  await watchWords(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('the login leads to where one wanted to go: a site, with its day and its month', async () => {
    await page.goto('/sites/site-0019');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'École 19' })).toBeVisible();
    await expect(page).toHaveURL('/sites/site-0019');
    await expect(page.locator('canvas')).toHaveCount(2);
    await expectAccessible(page, 'a site of the fleet');
    await expectNoSidewaysScroll(page, 'a site');
  });
  await test.step('the list changes as sites do', async () => {
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '121');
    await page.getByRole('searchbox').fill('scheune muller 1');
    const row = page.getByRole('row', { name: /^Scheune Müller 1 / });
    const site = fleet.sites.get('site-0001');
    if (site?.summary === undefined) throw new Error('no such site');
    fleet.tell({ ...site, summary: { ...site.summary, power: 4321 } });
    await expect(row).toContainText('4.32 kW');
  });
  await test.step('the curves of all sites open by the keyboard, and go a day back', async () => {
    await page.getByRole('button', { name: 'Power and energy' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('All sites that you see together: 120 sites.')).toBeVisible();
    const days = page.locator('canvas').nth(1);
    await expect(days).toHaveAttribute('data-words', new RegExp(` ${await firstDays(page, 0)} `));
    await page.getByRole('button', { name: 'Day before' }).click();
    await expect(days).toHaveAttribute('data-words', new RegExp(` ${await firstDays(page, 1)} `));
    await expectAccessible(page, 'the list of sites, with curves', {
      leftToNight: 'tbody tr:nth-child(n + 3)',
    });
    await expectNoSidewaysScroll(page, 'the list, with curves');
    await page.getByRole('button', { name: 'Power and energy' }).click();
    await expect(page.locator('canvas')).toHaveCount(0);
  });
  await test.step('the map has the same sites, and leads to them', async () => {
    await page.getByRole('button', { name: 'Map' }).click();
    const map = page.getByRole('application', { name: 'Map of the sites' });
    await expect(map.locator('path').first()).toHaveAttribute('d', /^M/);
    await page.getByRole('searchbox').fill('');
    await expect(map.getByRole('button').first()).toBeVisible();
    await expectAccessible(page, 'the map of sites', {
      leftToNight: '[role=application] > :nth-child(n + 6)',
    });
    const before = await map.getByRole('button').count();
    await map.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => map.locator('a, button').count()).not.toBe(before);
    await page.getByRole('searchbox').fill('site-0100');
    await map.getByRole('link', { name: /100: / }).click();
    await expect(page).toHaveURL('/sites/site-0100');
  });
  expect(ofBrowser(errors)).toEqual([]);
});

test('a manager with a phone: cards, a new site, and a link', async ({ page, browser }) => {
  const errors = await watchForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await logIn(page);
  await test.step('each site is a card', async () => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Offline' }).first()).toBeVisible();
    await expectAccessible(page, 'the cards of sites', { leftToNight: 'main li:nth-child(n + 3)' });
    await expectNoSidewaysScroll(page, 'the cards');
  });
  await test.step('a site is added, and its password told once', async () => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Add a site' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('ID').fill('barn-12');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Password of barn-12' })).toContainText('sites/barn-12/');
    await expectNoSidewaysScroll(page, 'the password of a site');
    await page.getByRole('button', { name: 'I have written it down' }).click();
  });
  await test.step('whoever opens a link sees that group until it ends', async () => {
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByLabel('Whom it is for').fill('Neighbours');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    const address = await page.getByRole('dialog').locator('code').innerText();
    const elsewhere = await browser.newContext();
    const neighbour = await elsewhere.newPage();
    await neighbour.goto(address);
    await expect(neighbour.getByText('You look by the link “Neighbours”.')).toBeVisible();
    expect(neighbour.url()).not.toContain('made-up');
    await page.getByRole('button', { name: 'I have written it down' }).click();
    await page.getByRole('button', { name: 'End Neighbours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await expect(neighbour.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await elsewhere.close();
  });
  expect(ofBrowser(errors)).toEqual([]);
});

test('@nightly what is away, wrong or over is said, and what was typed stays', async ({ page, fleet }) => {
  const errors = await watchForErrors(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/sites/site-0019');
  await test.step('a wrong password is refused', async () => {
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('moonshine42');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Name or password is wrong.')).toBeVisible();
    await expectAccessible(page, 'the login of the fleet');
    await logIn(page);
  });
  await test.step('a site says what is wrong, and leads to its gateway', async () => {
    await expect(page.getByText('Only 2 of 3 inverters answer by day.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open its gateway' })).toHaveAttribute('rel', 'noreferrer');
  });
  await test.step('a part that is away is named, and gone once it is back', async () => {
    fleet.parts = { timeseries: 70 };
    fleet.tell();
    await expect(page.getByText(/database of readings has not answered for 7\d s/).last()).toBeVisible();
    fleet.parts = {};
    fleet.tell();
    await expect(page.getByText(/has not answered/)).toHaveCount(0);
    await expect(page.locator('canvas')).toHaveCount(2);
  });
  await test.step('a site that falls silent says since when', async () => {
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await page.getByRole('searchbox').fill('scheune muller 1');
    await page.getByRole('button', { name: 'Site', exact: true }).click();
    const row = page.getByRole('row', { name: /^Scheune Müller 1 / });
    await expect(row).toContainText('Good');
    const site = fleet.sites.get('site-0001');
    if (site === undefined) throw new Error('no such site');
    fleet.tell({ ...site, state: 'silent', heard: 65 });
    await expect(row).toContainText('Silent');
    await expect(row).toContainText(/6\d s ago/);
  });
  await test.step('curves of a group fit a tablet', async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Gemeinde Nordheim');
    await page.getByRole('button', { name: 'Power and energy' }).click();
    await expect(page.getByText(/^The group Gemeinde Nordheim together: \d+ sites\.$/)).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(2);
    await expectAccessible(page, 'the curves of a group');
    await expectNoSidewaysScroll(page, 'the curves of a group');
  });
  await test.step('the dialog with a password can be read by all', async () => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'New password for Barn 5', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New password' }).click();
    await expect(page.getByRole('dialog', { name: 'Password of Barn 5' })).toBeVisible();
    await expectAccessible(page, 'the password of a site');
    await page.getByRole('button', { name: 'I have written it down' }).click();
  });
  await test.step('what was typed is there again after a login that was over', async () => {
    await page.getByRole('tab', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Südstadt');
    fleet.logOutAll();
    await expect(page.getByText('Your login is over.')).toBeVisible();
    await logIn(page);
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Südstadt');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Rename Südstadt' })).toBeVisible();
  });
  expect(ofBrowser(errors)).toEqual([]);
});
