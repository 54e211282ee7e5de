import type { SourceSettings } from '@heliograph/contract';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { expectAccessibleAtNight, expectNoSidewaysScroll, watchForErrors } from './checks.ts';
import { GatewayApi } from './gateway-api.ts';
import { test as base, expect } from './test.ts';

interface Fixtures {
  /** A process that serves two simulated original devices. */
  readonly devices: GatewayProcess;
}

const PASSWORD = 'roof and sun 7';

const test = base.extend<Fixtures>({
  // As somebody starts it for the first time.
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter must be a pattern
  gateway: async ({}, use) => {
    const gateway = await startGatewayProcess({ isLocked: true });
    await use(gateway);
    await gateway.dispose();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter must be a pattern
  devices: async ({}, use) => {
    const devices = await startGatewayProcess({ scenario: 'two-devices' });
    await use(devices);
    await devices.dispose();
  },
});

test.use({
  opensGuide: true,
  viewport: { width: 390, height: 844 },
  // What a proxy adds: whoever comes like this is not at the machine of the gateway.
  extraHTTPHeaders: { 'x-forwarded-for': '192.168.4.31' },
});

test('from a fresh start to the first value of a device, on a phone', async ({ page, gateway, devices }) => {
  test.setTimeout(90_000);
  const errors = await watchForErrors(page);
  const { sources } = await new GatewayApi(devices.url).get<SourceSettings>(
    '/api/heliograph/source-settings',
  );
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const next = page.getByRole('button', { name: 'Next' });

  await test.step('the guide opens by itself', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/welcome');
    await page.getByRole('radio', { name: 'Français' }).check();
    await expect(heading('Langue')).toBeVisible();
    await page.getByRole('radio', { name: 'English' }).check();
    await expectAccessibleAtNight(page, 'the guide');
    await next.click();
  });

  await test.step('the password needs the code, and logs in', async () => {
    await expect(heading('Password')).toBeFocused();
    await page.getByLabel('Code').fill('AAAA-AAAA');
    await page.getByLabel('Password', { exact: true }).fill('12345678');
    await expect(page.getByText('This is one of the first that somebody would guess.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password once more').fill(PASSWORD);
    await next.click();
    await expect(page.getByRole('alert')).toContainText('This is not the code of the last start.');
    const code = /First code: +(\S+)/.exec(gateway.output())?.[1] ?? '';
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.getByLabel('Code').press('Enter');
  });

  await test.step('the zone is that of the browser, and what was typed is there after a reload', async () => {
    await expect(heading('Time zone and place')).toBeFocused();
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
    await page.getByLabel('Latitude').fill('48.1');
    await page.reload();
    await expect(page.getByLabel('Latitude')).toHaveValue('48.1');
    await page.getByLabel('Longitude').fill('11.6');
    await next.click();
  });

  await test.step('the way back of the browser leads to the step before, and forward again', async () => {
    await expect(heading('Inverters')).toBeFocused();
    await page.goBack();
    await expect(heading('Time zone and place')).toBeFocused();
    await expect(page.getByLabel('Longitude')).toHaveValue('11.6');
    await page.goForward();
  });

  await test.step('a device is added, and the simulated inverters go', async () => {
    await expect(heading('Inverters')).toBeFocused();
    await page.getByLabel('Address').fill(`127.0.0.1:${sources.at(-1)?.port}`);
    await page.getByLabel('Password', { exact: true }).fill('openDTU42');
    await page.getByRole('button', { name: 'Add a device' }).click();
    await expect(page.getByText('It answers, with 2 inverters.')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Remove the simulated inverters' }).click();
    await expect(page.getByRole('heading', { name: 'Simulated plant' })).toBeHidden();
    await expectNoSidewaysScroll(page, 'the inverters');
    await next.click();
  });

  await test.step('an inverter gets a name, MQTT is skipped, and the first value is there', async () => {
    await expect(heading('Names and peak powers')).toBeFocused();
    await page.getByLabel('Name').first().fill('Garage');
    await next.click();
    await expect(heading('MQTT')).toBeFocused();
    await expectAccessibleAtNight(page, 'the broker');
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.getByText(/^Garage makes [\d,]+\sW\.$/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('MQTT: skipped')).toBeVisible();
  });

  await test.step('the guide is done', async () => {
    await page.getByRole('button', { name: 'Open the live view' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/');
    await expect(page).toHaveURL('/');
  });
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});
