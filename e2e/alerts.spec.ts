import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertList } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expect, test } from './test.ts';

/** A service that takes messages, for as long as the test goes on. */
async function startService() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { heard, address: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test.describe('the alerts on a phone', () => {
  test.use({ loggedIn: true, viewport: { width: 390, height: 844 } });

  test('get a way that is tried and saved, and a rule that is tried and switched off', async ({
    page,
    api,
  }) => {
    test.slow(); // each state is looked at by axe
    const service = await startService();
    await page.goto('/settings/alerts');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await expect(main).toContainText('There is no way yet.');
    await expect(main.getByRole('switch', { name: 'A string yields nothing' })).toBeChecked();
    await expectAccessibleAtNight(page, 'the alerts');
    await expectNoSidewaysScroll(page, 'the alerts');

    await main.getByRole('button', { name: 'Add a way' }).click();
    await dialog.getByLabel('Kind').selectOption({ label: 'Another web address (webhook)' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
      'Enter one line of text!',
    );
    await dialog.getByLabel('Name', { exact: true }).fill('Hook');
    await dialog.getByLabel('Address').fill(service.address);
    await dialog.getByLabel('Password or token').fill('secret canary');
    await dialog.getByLabel('What is sent').fill('{"text":"{title}"}');
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await expect(dialog.getByText('The test message is sent. Look whether it has come.')).toBeVisible();
    expect(service.heard).toEqual(['{"text":"Heliograph: test"}']);
    await expectAccessibleAtNight(page, 'a way');
    await expectThumbSized(dialog, 'a way');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('listitem').filter({ hasText: 'Hook' })).toContainText('0 messages today');

    await main.getByRole('button', { name: 'Try: A string yields nothing' }).click();
    await expect(main.getByText('The rule sees nothing now.')).toBeVisible();
    await expect(main.getByText('An example is on its way.')).toBeVisible();
    await expect.poll(() => service.heard.at(-1)).toContain('Example: Carport, string 2: yields nothing');

    await main.getByRole('switch', { name: 'A string yields nothing' }).click();
    await main.getByLabel('Messages a day, at most').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText('Enter a number from 1 to 100!')).toBeVisible();
    await main.getByLabel('Messages a day, at most').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText('No unsaved changes')).toBeVisible();
    await page.reload();
    await expect(main.getByRole('switch', { name: 'A string yields nothing' })).not.toBeChecked();
    await expect(main.getByLabel('Messages a day, at most')).toHaveValue('3');
    await expect(main.getByText('Hook', { exact: true })).toBeVisible();
    const { channels } = await api.get<AlertList>('/api/heliograph/alerts');
    expect(channels).toMatchObject([{ name: 'Hook', waiting: 0 }]);
    service.close();
  });
});

test('@nightly whoever is not logged in sees the list, and no way', async ({ page }) => {
  await page.goto('/settings/alerts');
  const main = page.getByRole('main');
  await expect(main).toContainText('Nothing is wrong, as far as the gateway can see.');
  await expect(main).toContainText('Only the admin can see and change by which way that happens.');
  await expect(main.getByRole('switch')).toHaveCount(0);
});
