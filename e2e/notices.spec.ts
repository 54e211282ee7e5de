import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';

test.use({ loggedIn: true, sharedGateway: false }); // it saves how often inverters are polled

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not to be seen');
  return { top: box.y, bottom: box.y + box.height };
}

for (const width of [390, 1280]) {
  test(`@nightly every notice stands in one place, above nothing that it speaks of, at ${width} px`, async ({
    page,
    bar,
  }) => {
    await page.clock.install();
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/settings/dtu');
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 1 });
    const interval = main.getByLabel('Poll interval');
    await interval.fill(width === 390 ? '6' : '7');
    await main.getByRole('button', { name: 'Save' }).click();
    const saved = page.locator('[data-kind]').filter({ hasText: 'Settings saved!' });
    await expect(saved).toBeVisible();
    const kept = await boxOf(saved);
    expect(kept.top).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom - 1);
    for (const what of [heading, interval, main.getByRole('button', { name: 'Save' })]) {
      expect((await boxOf(what)).top).toBeGreaterThanOrEqual(kept.bottom);
    }
    await saved.getByRole('button', { name: 'Dismiss' }).click();
    await expect(saved).toHaveCount(0);

    if (width < 1280) await bar.menuButton.click();
    await page.getByRole('button', { name: 'Log out' }).click();
    const passing = page.locator('[data-kind]').filter({ hasText: 'You are logged out.' });
    await expect(passing).toBeVisible();
    expect((await boxOf(passing)).top).toBe(kept.top);
    expect((await boxOf(main)).top).toBeGreaterThanOrEqual((await boxOf(passing)).bottom);
    await page.clock.fastForward(6000);
    await expect(passing).toHaveCount(0); // by itself
  });
}

test('@nightly a notice that comes while a dialog is open stands in the dialog', async ({ page, home }) => {
  await page.goto('/');
  await home.show('Garage');
  await home.action('Set limit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').or(dialog.getByRole('spinbutton')).first().fill('100');
  await dialog.getByRole('button', { name: /until tonight/i }).click();
  await expect(dialog).toHaveCount(0);
  await home.action('Device info').click();
  await expect(dialog.getByText('confirmed by the inverter', { exact: false })).toBeVisible({
    timeout: 15_000,
  });
});

test.describe('on a gateway of its own, because its clock is set', () => {
  test.use({ sharedGateway: false });

  test('@nightly a notice on a scrolled page does not cover what it speaks of', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/settings/ntp');
    const card = page.getByRole('region', { name: 'Set the clock by hand' });
    const heading = card.getByRole('heading');
    await expect(card.getByText(/^Both clocks match|^Same time/)).toBeVisible();
    // The clocks begin right below the bar.
    await heading.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 70));
    const before = await boxOf(heading);
    await card.getByRole('button', { name: 'Set to the browser’s time' }).click();
    const set = page.locator('[data-kind]').filter({ hasText: 'Time updated!' });
    await expect(set).toBeVisible();
    expect(before.top).toBeLessThan((await boxOf(set)).bottom);
    expect((await boxOf(heading)).top).toBeGreaterThanOrEqual((await boxOf(set)).bottom);
  });
});
