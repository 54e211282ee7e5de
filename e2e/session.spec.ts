import { expect, test } from './test.ts';

test.describe('a gateway that lets nobody read without the password', () => {
  test.beforeEach(({ api }) => api.forbidReading());

  test('@nightly sends an anonymous visitor to the login, and back after it', async ({
    page,
    home,
    loginPage,
  }) => {
    await home.open();
    await expect(page).toHaveURL('/login?returnUrl=%2F');
    await loginPage.logIn();
    await expect(page).toHaveURL(/\/$/);
    await home.expectValues();
  });

  test('takes the record of a user whose password is no longer right', async ({ page, bar, home }) => {
    await page.addInitScript(() => {
      if (sessionStorage.getItem('planted') !== null) return;
      sessionStorage.setItem('planted', 'yes');
      localStorage.setItem(
        'user',
        JSON.stringify({ type: 'success', message: '', code: 10002, authdata: btoa('admin:changed since') }),
      );
    });
    await home.open();
    await expect(page).toHaveURL('/login?returnUrl=%2F');
    await expect(bar.login).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  test('keeps the live view running for the admin, sockets included', async ({
    page,
    bar,
    home,
    loginPage,
  }) => {
    const sockets: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', () => sockets.push(socket.url()));
    });
    await loginPage.open();
    await loginPage.logIn();
    await home.expectValues();
    await expect(bar.link).toHaveText('Live');
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
  });
});

test.describe('two windows', () => {
  test.use({ sharedGateway: true });

  test('@nightly logging out in one window logs out the other', async ({ context, bar, loginPage }) => {
    await loginPage.open();
    await loginPage.logIn();
    await expect(bar.logout).toBeVisible();
    const other = await context.newPage();
    await other.goto('/about');
    await other.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    await expect(bar.login).toBeVisible();
  });
});
