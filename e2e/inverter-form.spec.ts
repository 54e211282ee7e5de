import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { GARAGE } from './three-inverters.ts';

test.use({ loggedIn: true, sharedGateway: true });

const ADD = '**/api/inverter/add';
const EDIT = '**/api/inverter/edit';

/** Answers the next such call in place of the gateway. */
async function answerOnce(page: Page, path: string, status: number, json: unknown): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json }), { times: 1 });
}

test.describe('what is typed of an inverter', () => {
  test('@nightly a serial is checked as it is typed: some are refused, some only warned of', async ({
    page,
    inverterSettings,
  }) => {
    const sent: string[] = [];
    await page.route(ADD, (route) => {
      sent.push(route.request().postData() ?? '');
      return route.fulfill({ json: { type: 'success', message: '', code: 4004 } });
    });
    await inverterSettings.open();
    const { serial, name, add } = inverterSettings;

    await add.click();
    await expect(serial).toHaveAccessibleDescription('Enter the serial number.');
    await expect(serial).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Enter a name.');

    await name.fill('x'.repeat(32));
    for (const [typed, message] of [
      ['11217450601', 'A serial number has 12 characters; this one has 11.'],
      ['1121745060111', 'A serial number has 12 characters; this one has 13.'],
      ['1121x4506011', 'A serial number has only digits and letters from A to F.'],
    ] as const) {
      await serial.fill(typed);
      await add.click();
      await expect(serial).toHaveAccessibleDescription(message);
      await expect(serial).toHaveAttribute('aria-invalid', 'true');
      await expect(serial).toHaveValue(typed);
    }
    await serial.fill(GARAGE);
    await expect(serial).toHaveAccessibleDescription(/^Garage already has this serial number\./);
    await expect(serial).toHaveAttribute('aria-invalid', 'false');
    await add.click();
    await expect(name).toHaveAccessibleDescription('At most 31 characters: 1 too many.');
    await expect(name).toBeFocused();
    await name.fill('Süddächer über Küche und Büro');
    await expect(name).toHaveAccessibleDescription(
      /^At most 31 characters: 3 too many\. Letters such as é or ü count twice/,
    );
    expect(sent).toEqual([]);

    await name.fill('x'.repeat(31));
    await add.click();
    await expect(inverterSettings.outcome).toContainText('Inverter created!');

    await inverterSettings.fillAddition('991174506011', 'Strange');
    await expect(serial).toHaveAccessibleDescription(
      /^This serial number does not belong to a known model\./,
    );
    await add.click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toContain(JSON.stringify({ serial: '991174506011', name: 'Strange' }));
  });

  test('@nightly a refused form keeps what was typed and points at the field', async ({
    page,
    inverterSettings,
  }) => {
    await inverterSettings.open();
    await inverterSettings.fillAddition('112174506099', 'A name of some length');
    await answerOnce(page, ADD, 200, { type: 'warning', message: 'no', code: 4002, param: { max: 12 } });
    await inverterSettings.add.click();
    await expect(inverterSettings.alert).toHaveText('Name must be between 1 and 12 characters long!');
    await expect(inverterSettings.name).toHaveAttribute('aria-invalid', 'true');
    await expect(inverterSettings.name).toHaveAccessibleDescription(
      'Name must be between 1 and 12 characters long!',
    );
    await expect(inverterSettings.name).toBeFocused();
    await expect(inverterSettings.serial).toHaveValue('112174506099');

    await page.route(ADD, (route) => route.abort(), { times: 1 });
    await inverterSettings.add.click();
    await expect(inverterSettings.alert).toContainText('The gateway did not answer.');
    await expect(inverterSettings.name).toHaveValue('A name of some length');
    await expect(inverterSettings.rows).toHaveCount(3);

    const { edit } = inverterSettings;
    await inverterSettings.editButton('South roof').click();
    await edit.stringName(2).fill('A string with a long name');
    await edit.maxPower(1).fill('-1');
    await edit.save.click();
    await expect(edit.maxPower(1)).toBeFocused();
    await expect(edit.maxPower(1)).toHaveAccessibleDescription(/Enter a whole number from 0 to/);
    await edit.maxPower(1).fill('430');
    await answerOnce(page, EDIT, 200, { type: 'warning', message: 'no', code: 4002, param: { max: 20 } });
    await edit.save.click();
    await expect(edit.alert).toHaveText('Name must be between 1 and 20 characters long!');
    await expect(edit.stringName(2)).toHaveAttribute('aria-invalid', 'true');
    await expect(edit.stringName(2)).toBeFocused();
    await expect(edit.maxPower(1)).toHaveValue('430');
  });

  test('is not left without a question', async ({ page, bar, inverterSettings }) => {
    await page.goto('/about');
    await bar.dropdown('Settings').click();
    await bar.entry('Inverters').click();
    await expect(inverterSettings.rows.first()).toBeVisible();
    await inverterSettings.name.fill('half a name');
    const { discard, edit } = inverterSettings;

    for (const leave of [() => bar.brand.click(), () => bar.entry('About').click(), () => page.goBack()]) {
      await leave();
      await expect(discard.button('Keep editing')).toBeFocused();
      await discard.button('Keep editing').click();
      await expect(discard.dialog).toHaveCount(0);
      await expect(page).toHaveURL(/\/settings\/inverter$/);
      await expect(inverterSettings.name).toHaveValue('half a name');
    }

    await inverterSettings.editButton('Garage').click();
    await page.keyboard.press('Escape');
    await expect(edit.dialog).toHaveCount(0);
    await inverterSettings.editButton('Garage').click();
    await edit.name.fill('Garage, changed');
    await page.keyboard.press('Escape');
    await expect(discard.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(discard.dialog).toHaveCount(0);
    await expect(edit.name).toHaveValue('Garage, changed');
    await edit.cancel.click();
    await discard.button('Discard').click();
    await expect(edit.dialog).toHaveCount(0);
    await expect(inverterSettings.editButton('Garage')).toBeFocused();
    await expect(inverterSettings.row('Garage')).toBeVisible();

    await bar.entry('About').click();
    await discard.button('Discard').click();
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await expect(inverterSettings.name).toHaveValue('');
  });

  test('@nightly is not dropped by logging out without a question', async ({
    page,
    bar,
    inverterSettings,
  }) => {
    await inverterSettings.open();
    await inverterSettings.name.fill('half a name');
    const { discard } = inverterSettings;
    await bar.logout.click();
    await discard.button('Keep editing').click();
    await expect(bar.logout).toBeFocused();
    await expect(inverterSettings.name).toHaveValue('half a name');
    await bar.logout.click();
    await discard.button('Discard').click();
    await expect(bar.login).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test('@nightly is reached by a thumb up to the very edge of its frame', async ({ inverterSettings }) => {
    await inverterSettings.open();
    for (const field of [inverterSettings.serial, inverterSettings.name]) {
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });

  test('@nightly outlives a login that ended', async ({ page, loginPage, inverterSettings }) => {
    await inverterSettings.open();
    await inverterSettings.fillAddition('112174506099', 'Shed');
    await answerOnce(page, ADD, 401, { message: 'Unauthorized' });
    await inverterSettings.add.click();
    await expect(page).toHaveURL('/login?returnUrl=%2Fsettings%2Finverter');
    await expect(page.getByText('Your login has expired.')).toBeVisible();
    await loginPage.logIn();
    await expect(inverterSettings.serial).toHaveValue('112174506099');
    await expect(inverterSettings.name).toHaveValue('Shed');
    await expect(page.getByText('What you typed before logging in has been restored.')).toBeVisible();
    await expect(inverterSettings.rows).toHaveCount(3);
    await inverterSettings.serial.fill('');
    await inverterSettings.name.fill('');

    const { edit } = inverterSettings;
    await inverterSettings.editButton('East and west roof').click();
    await edit.stringName(3).fill('West upper');
    await answerOnce(page, EDIT, 401, { message: 'Unauthorized' });
    await edit.save.click();
    await expect(page).toHaveURL('/login?returnUrl=%2Fsettings%2Finverter');
    await loginPage.logIn();
    await expect(edit.dialog).toHaveAccessibleDescription('East and west roof');
    await expect(edit.stringName(3)).toHaveValue('West upper');
    await expect(edit.dialog).toContainText('What you typed before logging in has been restored.');
    await page.route(EDIT, (route) => route.fulfill({ json: { type: 'success', message: '', code: 4007 } }));
    await edit.save.click();
    await expect(edit.dialog).toHaveCount(0);
    await expect(inverterSettings.outcome).toContainText('Inverter changed!');
  });
});
