import { HomePage } from './pages/home-page.ts';
import { type SocketlessProxy, startSocketlessProxy } from './start-proxy.ts';
import { expect, test } from './test.ts';

test.describe('a proxy that lets no sockets through', () => {
  test.use({ sharedGateway: true });

  let proxy: SocketlessProxy;

  test.beforeEach(async ({ gateway }) => {
    proxy = await startSocketlessProxy(gateway.url);
  });

  test.afterEach(async () => proxy.close());

  test('values keep coming, by asking for them', async ({ browser, gateway }) => {
    test.setTimeout(90_000);
    const context = await browser.newContext({ baseURL: proxy.url });
    const page = await context.newPage();
    const home = new HomePage(page);
    await home.openWithValues();
    const before = await home.total('Total power').innerText();
    await expect(home.total('Total power')).not.toHaveText(before, { timeout: 30_000 });
    await expect.poll(() => proxy.refusedSockets(), { timeout: 30_000 }).toBeGreaterThan(0);
    // Well past the first failures it is still no stale page.
    await page.waitForTimeout(16_000);
    await expect(page.getByText(/^No new values for/)).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
    expect(gateway.url).not.toBe(proxy.url);
    await context.close();
  });

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
