import { startBroker } from '@heliograph/testbed/outside/broker.ts';
import type { Locator } from '@playwright/test';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { InfoPage } from './pages/info-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

/** For connections, which a broker and a busy machine delay. */
const CONNECTED_TIMEOUT_MS = 30_000;
const DESKTOP = { width: 1280, height: 720 };
const LOGIN = { user: 'roof', password: 'geheim' };

test.describe('the page', () => {
  // Nothing is saved.
  test.use({ sharedGateway: true });

  test('only what applies is there, nothing typed is lost, and errors stand at their fields', async ({
    page,
    bar,
  }) => {
    const settings = new SettingsPage(page, 'mqtt');
    const saves = settings.watchSaves();
    const main = page.getByRole('main');
    const cards = main.getByRole('heading', { level: 2 });
    const certificate = settings.field('CA certificate');
    const prefix = settings.field('Topic prefix');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await settings.open();
    await expect(cards).toHaveText(['MQTT']);
    await expect(main.getByRole('switch')).toHaveCount(1);

    await test.step('cards and fields come with their switches', async () => {
      await settings.field('Enable MQTT').click();
      await expect(cards).toHaveText(['MQTT', 'Broker', 'Last will']);
      await expect(certificate).toHaveCount(0);
      await settings.field('TLS').click();
      await expect(certificate).toHaveValue(
        /^-----BEGIN CERTIFICATE-----\n(?:.+\n){29}-----END CERTIFICATE-----\n$/,
      );
      await settings.field('Enable Home Assistant discovery').click();
      await expect(cards).toHaveText(['MQTT', 'Broker', 'Last will', 'Home Assistant discovery']);
    });
    await test.step('what is hidden keeps what was typed, and is not judged', async () => {
      await prefix.fill('home assistant/');
      await settings.field('Enable Home Assistant discovery').click();
      await expect(cards).toHaveCount(3);
      await settings.field('Server').fill('broker.example');
      await certificate.fill('x'.repeat(2561));
      await settings.field('TLS').click();
      await settings.answerSave({ type: 'warning', message: 'Not today.' });
      await settings.save.click();
      await expect(settings.outcome).toHaveText('Not today.');
      expect(saves).toMatchObject([
        { mqtt_tls: false, mqtt_hass_enabled: false, mqtt_hass_topic: 'homeassistant/' },
      ]);
      await settings.field('TLS').click();
      await settings.field('Enable Home Assistant discovery').click();
      await expect(prefix).toHaveValue('home assistant/');
    });
    await test.step('a test is not begun with what could not be saved', async () => {
      await settings.field('Publish interval').fill('86401');
      await main.getByRole('button', { name: 'Test connection' }).click();
      await settings.expectError('Publish interval', /between 5 and 86400 seconds!$/);
      await settings.expectError('CA certificate', /At most 2,?560 characters: 1 too many\.$/);
      await settings.expectError('Topic prefix', /must not contain spaces, \+ or #!$/);
      await expect(settings.field('Publish interval')).toBeFocused();
    });
    await test.step('in every language and on a phone', async () => {
      const same = ['MQTT', 'Broker', 'Server', 'Port', 'Retain', 'TLS', 'Expiration', /^x+$/, 'solar/'];
      await expectTranslatedAtNight(bar, main, { same, what: 'mqtt' });
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page, 'mqtt');
      await expectThumbSized(main, 'mqtt');
      await expectAccessibleAtNight(page, 'mqtt');
    });
  });
});

test('@nightly a connection is tested, made, lost and made again, and the page follows', async ({
  page,
  api,
}) => {
  test.slow();
  const broker = await startBroker({ login: LOGIN });
  const settings = new SettingsPage(page, 'mqtt');
  const main = page.getByRole('main');
  const trial = main.getByRole('button', { name: 'Test connection' });
  const result = main.getByRole('region', { name: 'Broker' }).getByRole('status');
  const state = main.getByRole('region', { name: 'MQTT' }).getByRole('definition');
  const connected = { timeout: CONNECTED_TIMEOUT_MS };
  const first = await api.get(settings.api);
  await settings.open();
  await expect(state.first()).toHaveText('not connected');

  await test.step('tested and not saved: a wrong password, a wrong port, and the right ones', async () => {
    await settings.field('Enable MQTT').click();
    await settings.field('Server').fill('127.0.0.1');
    await settings.field('Port').fill(String(broker.port));
    await settings.field('Username').fill(LOGIN.user);
    await settings.field('Password').fill('falsch');
    await trial.click();
    await expect(result).toHaveText(
      `127.0.0.1:${broker.port}The broker does not accept username and password. Check both.`,
      connected,
    );
    await settings.field('Password').fill(LOGIN.password);
    await expect(result).toHaveText('');
    await page.setViewportSize({ width: 390, height: 844 });
    await trial.click();
    await expect(result).toContainText('The broker accepts the connection.', connected);
    await expectAbove(result, settings.save);
    await page.setViewportSize(DESKTOP);
    await settings.field('Port').fill('1');
    await trial.click();
    await expect(result).toContainText('Nothing is listening on this port.', connected);
    expect(await api.get(settings.api)).toEqual(first);
    await expect(settings.changes).toHaveText('5 unsaved changes');
  });
  await test.step('saved: connected at once, and the password is not shown', async () => {
    await settings.field('Port').fill(String(broker.port));
    await settings.saveNow();
    await expect(state.first()).toHaveText('connected', connected);
    await expect(settings.field('Password')).toHaveValue('');
    expect(await api.get(settings.api)).toMatchObject({ mqtt_enabled: true, mqtt_password: '••••••••' });
    await trial.click();
    await expect(result).toContainText('The broker accepts the connection.', connected);
  });
  await test.step('the broker goes, and is back', async () => {
    await broker.unplug();
    await expect(state.first()).toHaveText('not connected', connected);
    await expect(state.last()).toContainText('Nothing is listening on this port.', connected);
    const info = new InfoPage(page, 'mqtt');
    await info.open();
    await expect(info.cards.first()).toContainText('Nothing is listening on this port.', connected);
    await broker.plugIn();
    await expect(info.cards.first()).toContainText(/Status\s*connected/, connected);
  });
  await broker.close();
});

/** Nothing of the one is below the other, which stays at the lower edge. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const [over, under] = [await upper.boundingBox(), await lower.boundingBox()];
    expect((over?.y ?? Number.NaN) + (over?.height ?? 0)).toBeLessThan(under?.y ?? Number.NaN);
  }).toPass({ timeout: CONNECTED_TIMEOUT_MS });
}
