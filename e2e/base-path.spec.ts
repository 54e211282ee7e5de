import { startStrippingProxy } from './start-proxy.ts';
import { expect, test } from './test.ts';

test.use({ flags: ['--base-path', '/dtu/'], sharedGateway: true });

for (const [way, night] of [
  ['straight', '@nightly '],
  ['through a proxy that takes the path off', ''],
] as const) {
  test(`${night}below a path, ${way}: live values, a login, links, a reload and the console`, async ({
    page,
    gateway,
    home,
    bar,
    loginPage,
    consolePage,
  }) => {
    const proxy = way === 'straight' ? undefined : await startStrippingProxy(gateway.url, '/dtu');
    const { origin } = new URL(proxy?.url ?? gateway.url);
    const strays: string[] = [];
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/dtu/')) strays.push(request.url());
    });
    await page.goto(`${origin}/dtu/`);
    await expect(bar.link).toHaveText('Live');
    await expect(home.tabs).toHaveCount(3);
    await page.goto(`${origin}/dtu/settings/network`);
    await expect(page).toHaveURL(`${origin}/dtu/login?returnUrl=%2Fsettings%2Fnetwork`);
    await loginPage.logIn();
    await expect(page).toHaveURL(`${origin}/dtu/settings/network`);
    await expect(page.getByLabel('Hostname')).toHaveValue(/./);
    await bar.dropdown('Info').click();
    await bar.entry('Console').click();
    await expect(page).toHaveURL(`${origin}/dtu/info/console`);
    await expect(consolePage.link).toHaveText('Connected');
    await page.reload();
    await expect(consolePage.link).toHaveText('Connected');
    await bar.brand.click();
    await expect(page).toHaveURL(`${origin}/dtu/`);
    await expect(bar.link).toHaveText('Live');
    expect(strays).toEqual([]);
    await proxy?.close();
  });
}

test('a page that is opened past the path moves below it', async ({ page, gateway }) => {
  const { origin } = new URL(gateway.url);
  await page.goto(`${origin}/about`);
  await expect(page).toHaveURL(`${origin}/dtu/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${origin}/login?returnUrl=%2Fsettings%2Fntp`);
  await expect(page).toHaveURL(`${origin}/dtu/login?returnUrl=%2Fsettings%2Fntp`);
});
