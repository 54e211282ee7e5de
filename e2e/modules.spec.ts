import type { PlantSettings } from '@heliograph/contract';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const PATH = '/api/heliograph/plant';

test.describe('the modules', () => {
  test.use({ loggedIn: true });

  test('are arranged by keyboard and by pointer, kept, and lead to their inverter', async ({ page, api }) => {
    await page.goto('/modules');
    const tiles = page.locator('[data-module]');
    await expect(tiles).toHaveCount(7);
    await expect(tiles.first()).toHaveAccessibleName(/^Garage roof, .*W, 0\.\d\d.W\/Wp, Producing$/);
    await expectAccessible(page, 'the modules');
    await expectNoSidewaysScroll(page, 'the modules');

    await page.getByRole('button', { name: 'Arrange' }).click();
    const garage = page.getByRole('button', { name: /^Garage roof/ });
    await garage.press('ArrowUp');
    await expect(page.getByText('Garage roof: column 1, row 1.')).toBeAttached();
    const from = await garage.boundingBox();
    if (from === null) throw new Error('the tile is nowhere');
    const at = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + from.width, at.y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText('Garage roof: column 2, row 1.')).toBeAttached();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved!')).toBeVisible();
    const { modules } = await api.get<PlantSettings>(PATH);
    expect(modules.find(({ serial }) => serial === '112174506011')).toMatchObject({ column: 1, row: 0 });

    await page.reload();
    await page.getByRole('button', { name: /^Garage roof/ }).click();
    await expectAccessible(page, 'one module');
    await page.getByRole('link', { name: 'Show the inverter' }).click();
    await expect(page).toHaveURL(/\/\?inverter=112174506011$/);
  });

  test('@nightly are dragged with a finger on a phone, and never scroll the page sideways', async ({
    browser,
    gateway,
    page,
    api,
  }) => {
    const phone = await browser.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      storageState: await page.context().storageState(),
    });
    const { url } = gateway;
    const touched = await phone.newPage();
    await touched.goto(`${url}/modules`);
    await expect(touched.locator('[data-module]')).toHaveCount(7);
    await expectNoSidewaysScroll(touched, 'the modules on a phone');
    expect((await api.get<PlantSettings>(PATH)).modules).toEqual([]);
    await phone.close();
  });
});

test.describe('@nightly the modules of a large plant', () => {
  test.use({ scenario: 'farm', loggedIn: true });

  test('are all there, and cost a page little', async ({ page }) => {
    test.slow();
    await expect(async () => {
      await page.goto('/modules');
      await expect(page.locator('[data-module]')).toHaveCount(460, { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    const seconds: number[] = [];
    await page.reload();
    const startMs = performance.now();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const second = Math.floor((performance.now() - startMs) / 1000);
        seconds[second] = (seconds[second] ?? 0) + Buffer.byteLength(payload);
      }),
    );
    await page.getByRole('link', { name: 'About' }).click();
    await page.goBack();
    await expect.poll(() => seconds.length, { timeout: 20_000 }).toBeGreaterThan(10);
    // The first message has everything.
    expect(Math.max(...seconds.slice(4).map((bytes) => bytes ?? 0))).toBeLessThan(8_000);
  });
});
