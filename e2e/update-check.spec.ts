import { toldBy } from './info-samples.ts';
import { InfoPage } from './pages/info-page.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

test('@nightly without a repository nobody is asked for a newer version', async ({ page, gateway }) => {
  const system = new InfoPage(page, 'system');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== gateway.url) foreign.push(request.url());
  });
  await system.pretend(() => toldBy('system'));
  await system.open();
  await expect(system.fact('Updates')).toHaveText('not checked');
  await expect(system.fact('Heliograph version')).toHaveText('0.9.8 (1a2b3c4)');
  await expect(system.cards.first().getByRole('link')).toHaveCount(0);
  expect(foreign).toEqual([]);
});

test.describe('with a repository', () => {
  test.use({ flags: ['--update-repository', 'heliograph-test/gateway'], loggedIn: true });

  const COMPARE = 'https://api.github.com/repos/heliograph-test/gateway/compare/1a2b3c4...HEAD';
  const CHANGES = 'https://github.com/heliograph-test/gateway/compare/1a2b3c4...HEAD';

  test('@nightly the system page tells whether there is something newer', async ({ page }) => {
    const system = new InfoPage(page, 'system');
    const updates = system.fact('Updates');
    const asked: Readonly<Record<string, string>>[] = [];
    let answer: { readonly status: number; readonly json: unknown } | 'none' = 'none';
    await page.route('https://**/*', async (route, request) => {
      expect(request.url()).toBe(COMPARE);
      asked.push(await request.allHeaders());
      if (answer === 'none') return route.abort();
      return route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } });
    });
    await system.pretend(() => toldBy('system'));

    await test.step('no network, or no answer that counts', async () => {
      for (const failure of [
        'none',
        { status: 500, json: {} },
        { status: 200, json: { total: 1 } },
      ] as const) {
        answer = failure;
        await system.open();
        await expect(updates).toHaveText('Error fetching version information');
        await expect(updates.locator('[data-tone="unknown"]')).toHaveCount(1);
      }
    });
    await test.step('something newer', async () => {
      answer = { status: 200, json: { total_commits: 3, html_url: CHANGES } };
      await system.open();
      await expect(updates).toHaveText('new version');
      await expect(updates.locator('[data-tone="bad"]')).toHaveCount(1);
      const link = updates.getByRole('link');
      await expect(link).toHaveAttribute('href', CHANGES);
      await expect(link).toHaveAttribute('rel', /noreferrer/);
      await expect(link).toHaveAttribute('target', '_blank');
      const version = system.fact('Heliograph version').getByRole('link', { name: '0.9.8 (1a2b3c4)' });
      await expect(version).toHaveAttribute(
        'href',
        'https://github.com/heliograph-test/gateway/commits/1a2b3c4',
      );
    });
    await test.step('an answer counts for an hour', async () => {
      const before = asked.length;
      await system.open();
      await expect(updates).toHaveText('new version');
      expect(asked.length).toBe(before);
    });
    await test.step('nothing newer', async () => {
      answer = { status: 200, json: { total_commits: 0, html_url: CHANGES } };
      await page.evaluate(() => localStorage.removeItem('updateCheck'));
      await system.open();
      await expect(updates).toHaveText('up to date');
      await expect(updates.locator('[data-tone="good"]')).toHaveCount(1);
    });
    for (const headers of asked) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('referer');
      expect(headers).not.toHaveProperty('cookie');
    }
  });
});
