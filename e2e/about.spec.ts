import { expectTranslatedAtNight } from './language-check.ts';
import { expect, test } from './test.ts';

test.use({
  sharedGateway: true,
  flags: ['--update-repository', 'heliograph-test/gateway'],
  loggedIn: true,
});

test('the about page opens one section at a time, and leads out only', async ({ page, bar }) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  const sections = main.locator('details');
  const open = main.locator('details[open]');
  const titles = sections.locator('summary');
  await expect(titles).toHaveText([
    'Where the project comes from',
    'News and updates',
    'Report an error',
    'Discussion',
  ]);
  await expect(open).toHaveCount(1);
  await expect(sections.nth(0).locator('p')).toHaveCount(4);
  await expect(sections.nth(0).locator('p').first()).toBeVisible();

  await test.step('by mouse and by keyboard', async () => {
    await titles.nth(2).click();
    await expect(open.locator('summary')).toHaveText('Report an error');
    await expect(sections.nth(0).locator('p').first()).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(open).toHaveCount(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(open.locator('summary')).toHaveText('Discussion');
  });

  await test.step('with its version, and the way to the page of the API', async () => {
    await expect(main.getByText(/^Heliograph \d+\.\d+\.\d+/)).toBeVisible();
    await main.getByRole('link', { name: 'API documentation' }).click();
    await expect(page).toHaveURL(/\/api\/docs$/);
    await page.goBack();
    await expect(titles.first()).toBeVisible();
  });

  await test.step('with links to other places, each in a tab of its own', async () => {
    const links = await sections.locator('a').all();
    expect(links).toHaveLength(8);
    for (const link of links) {
      await expect(link).toHaveAttribute(
        'href',
        /^https:\/\/github\.com\/(heliograph-test\/gateway|tbnobody\/OpenDTU)/,
      );
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noreferrer/);
    }
  });
  await expectTranslatedAtNight(bar, main, {
    same: [/^github\.com\//, /^Heliograph \d/, 'Discussion'],
    what: 'about',
  });
});
