import {
  expectAccessibleAtNight,
  expectNoSidewaysScroll,
  expectThumbSized,
  watchForErrors,
} from './checks.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true, loggedIn: true });

test('the help at a field opens its paragraph beside the form, and nothing typed is lost', async ({
  page,
}) => {
  const errors = await watchForErrors(page);
  const settings = new SettingsPage(page, 'mqtt');
  await settings.open();
  await page.getByRole('switch', { name: 'Enable MQTT' }).check();
  await settings.field('Port').fill('1884');

  const [guide] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Help: Port', exact: true }).press('Enter'),
  ]);
  const guideErrors = await watchForErrors(guide);
  await guide.reload();
  await expect(guide).toHaveURL(/\/guide\/settings\/mqtt#mqtt_port$/);
  const paragraph = guide.getByRole('row', { name: 'Port Usually 1883' });
  await expect(paragraph).toBeInViewport();
  await expect(paragraph.locator(':target')).toHaveCount(1);
  await expect(settings.field('Port')).toHaveValue('1884');
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();

  await guide.getByRole('link', { name: 'User guide' }).click();
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('User guide');
  await guide.getByRole('link', { name: 'Live view' }).click();
  await expect(guide).toHaveURL(/\/guide\/live-view$/);
  expect([...errors, ...guideErrors]).toEqual([]);
});

test('@nightly the guide looks as the pages do, says that it is in English, and asks nobody else for anything', async ({
  page,
  gateway,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.addInitScript(() => {
    localStorage.setItem('locale', 'de');
    localStorage.setItem('theme', 'dark');
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/guide/settings/mqtt');
    await expectAccessibleAtNight(page, `/guide at ${width} px`);
    await expectNoSidewaysScroll(page, '/guide');
    await expectThumbSized(page.locator('header'), '/guide');
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const note = page.getByText('Diese Anleitung gibt es nur auf Englisch.');
  await expect(note).toBeVisible();
  await expect(note).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Ce guide n’existe')).toBeHidden();
  expect(new Set(asked)).toEqual(new Set([new URL(gateway.url).origin]));
});

test('@nightly a page leads to the page about it, and the limit of an inverter to its paragraph', async ({
  page,
  home,
}) => {
  const opened = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true });
    const [guide] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    return guide;
  };
  await page.goto('/info/network');
  await expect(await opened('Help: Network status')).toHaveURL(/\/guide\/info\/network$/);
  await page.goto('/settings/config');
  await expect(await opened('Help: Config management')).toHaveURL(/\/guide\/settings\/config$/);
  await home.open();
  await page.getByRole('button', { name: 'Set limit' }).first().click();
  await expect(await opened('Help: New limit')).toHaveURL(/\/guide\/limit#new-limit$/);
});

test('@nightly a field of another device leads to where it is explained, and what is no page is none', async ({
  page,
}) => {
  await page.goto('/guide/settings/sources#dtu_palevel');
  await expect(page).toHaveURL(/\/guide\/settings\/dtu#dtu_palevel$/);
  await page.goto('/guide');
  await expect(page).toHaveURL(/\/guide\/$/);
  expect((await page.request.get('/guide/nothing')).status()).toBe(404);
  expect((await page.request.post('/guide/settings/mqtt')).status()).toBe(404);
});
