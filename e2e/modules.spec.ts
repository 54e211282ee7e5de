import type { PlantSettings } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expect, test } from './test.ts';

const PATH = '/api/heliograph/plant';
/** So much a page may get in a second, however large the plant is. */
const BYTES_PER_SECOND_MAX = 8_000;
const LISTEN_S = 8;

test.describe('the modules', () => {
  test.use({ loggedIn: true });

  test('are arranged by keyboard and by pointer, kept, and lead to their inverter', async ({ page, api }) => {
    await page.goto('/modules');
    const tiles = page.locator('[data-module]');
    await expect(tiles).toHaveCount(7);
    await expect(tiles.first()).toHaveAccessibleName(/^Garage roof, .*W, 0\.\d\d.W\/Wp, Producing$/);
    await expectAccessibleAtNight(page, 'the modules');
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
    await expectAccessibleAtNight(page, 'one module');
    await page.getByRole('link', { name: 'Show the inverter' }).click();
    await expect(page).toHaveURL(/\/\?inverter=112174506011$/);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('@nightly are dragged with a finger, and never scroll the page sideways', async ({ page }) => {
      await page.goto('/modules');
      await expect(page.locator('[data-module]')).toHaveCount(7);
      await expectNoSidewaysScroll(page, 'the modules on a phone');
      await page.getByRole('button', { name: 'Arrange' }).click();
      await expectThumbSized(page.getByRole('main'), 'the modules on a phone');
      const tile = page.getByRole('button', { name: /^Garage roof/ });
      await tile.scrollIntoViewIfNeeded();
      const from = await tile.boundingBox();
      if (from === null) throw new Error('the tile is nowhere');
      const at = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
      const touch = await page.context().newCDPSession(page);
      const send = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        touchPoints: readonly { x: number; y: number }[],
      ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
      await send('touchStart', [at]);
      for (const part of [0.3, 0.6, 1]) await send('touchMove', [{ x: at.x, y: at.y - from.height * part }]);
      await send('touchEnd', []);
      await expect(page.getByText('Garage roof: column 1, row 1.')).toBeAttached();
      // The roof scrolls by itself, the page does not.
      const sidewaysPx = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sidewaysPx).toBe(0);
    });
  });
});

test.describe('@nightly the modules of a large plant', () => {
  test.use({ scenario: 'farm', loggedIn: true });

  test('are all there, and cost a page little', async ({ page }) => {
    test.slow(); // twenty devices start with it
    const seconds: number[] = [];
    let countedSinceMs = Number.POSITIVE_INFINITY;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const second = Math.floor((performance.now() - countedSinceMs) / 1000);
        if (second >= 0) seconds[second] = (seconds[second] ?? 0) + Buffer.byteLength(payload);
      }),
    );
    await expect(async () => {
      await page.goto('/modules');
      await expect(page.locator('[data-module]')).toHaveCount(460, { timeout: 2000 });
      await expect(page.locator('[data-module][data-state="producing"]')).toHaveCount(460, { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    countedSinceMs = performance.now();
    await expect.poll(() => seconds.length, { timeout: 20_000 }).toBeGreaterThan(LISTEN_S);
    const heard = Array.from({ length: LISTEN_S }, (_, second) => seconds[second] ?? 0);
    expect(Math.max(...heard)).toBeLessThan(BYTES_PER_SECOND_MAX);
    expect(heard.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(0);
  });
});

test.describe('@nightly a list of many inverters on a phone', () => {
  test.use({ scenario: 'farm', viewport: { width: 390, height: 844 } });

  test('is searched, leads to one inverter, and back', async ({ page, home }) => {
    test.slow();
    await expect(async () => {
      await home.open();
      await expect(home.tabs).toHaveCount(200, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expectAccessibleAtNight(page, 'a list of many inverters');
    await page.getByRole('searchbox').fill('field 3 row 7');
    await expect(home.tabs).toHaveText([/^Field 3, row 7/, /^Field 7, row 3/]);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { name: 'Field 3, row 7' })).toBeInViewport();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.getByRole('button', { name: 'All inverters' }).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expectNoSidewaysScroll(page, 'a list of many inverters');
  });
});
