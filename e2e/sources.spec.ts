import type { SourceSettings } from '@heliograph/contract';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { GatewayApi } from './gateway-api.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { SourcesPage } from './pages/sources-page.ts';
import { test as base, expect } from './test.ts';

/** A process that serves two simulated original devices; it is a gateway itself, which here only starts and ends them. */
interface Fixtures {
  readonly devices: GatewayProcess;
  readonly sourcesPage: SourcesPage;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter must be a pattern
  devices: async ({}, use) => {
    const devices = await startGatewayProcess({ scenario: 'two-devices' });
    await use(devices);
    await devices.dispose();
  },
  sourcesPage: async ({ page }, use) => use(new SourcesPage(page)),
});

/** The state of a device shows after 15 s, and is pushed within a second. */
const STATE_TIMEOUT_MS = 16_000;
/** A device that is back is heard within 16 s. */
const BACK_TIMEOUT_MS = 17_000;

/** Where the device of today listens. */
async function addressOfNewest({ url }: GatewayProcess): Promise<string> {
  const { sources } = await new GatewayApi(url).get<SourceSettings>('/api/heliograph/source-settings');
  return `http://127.0.0.1:${sources.at(-1)?.port}`;
}

test.use({ scenario: 'no-inverters', loggedIn: true });

test('a device: added from the live view, its password corrected, lost, back, and removed', async ({
  page,
  home,
  visitor,
  gateway,
  devices,
  sourcesPage,
}) => {
  test.setTimeout(120_000);
  const address = await addressOfNewest(devices);
  const errors = await watchForErrors(page);
  await home.open();
  await page.getByRole('main').getByRole('link', { name: 'Add a device' }).click();
  await sourcesPage.add.click();
  const { addition } = sourcesPage;

  await test.step('what is no device is not saved, and a wrong password has its sentence', async () => {
    await addition.address.fill(`${gateway.url}/info/system`);
    await addition.password.fill('openDTU42');
    await addition.save.click();
    await expect(addition.address).toHaveAccessibleDescription(/^This is the address of this gateway itself/);
    await expect(addition.address).toBeFocused();
    await addition.address.fill(`${address}/`);
    await addition.password.fill('not this one');
    await addition.name.fill('Barn');
    await addition.save.click();
    await expect(addition.password).toHaveAccessibleDescription(/^The device does not accept user name/);
    await expect(addition.name).toHaveValue('Barn');
    await expectAccessibleAtNight(page, 'a refused device');
  });

  await test.step('a test tells what it is', async () => {
    await addition.password.fill('openDTU42');
    await addition.test.click();
    await expect(addition.dialog).toContainText('The device answers.');
    await expect(addition.dialog).toContainText('v26.3.30');
    await expect(addition.dialog).toContainText('is right');
    await addition.save.click();
    await expect(sourcesPage.outcome).toContainText('Settings saved!');
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeFocused();
    await expect(sourcesPage.card('Barn')).toContainText('The values are those of now.');
  });

  await test.step('its inverters are live', async () => {
    await visitor.home.open();
    await expect(visitor.home.tabs).toHaveCount(2);
    await visitor.home.expectValues();
    await expect(visitor.home.fact('Source')).toHaveText('Barn');
    await expect(visitor.home.totals).toContainText('2 of 2 producing');
  });

  await test.step('it is lost: everybody sees it in time, and nobody without a login where it is', async () => {
    await devices.kill();
    const notice = visitor.page.getByText(
      'Barn: Nothing answers at the address, or the connection breaks off at once.',
    );
    await expect(notice).toBeVisible({ timeout: STATE_TIMEOUT_MS });
    await expect(visitor.page.getByRole('link', { name: /2 unreachable/ })).toBeVisible();
    await expect(sourcesPage.card('Barn')).toContainText('No live values');
    // Besides the files of the page itself.
    const { origin } = new URL(visitor.page.url());
    expect((await visitor.page.content()).replaceAll(origin, '')).not.toContain('127.0.0.1:');
    // As the gateway itself draws it, and as the browser takes it over.
    const said: string[] = [];
    visitor.page.on('console', (message) => said.push(message.text()));
    const drawn = await (await visitor.page.request.get('/', { headers: { accept: 'text/html' } })).text();
    expect(drawn).toContain('Barn: Nothing answers at the address, or the connection breaks off at once.');
    await visitor.page.reload();
    await expect(notice).toBeVisible();
    expect(said).toEqual([]);
  });

  await test.step('it is back', async () => {
    await devices.startAgain();
    await expect(visitor.page.getByText(/^Barn: /)).toHaveCount(0, { timeout: BACK_TIMEOUT_MS });
    await expect(visitor.home.totals).toContainText('2 of 2 producing');
    await expect(sourcesPage.card('Barn')).toContainText('The values are those of now.');
  });

  await test.step('it is removed', async () => {
    await sourcesPage.button('Remove Barn').click();
    await expect(sourcesPage.removal.dialog).toContainText('Nothing changes on the device itself');
    await expect(sourcesPage.removal.button('Cancel')).toBeFocused();
    await sourcesPage.removal.button('Remove').click();
    await expect(sourcesPage.outcome).toContainText('Device removed!');
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeFocused();
    await expect(visitor.page.getByRole('heading', { name: 'No inverter is set up yet.' })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('@nightly a card, the form and its test on a phone, in every language', async ({
  page,
  bar,
  devices,
  sourcesPage,
}) => {
  const address = await addressOfNewest(devices);
  await page.goto('/settings/sources');
  await sourcesPage.add.click();
  await sourcesPage.addition.address.fill(address);
  await sourcesPage.addition.password.fill('openDTU42');
  await sourcesPage.addition.save.click();
  await expect(page.getByText('The values are those of now.')).toBeVisible();
  const same = [
    'Sources',
    'OpenDTU',
    'Version',
    'Live',
    'Port',
    'Test',
    /^OpenDTU/,
    /^ESP32/,
    /^v\d/,
    /127\.0\.0\.1/,
  ];
  await expectTranslatedAtNight(bar, page.getByRole('main'), { what: 'the sources', same });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the sources');
  await page.getByRole('button', { name: /^Edit / }).click();
  await sourcesPage.edit.test.click();
  await expect(sourcesPage.edit.dialog).toContainText('The device answers.');
  await expectAccessibleAtNight(page, 'the form of a device');
  await expectNoSidewaysScroll(page, 'the form of a device');
  await expectThumbSized(sourcesPage.edit.dialog, 'the form of a device');
});
