import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

const USER_REQUIRED = 'Username is required';
const PASSWORD_REQUIRED = 'Password is required';
const EVIL_RETURN_URLS = [
  'https://example.org/',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '\\\\example.org',
  'javascript:alert(1)',
  'JavaScript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '/%2fexample.org',
  '/\t/example.org',
  'example.org',
  '/no-page-of-ours',
  '/api/livedata/status',
  '/login?returnUrl=/login',
];

test('the right password leads home and is remembered', async ({ page, bar, home, loginPage }) => {
  await home.open();
  await bar.login.click();
  await expect(page).toHaveURL(/\/login$/);
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/$/);
  await expect(bar.logout).toBeVisible();

  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  expect(user).toMatchObject({ type: 'success', code: 10002 });
  expect(atob(user.authdata)).toMatch(/^admin:hgs_[\w-]{43}$/);
  expect(JSON.stringify(user)).not.toContain('openDTU42');
  await page.reload();
  await expect(bar.logout).toBeVisible();
});

test('the password never stands in an address', async ({ page, loginPage }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await loginPage.open();
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => addresses.some((address) => address.startsWith('ws'))).toBe(true);
  expect(addresses.filter((address) => address.includes('openDTU42'))).toEqual([]);
});

test('a wrong password shows an alert and changes nothing', async ({ page, bar, loginPage }) => {
  await loginPage.open();
  await loginPage.logIn({ userName: 'admin', password: 'openDTU4' });
  await expect(loginPage.alert).toHaveText('Invalid credentials');
  await expect(page).toHaveURL(/\/login$/);
  await expect(bar.login).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();

  await loginPage.logIn();
  await expect(page).toHaveURL(/\/$/);
});

test('@nightly the required messages show only after a submit attempt', async ({ page, loginPage }) => {
  await loginPage.open();
  await loginPage.userName.focus();
  await loginPage.password.focus();
  await expect(page.getByText(USER_REQUIRED)).toHaveCount(0);
  await expect(page.getByText(PASSWORD_REQUIRED)).toHaveCount(0);

  await loginPage.submit.click();
  await expect(page.getByText(USER_REQUIRED)).toBeVisible();
  await expect(page.getByText(PASSWORD_REQUIRED)).toBeVisible();
  await expect(loginPage.userName).toHaveAccessibleDescription(USER_REQUIRED);

  await loginPage.userName.fill('admin');
  await expect(page.getByText(USER_REQUIRED)).toHaveCount(0);
  await expect(page.getByText(PASSWORD_REQUIRED)).toBeVisible();
});

test('@nightly Enter submits', async ({ page, loginPage }) => {
  await loginPage.open();
  await loginPage.userName.fill('admin');
  await loginPage.password.fill('openDTU42');
  await loginPage.password.press('Enter');
  await expect(page).toHaveURL(/\/$/);
});

test('logout forgets the user, says so and leads home', async ({ page, bar, loginPage }) => {
  await loginPage.open('/settings/ntp');
  await loginPage.logIn();
  await expect(page).toHaveURL(/\/settings\/ntp$/);
  await bar.logout.click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expect(bar.login).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test.describe('returnUrl', () => {
  for (const [path, night] of [
    ['/info/system', '@nightly '],
    ['/firmware/upgrade', '@nightly '],
    ['/settings/security', ''],
  ] as const) {
    test(`${night}leads back to ${path}`, async ({ page, loginPage }) => {
      await loginPage.open(path);
      await loginPage.logIn();
      await expect(page).toHaveURL((url) => url.pathname === path);
    });
  }

  test('@nightly never leads off our pages', async ({ page, gateway, bar, loginPage }) => {
    test.slow();
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      return dialog.dismiss();
    });
    for (const evil of EVIL_RETURN_URLS) {
      await test.step(JSON.stringify(evil), async () => {
        await loginPage.open(evil);
        await loginPage.logIn();
        await expect(page, JSON.stringify(evil)).toHaveURL(`${gateway.url}/`);
        await bar.logout.click();
      });
    }
    expect(dialogs).toBe(0);
  });
});

test.describe('pages for the admin only', () => {
  for (const [path, night] of [
    ['/firmware/upgrade', ''],
    ['/maintenance/reboot', '@nightly '],
  ] as const) {
    test(`${night}${path} asks for the login first`, async ({ page, loginPage }) => {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(path)}`);
      await loginPage.logIn();
      await expect(page).toHaveURL((url) => url.pathname === path);
    });
  }
});
