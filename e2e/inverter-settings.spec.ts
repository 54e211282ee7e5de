import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './checks.ts';
import type { HomePage } from './pages/home-page.ts';
import type { InverterSettingsPage } from './pages/inverter-settings-page.ts';
import { expect, test } from './test.ts';
import { GARAGE } from './three-inverters.ts';

const LIST = '**/api/inverter/list';
/** A newcomer is asked at its turn, and its values are pushed. */
const POLLED_TIMEOUT_MS = 20_000;

/** The page of the admin, while somebody else looks at the live view. */
interface Watched {
  readonly page: Page;
  readonly inverterSettings: InverterSettingsPage;
  readonly visitor: { readonly page: Page; readonly home: HomePage };
}

async function deleteGarage({ page, inverterSettings, visitor }: Watched): Promise<void> {
  await inverterSettings.deleteButton('Garage').click();
  const { deletion } = inverterSettings;
  await expect(deletion.dialog).toContainText('Garage');
  await expect(deletion.dialog).toContainText(GARAGE);
  await expect(deletion.button('Cancel')).toBeFocused();
  await deletion.button('Cancel').click();
  await expect(inverterSettings.deleteButton('Garage')).toBeFocused();
  await expect(inverterSettings.rows).toHaveCount(3);

  await inverterSettings.deleteButton('Garage').click();
  await deletion.button('Delete').click();
  await expect(deletion.dialog).toHaveCount(0);
  await expect(inverterSettings.outcome).toContainText('Inverter deleted!');
  await expect(inverterSettings.rows).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Configured inverters' })).toBeFocused();
  await expect(visitor.home.tabs).toHaveCount(2);
  await expect(visitor.home.inverterTab('Garage')).toHaveCount(0);
}

async function addCarport({ inverterSettings, visitor }: Watched): Promise<void> {
  await inverterSettings.serial.fill('1121-7450 6011');
  await expect(inverterSettings.serial).toHaveValue(GARAGE);
  await expect(inverterSettings.serial).toHaveAccessibleDescription('HM-300, HM-350, HM-400 · 1 string');
  await inverterSettings.name.fill('Carport');
  await inverterSettings.name.press('Enter');
  await expect(inverterSettings.outcome).toContainText('Inverter created!');
  await expect(inverterSettings.row('Carport')).toContainText(GARAGE);
  await expect(inverterSettings.row('Carport')).toContainText('HM-300, HM-350, HM-400');
  await expect(inverterSettings.serial).toHaveValue('');
  await expect(inverterSettings.name).toHaveValue('');

  await visitor.home.inverterTab('Carport').click();
  await expect(visitor.home.value('String 1', 'Power')).toHaveText(/\d\u00a0W$/, {
    timeout: POLLED_TIMEOUT_MS,
  });
  // The one that was in this slot before had named its string and set its peak power.
  await expect(visitor.home.card('Garage roof')).toHaveCount(0);
  await expect(visitor.page.getByText('Irradiation')).toHaveCount(0);
}

async function editCarport({ inverterSettings, visitor }: Watched): Promise<void> {
  const { edit } = inverterSettings;
  await inverterSettings.editButton('Carport').click();
  await expect(edit.dialog).toHaveAccessibleDescription('Carport');
  await expect(edit.serial).toHaveValue(GARAGE);
  await expect(edit.stringName(1)).toHaveValue('');
  await expect(edit.maxPower(1)).toHaveValue('0');
  await edit.name.fill('Carport, left');
  await edit.stringName(1).fill('Panel 1');
  await edit.maxPower(1).fill('820');
  await edit.save.click();
  await expect(edit.dialog).toHaveCount(0);
  await expect(inverterSettings.outcome).toContainText('Inverter changed!');
  await expect(inverterSettings.row('Carport, left')).toContainText('Panel 1');
  await expect(inverterSettings.row('Carport, left')).toContainText('820 W');
  await expect(inverterSettings.editButton('Carport, left')).toBeFocused();

  await expect(visitor.home.inverterTab('Carport, left')).toBeVisible();
  await expect(visitor.home.value('Panel 1', 'Irradiation')).toHaveText(/^\d+\.\d{3}%$/, {
    timeout: POLLED_TIMEOUT_MS,
  });
  await expect(visitor.home.inverterName).toHaveText('Carport, left');
}

test('@nightly asks a visitor to log in, and is there after it', async ({
  page,
  loginPage,
  inverterSettings,
}) => {
  await page.goto('/settings/inverter');
  await expect(page).toHaveURL('/login?returnUrl=%2Fsettings%2Finverter');
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/settings\/inverter$/);
  await expect(inverterSettings.heading).toBeVisible();
  await expect(inverterSettings.rows).toHaveCount(3);
});

test.describe('the admin', () => {
  test.use({ loggedIn: true });

  test('deletes, adds and edits an inverter, and a visitor sees it all without a reload', async ({
    page,
    inverterSettings,
    visitor,
  }) => {
    test.slow();
    await visitor.home.open();
    await visitor.home.show('Garage');
    await expect(visitor.home.card('Garage roof')).toBeVisible();
    await inverterSettings.open();

    const watched = { page, inverterSettings, visitor };
    await test.step('deleted, after a question that names it', () => deleteGarage(watched));
    await test.step('added, as it is printed on the label', () => addCarport(watched));
    await test.step('edited', () => editCarport(watched));
  });

  test.describe('who only looks', () => {
    test.use({ sharedGateway: true });

    test('@nightly a list that cannot be read says why, and comes by itself', async ({
      page,
      inverterSettings,
    }) => {
      await page.route(LIST, (route) => route.abort());
      await page.goto('/settings/inverter');
      await expect(inverterSettings.alert).toContainText('The gateway does not answer.');
      await expect(inverterSettings.alert.getByRole('button', { name: 'Try again' })).toBeVisible();
      await page.unroute(LIST);
      await expect(inverterSettings.rows).toHaveCount(3);
      await expect(inverterSettings.alert).toHaveCount(0);
    });

    test('@nightly finds the form in the place that was kept for it', async ({ page, inverterSettings }) => {
      let go: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route(LIST, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/settings/inverter');
      await expect(inverterSettings.heading).toBeVisible();
      await expect(inverterSettings.serial).toBeHidden();
      const form = page.getByRole('main').locator('form');
      const kept = await form.boundingBox();
      go();
      await expect(inverterSettings.serial).toBeVisible();
      expect(await form.boundingBox()).toEqual(kept);
    });

    for (const locale of ['en', 'de', 'fr'] as const) {
      test(`@nightly has no need to scroll sideways on a phone that magnifies twice (${locale})`, async ({
        page,
        inverterSettings,
      }) => {
        await page.setViewportSize({ width: 195, height: 422 });
        await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
        await inverterSettings.open();
        await expectNoSidewaysScroll(page, `the list in ${locale}`);
      });
    }
  });

  test.describe('of ten inverters', () => {
    test.use({ scenario: 'ten-inverters' });

    test('@nightly sees them by serial, and has no room for another one', async ({
      page,
      inverterSettings,
      api,
    }) => {
      await inverterSettings.open();
      await expect(inverterSettings.rows).toHaveCount(10);
      const names = inverterSettings.rows.getByRole('rowheader');
      await expect(names).toHaveText([
        'Garage',
        'Balcony',
        'Garden shed',
        'South roof',
        'Barn, east side',
        'Barn, west side',
        'Carport',
        'East and west roof',
        'Workshop',
        'Flat roof',
      ]);
      await expect(page.getByRole('main')).toContainText('All 10 places are taken.');
      await expect(inverterSettings.serial).toHaveCount(0);

      await inverterSettings.deleteButton('Carport').click();
      await inverterSettings.deletion.button('Delete').click();
      await inverterSettings.fillAddition('114182730199', 'One too many');
      await api.order('/api/inverter/add', { serial: '114182730152', name: 'Carport again' });
      await inverterSettings.add.click();
      await expect(inverterSettings.alert).toHaveText('Only 10 inverters are supported!');
      await expect(inverterSettings.serial).toHaveValue('114182730199');
      await expect(inverterSettings.name).toHaveValue('One too many');
      await expect(inverterSettings.row('Carport again')).toBeVisible();
      await expect(inverterSettings.row('One too many')).toHaveCount(0);
    });
  });
});
