import { expect, test } from './test.ts';

/** So much a page may get in a second, however large the plant is. */
const BYTES_PER_SECOND_MAX = 8_000;
const LISTEN_S = 8;

test.describe('a plant of two hundred inverters', () => {
  test.use({ scenario: 'farm' });

  test('@nightly costs a page little, and shows all of the inverter that is chosen', async ({
    page,
    home,
  }) => {
    test.slow(); // twenty devices start with it
    const sockets: string[] = [];
    const seconds: number[] = [];
    let countedSinceMs = Number.POSITIVE_INFINITY;
    page.on('websocket', (socket) => {
      sockets.push(new URL(socket.url()).pathname);
      socket.on('framereceived', ({ payload }) => {
        const second = Math.floor((performance.now() - countedSinceMs) / 1000);
        if (second >= 0) seconds[second] = (seconds[second] ?? 0) + Buffer.byteLength(payload);
      });
    });
    await expect(async () => {
      await home.open();
      await expect(home.tabs).toHaveCount(200, { timeout: 1000 });
      await expect(home.tabs.filter({ hasText: 'Producing' })).toHaveCount(200, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });

    await test.step('the one that is chosen', async () => {
      for (const place of [150, 0, 199]) {
        const tab = home.tabs.nth(place);
        // Rows above it may still be measured, and move it away from under the pointer.
        await expect(async () => {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 2000 });
        }).toPass();
        await expect(home.value('Phase 1', 'Frequency')).toHaveText(/^[\d,.]+\u00a0Hz$/);
        await expect(home.cards.nth(1)).toBeVisible();
      }
    });

    await test.step('on a phone, from its beginning', async () => {
      const before = page.viewportSize() ?? { width: 1280, height: 720 };
      await page.setViewportSize({ width: 390, height: 800 });
      for (const place of [60, 5, 199]) {
        await page.getByRole('button', { name: 'All inverters' }).click();
        await home.tabs.nth(place).scrollIntoViewIfNeeded();
        await home.tabs.nth(place).click();
        await expect(home.tabs).toHaveCount(0); // one inverter has a phone to itself
        const heading = page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first();
        await expect(heading).toBeInViewport();
        await page.waitForTimeout(500); // what comes into sight is measured, and must not push it out again
        await expect(heading).toBeInViewport();
      }
      await page.setViewportSize(before);
    });

    await test.step('the bytes of a second', async () => {
      countedSinceMs = performance.now();
      await expect.poll(() => seconds.length, { timeout: 20_000 }).toBeGreaterThan(LISTEN_S);
      const heard = Array.from({ length: LISTEN_S }, (_, second) => seconds[second] ?? 0);
      expect(Math.max(...heard)).toBeLessThan(BYTES_PER_SECOND_MAX);
      expect(heard.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(0);
      expect(sockets.at(-1)).toBe('/livedata/lean');
    });

    await test.step('its values go on', async () => {
      const power = home.value('Phase 1', 'Power');
      const before = await power.innerText();
      await expect(power).not.toHaveText(before, { timeout: 30_000 });
    });
  });
});

test('@nightly the pages are as ever where other programs find the API of today', async ({
  page,
  home,
  api,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await home.openWithValues();
  expect(sockets).toEqual(['/livedata']);
  const network = await api.get<object>('/api/network/config');
  await api.order('/api/network/config', { ...network, api_generations: 'newest' });
  // The socket for programs now tells one inverter at a time: the page takes the other one.
  await expect.poll(() => sockets.at(-1)).toBe('/livedata/lean');
  await expect(home.tabs).toHaveCount(3);
  for (const name of ['East and west roof', 'Garage']) {
    await home.tab(name).click();
    const power = home.value('Phase 1', 'Power');
    const before = await power.innerText();
    await expect(power).not.toHaveText(before, { timeout: 25_000 });
  }
  await home.open();
  await expect(home.tabs).toHaveCount(3);
  await expect(home.value('Phase 1', 'Power')).toHaveText(/^[\d,.]+\u00a0W$/);
});
