import { startSocketlessProxy, type TestProxy } from './start-proxy.ts';
import { expect, test } from './test.ts';

test.describe('a proxy that lets no sockets through', () => {
  test.use({ sharedGateway: true });

  let proxy: TestProxy;

  test.beforeEach(async ({ gateway }) => {
    proxy = await startSocketlessProxy(gateway.url);
  });

  test.afterEach(async () => proxy.close());

  test('login works through it', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: proxy.url });
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('openDTU42');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
    await context.close();
  });
});
