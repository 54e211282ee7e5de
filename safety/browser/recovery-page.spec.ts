import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

const PASSWORD = 'openDTU42';
const FILES = ['settings.db', 'settings.db.good'];

/** Fills in the form and sends it. */
async function send(page: Page, password: string, content: string | Buffer): Promise<void> {
  await page.getByLabel(/passwor/i).fill(password);
  const name = typeof content === 'string' ? 'backup.json' : 'of-june (1).backup';
  const file = { name, mimeType: '', buffer: Buffer.from(content) };
  await page.getByLabel(/config\.json/).setInputFiles(file);
  await page.locator('form button').click();
}

/** Another letter in the name of the time server: its section is lost, and the others, with the password, are not. */
async function damage(file: string): Promise<void> {
  const text = await readFile(file, 'latin1');
  await writeFile(file, text.replaceAll('pool.ntp.org', 'pool.ntp.orf'), 'latin1');
}

async function damageAndRestart(gateway: GatewayProcess): Promise<void> {
  await gateway.kill();
  for (const name of FILES) await damage(join(gateway.dataFolder, name));
  await gateway.startAgain();
}

const headers = { Authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };

const backupOf = async ({ url }: GatewayProcess) =>
  (await fetch(`${url}/api/config/get`, { headers })).text();

async function expectRestored(page: Page): Promise<void> {
  await expect(page.getByRole('status')).toContainText('The backup has been restored.');
  await expect(page.getByRole('region', { name: 'Hints' })).toBeVisible({ timeout: 20_000 }); // the web app
}

test('@nightly F4: the recovery page takes a config.json', async ({ page, gateway }) => {
  const row = openRow('F4');
  const backup = await backupOf(gateway);
  await damageAndRestart(gateway);
  await page.goto('/');
  await send(page, PASSWORD, backup);
  await expectRestored(page);
  row.figure({ what: 'config.json that the recovery page restored', value: 1, goal: { exactly: 1 } });
});

test('@nightly F4: the recovery page takes a backup of everything, and opens the gateway when it is back', async ({
  page,
  gateway,
  browser,
}) => {
  const row = openRow('F4');
  const backup = await backupOf(gateway);
  const whole = Buffer.from(
    await (await fetch(`${gateway.url}/api/heliograph/backup?history=1`, { headers })).arrayBuffer(),
  );
  await damageAndRestart(gateway);

  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) violations.push(message.text());
  });
  await page.goto('/');
  await expect(page.getByText('The settings file settings.db is damaged')).toBeVisible();
  await send(page, 'not this one', backup);
  await expect(page.getByRole('alert')).toHaveText('This password is wrong.');
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('This password is wrong.');
  await send(page, PASSWORD, '{}');
  await expect(page.getByRole('alert')).toHaveText('The file contains nothing that belongs in config.json.');
  await expect(page.getByLabel('Backup')).toBeFocused();

  const german = await browser.newPage({ locale: 'de-DE', baseURL: gateway.url });
  await german.goto('/');
  await send(german, PASSWORD, backup.replace('"port":1883', '"port":"many"'));
  await expect(german.getByRole('alert')).toHaveText('Der Wert von mqtt.port in der Datei ist ungültig.');
  await german.close();

  await send(page, PASSWORD, whole.subarray(0, -1));
  await expect(page.getByRole('alert')).toHaveText('The backup is incomplete or damaged.');
  await send(page, PASSWORD, whole);
  await expect(page.getByText(/^A backup of everything, made on .+ by version /)).toBeVisible();
  await expect(page.getByText('Afterwards the password of the backup counts.')).toBeHidden(); // it is the same one
  await expect(page.getByLabel('Restore what was measured, too.')).toBeChecked();
  await expect(page.getByRole('status')).toHaveText('Nothing has been changed yet.');
  await page.getByRole('button', { name: 'Restore this backup' }).click();
  await expectRestored(page);
  row.figure({
    what: 'things the policy of the recovery page had to stop',
    value: violations.length,
    goal: { exactly: 0 },
  });
});

test('@nightly F4: a recovery page that is out of date sends nothing, and opens the gateway', async ({
  page,
  gateway,
}) => {
  const row = openRow('F4');
  const place = (name: string) => join(gateway.dataFolder, name);
  for (const name of FILES) await copyFile(place(name), place(`${name}.kept`));
  await damageAndRestart(gateway);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Recovery mode' })).toBeVisible();
  await gateway.kill();
  for (const name of FILES) await copyFile(place(`${name}.kept`), place(name));
  await gateway.startAgain();

  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++;
  });
  await send(page, PASSWORD, '{}');
  await expect(page.getByRole('alert')).toHaveText(/no longer in recovery mode/);
  row.figure({ what: 'backups sent to a gateway that has its settings', value: sent, goal: { exactly: 0 } });
  await page.getByRole('link', { name: 'Open the gateway' }).click();
  await expect(page.getByRole('region', { name: 'Hints' })).toBeVisible();
});
