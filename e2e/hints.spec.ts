import { expect, test } from './test.ts';

const RADIO = /radio module is not connected/;
const CLOCK = /clock is not set/;
const PASSWORD = /still using the default password/;

test.use({ loggedIn: true }); // the settings that a hint leads to are for the admin

test.describe('a fresh gateway', () => {
  test.use({ sharedGateway: true });

  test('warns of the default password, and of nothing else', async ({ home, page }) => {
    await home.openWithValues();
    await expect(home.hints).toContainText(PASSWORD);
    await expect(home.hints).not.toContainText(RADIO);
    await expect(home.hints).not.toContainText(CLOCK);
    await home.hints.getByRole('link', { name: 'Change the password' }).click();
    await expect(page).toHaveURL(/\/settings\/security$/);
  });
});

test.describe('with a password of its own', () => {
  test.use({ flags: ['--first-password', 'a better password'], loggedIn: false });

  test('@nightly there is no hint at all', async ({ home }) => {
    await home.openWithValues();
    await expect(home.hints).toHaveCount(0);
  });
});

test.describe('a radio that does not answer', () => {
  test.use({ scenario: 'radio-problem' });

  test('@nightly is the first hint', async ({ home }) => {
    await home.open();
    await expect(home.hints).toContainText(RADIO);
    await expect(home.hints).toHaveText(/radio module[\s\S]*default password/);
  });
});
