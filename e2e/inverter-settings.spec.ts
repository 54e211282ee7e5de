import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const LIST = '**/api/inverter/list';
const ADD = '**/api/inverter/add';
const EDIT = '**/api/inverter/edit';
const GARAGE = '112174506011';
/** A newcomer is asked at its turn, and its values are pushed. */
const POLLED_TIMEOUT_MS = 20_000;

/** Answers the next such call in place of the gateway. */
async function answerOnce(page: Page, path: string, status: number, json: unknown): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json }), { times: 1 });
}

test('asks a visitor to log in, and is there after it', async ({ page, loginPage, inverterSettings }) => {
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

    await test.step('deleted, after a question that names it', async () => {
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
    });

    await test.step('added, as it is printed on the label', async () => {
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
      await expect(visitor.home.value('String 1', 'Power')).toHaveText(/\d W$/, {
        timeout: POLLED_TIMEOUT_MS,
      });
      // The one that was in this slot before had named its string and set its peak power.
      await expect(visitor.home.card('Garage roof')).toHaveCount(0);
      await expect(visitor.page.getByText('Irradiation')).toHaveCount(0);
    });

    await test.step('edited', async () => {
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
    });
  });

  test.describe('and what is typed', () => {
    test.use({ sharedGateway: true });

    test('a serial is checked as it is typed: some are refused, some only warned of', async ({
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
        ['11217450601', 'A serial number has 12 digits, this one has 11.'],
        ['1121745060111', 'A serial number has 12 digits, this one has 13.'],
        ['1121x4506011', 'Digits only: the gateway would read a serial number with letters as zero.'],
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
      await expect(serial).toHaveAccessibleDescription(/^No known model has such a serial number\./);
      await add.click();
      await expect.poll(() => sent.length).toBe(2);
      expect(sent[1]).toContain(JSON.stringify({ serial: '991174506011', name: 'Strange' }));
    });

    test('a refused form keeps what was typed and points at the field', async ({
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

    test('is not dropped by logging out without a question', async ({ page, bar, inverterSettings }) => {
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

    test('is reached by a thumb up to the very edge of its frame', async ({ inverterSettings }) => {
      await inverterSettings.open();
      for (const field of [inverterSettings.serial, inverterSettings.name]) {
        expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    });

    test('outlives a login that ended', async ({ page, loginPage, inverterSettings }) => {
      await inverterSettings.open();
      await inverterSettings.fillAddition('112174506099', 'Shed');
      await answerOnce(page, ADD, 401, { message: 'Unauthorized' });
      await inverterSettings.add.click();
      await expect(page).toHaveURL('/login?returnUrl=%2Fsettings%2Finverter');
      await expect(page.getByText('Your login was no longer valid.')).toBeVisible();
      await loginPage.logIn();
      await expect(inverterSettings.serial).toHaveValue('112174506099');
      await expect(inverterSettings.name).toHaveValue('Shed');
      await expect(page.getByText('What you typed before the login is back.')).toBeVisible();
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
      await expect(edit.dialog).toContainText('What you typed before the login is back.');
      await page.route(EDIT, (route) =>
        route.fulfill({ json: { type: 'success', message: '', code: 4007 } }),
      );
      await edit.save.click();
      await expect(edit.dialog).toHaveCount(0);
      await expect(inverterSettings.outcome).toContainText('Inverter changed!');
    });

    test('a list that cannot be read says why, and comes by itself', async ({ page, inverterSettings }) => {
      await page.route(LIST, (route) => route.abort());
      await page.goto('/settings/inverter');
      await expect(inverterSettings.alert).toContainText('The gateway does not answer.');
      await expect(inverterSettings.alert.getByRole('button', { name: 'Try again' })).toBeVisible();
      await page.unroute(LIST);
      await expect(inverterSettings.rows).toHaveCount(3);
      await expect(inverterSettings.alert).toHaveCount(0);
    });
  });

  test('finds the form in the place that was kept for it', async ({ page, inverterSettings }) => {
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

  for (const locale of ['en', 'de', 'fr']) {
    test(`has no need to scroll sideways on a phone that magnifies twice (${locale})`, async ({
      page,
      inverterSettings,
    }) => {
      await page.setViewportSize({ width: 195, height: 422 });
      await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      await inverterSettings.open();
      await expectNoSidewaysScroll(page, `the list in ${locale}`);
    });
  }

  test.describe('of ten inverters', () => {
    test.use({ scenario: 'ten-inverters' });

    test('sees them by serial, and has no room for another one', async ({ page, inverterSettings, api }) => {
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
