import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleAtNight, expectNoSidewaysScroll, watchForErrors } from './checks.ts';
import type { GatewayApi } from './gateway-api.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import type { Bar } from './pages/bar.ts';
import { Modal } from './pages/modal.ts';
import { TaskPage } from './pages/task-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

/** The part of a configuration that is changed here. */
interface Config {
  readonly cfg: object;
  readonly mqtt: { readonly port: number };
  readonly wifi: { readonly hostname: string; readonly password: string };
  readonly inverters: readonly { readonly serial: number; readonly name: string }[];
}

/** Downloads the configuration through the page. */
async function download(
  page: Page,
  config: TaskPage,
): Promise<{ readonly name: string; readonly text: string }> {
  const event = page.waitForEvent('download');
  await config.button('Download').click();
  const file = await event;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** A gateway on its way from a backup to a reset. */
interface Journey {
  readonly page: Page;
  readonly api: GatewayApi;
  readonly config: TaskPage;
  /** The card in which a file is restored. */
  readonly restore: Locator;
  /** As everything was at first. */
  readonly backup: Config;
}

const configOf = (api: GatewayApi) => api.get<Config>('/api/config/get?file=config.json');

async function takeBackup({ page, api, config }: Omit<Journey, 'restore' | 'backup'>): Promise<Config> {
  const { name, text } = await download(page, config);
  const { hostname } = await api.get<{ hostname: string }>('/api/system/status');
  expect(name).toMatch(/^[\w.-]+-\d{4}-\d{2}-\d{2}-config\.json$/);
  expect(name.startsWith(hostname)).toBe(true);
  expect(JSON.parse(text)).toEqual(await configOf(api));
  return JSON.parse(text);
}

async function lookAtFiles({ page, config, restore, backup }: Journey, bar: Bar): Promise<void> {
  await restore.getByRole('button', { name: 'Restore' }).click();
  await expect(restore).toContainText('No file selected');
  await config.choose('pins.json', '[{"name":"Board 1"}]');
  await expect(restore).toContainText('This file does not match “Restore as”.');
  const wifi = { ...backup.wifi, hostname: 'changed', password: 'not to be shown' };
  const inverters = backup.inverters.map((inverter, index) =>
    index === 0 ? { ...inverter, name: 'Barn 7' } : inverter,
  );
  const mqtt = { ...backup.mqtt, port: 99_999_999 };
  await config.choose('changed.json', JSON.stringify({ ...backup, wifi, inverters, mqtt }));
  await expect(restore).toContainText('0.1.23');
  await expect(restore).toContainText('WiFi password, Hostname');
  await expect(restore).toContainText('Barn 7');
  await expect(restore.getByRole('listitem')).toHaveText([
    'MQTT · Port99999999 → 65535Too large: the largest possible value is used.',
  ]);
  await expect(restore).not.toContainText('not to be shown');
  await expectAccessibleAtNight(page, 'a file that is looked at');
  await expectNoSidewaysScroll(page, 'a file that is looked at');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectTranslatedAtNight(bar, config.main, {
    what: 'config management',
    same: [
      ...[
        /\.json/,
        'Download',
        'Port',
        /· Port$/,
        /99999999/,
        /^Configuration/,
        'Hostname',
        /^MQTT/,
        'Barn 7',
        '0.1.23',
        'RESET',
      ],
      'Internal Server Error', // the words of the gateway that the failed download ended with
    ],
  });
  await page.setViewportSize({ width: 390, height: 844 });
}

async function beRefused({ page, api, config, restore, backup }: Journey): Promise<void> {
  await config.choose('newer.json', JSON.stringify({ ...backup, cfg: { version: 0x7f00_0000 } }));
  await expect(restore).toContainText('This file comes from a newer version of the gateway.');
  await expect(restore.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
  const wifi = { ...backup.wifi, ip: 'nowhere' };
  await config.choose('odd.json', JSON.stringify({ ...backup, wifi }));
  await expect(restore).toContainText('IP address');
  const problem = '“Network · IP address” has a value that cannot be used. IP address is invalid!';
  await expect(restore).toContainText(problem);
  await expect(restore.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
  await config.choose('cut.json', JSON.stringify(backup).slice(0, 500));
  await expect(restore).toContainText('This file is incomplete: it breaks off in the middle.');
  await expectAccessibleAtNight(page, 'a file that is not sent');
  // A gateway that cannot look into a file before: it says the same when it has got it.
  await page.route('**/api/heliograph/restore-preview?*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await config.choose('odd.json', JSON.stringify({ ...backup, wifi }));
  await restore.getByRole('button', { name: 'Restore' }).click();
  await expect(config.state.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/heliograph/restore-preview?*');
  await expect(config.state).toContainText(problem);
  await expect(config.state).toContainText('Nothing was changed.');
  await expectAccessibleAtNight(page, 'a refused file');
  await config.button('Back').click();
  await expect(restore).toBeVisible();
  expect((await configOf(api)).wifi.hostname).toBe('changed');
}

/** Everything as one file: what it would change is shown, and it brings back what was changed since. */
async function restoreEverything({ page, api, config }: Journey): Promise<void> {
  const event = page.waitForEvent('download');
  await config.button('Download everything').click();
  const file = await event;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}-.*\.backup$/);
  const before = await api.get<{ dtu_pollinterval: number }>('/api/dtu/config');
  await api.post('/api/dtu/config', { ...before, dtu_pollinterval: 77 });

  const card = config.card('Restore everything');
  await card.getByLabel('Backup of everything').setInputFiles(await file.path());
  await expect(card.getByRole('listitem')).toHaveText([`DTU · Poll interval77 → ${before.dtu_pollinterval}`]);
  await expect(card.getByRole('switch', { name: 'Restore the history, too' })).toBeChecked();
  await expectAccessibleAtNight(page, 'a backup of everything that is looked at');
  await expectNoSidewaysScroll(page, 'a backup of everything that is looked at');
  await card.getByRole('button', { name: 'Restore everything' }).click();
  await config.expectRestarted();
  expect(await api.get('/api/dtu/config')).toEqual(before);
  await config.button('Back').click();
}

async function reset({ page, api, config, backup }: Journey): Promise<void> {
  await config.button('Reset').click();
  const dialog = new Modal(page, 'Factory reset');
  await dialog.button('Reset').click();
  const word = dialog.dialog.getByLabel('Type RESET to confirm');
  await expect(word).toBeFocused();
  await expectAccessibleAtNight(page, 'the question before a reset');
  await dialog.expectFocusInside();
  await word.fill('reset');
  await word.press('Enter');
  await config.expectRestarted();
  const { inverters, wifi } = await configOf(api);
  expect(wifi.hostname).toBe(backup.wifi.hostname);
  expect(inverters).toEqual(backup.inverters);
}

test('a backup is changed, restored and reset again', async ({ page, api, bar, loginPage }) => {
  test.slow();
  const config = new TaskPage(page);
  const errors = await watchForErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/config');
  const restore = config.card('Restore');
  const backup = await test.step('the backup is what the gateway has, under its name and the day', () =>
    takeBackup({ page, api, config }));
  const journey: Journey = { page, api, config, restore, backup };

  await test.step('an error is not saved', async () => {
    await page.route('**/api/config/get?*', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await config.button('Download').click();
    await expect(config.card('Backup').getByRole('alert')).toBeVisible();
    await page.unroute('**/api/config/get?*');
  });

  await test.step('what a file is stands there before it is sent', () => lookAtFiles(journey, bar));

  await test.step('it is restored, and counts after the restart', async () => {
    await restore.getByRole('button', { name: 'Restore' }).click();
    await config.expectRestarted();
    await expect(config.state).toContainText('1 value was not restored as it is in the file');
    await expect(config.state).toContainText('99999999 → 65535');
    const { inverters, wifi, mqtt } = await configOf(api);
    expect([wifi.hostname, inverters[0]?.name, mqtt.port]).toEqual(['changed', 'Barn 7', 65_535]);
    await config.button('Back').click();
    await expect(restore).toBeVisible();
  });

  await test.step('what the gateway refuses changes nothing', () => beRefused(journey));
  await test.step('a backup of everything is downloaded and restored', () => restoreEverything(journey));
  await test.step('a reset takes a word, and ends with everything as it was at first', () => reset(journey));
  expect(errors.filter((text) => !/ERR_|WebSocket|status of 500/.test(text))).toEqual([]);

  await test.step('a login that is no longer good leads to the login page and back', async () => {
    await config.button('Back').click();
    await config.choose('any.json', JSON.stringify(backup));
    await expect(restore).toContainText('0.1.23');
    await page.route('**/api/config/upload?*', (route) => route.fulfill({ status: 401 }));
    await restore.getByRole('button', { name: 'Restore' }).click();
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Fconfig$/);
    await loginPage.logIn();
    await expect(restore).toBeVisible();
  });
});
