import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Page } from '@playwright/test';
import { expectAccessibleAtNight, expectNoSidewaysScroll } from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import type { Bar } from './pages/bar.ts';
import { tabTo } from './pages/modal.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

/** The gateway goes a second after the answer, and the page asks every 2 s whether it is back. */
const RESTART_TIMEOUT_MS = 30_000;

const CUSTOM_PINS = { clk: 14, cs: 15, en: 2, irq: 4, miso: 12, mosi: 13 };
const PROFILES = [
  { name: 'Board 10', nrf24: CUSTOM_PINS },
  {
    name: 'Board 9',
    eth: { enabled: true, phy_addr: 1, power: 12, mdc: 23, mdio: 18, type: 0, clk_mode: 3 },
    display: { type: 2, data: 21, clk: 22 },
  },
  { name: 'älteres Modell' },
];

/** Pieces of text in the comparison that are the same in German or French. */
const SAME = [
  /^[A-Z]{2,5}$/,
  /^GPIO \d+$/,
  /^[A-Z]{3}\d{4}$/,
  /^\d$/,
  /^Board /,
  'älteres Modell',
  'Radio (nRF24)',
  'Ethernet',
  'Display',
  'Pin',
  'Type',
];

/** What `GET /api/device/config` answers. */
interface DeviceConfig {
  readonly curPin: { readonly name: string; readonly nrf24: Readonly<Record<string, number>> };
  readonly display: Readonly<Record<string, boolean | number>>;
}

/** The device manager: what only it has. */
class DeviceManager extends SettingsPage {
  readonly profile = this.field('Profile');
  readonly table = this.form.getByRole('table');
  readonly pinsTab = this.form.getByRole('tab', { name: 'Pin assignment' });
  readonly displayTab = this.form.getByRole('tab', { name: 'Display' });
  readonly contrast = this.field('Contrast');

  constructor(page: Page) {
    super(page, 'device');
  }

  /** The lines of one group: name, selected and active value of each. */
  async rows(group: string): Promise<readonly (readonly string[])[]> {
    const body = this.table
      .locator('tbody')
      .filter({ has: this.form.page().getByText(group, { exact: true }) });
    const rows = await body.getByRole('row').all();
    return Promise.all(rows.slice(1).map((row) => row.locator('th, td').allInnerTexts()));
  }
}

/** The file with the profiles, as somebody has put it there; undefined: none. */
async function putProfiles({ dataFolder }: GatewayProcess, text: string | undefined): Promise<void> {
  const file = join(dataFolder, 'pin_mapping.json');
  if (text === undefined) await rm(file, { force: true });
  else await writeFile(file, text);
}

/** Chooses one profile after the other, and looks at what would change. */
async function compare(settings: DeviceManager, page: Page, bar: Bar): Promise<void> {
  await settings.profile.selectOption('Board 9');
  await expect(settings.profile).toHaveAccessibleDescription('7 values change at the next start.');
  expect(await settings.rows('Ethernet')).toEqual([
    ['In use', 'yes\nchanges', 'no'],
    ['PHY address', '1\nchanges', '0'],
    ['Power pin', 'GPIO 12\nchanges', 'not used'],
    ['MDC', 'GPIO 23', 'GPIO 23'],
    ['MDIO', 'GPIO 18', 'GPIO 18'],
    ['Type', 'LAN8720', 'LAN8720'],
    ['Clock', 'GPIO 17 out\nchanges', 'GPIO 0 in'],
  ]);
  expect(await settings.rows('Display')).toEqual([
    ['Type', 'SSD1306\nchanges', 'none'],
    ['DATA', 'GPIO 21\nchanges', 'not used'],
    ['CLK', 'GPIO 22\nchanges', 'not used'],
    ['CS', 'not used', 'not used'],
    ['RESET', 'not used', 'not used'],
  ]);
  await expectTranslatedAtNight(bar, page.getByRole('main'), { same: SAME, what: 'the comparison' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the comparison');
  await expectAccessibleAtNight(page, 'the comparison');
  await settings.profile.selectOption({ label: 'Default wiring' });
  await expect(settings.changes).toHaveText('No unsaved changes');
  await settings.profile.selectOption('Board 10');
  expect(await settings.rows('Radio (nRF24)')).toEqual([
    ['MISO', 'GPIO 12\nchanges', 'GPIO 19'],
    ['MOSI', 'GPIO 13\nchanges', 'GPIO 23'],
    ['CLK', 'GPIO 14\nchanges', 'GPIO 18'],
    ['IRQ', 'GPIO 4\nchanges', 'GPIO 16'],
    ['EN', 'GPIO 2\nchanges', 'GPIO 4'],
    ['CS', 'GPIO 15\nchanges', 'GPIO 5'],
  ]);
  await expect(settings.changes).toHaveText('1 unsaved change');
}

test('@nightly a profile is compared, saved, and wired after the restart', async ({
  page,
  bar,
  api,
  gateway,
}) => {
  test.slow();
  const settings = new DeviceManager(page);
  const saves = settings.watchSaves();
  await settings.open();

  await test.step('without a file, and with a broken one, the board’s own wiring is left', async () => {
    await expect(settings.form).toContainText('There are no profiles (pin_mapping.json)');
    await expect(settings.profile.getByRole('option')).toHaveText(['Default wiring']);
    for (const text of ['{"name": "no list"}', '[{"name": ']) {
      await putProfiles(gateway, text);
      await settings.open();
      await expect(settings.form).toContainText('pin_mapping.json is not a readable list of profiles.');
      await expect(settings.profile.getByRole('option')).toHaveText(['Default wiring']);
    }
    await expect(settings.save).toBeEnabled();
  });

  await test.step('the profiles stand in order, below the default one', async () => {
    await putProfiles(gateway, JSON.stringify(PROFILES));
    await settings.open();
    await expect(settings.profile.getByRole('option')).toHaveText([
      'Default wiring',
      'älteres Modell',
      'Board 9',
      'Board 10',
    ]);
    await expect(settings.profile).toHaveAccessibleDescription('Selected and active values are the same.');
    await expect(settings.table).not.toContainText('changes');
  });

  await test.step('what differs is marked, in words too', () => compare(settings, page, bar));

  await test.step('saved, it restarts the gateway, and the page goes on with the new pins', async () => {
    await settings.save.click();
    await expect(settings.outcome).toContainText('Settings saved!');
    await expect(settings.outcome).toContainText('The gateway has restarted.', {
      timeout: RESTART_TIMEOUT_MS,
    });
    expect(saves).toMatchObject([{ curPin: { name: 'Board 10' } }]);
    const { curPin } = await api.get<DeviceConfig>(settings.api);
    expect(curPin).toMatchObject({ name: 'Board 10', nrf24: CUSTOM_PINS });
    await expect(settings.profile).toHaveAccessibleDescription('Selected and active values are the same.');
    expect(await settings.rows('Radio (nRF24)')).toContainEqual(['MISO', 'GPIO 12', 'GPIO 12']);
    await settings.open();
    await expect(settings.profile).toHaveValue('Board 10');
    expect((await settings.rows('Radio (nRF24)'))[0]).toEqual(['MISO', 'GPIO 12', 'GPIO 12']);
  });

  await test.step('a profile that is gone is told of', async () => {
    await putProfiles(gateway, undefined);
    await settings.open();
    await expect(settings.form).toContainText('The saved profile “Board 10” does not exist');
  });
});

test('@nightly the display is set by keyboard, without a restart', async ({ page, api }) => {
  const settings = new DeviceManager(page);
  const { display: first } = await api.get<DeviceConfig>(settings.api);
  expect(first).toMatchObject({ power_safe: true, screensaver: true, show_logo: true, contrast: 60 });
  await settings.open();

  await settings.pinsTab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(settings.displayTab).toBeFocused();
  await expect(settings.table).toHaveCount(0);
  // Between them are the links to the guide.
  await tabTo(page, settings.field('Power save'));
  await page.keyboard.press('Space');
  await tabTo(page, settings.field('Show the logo'));
  await page.keyboard.press('Space');
  await tabTo(page, settings.contrast);
  await page.keyboard.press('ArrowRight');
  await expect(settings.contrast).toHaveValue('61');
  await expect(settings.contrast).toHaveAttribute('aria-valuetext', '61%');
  await page.keyboard.press('End');
  await expect(settings.contrast).toHaveValue('100');
  await page.keyboard.press('ArrowLeft');
  await expect(settings.form).toContainText('99%');
  await expect(settings.changes).toHaveText('3 unsaved changes');

  await page.keyboard.press('Enter');
  await settings.expectSaved();
  await expect(settings.outcome).not.toContainText('restart');
  const saved = { power_safe: false, screensaver: true, show_logo: false, contrast: 99 };
  expect((await api.get<DeviceConfig>(settings.api)).display).toMatchObject(saved);
  await settings.open();
  await settings.displayTab.click();
  await expect(settings.field('Power save')).not.toBeChecked();
  await expect(settings.field('Screensaver')).toBeChecked();
  await expect(settings.field('Show the logo')).not.toBeChecked();
  await expect(settings.contrast).toHaveValue('99');
});
