import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { Modal } from './pages/modal.ts';
import { TaskPage } from './pages/task-page.ts';
import { expect, test } from './test.ts';

test('a reboot is asked for, waited for and proven, also when the browser reloads meanwhile', async ({
  page,
  api,
  bar,
  loginPage,
}) => {
  test.slow();
  const reboot = new TaskPage(page);
  const dialog = new Modal(page, 'Reboot the gateway now?');

  await test.step('it takes a login, which leads back', async () => {
    await page.goto('/maintenance/reboot');
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fmaintenance%2Freboot$/);
    await loginPage.logIn();
    await expect(page).toHaveURL(/\/maintenance\/reboot$/);
  });

  await test.step('nothing happens without a yes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await reboot.button('Reboot').click();
    await expectAccessibleAtNight(page, 'the question before a reboot');
    await expectThumbSized(dialog.dialog, 'the question before a reboot');
    await dialog.expectFocusInside();
    await dialog.button('Cancel').click();
    await expect(dialog.dialog).toHaveCount(0);
  });

  await test.step('the page waits, and says how long it took', async () => {
    const errors = await watchForErrors(page);
    await reboot.button('Reboot').click();
    await dialog.button('Reboot').click();
    await expect(reboot.state).toContainText('The gateway is restarting.');
    await expectAccessibleAtNight(page, 'a restart');
    await reboot.expectRestarted();
    await expectAccessibleAtNight(page, 'after a restart');
    await expectNoSidewaysScroll(page, 'after a restart');
    expect((await api.get<{ uptime: number }>('/api/system/status')).uptime).toBeLessThan(60);
    // What the browser writes down while nobody answers is its own affair.
    expect(errors.filter((text) => !/ERR_|WebSocket/.test(text))).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectTranslatedAtNight(bar, reboot.state, { what: 'after a restart' });
    await reboot.button('Back').click();
    await expect(reboot.button('Reboot')).toBeVisible();
    await expectTranslatedAtNight(bar, reboot.main, { what: 'the reboot page' });
  });

  await test.step('a browser that reloads meanwhile finds everything as it was', async () => {
    await reboot.button('Reboot').click();
    await dialog.button('Reboot').click();
    await expect(reboot.state).toContainText('The gateway is restarting.');
    await expect(async () => {
      await page.reload({ timeout: 5000 });
      await expect(reboot.button('Reboot')).toBeVisible();
      expect((await api.get<{ uptime: number }>('/api/system/status')).uptime).toBeLessThan(60);
    }).toPass({ timeout: 40_000 });
    await expect(bar.logout).toBeVisible();
  });
});

test('@nightly a gateway that says no, and one that stays away', async ({ page, gateway, loginPage }) => {
  test.slow();
  await loginPage.open('/maintenance/reboot');
  await loginPage.logIn();
  const reboot = new TaskPage(page);
  const dialog = new Modal(page, 'Reboot the gateway now?');
  await reboot.button('Reboot').click();
  await page.route('**/api/maintenance/reboot', (route) =>
    route.fulfill({ json: { type: 'warning', message: 'Reboot cancelled!', code: 6002 } }),
  );
  await dialog.button('Reboot').click();
  await expect(dialog.alert).toHaveText('Reboot cancelled!');
  await page.unroute('**/api/maintenance/reboot');

  await page.clock.install();
  await dialog.button('Reboot').click();
  await expect(reboot.state).toContainText('The gateway is restarting.');
  await gateway.kill();
  await page.clock.runFor(62_000);
  await expect(reboot.state).toContainText('This is taking longer than usual. Check its power and network');
  await gateway.startAgain();
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(reboot.state).toContainText('The gateway has restarted.', { timeout: 1000 });
  }).toPass({ timeout: 40_000 });
});
