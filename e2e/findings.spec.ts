import { expect, test } from './test.ts';

test('a new plant is told to be well, and which strings are not judged yet', async ({ page }) => {
  await page.goto('/findings');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Findings' })).toBeVisible();
  await expect(main.getByText(/^All well/)).toBeVisible();
  await expect(main.getByRole('region', { name: 'What is watched' })).toBeVisible();
});
