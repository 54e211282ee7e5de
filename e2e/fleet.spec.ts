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

test('an installer looks over all sites at a desk: list, search, map, a site', async ({ page, fleet }) => {
  const errors = await watchForErrors(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('the login leads back to where one wanted to go', async () => {
    await page.goto('/sites/site-0019');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('moonshine42');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Name or password is wrong.')).toBeVisible();
    await expectAccessible(page, 'the login of the fleet');
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'École 19' })).toBeVisible();
    await expect(page).toHaveURL('/sites/site-0019');
  });
  await test.step('the site says what is wrong, and draws its day and its month', async () => {
    await expect(page.getByText('Only 2 of 3 inverters answer by day.')).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Open its gateway' })).toHaveAttribute('rel', 'noreferrer');
    await page.getByRole('button', { name: 'Day before' }).click();
    await expectAccessible(page, 'a site of the fleet');
    await expectNoSidewaysScroll(page, 'a site');
  });
  await test.step('the list changes as sites do, and is searched while one types', async () => {
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '121');
    await page.getByRole('searchbox').fill('scheune muller 1');
    await page.getByRole('button', { name: 'Site', exact: true }).click();
    const row = page.getByRole('row', { name: /^Scheune Müller 1 / });
    await expect(row).toContainText('Good');
    const site = fleet.sites.get('site-0001');
    if (site?.summary === undefined) throw new Error('no such site');
    fleet.tell({ ...site, summary: { ...site.summary, power: 4321 } });
    await expect(row).toContainText('4.32 kW');
    fleet.tell({ ...site, state: 'silent', heard: 65 });
    await expect(row).toContainText('Silent');
    await expect(row).toContainText(/6\d s ago/);
    await expectAccessible(page, 'the list of sites');
    await expectNoSidewaysScroll(page, 'the list');
  });
  await test.step('the map has the same sites, and leads to them', async () => {
    await page.getByRole('button', { name: 'Map' }).click();
    const map = page.getByRole('application', { name: 'Map of the sites' });
    await expect(map.locator('path').first()).toHaveAttribute('d', /^M/);
    await page.getByRole('searchbox').fill('');
    await expect(map.getByRole('button').first()).toBeVisible();
    await expectAccessible(page, 'the map of sites');
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

test('a manager with a phone: cards, what is away, and what is set up', async ({ page, fleet, browser }) => {
  const errors = await watchForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await logIn(page);
  await test.step('each site is a card', async () => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Offline' }).first()).toBeVisible();
    await expectAccessible(page, 'the cards of sites');
    await expectNoSidewaysScroll(page, 'the cards');
  });
  await test.step('a part that is away is named, and gone once it is back', async () => {
    fleet.parts = { timeseries: 70 };
    fleet.tell();
    await expect(page.getByText(/database of readings has not answered for 7\d s/).last()).toBeVisible();
    fleet.parts = {};
    fleet.tell();
    await expect(page.getByText(/has not answered/)).toHaveCount(0);
  });
  await test.step('a site is added, and its password told once', async () => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Add a site' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('ID').fill('barn-12');
    await dialog.getByLabel('Group').selectOption('Gemeinde Nordheim');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Password of barn-12' })).toContainText('sites/barn-12/');
    await expectAccessible(page, 'the password of a site');
    await expectNoSidewaysScroll(page, 'the password of a site');
    await page.getByRole('button', { name: 'I have written it down' }).click();
    await page.getByRole('searchbox').fill('barn-12');
    await expect(page.getByText('barn-12 · Gemeinde Nordheim · Never heard')).toBeVisible();
  });
  await test.step('whoever opens a link sees that group, and until when', async () => {
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByLabel('Whom it is for').fill('Neighbours');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    const address = await page.getByRole('dialog').locator('code').innerText();
    const elsewhere = await browser.newContext();
    const neighbour = await elsewhere.newPage();
    await neighbour.goto(address);
    await expect(neighbour.getByText('You look by the link “Neighbours”.')).toBeVisible();
    await expect(neighbour.getByRole('link', { name: 'Manage' })).toHaveCount(0);
    expect(neighbour.url()).not.toContain('made-up');
    await page.getByRole('button', { name: 'I have written it down' }).click();
    await page.getByRole('button', { name: 'End Neighbours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await expect(neighbour.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await elsewhere.close();
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
