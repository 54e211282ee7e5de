import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Page } from '@playwright/test';
import type { GatewayApi } from './gateway-api.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { readStoredSettings } from './stored-settings.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

const BULLETS = '••••••••';
const PASSWORD = 'geheim im Garten';
const DHCP = 'Get addresses automatically (DHCP)';
const ADDRESSES = [
  ['IP address', '192.168.7.20', 'IP address is invalid!'],
  ['Netmask', '255.255.255.0', 'Netmask is invalid!'],
  ['Default gateway', '192.168.7.1', 'Gateway is invalid!'],
  ['DNS server 1', '192.168.7.1', 'DNS Server IP 1 is invalid!'],
  ['DNS server 2', '9.9.9.9', 'DNS Server IP 2 is invalid!'],
] as const;

interface NetworkConfig {
  readonly ssid: string;
  readonly password: string;
  readonly hostname: string;
}

test.describe('what is typed', () => {
  test.use({ sharedGateway: true });

  test('@nightly host name, switch and addresses: each is checked, and told what becomes of it', async ({
    page,
    api,
  }) => {
    const settings = new SettingsPage(page, 'network');
    const saves = settings.watchSaves();
    const { network_hostname: ownName } = await api.get<{ network_hostname: string }>('/api/network/status');
    await settings.open();

    await test.step('the host name', async () => {
      const hostname = settings.field('Hostname');
      await expect(hostname).toHaveValue('OpenDTU-%06X');
      await expect(hostname).toHaveAccessibleDescription(new RegExp(`^Becomes ${ownName}\\.`));
      const digits = ownName.slice(-6);
      for (const [typed, becomes] of [
        ['roof-%06X', `roof-${digits}`],
        ['My roof!', 'My-roof'],
        ['Dach Süd', 'Dach-Sd'],
        ['???', ownName],
      ] as const) {
        await hostname.fill(typed);
        await expect(hostname).toHaveAccessibleDescription(new RegExp(`^Becomes ${becomes}\\.`));
      }
      await hostname.fill('x'.repeat(33));
      await settings.save.click();
      await settings.expectError('Hostname', 'At most 32 characters: 1 too many.');
      await hostname.fill('');
      await settings.expectError('Hostname', 'Enter a hostname.');
      await hostname.fill('OpenDTU-%06X');
      await settings.expectNoError('Hostname');
    });

    await test.step('the addresses', async () => {
      for (const [label] of ADDRESSES) await expect(settings.field(label)).toHaveCount(0);
      await settings.field(DHCP).click();
      for (const [label, good, error] of ADDRESSES) {
        const field = settings.field(label);
        await expect(field).toHaveValue('0.0.0.0');
        await field.fill('192.168.7');
        await field.blur();
        await settings.expectError(label, `${error} Four numbers from 0 to 255, separated by dots.`);
        await field.fill(good.replaceAll('.', ','));
        await expect(field).toHaveValue(good);
        await settings.expectNoError(label);
      }
    });

    await test.step('what is allowed and hardly meant', async () => {
      const gateway = settings.field('Default gateway');
      await expect(gateway).toHaveAccessibleDescription('');
      await gateway.fill('192.168.8.1');
      await expect(gateway).toHaveAccessibleDescription('Not in the subnet of IP address and netmask.');
      await settings.expectNoError('Default gateway');
      await settings.field('Netmask').fill('255.0.255.0');
      await expect(settings.field('Netmask')).toHaveAccessibleDescription(/^Not a usual netmask/);
      await settings.field('IP address').fill('0.0.0.0');
      await expect(settings.field('IP address')).toHaveAccessibleDescription(
        'The gateway cannot be reached at this address.',
      );
    });

    await test.step('with DHCP the addresses go back as they came', async () => {
      await settings.field('Default gateway').fill('nonsense');
      await settings.field(DHCP).click();
      for (const [label] of ADDRESSES) await expect(settings.field(label)).toHaveCount(0);
      await settings.field('Network name (SSID)').fill('Garden');
      await settings.answerSave({ type: 'success', message: 'ok', code: 1001 });
      await settings.save.click();
      await expect(settings.outcome).toHaveText('Settings saved!');
      expect(saves).toMatchObject([{ dhcp: true, ssid: 'Garden', ipaddress: '0.0.0.0', gateway: '0.0.0.0' }]);
    });
  });
});

/** The form of the page, and what the gateway has of it. */
function networkForm(page: Page, api: GatewayApi, gateway: GatewayProcess) {
  const settings = new SettingsPage(page, 'network');
  return {
    settings,
    saves: settings.watchSaves(),
    stored: () => readStoredSettings(gateway.dataFolder, 'network'),
    told: () => api.get<NetworkConfig>(settings.api),
    ssid: settings.field('Network name (SSID)'),
    password: settings.field('WiFi password'),
    secretButton: (name: string) => settings.form.getByRole('button', { name, exact: true }),
  };
}

type NetworkForm = ReturnType<typeof networkForm>;

async function saveAll(form: NetworkForm): Promise<void> {
  const { settings, saves, stored, told, ssid, password, secretButton } = form;
  await ssid.fill('Garden');
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await secretButton('Show').click();
  await expect(password).toHaveAttribute('type', 'text');
  await settings.field('Hostname').fill('My roof!');
  await settings.field(DHCP).click();
  for (const [label, address] of ADDRESSES) await settings.field(label).fill(address);
  await settings.saveNow();
  const saved = {
    ssid: 'Garden',
    hostname: 'My roof!',
    dhcp: false,
    ipaddress: '192.168.7.20',
    netmask: '255.255.255.0',
    gateway: '192.168.7.1',
    dns1: '192.168.7.1',
    dns2: '9.9.9.9',
  };
  expect(saves.at(-1)).toMatchObject({ ...saved, password: PASSWORD });
  expect(await told()).toMatchObject({ ...saved, password: BULLETS });
  expect(await stored()).toMatchObject({ ...saved, password: PASSWORD });
}

async function readAgain(form: NetworkForm, page: Page): Promise<void> {
  const { settings, ssid, password } = form;
  await settings.open();
  await expect(ssid).toHaveValue('Garden');
  await expect(settings.field('Hostname')).toHaveAccessibleDescription(/^Becomes My-roof\./);
  await expect(settings.field(DHCP)).not.toBeChecked();
  for (const [label, address] of ADDRESSES) await expect(settings.field(label)).toHaveValue(address);
  await expect(password).toHaveValue('');
  await expect(password).toHaveAttribute('placeholder', BULLETS);
  await expect(password).toHaveAccessibleDescription('Stored. Leave empty to keep it.');
  expect(await page.content()).not.toContain(PASSWORD);
}

async function keepPassword(form: NetworkForm): Promise<void> {
  const { settings, saves, stored, ssid, password } = form;
  await ssid.fill('Garden 2');
  await password.fill('x');
  await password.fill('');
  await expect(settings.changes).toHaveText('1 unsaved change');
  await settings.saveNow();
  expect(saves.at(-1)).toMatchObject({ ssid: 'Garden 2', password: BULLETS });
  expect(await stored()).toMatchObject({ ssid: 'Garden 2', password: PASSWORD });
}

async function saveAfterLoss(form: NetworkForm, gateway: GatewayProcess): Promise<void> {
  const { settings, stored, ssid, password } = form;
  await ssid.fill('Garden 3');
  await password.fill('another one');
  await gateway.kill();
  await settings.save.click();
  await expect(settings.outcome).toContainText('The gateway does not answer.', { timeout: 20_000 });
  await expect(ssid).toHaveValue('Garden 3');
  await expect(password).toHaveValue('another one');
  await expect(settings.changes).toHaveText('2 unsaved changes');
  await gateway.startAgain();
  await settings.saveNow();
  expect(await stored()).toMatchObject({ ssid: 'Garden 3', password: 'another one' });
}

async function removePassword(form: NetworkForm): Promise<void> {
  const { settings, stored, told, password, secretButton } = form;
  await expect(password).toHaveValue('');
  await secretButton('Remove').click();
  await expect(password).toHaveAccessibleDescription('Will be removed when you save.');
  await secretButton('Keep').click();
  await expect(settings.changes).toHaveText('No unsaved changes');
  await secretButton('Remove').click();
  await settings.saveNow();
  expect(await stored()).toMatchObject({ password: '' });
  expect(await told()).toMatchObject({ ssid: 'Garden 3', password: '' });
  await expect(secretButton('Remove')).toHaveCount(0);
}

test('@nightly what is saved is kept over a restart, and the password is never shown', async ({
  page,
  api,
  gateway,
}) => {
  test.slow();
  const form = networkForm(page, api, gateway);
  await form.settings.open();
  await expect(form.secretButton('Remove')).toHaveCount(0);
  await test.step('all of it at once', () => saveAll(form));
  expect(await api.get('/api/network/status')).toMatchObject({ network_hostname: 'My-roof' });
  await test.step('read again', () => readAgain(form, page));
  await test.step('the password stays while it is not touched, also when it was thought about', () =>
    keepPassword(form));
  await test.step('a gateway that is gone and comes back', () => saveAfterLoss(form, gateway));
  await test.step('the password is removed', () => removePassword(form));
});
