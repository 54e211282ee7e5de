import { expect, test } from './test.ts';
import { EAST_AND_WEST_ROOF, GARAGE, SOUTH_ROOF } from './three-inverters.ts';

test.use({ loggedIn: true, sharedGateway: true });

const POWER_CONFIG = '**/api/power/config';
const POWER_STATUS = '**/api/power/status';
const ORDERS = '**/api/orders?inv=*';
/** How long a page waits with its next question after a failure. */
const LATER_MS = 5000;
const STARTED = 1;
/** An inverter is asked for its state about every three seconds, and sums follow a ramp. */
const SEEN_TIMEOUT_MS = 15_000;
/** It is unreachable for a short time after a restart, and then its log is read. */
const RESTART_TIMEOUT_MS = 20_000;

test('off is asked once more; then production ends in every browser, until it is switched on', async ({
  page,
  home,
  powerDialog,
  visitor,
  api,
}) => {
  test.slow();
  await home.open();
  await home.show('Garage');
  await visitor.home.open();
  await visitor.home.show('Garage');
  await expect(visitor.home.tab('Garage')).toContainText('Producing');

  await test.step('cancelled, nothing is sent', async () => {
    await home.action('Power on/off').click();
    await expect(powerDialog.dialog).toHaveAccessibleDescription('Garage');
    await expect(powerDialog.status).toContainText('Ok');
    await powerDialog.switchOff.click();
    await expect(powerDialog.question).toHaveAccessibleName('Switch off Garage?');
    await expect(powerDialog.question).toHaveAccessibleDescription(/^It stops producing at once/);
    await powerDialog.cancel.click();
    await expect(powerDialog.switchOff).toBeFocused();
    await expect(powerDialog.question).toHaveCount(0);
    expect(await api.powerStatus(GARAGE)).toEqual({ power_set_status: 'Ok' });
    await expect(visitor.home.tab('Garage')).toContainText('Producing');
  });

  await test.step('switched off', async () => {
    await powerDialog.switchOff.click();
    const sent = page.waitForRequest(POWER_CONFIG);
    await powerDialog.button('Yes, switch off').click();
    expect((await sent).postData()).toContain(JSON.stringify({ serial: GARAGE, power: false }));
    await expect(powerDialog.dialog).toHaveCount(0);
    await expect(home.action('Power on/off')).toBeFocused();
    await expect(page.getByText('Garage: Switch-off confirmed by the inverter.')).toBeVisible({
      timeout: SEEN_TIMEOUT_MS,
    });
    await expect(visitor.page.getByText('confirmed by the inverter.')).toHaveCount(0);
    for (const each of [home, visitor.home]) {
      await expect(each.tab('Garage')).toContainText('Not producing', { timeout: SEEN_TIMEOUT_MS });
      await expect.poll(() => each.acPowerW()).toBe(0);
    }
  });

  await test.step('switched on, without a question', async () => {
    await home.action('Power on/off').click();
    await powerDialog.switchOn.click();
    await expect(powerDialog.dialog).toHaveCount(0);
    await expect(page.getByText('Garage: Switch-on confirmed by the inverter.')).toBeVisible({
      timeout: SEEN_TIMEOUT_MS,
    });
    for (const each of [home, visitor.home]) {
      await expect(each.tab('Garage')).toContainText('Producing', { timeout: SEEN_TIMEOUT_MS });
      await expect(each.tab('Garage')).not.toContainText('Not producing');
      await expect.poll(() => each.acPowerW(), { timeout: SEEN_TIMEOUT_MS }).toBeGreaterThan(100);
    }
  });
});

test('@nightly an order is a chip until the inverter confirms it, on every page and in the language in use', async ({
  page,
  bar,
  home,
  powerDialog,
}) => {
  const chip = page.locator('[data-order="power"]');
  let status = 'Pending';
  let state = 'sent';
  await page.clock.install();
  await page.route(POWER_CONFIG, (route) =>
    route.fulfill({ json: { type: 'success', message: 'Settings saved!', code: 1001 } }),
  );
  await page.route(POWER_STATUS, (route) => {
    route.fulfill({ json: { [EAST_AND_WEST_ROOF]: { power_set_status: status } } });
  });
  // The gateway never got it, so its live data lack it: then the page asks for the list of all orders.
  await page.route(ORDERS, (route) => {
    const steps = [{ state: 'asked', at: 1 }, ...(state === 'asked' ? [] : [{ state, at: 2 }])];
    const order = {
      id: 'x-1',
      serial: EAST_AND_WEST_ROOF,
      kind: 'power',
      power: 'on',
      way: 'http',
      state,
      steps,
    };
    route.fulfill({ json: { orders: [order] } });
  });
  await home.open();
  await home.show('East and west roof');
  const cardBefore = await home.card('Phase 1').boundingBox();
  await home.action('Power on/off').click();
  await expect(powerDialog.status).toContainText('Pending');
  await expect(powerDialog.status.locator('[data-tone="pending"] svg')).toBeVisible();
  await powerDialog.switchOn.click();
  await expect(chip).toHaveText('Switch-on requested, waiting for the inverter');
  await expect(home.tab('East and west roof')).toContainText('command pending');
  expect(await home.card('Phase 1').boundingBox()).toEqual(cardBefore); // nothing has moved for it
  await home.tab('South roof').click();
  await expect(chip).toHaveCount(0);
  await home.tab('East and west roof').click();

  await bar.language.selectOption('de');
  await expect(page.getByText('Einschalten angefordert, wartet auf den Wechselrichter')).toBeVisible();
  await bar.language.selectOption('en');

  status = 'Failure';
  state = 'unanswered';
  await page.clock.runFor(LATER_MS);
  await expect(chip).toContainText('Switch-on not confirmed; the gateway is retrying');
  await home.action('Power on/off').click();
  await expect(powerDialog.status).toContainText('Failure');
  await expect(powerDialog.status.locator('[data-tone="bad"] svg')).toBeVisible();
  status = 'Unknown';
  await page.clock.runFor(LATER_MS);
  await expect(powerDialog.status).toContainText('Unknown');
  await expect(powerDialog.status.locator('[data-tone="unknown"] svg')).toBeVisible();
  await page.keyboard.press('Escape');

  await bar.brand.focus();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  status = 'Ok';
  state = 'measured';
  await page.clock.runFor(LATER_MS);
  await expect(
    page.getByRole('status').getByText('East and west roof: Switch-on confirmed by the inverter.'),
  ).toBeVisible({ timeout: SEEN_TIMEOUT_MS });
  await bar.brand.click();
  await home.expectValues();
  await expect(chip).toHaveCount(0);
});

test('@nightly a refusal stays inside', async ({ page, home, powerDialog }) => {
  await page.route(POWER_CONFIG, (route) =>
    route.fulfill({ json: { type: 'warning', message: 'no', code: 11002 } }),
  );
  await home.open();
  await home.show('Garage');
  await home.action('Power on/off').click();
  await powerDialog.switchOff.click();
  await powerDialog.button('Yes, switch off').click();
  await expect(powerDialog.alert).toHaveText('Invalid inverter specified!');
  await expect(powerDialog.question).toBeVisible();
  await expect(home.orders).toHaveCount(0);
});

test('@nightly keyboard: the focus stays inside, and the question takes and returns it', async ({
  page,
  home,
  powerDialog,
}) => {
  await home.open();
  await home.show('Garage');
  await home.action('Set limit').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(powerDialog.dialog).toBeVisible();
  await powerDialog.expectFocusInside();
  await powerDialog.tabTo(powerDialog.restart);
  await page.keyboard.press('Enter');
  await expect(powerDialog.question.getByRole('heading')).toBeFocused();
  await powerDialog.expectFocusInside();
  await powerDialog.tabTo(powerDialog.cancel);
  await page.keyboard.press('Enter');
  await expect(powerDialog.restart).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(powerDialog.dialog).toHaveCount(0);
  await expect(home.action('Power on/off')).toBeFocused();
});

test.describe('a single inverter, on a fast day', () => {
  // So its silence after a restart lasts 5 s.
  test.use({ scenario: 'one-inverter', flags: ['--speed', '3'], sharedGateway: false });

  test('@nightly a restart: unreachable for a short time, and then a new event that the toolbar marks', async ({
    page,
    home,
    powerDialog,
    eventLogDialog,
    api,
  }) => {
    await home.open();
    await home.show('South roof');
    await home.action('Event log').click();
    await expect(eventLogDialog.rows.first()).toBeVisible();
    const before = await eventLogDialog.rows.count();
    await page.keyboard.press('Escape');
    await expect(home.action('Event log')).not.toContainText('new');

    await home.action('Power on/off').click();
    await powerDialog.restart.click();
    await expect(powerDialog.question).toHaveAccessibleName('Restart South roof?');
    const sent = page.waitForRequest(POWER_CONFIG);
    await powerDialog.button('Yes, restart').click();
    expect((await sent).postData()).toContain(JSON.stringify({ serial: SOUTH_ROOF, restart: true }));
    const silence = home.expectDataOlderThan(3, RESTART_TIMEOUT_MS);
    await expect(powerDialog.dialog).toHaveCount(0);
    await expect(page.getByText('South roof: Restart accepted by the inverter.')).toBeVisible();

    await silence;
    await expect(home.action('Event log')).toContainText(/[1-9] new/, { timeout: RESTART_TIMEOUT_MS });
    await home.action('Event log').click();
    await expect(eventLogDialog.status).toContainText('new since you last looked');
    expect(await eventLogDialog.rows.count()).toBeGreaterThan(before);
    // The mark may have come from a disturbance of the grid before the restart; the open dialog is read anew.
    const news = eventLogDialog.rows.filter({ hasText: 'New' });
    await expect(news.filter({ hasText: 'Inverter started' })).toHaveCount(1, {
      timeout: RESTART_TIMEOUT_MS,
    });

    const events = await api.events(SOUTH_ROOF);
    const started = events.findLast(({ message_id }) => message_id === STARTED);
    // By the gateway's clock, which keeps pace with the fast sun.
    const now = await api.get<{ hour: number; minute: number; second: number }>('/api/ntp/time');
    const nowS = now.hour * 3600 + now.minute * 60 + now.second;
    const agoS = (nowS - (started?.start_time ?? 0) + 86_400) % 86_400;
    expect(agoS).toBeLessThan(180);

    await page.keyboard.press('Escape');
    await expect(home.action('Event log')).not.toContainText('new');
  });
});
