import type { Page } from '@playwright/test';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import type { HomePage } from './pages/home-page.ts';
import type { InverterSettingsPage } from './pages/inverter-settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true, sharedGateway: true, scenario: 'ten-inverters' });

interface Pages {
  readonly page: Page;
  readonly home: HomePage;
  readonly inverterSettings: InverterSettingsPage;
}

const ACTIONS = ['Set limit', 'Power on/off', 'Device info', 'Event log'] as const;

/** Shows everything that the live view and the inverter page can put above themselves, one after the other. */
async function openEverything(
  { page, home, inverterSettings }: Pages,
  look: (what: string) => Promise<void>,
): Promise<void> {
  await home.open();
  await home.show('Garage');
  await look('live view');
  for (const name of ACTIONS) {
    await home.action(name).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('Loading', { exact: false })).toHaveCount(0);
    await look(name);
    if (name === 'Set limit') {
      await dialog.getByText('Watts (W)').click();
      await dialog.getByRole('button', { name: 'Set permanently' }).click();
      await look('a limit that is missing');
    }
    if (name === 'Power on/off') {
      await dialog.getByRole('button', { name: /^Restart$/ }).click();
      await look('the question before a restart');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await openSettings({ page, home, inverterSettings }, look);
}

async function openSettings(
  { page, inverterSettings }: Pages,
  look: (what: string) => Promise<void>,
): Promise<void> {
  await inverterSettings.open();
  await look('inverter settings');
  await inverterSettings.deleteButton('Workshop').click();
  await look('the question before a deletion');
  await page.keyboard.press('Escape');
  await inverterSettings.editButton('Workshop').click();
  await look('editing an inverter');
  await inverterSettings.edit.name.fill('');
  await inverterSettings.edit.maxPower(4).fill('much');
  await inverterSettings.edit.save.click();
  await expect(inverterSettings.edit.name).toBeFocused();
  await look('mistakes in an edit');
  await page.keyboard.press('Escape');
  await expect(inverterSettings.discard.dialog).toBeVisible();
  await look('the question before input is thrown away');
  await inverterSettings.discard.button('Discard').click();
  await expect(inverterSettings.edit.dialog).toHaveCount(0);
}

for (const width of [320, 390]) {
  test(`@nightly everything is accessible, nothing scrolls sideways, and all can be hit with a thumb, at ${width} px`, async ({
    page,
    home,
    inverterSettings,
  }) => {
    test.slow(); // thirteen looks, each in both themes
    await page.setViewportSize({ width, height: 780 });
    const errors = await watchForErrors(page);
    await openEverything({ page, home, inverterSettings }, async (what) => {
      await expectAccessibleAtNight(page, what);
      await expectNoSidewaysScroll(page, what);
      const open = page.locator('dialog[open]').last();
      await expectThumbSized((await open.count()) > 0 ? open : page.getByRole('main'), what);
    });
    expect(errors).toEqual([]);
    await expect(inverterSettings.rows).toHaveCount(10);
    await home.open();
    await expect(home.tabs).toHaveCount(10);
    for (const tab of await home.tabs.all()) {
      const box = await tab.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  });
}

test.describe('with room for one more inverter', () => {
  test.use({ scenario: 'three-inverters' });

  test('@nightly the form to add one is accessible, empty and with mistakes, and fits', async ({
    page,
    inverterSettings,
  }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await inverterSettings.open();
    await inverterSettings.serial.fill('112174506011');
    await expectAccessibleAtNight(page, 'a serial that is taken');
    await inverterSettings.serial.fill('1121745');
    await inverterSettings.add.click();
    await expectAccessibleAtNight(page, 'mistakes in an addition');
    await expectThumbSized(page.getByRole('main'), 'mistakes in an addition');
    await page.setViewportSize({ width: 320, height: 780 });
    await expectNoSidewaysScroll(page, 'mistakes in an addition');
  });

  test('@nightly failures and open orders are accessible and fit', async ({ page, home, limitDialog }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    let refusal: object = { code: 5002, param: { max: 80 } };
    await page.route('**/api/limit/config', (route) =>
      route.fulfill({ json: { type: 'warning', message: 'no', ...refusal } }),
    );
    await home.open();
    await home.show('South roof');
    await home.action('Set limit').click();
    await limitDialog.field.fill('90');
    await limitDialog.setTemporary.click();
    await expect(limitDialog.field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessibleAtNight(page, 'a refused limit');
    await expectNoSidewaysScroll(page, 'a refused limit');
    refusal = { code: 5004 };
    await limitDialog.setTemporary.click();
    await expect(limitDialog.alert).toBeVisible();
    await expectAccessibleAtNight(page, 'a refused order');
    await expectNoSidewaysScroll(page, 'a refused order');

    await page.unroute('**/api/limit/config');
    await page.route('**/api/limit/config', (route) =>
      route.fulfill({ json: { type: 'success', message: '', code: 1001 } }),
    );
    // The gateway never got it: the page looks for it in the list of all orders.
    const order = { id: 'x-1', serial: '114182730124', kind: 'limit', relative: true, persistent: false };
    const value = Number(await limitDialog.field.inputValue());
    const steps = [{ state: 'unanswered', at: 1 }];
    await page.route('**/api/orders?inv=*', (route) =>
      route.fulfill({
        json: { orders: [{ ...order, value, way: 'http', state: 'unanswered', steps }] },
      }),
    );
    await limitDialog.setTemporary.click();
    await expect(home.orders).toContainText('not confirmed', { timeout: 15_000 });
    await expectAccessibleAtNight(page, 'an order that failed');
    await expectThumbSized(page.getByRole('main'), 'an order that failed');
    await page.setViewportSize({ width: 320, height: 780 });
    await expectNoSidewaysScroll(page, 'an order that failed');
  });
});
