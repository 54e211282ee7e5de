import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true, scenario: 'one-inverter' });

/** Several times the first interval, a second, after which new values would have come. */
const LATE_S = 6;
const NOT_POLLED_TIMEOUT_MS = 40_000;

interface DtuConfig {
  readonly dtu_serial: string;
  readonly dtu_pollinterval: number;
  readonly dtu_palevel: number;
}

test('@nightly what is saved is there again, and the poll interval holds from now on', async ({
  page,
  api,
  visitor,
}) => {
  test.slow();
  const settings = new SettingsPage(page, 'dtu');
  const interval = settings.field('Poll interval');
  const serial = settings.field('Serial number');
  const level = settings.field('Transmit power');
  const first = await api.get<DtuConfig>(settings.api);
  await visitor.home.openWithValues();
  await settings.open();

  await test.step('it shows what is stored, and names the levels', async () => {
    await expect(serial).toHaveValue(first.dtu_serial);
    await expect(interval).toHaveValue(String(first.dtu_pollinterval));
    await expect(level).toHaveValue(String(first.dtu_palevel));
    await expect(level.getByRole('option')).toHaveText([
      'Minimum (-18 dBm)',
      'Low (-12 dBm)',
      'High (-6 dBm)',
      'Maximum (0 dBm)',
    ]);
  });

  await test.step('what is out of range is not sent', async () => {
    for (const [field, label, text, error] of [
      [interval, 'Poll interval', '0', 'Enter a whole number from 1 to 86,400.'],
      [interval, 'Poll interval', '86401', 'Enter a whole number from 1 to 86,400.'],
      [interval, 'Poll interval', '1.5', 'Enter a whole number from 1 to 86,400.'],
      [serial, 'Serial number', '0', 'Enter a whole number from 1 to 199999999999.'],
      [serial, 'Serial number', '200000000000', 'Enter a whole number from 1 to 199999999999.'],
    ] as const) {
      await field.fill(text);
      await field.blur();
      await settings.expectError(label, error);
    }
    await settings.save.click();
    await expect(serial).toBeFocused();
    expect(await api.get(settings.api)).toEqual(first);
  });

  await test.step('a whole day between two polls: the values get old', async () => {
    await serial.fill('1999 8012 3456');
    await expect(serial).toHaveValue('199980123456');
    await interval.fill('86400');
    await level.selectOption({ label: 'Low (-12 dBm)' });
    await settings.saveNow();
    expect(await api.get(settings.api)).toMatchObject({
      dtu_serial: '199980123456',
      dtu_pollinterval: 86400,
      dtu_palevel: 1,
    });
    await settings.open();
    await expect(serial).toHaveValue('199980123456');
    await expect(interval).toHaveValue('86400');
    await expect(level).toHaveValue('1');
    await expect
      .poll(() => visitor.home.dataAgeS(), { timeout: NOT_POLLED_TIMEOUT_MS })
      .toBeGreaterThan(LATE_S);
  });

  await test.step('a second between two polls: they are new at once', async () => {
    await interval.fill('1');
    await settings.saveNow();
    await expect
      .poll(() => visitor.home.dataAgeS(), { timeout: NOT_POLLED_TIMEOUT_MS })
      .toBeLessThanOrEqual(3);
  });
});
