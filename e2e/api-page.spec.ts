import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

test('@nightly the page of the API is as every page has to be, and copies a command', async ({
  page,
  gateway,
}) => {
  test.slow(); // a long page, looked at by axe twice
  const errors = await watchForErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway.url });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The API of the gateway');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessibleAtNight(page, `/api/docs at ${width} px`, {
      ...(width < 1440 && { newInDark: 'header' }),
    });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, '/api/docs');
  await expectThumbSized(page.locator('body'), '/api/docs');

  const call = page.locator('#getLiveData');
  await call.getByRole('button', { name: 'Copy as curl' }).press('Enter');
  await expect(page.getByRole('status')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`curl '${gateway.url}/api/livedata/status'`);
  expect(errors).toEqual([]);
});
