import { openOpenIdIssuer } from '@heliograph/testbed/outside/openid-issuer.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

test('somebody logs in by OpenID Connect with the role of their group, and out again', async ({
  page,
  browser,
  gateway,
}) => {
  const issuer = await openOpenIdIssuer();
  const main = page.getByRole('main');

  await test.step('the admin sets the provider up', async () => {
    await page.goto('/login?returnUrl=%2Fsettings%2Fsignin');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('openDTU42');
    await main.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Log in by the provider').check();
    await page.getByLabel('Address of the provider').fill('http://id.example');
    await page.getByLabel('Client id').fill('heliograph');
    await expect(page.getByText('This is no address of a provider')).toBeVisible();
    await page.getByLabel('Address of the provider').fill(issuer.issuer);
    await page.getByLabel('Client secret').fill('geheim');
    await page.getByLabel('Text of the button').fill('<b>Keycloak</b>');
    await page.getByLabel('Address of the gateway').fill(gateway.url);
    await page.getByLabel('Groups of operators').fill('solar people\nothers');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved!').first()).toBeVisible();
  });

  const context = await browser.newContext({ baseURL: gateway.url });
  const other = await context.newPage();
  const seen: string[] = [];
  other.on('request', (request) => seen.push(request.headers().referer ?? ''));
  const byProvider = other.getByRole('button', { name: 'Log in with <b>Keycloak</b>' });

  await test.step('who is in no group is refused, and so is who has thought better of it', async () => {
    await other.goto('/login?returnUrl=%2Fsettings%2Fdtu');
    await byProvider.click();
    await expect(other.getByText('The provider has not let you in.')).toBeVisible();
    issuer.state.next = { user: 'eve', groups: ['somebody else'] };
    await byProvider.click();
    await expect(other.getByText('The provider knows you, and you may not log in here.')).toBeVisible();
    await expect(other).toHaveURL('/login');
  });

  await test.step('who is in a group gets its role, and what the provider said is in no address', async () => {
    issuer.state.next = { user: 'anna', groups: ['solar people'] };
    await other.goto('/login?returnUrl=%2Fhistory');
    await byProvider.click();
    await expect(other).toHaveURL('/history');
    const record = await other.evaluate(() => localStorage.getItem('user') ?? '');
    expect(JSON.parse(record)).toMatchObject({ role: 'operator' });
    expect(atob(JSON.parse(record).authdata)).toMatch(/^anna \(OpenID\):hgs_/);
    await other.goBack();
    expect(other.url()).not.toMatch(/code=|state=/);
    expect(seen.join()).not.toMatch(/code=|state=/);
  });

  await test.step('and logs out', async () => {
    await other.goto('/');
    await other.getByRole('button', { name: 'Log out' }).first().click();
    await expect(other.getByRole('link', { name: 'Log in' }).or(byProvider).first()).toBeVisible();
  });
  await context.close();
  await issuer.close();
});
