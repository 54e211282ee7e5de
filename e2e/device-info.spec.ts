import { expect, test } from './test.ts';
import { GARAGE } from './three-inverters.ts';

/** Both answers of an inverter come after its first values. */
const INFO_TIMEOUT_MS = 20_000;

function version(number: number): string {
  return [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100].join('.');
}

test.describe('a visitor', () => {
  test.use({ sharedGateway: true });

  test('reads what the inverter says about itself', async ({ page, home, deviceInfoDialog, api }) => {
    await home.open();
    await home.show('Garage');
    await home.action('Device info').click();
    const fact = (label: string) => deviceInfoDialog.fact(label);
    await expect(deviceInfoDialog.dialog).toHaveAccessibleDescription('Garage');
    await expect(fact('Model')).toHaveText('HM-400', { timeout: INFO_TIMEOUT_MS });
    await expect(fact('Detected maximum power')).toHaveText('400 W');

    const info = await api.deviceInfo(GARAGE);
    if (info === undefined) throw new Error('the gateway knows nothing about the inverter');
    await expect(fact('Bootloader version')).toHaveText(version(info.fw_bootloader_version));
    await expect(fact('Firmware version')).toHaveText(version(info.fw_build_version));
    const [year, month, day, time] = info.fw_build_datetime.split(/[- ]/);
    await expect(fact('Firmware build date')).toHaveText(`${month}/${day}/${year}, ${time}`);
    await expect(fact('Hardware part number')).toContainText(String(info.hw_part_number));
    await expect(fact('Hardware version')).toHaveText(info.hw_version);
    await expect(deviceInfoDialog.alert).toHaveCount(0);
    await expect(deviceInfoDialog.dialog).not.toContainText('not known yet');
    await deviceInfoDialog.expectFocusInside();
    await page.keyboard.press('Escape');
    await expect(home.action('Device info')).toBeFocused();
  });

  test('@nightly reads that a model is unknown, and what to report', async ({
    page,
    home,
    deviceInfoDialog,
  }) => {
    await page.route('**/api/devinfo/status', (route) =>
      route.fulfill({
        json: {
          [GARAGE]: [
            {
              valid_data: true,
              fw_bootloader_version: 104,
              fw_build_version: 10_208,
              fw_build_datetime: '2021-04-01 18:37:00',
              hw_part_number: 0x10_12_71_01,
              hw_version: '01.00',
              hw_model_name: '',
              max_power: 0,
            },
          ],
        },
      }),
    );
    await home.open();
    await home.show('Garage');
    await home.action('Device info').click();
    await expect(deviceInfoDialog.fact('Model')).toHaveText('unknown');
    await expect(deviceInfoDialog.fact('Detected maximum power')).toHaveText('unknown');
    await expect(deviceInfoDialog.fact('Firmware version')).toHaveText('1.2.8');
    await expect(deviceInfoDialog.dialog).toContainText('Please report the part number');
    await expect(deviceInfoDialog.dialog).toContainText('269644033 (10 12 71 01)');
  });
});

test.describe('at night', () => {
  test.use({ scenario: 'night', sharedGateway: true });

  test('@nightly nothing is known yet, and it says why', async ({ home, deviceInfoDialog }) => {
    await home.open();
    await home.inverterTab('Garage').click();
    await home.action('Device info').click();
    await expect(deviceInfoDialog.status).toContainText(
      'The inverter has not sent any device info since the gateway started.',
    );
    for (const label of ['Model', 'Firmware version', 'Hardware part number']) {
      await expect(deviceInfoDialog.fact(label)).toHaveText('not known yet');
    }
  });
});
