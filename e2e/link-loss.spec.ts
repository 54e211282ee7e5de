import { expect, test } from './test.ts';

test('a killed gateway: the page says so, marks values stale, and recovers by itself', async ({
  page,
  gateway,
  bar,
  home,
}) => {
  test.setTimeout(120_000);
  await home.openWithValues();
  await expect(bar.link).toHaveText('Live');
  await gateway.kill();

  await expect(bar.link).not.toHaveText('Live', { timeout: 5000 });
  // 15 s without a message: nothing on the page may pass for current any more.
  await expect(page.getByText(/^No new values for \d+ s/)).toBeVisible({ timeout: 20_000 });
  await expect(bar.link).toContainText('Offline');
  for (const tab of await home.tabs.all()) await expect(tab).toContainText('Stale');
  await expect(page.getByText('Producing')).toHaveCount(0);
  await expect(home.value('Phase 1', 'Voltage')).toHaveText(/\d/); // old values are marked, not taken away

  await gateway.startAgain();
  await expect(bar.link).toHaveText('Live', { timeout: 35_000 });
  await expect(page.getByText(/^No new values for/)).toHaveCount(0);
  await expect(home.tab(/Garage/)).toContainText('Producing', { timeout: 20_000 });
});

test('a short restart goes by without a stale mark', async ({ page, gateway, bar, home }) => {
  await home.openWithValues();
  await gateway.kill();
  await expect(bar.link).not.toHaveText('Live');
  await gateway.startAgain();
  await expect(bar.link).toHaveText('Live', { timeout: 20_000 });
  await expect(page.getByText(/^No new values for/)).toHaveCount(0);
});

test('a gateway that is not there when the page is opened again', async ({ page, gateway, bar, home }) => {
  test.slow();
  await home.openWithValues();
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await gateway.kill();
  await bar.brand.click();
  await expect(page.getByText(/gateway has not answered|No new values/)).toBeVisible({ timeout: 25_000 });
  await gateway.startAgain();
  await expect(home.total('Total power')).toBeVisible({ timeout: 35_000 });
});

test('one odd message neither blanks the page nor stops it', async ({ page, home }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.routeWebSocket(/\/livedata$/, (socket) => {
    const server = socket.connectToServer();
    let count = 0;
    server.onMessage((message) => {
      count += 1;
      const odd = [
        '{"inverters":null}',
        'not JSON at all',
        '[]',
        '{"inverters":[7,null,{}],"total":{},"hints":{}}',
      ];
      socket.send(odd[count % 8] ?? message);
    });
  });
  await home.openWithValues();
  const before = await home.total('Total power').innerText();
  await expect(home.total('Total power')).not.toHaveText(before, { timeout: 30_000 });
  await expect(home.tabs).toHaveCount(3);
  expect(errors).toEqual([]);
});
