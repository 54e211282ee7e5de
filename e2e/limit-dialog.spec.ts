import { LIMIT_CONFIG, LIMIT_READ_TIMEOUT_MS } from './limit-orders.ts';
import { passTimeUntil, SOON } from './page-clock.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true, sharedGateway: true });

test('Esc, the cross and a press beside close the dialog and give the focus back', async ({
  page,
  home,
  limitDialog,
}) => {
  await home.open();
  await home.show('Garage');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => limitDialog.close.click(),
    () => limitDialog.pressBeside(),
  ]) {
    await home.action('Set limit').click();
    await expect(limitDialog.dialog).toBeVisible(); // its code is loaded when it is first wanted
    await leave();
    await expect(limitDialog.dialog).toHaveCount(0);
    await expect(home.action('Set limit')).toBeFocused();
  }
  await home.action('Set limit').click();
  await limitDialog.field.fill('30');
  await limitDialog.pressBeside();
  await expect(limitDialog.field).toHaveValue('30');
  await page.keyboard.press('Escape');
  await expect(limitDialog.dialog).toHaveCount(0);
  await home.action('Set limit').click();
  await limitDialog.expectFocusInside();
});

test('@nightly while an order is under way nothing closes the dialog, and nothing is sent twice', async ({
  page,
  home,
  limitDialog,
}) => {
  let sent = 0;
  let answer = () => undefined as unknown;
  await page.route(LIMIT_CONFIG, async (route) => {
    sent += 1;
    await new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await route.fulfill({ json: { type: 'success', message: 'Settings saved!', code: 1001 } });
  });
  await home.open();
  await home.show('Garage');
  await home.action('Set limit').click();
  await limitDialog.field.fill('30');
  await limitDialog.setTemporary.click();
  await expect(limitDialog.button('Sending…')).toBeFocused();
  await page.keyboard.press('Escape');
  await limitDialog.pressBeside();
  await limitDialog.close.click({ force: true });
  await limitDialog.setPersistent.click({ force: true });
  await limitDialog.field.press('Enter');
  await expect(limitDialog.dialog).toBeVisible();
  expect(sent).toBe(1);
  answer();
  await expect(limitDialog.dialog).toHaveCount(0);
});

test('@nightly a refusal stays inside and keeps what was typed', async ({ page, home, limitDialog }) => {
  let answer = {};
  await page.route(LIMIT_CONFIG, (route) => route.fulfill({ json: answer }));
  await home.open();
  await home.show('Garage');
  await home.action('Set limit').click();
  await limitDialog.field.fill('90');

  answer = { type: 'warning', message: 'no', code: 5002, param: { max: 80 } };
  await limitDialog.setTemporary.click();
  await expect(limitDialog.field).toHaveAttribute('aria-invalid', 'true');
  await expect(limitDialog.field).toHaveAccessibleDescription(/^Limit must be between 1 and 80!/);
  await expect(limitDialog.field).toBeFocused();
  await expect(limitDialog.field).toHaveValue('90');
  await expect(limitDialog.alert).toHaveCount(0);

  answer = { type: 'warning', message: 'no', code: 5004 };
  await limitDialog.setPersistent.click();
  await expect(limitDialog.alert).toHaveText('Invalid inverter specified!');
  await expect(limitDialog.field).toHaveAttribute('aria-invalid', 'false');
  await expect(limitDialog.field).toHaveValue('90');
  await expect(home.orders).toHaveCount(0);

  await page.unroute(LIMIT_CONFIG);
  await page.route(LIMIT_CONFIG, (route) =>
    route.fulfill({ json: { type: 'success', message: '', code: 1001 } }),
  );
  await limitDialog.setPersistent.click();
  await expect(limitDialog.dialog).toHaveCount(0);
});

test('@nightly a login that ended meanwhile leads to the login and back', async ({
  page,
  home,
  limitDialog,
  loginPage,
}) => {
  await page.route(LIMIT_CONFIG, (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await home.open();
  await home.show('Garage');
  await home.action('Set limit').click();
  await limitDialog.field.fill('90');
  await limitDialog.setTemporary.click();
  await expect(page).toHaveURL(/\/login\?returnUrl=%2F%3Finverter%3D\d+$/);
  await expect(limitDialog.dialog).toHaveCount(0);
  await loginPage.logIn();
  await home.expectValues();
  await expect(home.inverterName).toHaveText('Garage');
  await expect(limitDialog.dialog).toHaveCount(0);
  await expect(home.action('Set limit')).toBeEnabled();
});

test.describe('a gateway that goes', () => {
  test.use({ sharedGateway: false });

  test('@nightly while an order is on its way to it: nobody knows, nothing is lost', async ({
    page,
    gateway,
    home,
    limitDialog,
  }) => {
    test.slow();
    await page.clock.install();
    await home.open();
    await home.show('Garage');
    await home.action('Set limit').click();
    await expect(limitDialog.current).toContainText('400 W', { timeout: LIMIT_READ_TIMEOUT_MS });
    await page.route(LIMIT_CONFIG, async (route) => {
      await gateway.kill();
      await route.continue();
    });
    await limitDialog.field.fill('70');
    await limitDialog.setTemporary.click();
    const failure = limitDialog.alert.filter({ hasText: 'It is not known whether the command arrived' });
    await expect(failure).toContainText('The gateway did not answer.');
    await expect(limitDialog.field).toHaveValue('70');
    await expect(limitDialog.dialog).toContainText('These values may be out of date.');

    await page.unroute(LIMIT_CONFIG);
    await gateway.startAgain();
    await passTimeUntil(page, () =>
      expect(limitDialog.dialog).not.toContainText('These values may be out of date.', SOON),
    );
    await expect(limitDialog.dialog).not.toContainText('The gateway does not answer.');
    await expect(failure).toContainText('is answering again');
    await limitDialog.setTemporary.click();
    await expect(limitDialog.dialog).toHaveCount(0);
    await expect(page.getByText('Garage: 70% confirmed by the inverter.')).toBeVisible({ timeout: 15_000 });
    await expect(home.fact('Limit')).toContainText('70%', { timeout: 35_000 });
  });
});

test.describe('an inverter that does not answer', () => {
  test.use({ scenario: 'unreachable' });

  test('@nightly fails, says that the gateway tries again, and shows no limit as confirmed', async ({
    page,
    home,
    limitDialog,
  }) => {
    test.slow();
    await home.open();
    await home.inverterTab('South roof').click();
    await home.action('Set limit').click();
    await expect(limitDialog.current).toContainText('not known yet');
    await limitDialog.chooseWatts();
    await expect(limitDialog.field).toHaveAccessibleDescription(
      /^Allowed: 10 W to 1,500 W \(the inverter’s maximum power is not known yet\)/,
    );
    await limitDialog.field.fill('500');
    await limitDialog.setTemporary.click();
    await expect(limitDialog.dialog).toHaveCount(0);
    await expect(home.orders).toHaveText('500 W requested, waiting for the inverter');
    await expect(home.tab('South roof')).toContainText('command pending');

    await home.action('Set limit').click();
    await expect(limitDialog.status).toContainText('Pending');
    await expect(limitDialog.status).toContainText('Failure', { timeout: 30_000 });
    await expect(limitDialog.status).toContainText('The gateway is retrying');
    await expect(limitDialog.current).toContainText('not known yet');
    await page.keyboard.press('Escape');
    await expect(home.orders).toHaveText(
      /^(500 W not confirmed; the gateway is retrying|500 W requested, waiting for the inverter)/,
    );
    await expect(home.fact('Limit')).toHaveText(/unknown/);
    await expect(page.getByText('confirmed by the inverter.')).toHaveCount(0);
  });
});
