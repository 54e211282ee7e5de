import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCENARIOS, type ScenarioName } from '@heliograph/simulator/scenarios';
import { writePast } from '@heliograph/testbed/gateway/past.ts';
import { MUNICH } from '@heliograph/testbed/gateway/roof.ts';
import { startFleetStandIn } from '@heliograph/testbed/outside/fleet-stand-in.ts';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { GUIDE_PUT_OFF } from '@heliograph/testbed/outside/put-off-guide.ts';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from './browser.mjs';
import type { Moment, Picture } from './picture.ts';
import { allPictures } from './pictures.ts';
import { ROOT } from './root.mjs';

const FIXED_TIME = new Date('2026-06-21T11:30:00+02:00');
const HEIGHTS = { 390: 844, 820: 1180, 1280: 800, 1440: 900 } as const;
/** Most of a picture's time is waiting. */
const SIDE_BY_SIDE = 4;
const DEFAULT_PASSWORD = 'openDTU42';
/** Long enough for each of the inverters to have answered; pictures must not depend on who was first. */
const FIRST_VALUES_TIMEOUT_MS = 20_000;
/** The first messages of the socket, and everything that loads later. */
const SETTLE_MS = 700;
/** Longer than what marks values as stale. */
const STALE_MS = 17_000;
/** Some turns of every inverter. */
const CONSOLE_MS = 6_000;
/** As many answers as a verdict on a radio link needs. */
const RADIO_HEARD_MS = 180_000;
/** The settings and their last good copy. */
const DAMAGED_FILES = ['settings.db', 'settings.db.good'];

/** What stands in pictures in place of the facts of the machine on which they are taken. */
const EXAMPLE_MACHINE = {
  '/api/network/status': {
    network_hostname: 'OpenDTU-000001',
    network_ip: '192.168.1.20',
    network_netmask: '255.255.255.0',
    network_gateway: '192.168.1.1',
    network_dns1: '192.168.1.1',
    network_dns2: '0.0.0.0',
    network_mac: '02:00:00:00:00:01',
  },
  '/api/system/status': {
    hostname: 'OpenDTU-000001',
    chipmodel: 'Example processor',
    chiprevision: 1,
    chipcores: 4,
    cpufreq: 1500,
  },
} as const;

/** The buttons of the toolbar stand in the same order in every language. */
const TOOLBAR = { limit: 0, power: 1, deviceInfo: 2, eventLog: 3 } as const;

async function openDialog(page: Page, name: keyof typeof TOOLBAR): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button').nth(TOOLBAR[name]).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.waitForTimeout(SETTLE_MS);
  return dialog;
}

const BRING_TO: Readonly<Record<Moment, (page: Page) => Promise<void>>> = {
  'menu open': (page) =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /^(Menu|Settings)$/ })
      .click(),
  'login without entries': (page) => page.getByRole('main').getByRole('button', { name: 'Log in' }).click(),
  'login refused': async (page) => {
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('a wrong one');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
  },
  'link lost': async (page) => {
    await page.context().setOffline(true);
    await page.waitForTimeout(STALE_MS);
  },
  limit: async (page) => {
    await openDialog(page, 'limit');
  },
  'limit refused': async (page) => {
    const dialog = await openDialog(page, 'limit');
    await dialog.getByRole('textbox').fill('101');
    await dialog.getByRole('textbox').press('Enter');
  },
  'limit taken over': async (page) => {
    const live = await (await page.request.get(new URL('/api/livedata/status', page.url()).href)).json();
    const serials: string[] = live.inverters.map(({ serial }: { serial: string }) => serial);
    const members = serials.map((serial) => ({ serial, min_power: 0, max_power: 0 }));
    const times = { from: 'clock', from_minutes: 720, to: 'clock', to_minutes: 1080 };
    const row = { enabled: true, target: 'plant', watts: 700, days: 31, ...times };
    const holder = { owner: 'person', by: 'admin', target: 'plant', watts: 600, since: 1 };
    const answers = {
      limits: {
        ...{ armed: true, held: [holder] },
        inverters: serials.map((serial) => ({ serial, holder, watts: 200, permanent_count: 0 })),
      },
      'limit-settings': { groups: [{ id: 'g1', name: 'Balcony', cap: 800, members }], schedule: [row] },
    };
    for (const [name, json] of Object.entries(answers)) {
      await page.route(`**/api/heliograph/${name}`, (route) => route.fulfill({ json }));
    }
    await page.reload();
    await page.waitForTimeout(SETTLE_MS);
  },
  power: async (page) => {
    await openDialog(page, 'power');
  },
  'power asked again': async (page) => {
    const dialog = await openDialog(page, 'power');
    await dialog.getByRole('button', { name: /switch off|ausschalten|éteindre|arrêter/i }).click();
  },
  'device info': async (page) => {
    await openDialog(page, 'deviceInfo');
  },
  'event log': async (page) => {
    await openDialog(page, 'eventLog');
  },
  'command pending': async (page) => {
    // The order waits for ever, so that the picture does not depend on when the inverter answers.
    await page.route('**/api/limit/config', (route) =>
      route.fulfill({ json: { type: 'success', message: '', code: 1001 } }),
    );
    await page.route('**/api/orders?inv=*', (route) => {
      const serial = new URL(route.request().url()).searchParams.get('inv');
      const order = { id: 'x-1', serial, kind: 'limit', value: 60, relative: true, persistent: false };
      return route.fulfill({
        json: {
          orders: [{ ...order, way: 'http', by: '', state: 'sent', steps: [{ state: 'sent', at: 1 }] }],
        },
      });
    });
    const dialog = await openDialog(page, 'limit');
    await dialog.getByRole('textbox').fill('60');
    await dialog.getByRole('textbox').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-order]').first().scrollIntoViewIfNeeded();
  },
  'inverter without entries': (page) => page.getByRole('main').locator('button[type=submit]').first().click(),
  'inverter edited': async (page) => {
    await page.getByRole('main').getByRole('row').nth(1).getByRole('button').nth(1).click();
    await page.getByRole('dialog').waitFor();
  },
  'inverter deleted': async (page) => {
    await page.getByRole('main').getByRole('row').nth(1).getByRole('button').nth(2).click();
    await page.getByRole('dialog').waitFor();
  },
  'device added': async (page) => {
    await page.getByRole('button', { name: 'Add a device' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill('192.168.1.50');
    await page.waitForTimeout(SETTLE_MS);
  },
  'MQTT on': async (page) => {
    await page.getByRole('switch', { name: 'Enable MQTT' }).check();
    await page.getByRole('switch', { name: 'Enable Home Assistant discovery' }).check();
    await page.getByLabel('Server', { exact: true }).fill('broker.example');
  },
  'restore chosen': async (page) => {
    const backup: BackupParts = await page.evaluate(async () => {
      const { authdata }: { authdata: string } = JSON.parse(localStorage.getItem('user') ?? '{}');
      const headers = { Authorization: `Basic ${authdata}`, 'X-Requested-With': 'XMLHttpRequest' };
      return (await fetch('/api/config/get?file=config.json', { headers })).json();
    });
    backup.ntp.server = 'time.example';
    backup.inverters[0].name = 'Carport';
    const buffer = Buffer.from(JSON.stringify(backup));
    const file = { name: 'config.json', mimeType: 'application/json', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText('Differs from the current configuration').waitFor();
  },
  'example machine': async (page) => {
    for (const [path, facts] of Object.entries(EXAMPLE_MACHINE)) {
      await page.route(`**${path}`, async (route) => {
        const told: object = await (await route.fetch()).json();
        await route.fulfill({ json: { ...told, ...facts } });
      });
    }
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await page.waitForTimeout(SETTLE_MS);
  },
  'console lines': async (page) => {
    await page.getByLabel('Filter').fill('RealTimeRunData');
    await page.waitForTimeout(CONSOLE_MS);
  },
  'events told': async (page) => {
    const noonS = Date.parse(`${yesterday()}T10:00Z`) / 1000;
    const event = (id: number, code: number, beforeS: number, more: object = {}) => ({
      ...{ id, code, serial: '114182730124', name: 'South roof', message: '', at: noonS - beforeS },
      ...{ date: 'sure', read_at: noonS, ...more },
    });
    const events = [
      event(9, 209, -9000, { name: 'Garage', active: true }),
      event(8, 141, -3700, { end: noonS + 3751 }),
      event(7, 142, 400, { end: noonS + 200 }),
      event(6, 124, 9000, { name: 'East and west roof', end: noonS - 3000 }),
      event(5, 207, 21_600, { end: noonS - 21_420 }),
      event(4, 1, 21_600, { end: noonS - 21_600 }),
      event(3, 777, 66_000, { name: 'Garage', date: 'likely' }),
      event(2, 147, 70_000, { end: noonS - 69_100 }),
      event(1, 1, 108_000, { date: 'likely', end: noonS - 108_000 }),
    ];
    const codes = [1, 124, 141, 142, 147, 207, 209, 777];
    await page.route('**/api/heliograph/events*', (route) =>
      route.fulfill({ json: { events, codes, next: '1-1' } }),
    );
    await page.reload();
    await page.getByRole('listitem').first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
  },
  'radio heard': async (page) => {
    const tooEarly = page.getByRole('main').getByText('too early to tell', { exact: true });
    await tooEarly.first().waitFor({ state: 'detached', timeout: RADIO_HEARD_MS });
    await page.waitForTimeout(SETTLE_MS);
  },
  'sunny morning': async (page) => {
    // A gateway that has just been started knows no more than the last minute of the day.
    const nowS = FIXED_TIME.getTime() / 1000;
    const date = '2026-06-21';
    const [sunriseS, sunsetS] = [Date.parse(`${date}T05:10+02:00`), Date.parse(`${date}T21:20+02:00`)].map(
      (ms) => ms / 1000,
    ) as [number, number];
    const plantDay = { date, today: date, now: nowS, timezone: 'CET-1CEST,M3.5.0,M10.5.0/3' };
    await page.route('**/api/heliograph/plant-day*', (route) =>
      route.fulfill({ json: { ...plantDay, sunrise: sunriseS, sunset: sunsetS } }),
    );
    const daylightS = sunsetS - sunriseS;
    const midnightS = Date.parse(`${date}T00:00+02:00`) / 1000;
    /** W; clouds came on the day before, from noon on. */
    const powerAt = (s: number) => {
      const isBefore = s < midnightS;
      const share = (s + (isBefore ? DAY_MS / 1000 : 0) - sunriseS) / daylightS;
      if (share <= 0 || share >= 1) return 0;
      const clouds = isBefore && share > 0.5 ? 0.75 + 0.2 * Math.sin(share * 90) : 1;
      return Math.round(2350 * Math.sin(share * Math.PI) ** 1.4 * clouds);
    };
    await page.route('**/api/heliograph/history-curve*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [fromS, toS] = [Number(query.get('from')), Math.min(Number(query.get('to')), nowS)];
      const at = Array.from(
        { length: Math.max(0, Math.ceil((toS - fromS) / 300)) },
        (_, i) => fromS + i * 300,
      );
      const mean = at.map(query.get('measure') === 'limit' ? () => 100 : powerAt);
      return route.fulfill({ json: { tier: 'minute', step: 300, at, mean, min: mean, max: mean } });
    });
    await page.reload();
    await page.waitForTimeout(2 * SETTLE_MS);
  },
  'finding told': async (page) => {
    // Days of sun would go by until the gateway finds something.
    const startS = Date.parse(`${yesterday()}T06:00Z`) / 1000;
    const shape = Array.from({ length: 108 }, (_, index) => Math.sin((index / 107) * Math.PI) ** 2);
    const finding = {
      ...{
        id: 'x-1',
        serial: '116181452037',
        name: 'East and west roof',
        string: 2,
        string_name: 'East lower',
      },
      ...{ kind: 'weak', state: 'open', since: startS + 14_400, found: startS + 18_000 },
      ...{ basis: 'neighbours', sureness: 'sure', ratio: 0.69, lost: 412 },
    };
    const lostFrom = 48;
    const strings = SCENARIOS['three-inverters'].inverters.flatMap(({ serial, strings: ofInverter }) =>
      ofInverter.map((_, place) => {
        const isFound = serial === finding.serial && place + 1 === finding.string;
        return { serial, string: place + 1, verdict: isFound ? 'weak' : 'good' };
      }),
    );
    const curve = {
      ...{ start: startS, step: 300 },
      expected: shape.map((share) => Math.round(310 * share)),
      measured: shape.map((share, index) => Math.round(310 * share * (index < lostFrom ? 0.99 : 0.69))),
    };
    await page.route('**/api/heliograph/findings', async (route) => {
      const told: object = await (await route.fetch()).json();
      await route.fulfill({ json: { ...told, findings: [finding], strings } });
    });
    await page.route('**/api/heliograph/finding-curve*', (route) => route.fulfill({ json: curve }));
    await page.reload();
    await page.getByRole('application').waitFor();
    await page.waitForTimeout(SETTLE_MS);
  },
};

const DAY_MS = 86_400_000;
const YESTERDAY = '{yesterday}';
const PAST_STEP_S = 60;

/** Of central Europe, as that of the gateway is. */
const yesterday = () => new Date(Date.now() + DAY_MS / 24 - DAY_MS).toISOString().slice(0, 10);

/** Ends a gateway, gives it a history, and starts it again. */
async function givePast(gateway: GatewayProcess, scenario: ScenarioName, days: number): Promise<void> {
  const untilMs = Date.parse(`${yesterday()}T00:00Z`) + DAY_MS;
  await gateway.end();
  writePast({
    ...{ folder: gateway.dataFolder, site: MUNICH, stepS: PAST_STEP_S },
    inverters: SCENARIOS[scenario].inverters.map(({ serial, name, strings }) => ({
      ...{ serial, name },
      strings: strings.map((string) => ({ ...string, peakW: string.panelW })),
    })),
    ...{ fromMs: untilMs - days * DAY_MS, untilMs },
  });
  await gateway.startAgain();
}

/** What is changed in a backup, so that there is something to preview. */
interface BackupParts {
  readonly ntp: { server: string };
  readonly inverters: readonly [{ name: string }];
}

async function openPage(browser: Browser, url: string, picture: Picture): Promise<Page> {
  const { width, theme, locale, loggedIn, password = DEFAULT_PASSWORD } = picture;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    colorScheme: theme,
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  await context.addCookies([GUIDE_PUT_OFF]);
  const authdata = Buffer.from(`admin:${password}`).toString('base64');
  const user = JSON.stringify({ type: 'success', message: '', code: 10002, authdata });
  await context.addInitScript(
    ([language, record]) => {
      localStorage.setItem('locale', language);
      if (record !== '') localStorage.setItem('user', record);
    },
    [locale, loggedIn ? user : ''] as const,
  );
  const page = await context.newPage();
  if (picture.hasRealTime !== true) await page.clock.setFixedTime(FIXED_TIME);
  await page.goto(`${url}${picture.route.replace(YESTERDAY, yesterday())}`);
  return page;
}

const PARTS_TIMEOUT_MS = 15_000;
/** What stands, perhaps unseen, where something will be shown. */
const LOADING = /^(Loading|Wird geladen|Chargement)/;

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const page = await openPage(browser, url, picture);
  if (picture.fleetOf !== undefined) await logInToFleet(page);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await waitForAllParts(page, picture);
  if (picture.isDamaged) await page.locator('header span').evaluate((name) => name.replaceChildren('solar'));
  await page.waitForTimeout(SETTLE_MS);
  if (picture.moment !== undefined) await BRING_TO[picture.moment](page);
  if (picture.tab !== undefined) await page.getByRole('tab', { name: picture.tab }).click();
  const options = { path: picture.file, animations: 'disabled' } as const;
  if (picture.dialogOnly) await page.getByRole('dialog').screenshot(options);
  else {
    if (picture.screenOnly !== true) await showWholePage(page);
    await page.screenshot(options);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}

/** Until no part of the page is loading any more: several may be at once. Rejects with the parts that load for ever. */
async function waitForAllParts(page: Page, { file }: Picture): Promise<void> {
  const loading = page.getByRole('main').getByText(LOADING);
  const endMs = performance.now() + PARTS_TIMEOUT_MS;
  while ((await loading.count()) > 0) {
    if (performance.now() > endMs) {
      throw new Error(`${file}: still loading: ${(await loading.allTextContents()).join(' | ')}`);
    }
    await page.waitForTimeout(100);
  }
}

async function logInToFleet(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('sunshine42');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Password').waitFor({ state: 'detached' });
}

/** Grows the screen to the page: what keeps to the screen's lower edge then stands at the end of the page. */
async function showWholePage(page: Page): Promise<void> {
  const screen = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (screen === null || height <= screen.height) return;
  await page.setViewportSize({ ...screen, height });
}

/** Until every inverter of the scenario that can answer has answered. */
async function waitForValues(gateway: GatewayProcess, scenario: ScenarioName): Promise<void> {
  const silent: readonly ScenarioName[] = [
    'unreachable',
    'clock-not-set',
    'radio-problem',
    'no-inverters',
    'night',
  ];
  if (silent.includes(scenario)) return;
  const endMs = performance.now() + FIRST_VALUES_TIMEOUT_MS;
  while (performance.now() < endMs) {
    const answer = await fetch(`${gateway.url}/api/livedata/status`);
    const { inverters }: { inverters: { data_age: number; producing: boolean }[] } = await answer.json();
    if (inverters.every(({ producing }) => producing)) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** A gateway as a picture wants it, with values where there will be any. */
async function startFor({
  scenario,
  password,
  flags = [],
  pastDays = 0,
  isDamaged = false,
}: Picture): Promise<GatewayProcess> {
  const first = password === undefined ? [] : ['--first-password', password];
  const gateway = await startGatewayProcess({ scenario, flags: [...first, ...flags] });
  if (pastDays > 0) await givePast(gateway, scenario, pastDays);
  if (!isDamaged) {
    await waitForValues(gateway, scenario);
    return gateway;
  }
  await gateway.kill();
  for (const name of DAMAGED_FILES) {
    const file = join(gateway.dataFolder, name);
    // Another letter in the name of the time server: the password can still be read.
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replaceAll('pool.ntp.org', 'pool.ntp.orf'), 'latin1');
  }
  await gateway.startAgain();
  return gateway;
}

const wanted = process.argv.slice(2);
const pictures = allPictures().filter(
  ({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) });
const gatewayOf = ({ scenario, password, flags, isDamaged, pastDays, fleetOf }: Picture) =>
  JSON.stringify([scenario, password, flags, isDamaged, pastDays, fleetOf]);
const FLEET_PAGES = join(ROOT, 'apps', 'web', 'dist-fleet');
for (const key of new Set(pictures.map(gatewayOf))) {
  const ofGateway = pictures.filter((picture) => gatewayOf(picture) === key);
  const [first] = ofGateway;
  if (first === undefined) continue;
  const { scenario } = first;
  const { fleetOf } = first;
  const server =
    fleetOf === undefined
      ? await startFor(first)
      : await startFleetStandIn({ pages: FLEET_PAGES, sites: fleetOf });
  const waiting = [...ofGateway];
  const takeNext = async (): Promise<void> => {
    for (let picture = waiting.shift(); picture !== undefined; picture = waiting.shift()) {
      await take(browser, server.url, picture);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeNext));
  console.log(`${fleetOf === undefined ? scenario : 'fleet'}: ${ofGateway.length} pictures`);
  await ('dispose' in server ? server.dispose() : server.close());
}
await browser.close();
