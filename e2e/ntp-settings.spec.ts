import type { Page } from '@playwright/test';
import { expectAccessibleAtNight, expectNoSidewaysScroll } from './checks.ts';
import type { GatewayApi } from './gateway-api.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { expect, test } from './test.ts';

test.use({ loggedIn: true });

const HOUR_MS = 3_600_000;
/** A gateway that has only just got the time asks its inverters one after the other. */
const POLLED_TIMEOUT_MS = 30_000;

const BERLIN = { ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3', ntp_timezone_descr: 'Europe/Berlin' };
const NO_PLACE = { latitude: null, longitude: null };
const NEW_YORK = { ntp_timezone: 'EST5EDT,M3.2.0,M11.1.0', ntp_timezone_descr: 'America/New_York' };

interface DeviceTime {
  readonly ntp_status: boolean;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The time settings: what only they have. */
class NtpSettings extends SettingsPage {
  readonly server = this.field('Time server');
  readonly zone = this.field('Time zone');
  readonly rule = this.field('Time zone rule');
  readonly options = this.form.getByRole('listbox', { name: 'Time zone' }).getByRole('option');
  readonly sync = this.form.getByRole('button', { name: 'Set to the browser’s time' });
  readonly test = this.form.getByRole('button', { name: 'Test this server' });
  readonly card = this.form.getByRole('region', { name: 'Set the clock by hand' });
  /** What the clocks are to each other. */
  readonly state = this.card.locator('dl + p');

  constructor(page: Page) {
    super(page, 'ntp');
  }

  /** What one of the two clocks shows: the time, and the date. */
  clock(label: 'Device' | 'This browser') {
    return this.card.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  }

  async expectZone({ ntp_timezone, ntp_timezone_descr }: typeof BERLIN): Promise<void> {
    await expect(this.zone).toHaveValue(ntp_timezone_descr);
    await expect(this.rule).toHaveValue(ntp_timezone);
  }
}

/** What a clock on the wall shows, as milliseconds that can be compared. */
function wallMs({ year, month, day, hour, minute, second }: DeviceTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The same of the browser's, which is in Berlin. */
function browserWallMs(): number {
  const text = new Date().toLocaleString('sv', { timeZone: 'Europe/Berlin' });
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** Sets the device's clock so many milliseconds off. */
async function turnClock(api: GatewayApi, ms: number): Promise<void> {
  const turned = new Date(wallMs(await api.get<DeviceTime>('/api/ntp/time')) + ms);
  await api.order('/api/ntp/time', {
    year: turned.getUTCFullYear(),
    month: turned.getUTCMonth() + 1,
    day: turned.getUTCDate(),
    hour: turned.getUTCHours(),
    minute: turned.getUTCMinutes(),
    second: turned.getUTCSeconds(),
  });
}

test.describe('server and zone', () => {
  test.use({ sharedGateway: true });

  test('are changed by keyboard, saved with the zone’s rule, and there after a reload', async ({
    page,
    api,
  }) => {
    const settings = new NtpSettings(page);
    const saves = settings.watchSaves();
    const first = await api.get<typeof BERLIN & { ntp_server: string }>(settings.api);
    await settings.open();

    await test.step('it shows what is stored', async () => {
      await expect(settings.server).toHaveValue(first.ntp_server);
      await settings.expectZone(first);
      await expect(settings.rule).not.toBeEditable();
    });
    await test.step('a zone is found by parts of its name, and chosen by keyboard', async () => {
      await settings.test.focus();
      await page.keyboard.press('Tab'); // the help of the zone
      await page.keyboard.press('Tab');
      await expect(settings.zone).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('new YORK');
      await expect(settings.options).toHaveText(['America/New_YorkUTC-5/-4']);
      await page.keyboard.press('Enter');
      await expect(settings.options).toHaveCount(0);
      await settings.expectZone(NEW_YORK);
      await expect(settings.changes).toHaveText('1 unsaved change');
    });
    await test.step('Enter in a field saves both', async () => {
      await settings.server.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('ntp.example');
      await expect(settings.changes).toHaveText('2 unsaved changes');
      await page.keyboard.press('Enter');
      await settings.expectSaved();
      const saved = { ntp_server: 'ntp.example', ...NEW_YORK, ...NO_PLACE };
      expect(saves).toMatchObject([saved]);
      expect(await api.get(settings.api)).toMatchObject(saved);
      await settings.open();
      await expect(settings.server).toHaveValue('ntp.example');
      await settings.expectZone(NEW_YORK);
    });
    await test.step('whoever is in another zone than the device is told, and takes their own', async () => {
      await expect(settings.card).toContainText(
        'this browser is in Europe/Berlin, the device in America/New_York.',
      );
      await settings.form
        .getByRole('button', { name: 'Use this browser’s time zone: Europe/Berlin' })
        .click();
      await settings.expectZone(BERLIN);
      await expect(settings.zone).toBeFocused();
      await settings.saveNow();
      await expect(settings.card).not.toContainText('this browser is in');
      expect(await api.get(settings.api)).toMatchObject({
        ntp_server: 'ntp.example',
        ...BERLIN,
        ...NO_PLACE,
      });
    });
    await test.step('a server that does not exist is told by the test, and is never green', async () => {
      await settings.server.fill('nowhere.invalid');
      await settings.test.click();
      const server = settings.form.getByRole('region', { name: 'Time server and zone' });
      await expect(server.getByRole('status')).toContainText('The server name cannot be found.');
      expect(await api.get(settings.api)).toMatchObject({
        ntp_server: 'ntp.example',
        ...BERLIN,
        ...NO_PLACE,
      });
      await settings.saveNow();
      // Some networks take long to say that there is no such name.
      await expect(server.locator('[data-tone="pending"]')).toHaveText('no answer', { timeout: 20_000 });
      await expect(server.locator('[data-tone="good"]')).toHaveCount(0);
    });
    await api.order(settings.api, first);
  });

  test('the place of the plant is taken from the browser, saved, and cleared', async ({
    page,
    context,
    api,
  }) => {
    const settings = new NtpSettings(page);
    const [latitude, longitude] = [settings.field('Latitude'), settings.field('Longitude')];
    const place = settings.form.getByRole('region', { name: 'Place of the plant' });
    const take = place.getByRole('button', { name: 'Use this browser’s location' });
    await context.setGeolocation({ latitude: 47.3769, longitude: 8.5417 });
    await settings.open();

    await test.step('a browser that may not tell it says so', async () => {
      await take.click();
      await expect(place.getByRole('status')).toContainText('This page is not allowed to use your location');
      await page.setViewportSize({ width: 390, height: 844 });
      await take.click();
      await expect(place.getByRole('status')).toContainText('This page is not allowed to use your location');
      const edges = [place.getByRole('status'), settings.changes].map((part) => part.boundingBox());
      const [answer, footer] = await Promise.all(edges);
      expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
      await expect(latitude).toHaveValue('');
    });
    await test.step('one that may fills it in, to about a kilometre', async () => {
      await context.grantPermissions(['geolocation']);
      await take.click();
      await expect(latitude).toHaveValue('47.38');
      await expect(longitude).toHaveValue('8.54');
      await expect(settings.changes).toHaveText('2 unsaved changes');
      await settings.saveNow();
      expect(await api.get(settings.api)).toMatchObject({ latitude: 47.38, longitude: 8.54 });
    });
    await test.step('half of it is refused at the field, and without both it is gone', async () => {
      await longitude.fill('');
      await settings.save.click();
      await expect(longitude).toHaveAccessibleDescription(/belong together/);
      await expect(longitude).toBeFocused();
      await latitude.fill('');
      await settings.saveNow();
      expect(await api.get(settings.api)).toMatchObject(NO_PLACE);
    });
  });

  test('@nightly a zone is found among all by mouse, abbreviation or distance, and only what is chosen counts', async ({
    page,
  }) => {
    const settings = new NtpSettings(page);
    const { zone, options } = settings;
    const zones = Object.keys(await (await page.request.get('/zones.json')).json());
    await settings.open();

    await test.step('the list opens where it is chosen, and has every zone', async () => {
      await zone.click();
      const chosen = options.filter({ hasText: 'Europe/Berlin' });
      await expect(chosen).toBeInViewport();
      await expect(chosen).toHaveAttribute('aria-setsize', String(zones.length));
      // All of the page is in sight: a button that is half below the bar would count as too small.
      await page.setViewportSize({ width: 1280, height: 1200 });
      await expectAccessibleAtNight(page, 'the list of time zones');
    });
    await test.step('the keys go up and down, Escape leaves it as it was', async () => {
      await page.keyboard.press('ArrowDown');
      await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveText(/^Europe\/Bratislava/);
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
      await settings.expectZone(BERLIN);
      await expect(settings.changes).toHaveText('No unsaved changes');
    });
    await test.step('by what people call the city or the country, in three languages', async () => {
      for (const [text, name] of [
        ['Wien', 'Europe/Vienna'],
        ['Österreich', 'Europe/Vienna'],
        ['Autriche', 'Europe/Vienna'],
        ['München', 'Europe/Berlin'],
        ['muenchen', 'Europe/Berlin'],
        ['Genève', 'Europe/Zurich'],
      ] as const) {
        await zone.fill(text);
        await expect(options.first()).toHaveText(new RegExp(`^${name}`));
        await page.keyboard.press('Escape');
      }
      await zone.fill('Genève');
      await page.keyboard.press('Enter');
      await settings.expectZone({ ...BERLIN, ntp_timezone_descr: 'Europe/Zurich' });
    });
    await test.step('by an abbreviation, with the mouse', async () => {
      await zone.fill('cest');
      await expect(options.first()).toContainText('UTC+1/+2');
      await options.filter({ hasText: 'Europe/Amsterdam' }).click();
      await settings.expectZone({ ...BERLIN, ntp_timezone_descr: 'Europe/Amsterdam' });
      await expect(zone).toBeFocused();
    });
    await test.step('by its distance from UTC, on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await zone.fill('UTC+10:30');
      const lordHowe = options.filter({ hasText: 'Australia/Lord_Howe' });
      await expect(lordHowe).toContainText('UTC+10:30/+11');
      await expectNoSidewaysScroll(page, 'the list of time zones');
      expect((await lordHowe.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await lordHowe.click();
      await settings.expectZone({
        ntp_timezone: '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0',
        ntp_timezone_descr: 'Australia/Lord_Howe',
      });
    });
    await test.step('what is none is said, and does not count', async () => {
      await zone.fill('Atlantis');
      await expect(zone).toHaveAccessibleDescription('No time zone matches.');
      await zone.blur();
      await expect(zone).toHaveValue('Australia/Lord_Howe');
      await settings.discard.click();
      await settings.expectZone(BERLIN);
    });
  });

  test('@nightly the page works without the list of zones, and asks for it again', async ({ page }) => {
    const settings = new NtpSettings(page);
    const html = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };
    await page.route('**/zones.json', (route) => route.fulfill(html));
    const saves = settings.watchSaves();
    await settings.open();
    await expect(settings.problem).toContainText('The list of time zones could not be loaded');
    await settings.expectZone(BERLIN);
    await settings.answerSave({ type: 'success', message: 'ok', code: 1001 });
    await settings.server.fill('time.example');
    await settings.save.click();
    await expect(settings.outcome).toContainText('Settings saved!');
    expect(saves).toMatchObject([{ ntp_server: 'time.example', ...BERLIN, ...NO_PLACE }]);
    await page.unroute('**/zones.json');
    await settings.problem.getByRole('button', { name: 'Try again' }).click();
    await expect(settings.problem).toHaveCount(0);
    await settings.zone.fill('Lord Howe');
    await expect(settings.options).toHaveCount(1);
  });
});

test('@nightly a clock that is wrong is seen, and set by hand', async ({ page, api }) => {
  const settings = new NtpSettings(page);
  await turnClock(api, 72 * HOUR_MS);
  await settings.open();

  await test.step('both clocks go on, and the difference is told', async () => {
    await expect(settings.state).toHaveText('The device is 3 days ahead.');
    for (const label of ['Device', 'This browser'] as const) {
      const shown = await settings.clock(label).innerText();
      expect(shown).toMatch(/^\d\d:\d\d:\d\d/);
      await expect(settings.clock(label)).not.toHaveText(shown, { useInnerText: true });
    }
  });
  await test.step('a refusal is told', async () => {
    const refusal = { type: 'warning', message: 'no', code: 9004, param: { min: 2022, max: 2100 } };
    await page.route('**/api/ntp/time', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: refusal }) : route.fallback(),
    );
    await settings.sync.click();
    await expect(settings.outcome).toHaveText('The year must be between 2022 and 2100!');
    await page.unroute('**/api/ntp/time');
  });
  await test.step('set by the browser’s, while something is typed', async () => {
    await settings.server.fill('typed.example');
    const sending = page.waitForRequest((request) => request.method() === 'POST');
    await settings.sync.click();
    const [json = '{}'] = /\{.*\}/.exec((await sending).postData() ?? '') ?? [];
    expect(Math.abs(wallMs(JSON.parse(json)) - browserWallMs())).toBeLessThan(30_000);
    await expect(settings.outcome).toHaveText('Time updated!');
    await expect(settings.state).toHaveText('Both clocks match.');
    await expect(settings.server).toHaveValue('typed.example');
    await expect(settings.changes).toHaveText('1 unsaved change');
  });
  await test.step('hours behind are told in hours', async () => {
    await turnClock(api, -3 * HOUR_MS);
    await settings.discard.click();
    await settings.open();
    await expect(settings.state).toHaveText('The device is 3 h behind.');
  });
  await test.step('a clock that cannot be read is told, and read again', async () => {
    await page.route('**/api/ntp/time', (route) => route.fulfill({ status: 500, json: { message: 'disk' } }));
    await settings.open();
    await expect(settings.problem).toContainText('The gateway reports an error: disk');
    await page.unroute('**/api/ntp/time');
    await settings.problem.getByRole('button', { name: 'Try again' }).click();
    await expect(settings.state).toHaveText('The device is 3 h behind.');
  });
});

test.describe('a gateway that does not know the time', () => {
  test.use({ scenario: 'clock-not-set' });

  test('@nightly gets it from the browser, and then asks the inverters', async ({ page, api, visitor }) => {
    const settings = new NtpSettings(page);
    const { hints } = visitor.home;
    await visitor.home.open();
    await expect(hints).toContainText('clock is not set');
    await settings.open();
    await expect(settings.state).toHaveText(
      'The device’s clock is not set. The inverters are not polled until it is.',
    );
    await expect(settings.clock('Device')).not.toHaveText(/\d/);
    await settings.sync.click();
    await expect(settings.state).toHaveText('Both clocks match.');
    expect(await api.get<DeviceTime>('/api/ntp/time')).toMatchObject({ ntp_status: true });
    await expect(hints).not.toContainText('clock is not set', { timeout: POLLED_TIMEOUT_MS });
    await expect(visitor.home.value('Phase 1', 'Power')).toHaveText(/\d/, { timeout: POLLED_TIMEOUT_MS });
  });
});
