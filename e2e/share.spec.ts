import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

test('a neighbour sees one page by a link, until it is ended', async ({ page, browser, gateway }) => {
  test.slow();
  let link = '';
  await test.step('the admin makes a link to the live view where reading needs a login', async () => {
    await page.goto('/login?returnUrl=%2Fsettings%2Fsecurity');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('openDTU42');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/settings/security');
    const everybody = page.getByRole('main').getByRole('switch').first();
    if (await everybody.isChecked()) {
      await everybody.click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Settings saved!').first()).toBeVisible();
    }
    await page.goto('/settings/accounts');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make', exact: true }).click();
    await expect(dialog).toContainText('Say who the link is for.');
    await dialog.getByLabel('Who it is for').fill('<i>The neighbours</i>');
    await dialog.getByRole('button', { name: '1 day' }).click();
    await dialog.getByRole('button', { name: 'Make', exact: true }).click();
    link = await page.getByRole('dialog').getByRole('code').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByRole('button', { name: 'End: <i>The neighbours</i>' })).toBeVisible();
  });

  const elsewhere = await browser.newContext({ baseURL: gateway.url });
  const neighbour = await elsewhere.newPage();
  const secret = link.split('#')[1] ?? 'none';
  await test.step('who opens it sees that page and no other, and the address forgets the secret', async () => {
    const asked: string[] = [];
    neighbour.on('request', (request) => asked.push(request.url(), JSON.stringify(request.headers())));
    await neighbour.goto(link);
    await expect(neighbour).toHaveURL(`${gateway.url}/`);
    await expect(neighbour.getByText('Total power')).toBeVisible();
    expect(secret).toMatch(/^hgl_/);
    const told = asked.filter((text) => text.includes(secret) && !text.endsWith(`/share#${secret}`));
    expect(told).toEqual([]);
    const menu = neighbour.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Live view' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'History' })).toHaveCount(0);
    await expect(menu.getByRole('button', { name: 'Settings' })).toHaveCount(0);
    await neighbour.goto('/history');
    await expect(neighbour).toHaveURL(`${gateway.url}/`);
    await neighbour.goBack();
    expect(neighbour.url()).not.toContain(secret);
    await neighbour.goto('/');
  });

  await test.step('when the admin ends it the neighbour reads so', async () => {
    await page.getByRole('button', { name: 'End: <i>The neighbours</i>' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await expect(page.getByText('The link has ended.')).toBeVisible();
    await expect(neighbour.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await neighbour.goto(link);
    await expect(neighbour.getByRole('heading', { name: 'There is no such link' })).toBeVisible();
    await expect(neighbour).toHaveURL(`${gateway.url}/share`);
  });
  await elsewhere.close();
});
