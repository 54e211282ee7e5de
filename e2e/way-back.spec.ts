import { expect, test } from './test.ts';

test.use({ loggedIn: true, sharedGateway: true });

const PHONE = { width: 390, height: 780 };

test.describe('the browser’s way back', () => {
  test('closes a dialog and stays on the page; forward brings nothing back', async ({ page, home }) => {
    await page.goto('/about');
    await page.goto('/');
    await home.show('Garage');
    const dialog = page.getByRole('dialog');
    for (const name of ['Set limit', 'Device info', 'Event log']) {
      await home.action(name).click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(home.action(name)).toBeFocused();
    }
    await page.goForward();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/\?inverter=\d+$|\/$/);
    await home.action('Device info').click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(home.tab('Garage')).toHaveAttribute('aria-selected', 'true');
    await page.goBack(); // what Esc has closed needs no way back
    await expect(page).not.toHaveURL(/inverter=/);
  });

  test('@nightly closes the menu of a phone, and leads back over a page that was chosen there', async ({
    page,
    bar,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/');
    await bar.menuButton.click();
    const menu = bar.sheet;
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
    await bar.menuButton.click();
    await menu.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/about$/);
  });

  test('asks before it drops what was typed into a dialog', async ({ page, inverterSettings }) => {
    const { edit, discard } = inverterSettings;
    await inverterSettings.open();
    await inverterSettings.editButton('Garage').click();
    await edit.name.fill('Garage, changed');
    await page.goBack();
    await expect(discard.dialog).toBeVisible();
    await page.goBack(); // keeps editing, as Esc does
    await expect(discard.dialog).toHaveCount(0);
    await expect(edit.name).toHaveValue('Garage, changed');
    await page.goBack();
    await discard.button('Discard').click();
    await expect(edit.dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings\/inverter$/);
  });

  test('@nightly leads off a page with unsaved input once it may, and not one step too far or too short', async ({
    page,
    bar,
    inverterSettings,
  }) => {
    const { discard } = inverterSettings;
    await page.goto('/');
    await bar.entry('About').click();
    await bar.dropdown('Settings').click();
    await bar.entry('Inverters').click();
    await inverterSettings.name.fill('half a name');
    await page.goBack();
    await expect(discard.dialog).toBeVisible();
    await discard.button('Discard').click();
    await expect(page).toHaveURL(/\/about$/);
  });

  test('@nightly needs one press after a reload under an open dialog', async ({ page, home, bar }) => {
    await page.goto('/about');
    await bar.brand.click();
    await home.action('Device info').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.reload();
    await expect(home.toolbar).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  });
});
