import { readFile } from 'node:fs/promises';
import type { SourceSettings } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll, watchForErrors } from './checks.ts';
import { GatewayApi } from './gateway-api.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { DevicePage } from './pages/device-page.ts';
import { SourcesPage } from './pages/sources-page.ts';
import { expect, test } from './test.ts';

test.use({ scenario: 'two-devices', loggedIn: true });

const NEWEST = 'simulated-2';
/** A device is read again within a minute, after a change at once. */
const READ_AGAIN_TIMEOUT_MS = 20_000;
/** A simulated device is away for some seconds, and asked again within 16 s. */
const RESTART_TIMEOUT_MS = 60_000;

interface ListedInverter {
  readonly name: string;
}

/** The device itself, as its own page asks it. */
async function deviceBehind(api: GatewayApi) {
  const { sources } = await api.get<SourceSettings>('/api/heliograph/source-settings');
  const device = new GatewayApi(`http://127.0.0.1:${sources.find(({ id }) => id === NEWEST)?.port}`);
  return {
    names: async () => {
      const { inverter } = await device.get<{ inverter: readonly ListedInverter[] }>('/api/inverter/list');
      return inverter.map(({ name }) => name);
    },
    radio: () => device.get<Readonly<Record<string, unknown>>>('/api/dtu/config'),
  };
}

test('a device from near: renamed there, a setting changed, a copy downloaded, restarted', async ({
  page,
  api,
  home,
}) => {
  test.setTimeout(180_000);
  const errors = await watchForErrors(page);
  const sourcesPage = new SourcesPage(page);
  const devicePage = new DevicePage(page);
  const device = await deviceBehind(api);
  await page.goto('/settings/sources');
  await page.getByRole('link', { name: 'Manage OpenDTU-Barn' }).click();

  await test.step('its overview tells of it', async () => {
    await expect(devicePage.heading).toHaveText('OpenDTU-Barn');
    await expect(devicePage.heading).toBeFocused();
    await expect(devicePage.card('Device')).toContainText('This is the newest version');
    await expect(devicePage.card('Network')).toContainText('Simulated network');
    await expect(devicePage.card('Radio')).toContainText('nRF24');
    await expectAccessibleAtNight(page, 'the overview of a device');
  });

  await test.step('an inverter gets a name of ours, then one on the device too', async () => {
    await devicePage.part('Inverters').click();
    await devicePage.button('Rename House').click();
    const name = devicePage.rename.dialog.getByLabel('Name', { exact: true }).first();
    await name.fill('Cottage');
    await expectAccessibleAtNight(page, 'the names of an inverter');
    await devicePage.rename.button('Save').click();
    await expect(devicePage.outcome).toContainText('Inverter changed!');
    await expect(devicePage.card('Cottage')).toContainText('House');
    expect(await device.names()).toEqual(['House', 'Barn']);
    await devicePage.button('Rename Cottage').click();
    await name.fill('Villa');
    await devicePage.rename.dialog.getByRole('switch', { name: 'Also on the device' }).click();
    await devicePage.rename.button('Save').click();
    await expect(devicePage.outcome).toContainText('Inverter changed!');
    expect(await device.names()).toEqual(['Villa', 'Barn']);
    await expect(devicePage.card('Villa')).toBeVisible({ timeout: READ_AGAIN_TIMEOUT_MS });
    await expect(devicePage.card('Villa')).not.toContainText('Name on the device');
  });

  await test.step('a setting is changed on the device, and no other', async () => {
    await devicePage.part('Settings').click();
    await devicePage.part('Radio').click();
    await expect(page).toHaveURL(/device=simulated-2&part=dtu$/);
    const before = await device.radio();
    await page.getByLabel('Poll interval').fill('0');
    await devicePage.button('Save').click();
    await expect(page.getByLabel('Poll interval')).toBeFocused();
    await page.getByLabel('Poll interval').fill('7');
    await page.getByLabel('Frequency').fill('866,25');
    await devicePage.button('Save').click();
    await expect(devicePage.outcome).toContainText('Settings saved!');
    expect(await device.radio()).toEqual({ ...before, pollinterval: 7, cmt_frequency: 866_250_000 });
    await expectAccessibleAtNight(page, 'the radio settings of a device');
  });

  await test.step('what could cut it off is asked about, and the way back leads through its parts', async () => {
    await devicePage.part('Network').click();
    await page.getByLabel('Network name (SSID)').fill('Elsewhere');
    await devicePage.button('Save').click();
    const question = page.getByRole('dialog', { name: 'Can the device still be reached?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).or(devicePage.part('Radio')).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/part=dtu$/);
    await page.goBack();
    await expect(page).toHaveURL(/part=network$/);
    await expect(page.getByLabel('Network name (SSID)')).toHaveValue('Simulated network');
  });

  await test.step('a copy of its settings is downloaded', async () => {
    await devicePage.part('Copies').click();
    const copies = devicePage.button(/^Download the copy of/).first();
    await expect(copies).toBeVisible({ timeout: READ_AGAIN_TIMEOUT_MS });
    await copies.click();
    await expect(devicePage.download.dialog).toContainText('passwords in clear text');
    const event = page.waitForEvent('download');
    await devicePage.download.button('Download').click();
    const file = await event;
    expect(file.suggestedFilename()).toMatch(/^OpenDTU-Barn-\d{4}-\d{2}-\d{2}-config\.json$/);
    const config = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(config).toMatchObject({ cfg: {}, wifi: { ssid: 'Simulated network' } });
  });

  await test.step('it restarts, and the page follows it until it is back', async () => {
    await devicePage.part('Overview').click();
    await devicePage.button('Restart').click();
    await devicePage.restart.button('Restart device').click();
    await expect(devicePage.card('Restart')).toContainText('was back after', { timeout: RESTART_TIMEOUT_MS });
  });

  await test.step('the list and the live view are as before, with the new name', async () => {
    await devicePage.back.click();
    await expect(sourcesPage.card('OpenDTU-Barn')).toContainText('The values are those of now.');
    await home.open();
    await expect(page.getByRole('tab', { name: /Villa/ })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('@nightly a device that is not there, and its page on a phone in every language', async ({
  page,
  bar,
}) => {
  await page.goto('/settings/sources?device=nowhere');
  await expect(page.getByRole('heading', { name: 'This device is not set up here' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of [
    'overview',
    'inverters',
    'copies',
    'network',
    'time',
    'mqtt',
    'dtu',
    'security',
    'device',
  ]) {
    await page.goto(`/settings/sources?device=${NEWEST}&part=${part}`);
    await expect(page.getByRole('heading', { level: 1, name: 'OpenDTU-Barn' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoSidewaysScroll(page, part);
  }
  await page.goto(`/settings/sources?device=${NEWEST}`);
  await expect(page.getByText('Simulated network')).toBeVisible();
  const same = [
    ...['Sources', 'Copies', 'OpenDTU', 'Live', 'MQTT', 'SSID', 'Radio', 'Simulated network'],
    ...[/^OpenDTU/, /^ESP32/, /^v\d/, /127\.0\.0\.1/, /^C0:4E/, /pool\.ntp\.org$/, 'Europe/Berlin'],
  ];
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectTranslatedAtNight(bar, page.getByRole('main'), { what: 'a device', same });
});
