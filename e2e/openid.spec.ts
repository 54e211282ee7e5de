import { openOpenIdIssuer } from '@heliograph/testbed/outside/openid-issuer.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

test('somebody logs in by OpenID Connect with the role of their group, and out again', async ({
  page,
  api,
  gateway,
}) => {
  const issuer = await openOpenIdIssuer();
  const stored = await api.get<{ openid: object }>('/api/heliograph/sign-in-settings');
  await api.post('/api/heliograph/sign-in-settings', {
    ...stored,
    openid: {
      ...{ ...stored.openid, enabled: true, issuer: issuer.issuer, client_id: 'heliograph' },
      ...{ client_secret: 'a secret', name: '<b>Keycloak</b>', public_address: gateway.url },
      roles: [{ group: 'solar people', role: 'operator' }],
    },
  });
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.headers().referer ?? ''));
  const byProvider = page.getByRole('button', { name: 'Log in with <b>Keycloak</b>' });

  await test.step('who is in no group is refused, and so is who has thought better of it', async () => {
    await page.goto('/login?returnUrl=%2Fsettings%2Fdtu');
    await byProvider.click();
    await expect(page.getByText('The provider has not let you in.')).toBeVisible();
    issuer.state.next = { user: 'eve', groups: ['somebody else'] };
    await byProvider.click();
    await expect(page.getByText('The provider knows you, and you may not log in here.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('who is in a group gets its role, and what the provider said is in no address', async () => {
    issuer.state.next = { user: 'anna', groups: ['solar people'] };
    await page.goto('/login?returnUrl=%2Fhistory');
    await byProvider.click();
    await expect(page).toHaveURL('/history');
    const record = await page.evaluate(() => localStorage.getItem('user') ?? '');
    expect(JSON.parse(record)).toMatchObject({ role: 'operator' });
    expect(atob(JSON.parse(record).authdata)).toMatch(/^anna \(OpenID\):hgs_/);
    await page.goBack();
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(seen.join()).not.toMatch(/code=|state=/);
  });

  await test.step('and logs out', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await expect(page.getByRole('link', { name: 'Log in' }).or(byProvider).first()).toBeVisible();
  });
  await issuer.close();
});
