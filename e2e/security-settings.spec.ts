import type { BrowserContext } from '@playwright/test';
import { Bar } from './pages/bar.ts';
import { HomePage } from './pages/home-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

const OLD = 'openDTU42';
const NEW = 'Süd und West';
/** Every new login, and every one that is refused, costs a hash. */
const patiently = expect.configure({ timeout: 30_000 });

/**
 * A page gives a call up after ten seconds. Hashing a password takes a fraction of one, but longer than that on a
 * machine with many more tests than cores: here each call has a minute.
 */
async function waitLongerForAnswers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window);
    const patient = (run: TimerHandler, delayMs?: number, ...more: unknown[]) =>
      setTimer(run, delayMs === 10_000 ? 60_000 : delayMs, ...more);
    window.setTimeout = patient as typeof window.setTimeout;
  });
}

test.describe('passwords that are not right', () => {
  test.use({ sharedGateway: true });

  test('are told at the field, and nothing is sent', async ({ page }) => {
    const settings = new SettingsPage(page, 'security');
    const saves = settings.watchSaves();
    await settings.open();
    const password = settings.field('New password');
    const repeat = settings.field('Repeat password');
    await expect(password).toHaveValue('');
    await expect(password).toHaveAccessibleDescription(
      /Stored\. Leave empty to keep it\.|8 to 64 characters\./,
    );

    await password.fill('first password');
    await repeat.fill('other password');
    await settings.save.click();
    await settings.expectError('Repeat password', 'Passwords are not equal');
    await expect(repeat).toBeFocused();
    await expect(password).toHaveValue('first password');
    await repeat.fill('first password');
    await settings.expectNoError('Repeat password');

    for (const [typed, error] of [
      ['1234567', 'Password must be between 8 and 64 characters long!'],
      ['x'.repeat(65), 'At most 64 characters: 1 too many.'],
      [
        '🌞'.repeat(17),
        /^At most 64 characters: 4 too many\. Letters such as é or ü count twice, emoji four times\.$/,
      ],
    ] as const) {
      await password.fill(typed);
      await repeat.fill(typed);
      await settings.save.click();
      await settings.expectError('New password', error);
      await expect(password).toBeFocused();
    }
    await password.fill('🌞🌻🔋🏠'.repeat(4));
    await settings.expectNoError('New password');
    await expect(password).toHaveAccessibleDescription(/^0 of 64 characters left/);
    await password.fill('Süd wind');
    await expect(password).toHaveAccessibleDescription(/^55 of 64 characters left; letters such as é or ü/);
    expect(saves).toEqual([]);
  });
});

test('a new password: this browser goes on, every other login and socket ends', async ({
  page,
  context,
  browser,
  gateway,
  bar,
  home,
  api,
}) => {
  test.slow();
  const settings = new SettingsPage(page, 'security');
  const elsewhere = await browser.newContext({ baseURL: gateway.url }); // with the login of this test's options
  const other = await elsewhere.newPage();
  let endedSockets = 0;
  other.on('websocket', (socket) =>
    socket.on('close', () => {
      endedSockets += 1;
    }),
  );
  const otherBar = new Bar(other);
  for (const place of [context, elsewhere]) await waitLongerForAnswers(place);

  await new HomePage(other).openWithValues();
  await patiently(otherBar.link).toHaveText('Live');
  const tab = await context.newPage();
  await tab.goto('/about');

  await home.openWithValues();
  await home.hints.getByRole('link', { name: 'Change the password' }).click();
  await settings.expectLoaded();
  const endedBefore = endedSockets;
  await settings.field('New password').fill(NEW);
  await settings.field('Repeat password').fill(NEW);
  await settings.saveNow();

  await test.step('this browser', async () => {
    await patiently(settings.field('New password')).toHaveValue('');
    await patiently(settings.field('Repeat password')).toHaveValue('');
    await bar.dropdown('Settings').click();
    await bar.entry('DTU').click();
    await new SettingsPage(page, 'dtu').expectLoaded();
    await bar.brand.click();
    await home.expectValues();
    await patiently(bar.link).toHaveText('Live');
    await patiently(home.hints).toHaveCount(0);
    await patiently(bar.logout).toBeVisible();
  });

  await test.step('another tab of it', async () => {
    const tabBar = new Bar(tab);
    await patiently(tabBar.logout).toBeVisible();
    await tabBar.dropdown('Settings').click();
    await tabBar.entry('DTU').click();
    await new SettingsPage(tab, 'dtu').expectLoaded();
  });

  await test.step('every other one', async () => {
    await patiently.poll(() => endedSockets).toBeGreaterThan(endedBefore);
    await otherBar.dropdown('Settings').click();
    await otherBar.entry('DTU').click();
    await patiently(other).toHaveURL('/login?returnUrl=%2Fsettings%2Fdtu');
    const login = new LoginPage(other);
    await login.logIn({ userName: 'admin', password: OLD });
    await patiently(login.alert).toHaveText('Invalid credentials');
    await login.logIn({ userName: 'admin', password: NEW });
    await new SettingsPage(other, 'dtu').expectLoaded();
    expect((await api.post('/api/dtu/config', {})).status).toBe(401);
  });
  await elsewhere.close();
});

test('@nightly reading without a login: taken away and given again', async ({ page, gateway, visitor }) => {
  test.slow();
  const settings = new SettingsPage(page, 'security');
  const reading = settings.field('Read without a login');
  const anonymous = async () => (await fetch(`${gateway.url}/api/livedata/status`)).status;
  const visitorBar = new Bar(visitor.page);
  await visitor.home.openWithValues();
  await patiently(visitorBar.link).toHaveText('Live');
  expect(await anonymous()).toBe(200);

  await settings.open();
  await patiently(reading).toBeChecked();
  await reading.click();
  await patiently(settings.changes).toHaveText('1 unsaved change');
  await settings.saveNow();
  await patiently(visitor.page).toHaveURL('/login?returnUrl=%2F');
  expect(await anonymous()).toBe(401);

  await settings.open();
  await patiently(reading).not.toBeChecked();
  await reading.click();
  await settings.saveNow();
  expect(await anonymous()).toBe(200);
  await visitor.home.openWithValues();
  await patiently(visitorBar.link).toHaveText('Live');
});
