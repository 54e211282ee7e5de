import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

test('somebody adds a passkey, logs in with it without typing anything, and removes it', async ({
  page,
  context,
  gateway,
}) => {
  test.slow();
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  // A passkey belongs to a name, and the machine of the gateway needs no HTTPS.
  const at = (path: string) => `${gateway.url.replace('127.0.0.1', 'localhost')}${path}`;
  const main = page.getByRole('main');
  const byPasskey = main.getByRole('button', { name: 'Use a passkey' });

  async function logInWithPassword(): Promise<void> {
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('openDTU42');
    await main.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(at('/settings/security'));
  }

  await test.step('without a passkey the login page offers none', async () => {
    const answered = page.waitForResponse(/passkey-hosts/);
    await page.goto(at('/login?returnUrl=%2Fsettings%2Fsecurity'));
    await answered;
    await expect(byPasskey).toHaveCount(0);
    await logInWithPassword();
  });

  await test.step('a passkey is added under a name', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog).toContainText('Say what the passkey is kept by.');
    await dialog.getByLabel('What it is kept by').fill('<i>My phone</i>');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('The passkey was added.').first()).toBeVisible();
    await expect(main.getByText('<i>My phone</i>')).toBeVisible();
    await expect(main.getByText(/not used yet · for localhost/)).toBeVisible();
  });

  await test.step('the same device gets no second one', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is kept by').fill('Once more');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog).toContainText('This device has a passkey for this account already.');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('it logs in, and nothing is typed', async () => {
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.goto(at('/login?returnUrl=%2Fsettings%2Fsecurity'));
    await byPasskey.click();
    await expect(page).toHaveURL(at('/settings/security'));
    await expect(main.getByText(/last used .* ago · for localhost/)).toBeVisible();
    const record = await page.evaluate(() => localStorage.getItem('user') ?? '');
    expect(atob(JSON.parse(record).authdata)).toMatch(/^admin:hgs_/);
  });

  await test.step('by another name of the gateway the login page says which name it belongs to', async () => {
    await page.goto(`${gateway.url}/login`);
    await expect(main.getByText(/There are passkeys for localhost\./)).toBeVisible();
  });

  await test.step('removed, it takes the login that was made with it along', async () => {
    await page.goto(at('/settings/security'));
    await page.getByRole('button', { name: 'Remove: <i>My phone</i>' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page).toHaveURL(/\/login/);
    await logInWithPassword();
    await expect(main.getByText('You have no passkey yet.')).toBeVisible();
  });
});
