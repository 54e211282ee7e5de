import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './test.ts';

test.use({ sharedGateway: false });

test('a proxy that is believed logs somebody in with one click', async ({ page, browser, gateway }) => {
  let secret = '';
  await test.step('the admin lists the proxy and has a secret made', async () => {
    await page.goto('/login?returnUrl=%2Fsettings%2Fsignin');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('openDTU42');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Addresses of the proxy').fill('nowhere');
    await page.getByLabel('Header with the user').click();
    await expect(page.getByText('Each line is an address')).toBeVisible();
    await page.getByLabel('Addresses of the proxy').fill('127.0.0.1\n::1');
    await page.getByRole('button', { name: 'Make a secret' }).click();
    secret = await page.getByLabel('Secret of the proxy').inputValue();
    expect(secret).toMatch(/^[\da-f]{64}$/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved!').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Secret of the proxy')).toHaveValue('');
  });

  const { port } = new URL(gateway.url);
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'remote-user': 'admin', 'heliograph-proxy-secret': secret };
    const passed = request({ port, path: asked.url, method: asked.method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const elsewhere = await browser.newContext({
    baseURL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  });
  await test.step('who comes by it goes on as who the proxy says', async () => {
    const other = await elsewhere.newPage();
    await other.goto('/login?returnUrl=%2Fsettings%2Fsignin');
    await other.getByRole('button', { name: 'Continue as admin' }).click();
    await expect(other.getByLabel('Addresses of the proxy')).toHaveValue('127.0.0.1\n::1');
    await other.getByLabel('Who has no account here').selectOption('viewer');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Settings saved!').first()).toBeVisible();
  });
  await elsewhere.close();
  proxy.close();
});
