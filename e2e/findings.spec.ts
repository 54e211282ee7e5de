import { expect, test } from './test.ts';

test('a new plant is told that nothing was found, and which strings are not judged yet', async ({ page }) => {
  await page.goto('/findings');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Findings' })).toBeVisible();
  await expect(main.getByText(/^Nothing was found/)).toBeVisible();
  await expect(main.getByRole('region', { name: 'What is watched' })).toBeVisible();
});

test.describe('a first start at night', () => {
  test.use({ scenario: 'night', sharedGateway: true, viewport: { width: 390, height: 844 } });

  test('@nightly looks meant: nothing asks for help, and each page says what comes', async ({
    page,
    home,
  }) => {
    await home.open();
    const today = page.getByRole('region', { name: 'Today' });
    const line = today.getByRole('link', {
      name: /^(Waiting for the first values|Nothing heard; it may be night)$/,
    });
    await expect(line).toBeVisible();
    await expect(today).toContainText('Nothing yet today. The inverters wake when it gets light.');
    const calm = new Set(
      await page
        .locator('main [data-state]')
        .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-state'))),
    );
    expect([...calm]).toEqual(['unknown']);

    await line.click();
    await expect(page.getByRole('main').getByText(/^Nothing was found/)).toBeVisible();
    await page.goto('/history');
    await expect(page.getByRole('heading', { name: 'Nothing has been kept yet.' })).toBeVisible();
    await page.goto('/modules');
    await expect(page.getByRole('main').getByText('7 with no data yet')).toBeVisible();
  });
});
