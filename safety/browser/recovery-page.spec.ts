import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

const PASSWORD = 'openDTU42';

test('F4: the recovery page takes a backup, and opens the gateway when it is back', async ({
  page,
  gateway,
}) => {
  const row = openRow('F4');
  const headers = { Authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };
  const backup = await (await fetch(`${gateway.url}/api/config/get`, { headers })).text();
  await gateway.kill();
  for (const name of ['ntp.json', 'ntp.json.bak']) await writeFile(join(gateway.dataFolder, name), 'damaged');
  await gateway.startAgain();

  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) violations.push(message.text());
  });
  await page.goto('/');
  await expect(page.getByText('The settings file ntp.json is damaged')).toBeVisible();
  const send = async (password: string, content: string) => {
    await page.getByLabel('Password').fill(password);
    const file = { name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from(content) };
    await page.getByLabel('Backup').setInputFiles(file);
    await page.getByRole('button', { name: 'Restore' }).click();
  };
  await send('not this one', backup);
  await expect(page.getByRole('status')).toHaveText('This password is wrong.');
  await send(PASSWORD, '{}');
  await expect(page.getByRole('status')).toHaveText('The file has nothing of config.json in it.');
  await send(PASSWORD, backup);
  await expect(page.getByRole('status')).toContainText('The backup is restored.');
  await expect(page.getByRole('region', { name: 'Hints' })).toBeVisible({ timeout: 20_000 }); // the web app
  row.figure({
    what: 'things the policy of the recovery page had to stop',
    value: violations.length,
    goal: { exactly: 0 },
  });
});
