import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

async function logIn(page: Page, path: string, userName: string, password: string): Promise<void> {
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`);
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(path);
}

test('an operator gets an account, gives orders, and changes no settings; the admin proves a new password', async ({
  page,
  browser,
  gateway,
}) => {
  test.slow();
  await test.step('the admin adds an account', async () => {
    await logIn(page, '/settings/accounts', 'admin', 'openDTU42');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User name').fill('Anna');
    await dialog.getByRole('button', { name: 'Operator' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('The password needs 8 characters at least.');
    await dialog.getByLabel('Password', { exact: true }).fill('Solar 4242');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit: Anna' })).toBeVisible();
  });

  const elsewhere = await browser.newContext({ baseURL: gateway.url });
  const anna = await elsewhere.newPage();
  await test.step('who has it gives orders and reads why settings are not for them', async () => {
    await logIn(anna, '/', 'Anna', 'Solar 4242');
    await expect(anna.getByRole('toolbar').getByRole('button', { name: 'Limit' }).first()).toBeEnabled();
    await anna.goto('/settings/mqtt');
    await expect(anna.getByRole('main')).toContainText('You are logged in as Anna.');
  });

  await test.step('a new password of the admin is only taken with the current one', async () => {
    await page.goto('/settings/security');
    await page.getByLabel('New password').fill('Sunny side 7');
    await page.getByLabel('Repeat password').fill('Sunny side 7');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('a guess 42');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog).toContainText('The current password is not right.');
    await dialog.getByLabel('Current password').fill('openDTU42');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    // Passwords are hashed so that it takes a while, and longer on a busy machine.
    await expect(page.getByText('Settings saved!').first()).toBeVisible({ timeout: 30_000 });
  });

  await test.step('an account that is removed is out at once', async () => {
    await page.goto('/settings/accounts');
    await page.getByRole('button', { name: 'Edit: Anna' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the account' }).click();
    await expect(page.getByRole('button', { name: 'Edit: Anna' })).toHaveCount(0);
    await anna.goto('/settings/security');
    await expect(anna).toHaveURL(/\/login/);
  });
  await elsewhere.close();
});
