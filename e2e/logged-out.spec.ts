import { expect, test } from './test.ts';
import { GARAGE } from './three-inverters.ts';

test.use({ sharedGateway: true });

const ORDERS = [
  ['/api/limit/config', { serial: GARAGE, limit_value: 50, limit_type: 1 }],
  ['/api/power/config', { serial: GARAGE, power: false }],
  ['/api/power/config', { serial: GARAGE, restart: true }],
  ['/api/inverter/add', { serial: '112174506099', name: 'Not asked for' }],
  ['/api/inverter/edit', { id: 0, serial: GARAGE, name: 'Renamed', type: '', channel: [] }],
  ['/api/inverter/del', { id: 0 }],
] as const;

test('@nightly what needs the admin is disabled with the reason; what only shows is not', async ({
  page,
  home,
  limitDialog,
  deviceInfoDialog,
  eventLogDialog,
}) => {
  await home.open();
  await home.show('Garage');
  for (const name of ['Set limit', 'Power on/off']) {
    await expect(home.action(name)).toBeDisabled();
    await expect(home.action(name)).toHaveAccessibleDescription(
      'Log in to set the limit or switch the inverter on or off.',
    );
    await home.action(name).click({ force: true });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await home.action('Device info').click();
  await expect(deviceInfoDialog.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await home.action('Event log').click();
  await expect(eventLogDialog.dialog).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/login?returnUrl=%2F%3Finverter%3D${GARAGE}`);
  await expect(limitDialog.dialog).toHaveCount(0);
});

test('the gateway refuses every order, also from its own page', async ({ page, home, api }) => {
  await home.open();
  await home.show('Garage');
  const before = await api.inverters();
  for (const [path, data] of ORDERS) {
    const status = await page.evaluate(
      async ([to, json]) => {
        const body = new FormData();
        body.set('data', json);
        const headers = { 'X-Requested-With': 'XMLHttpRequest' };
        return (await fetch(to, { method: 'POST', headers, body })).status;
      },
      [path, JSON.stringify(data)] as const,
    );
    expect(status, path).toBe(401);
  }
  expect(await api.inverters()).toEqual(before);
  expect(await api.limitStatus(GARAGE)).toMatchObject({ limit_set_status: 'Ok' });
  expect(await api.powerStatus(GARAGE)).toEqual({ power_set_status: 'Ok' });
  await expect(home.tab('Garage')).toContainText('Producing');
});

test('@nightly logging out ends what was open', async ({
  page,
  bar,
  home,
  limitDialog,
  loginPage,
  context,
}) => {
  await loginPage.open();
  await loginPage.logIn();
  await home.show('Garage');
  await home.action('Set limit').click();
  await expect(limitDialog.dialog).toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await other.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
  await expect(limitDialog.dialog).toHaveCount(0);
  await expect(bar.login).toBeVisible();
  await expect(home.action('Set limit')).toBeDisabled();
  await expect(page).toHaveURL(`/?inverter=${GARAGE}`);
});
