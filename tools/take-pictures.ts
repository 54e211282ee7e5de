import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ROUTES } from '../e2e/routes.ts';
import { type RunningGateway, startGateway } from '../e2e/start-gateway.ts';
import { findBrowser } from './browser.mjs';
import { ROOT } from './root.mjs';

/** What a reviewer looks at: every page in every form, and the home page in the states it can be in. */
interface Picture {
  readonly scenario: ScenarioName;
  readonly route: string;
  readonly file: string;
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly locale: 'en' | 'de' | 'fr';
  readonly loggedIn: boolean;
  /** The admin's password, where it is not the default one. */
  readonly password?: string;
  /** The inverter to choose. */
  readonly tab?: string;
  /** Only what is on the screen, not the whole page. */
  readonly screenOnly?: boolean;
}

const FOLDER = join(ROOT, 'screenshots');
const README_FOLDER = join(ROOT, 'docs', 'pictures');
const FIXED_TIME = new Date('2026-06-21T11:30:00+02:00');
const WIDTHS = [390, 820, 1440] as const;
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 820: 1180, 1440: 900 };
const THEMES = ['light', 'dark'] as const;
const LOCALES = ['en', 'de', 'fr'] as const;
const DEFAULT_PASSWORD = 'openDTU42';
/** Long enough for each of the inverters to have answered; pictures must not depend on who was first. */
const FIRST_VALUES_TIMEOUT_MS = 20_000;

const STATES: readonly ScenarioName[] = [
  'one-inverter',
  'ten-inverters',
  'weak-signal',
  'night',
  'unreachable',
  'dead-string',
  'clock-not-set',
  'captured',
  'radio-problem',
  'no-inverters',
];

function routeName(route: string): string {
  return route === '/' ? 'home' : route.slice(1).replaceAll('/', '-');
}

function picturesOfRoutes(): Picture[] {
  return LOCALES.flatMap((locale) =>
    THEMES.flatMap((theme) =>
      WIDTHS.flatMap((width) =>
        ROUTES.map((route) => ({
          scenario: 'three-inverters' as const,
          route,
          file: join(FOLDER, locale, `${theme}-${width}`, `${routeName(route)}.png`),
          width,
          theme,
          locale,
          loggedIn: route !== '/login',
        })),
      ),
    ),
  );
}

function picturesOfStates(): Picture[] {
  return STATES.flatMap((scenario) =>
    THEMES.flatMap((theme) =>
      WIDTHS.map((width) => ({
        scenario,
        route: '/',
        file: join(FOLDER, 'home', `${scenario}-${theme}-${width}.png`),
        width,
        theme,
        locale: 'en' as const,
        loggedIn: false,
      })),
    ),
  );
}

function picturesOfReadme(): Picture[] {
  const common = {
    scenario: 'three-inverters',
    route: '/',
    locale: 'en',
    loggedIn: true,
    password: 'not the default one',
  } as const;
  return [
    {
      ...common,
      file: join(README_FOLDER, 'home-desktop-light.png'),
      width: 1440,
      theme: 'light',
      tab: 'East and west roof',
    },
    {
      ...common,
      file: join(README_FOLDER, 'home-phone-dark.png'),
      width: 390,
      theme: 'dark',
      screenOnly: true,
    },
  ];
}

async function openPage(browser: Browser, gateway: RunningGateway, picture: Picture): Promise<Page> {
  const { width, theme, locale, loggedIn, password = DEFAULT_PASSWORD } = picture;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    colorScheme: theme,
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
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
  await page.clock.setFixedTime(FIXED_TIME);
  await page.goto(`${gateway.url}${picture.route}`);
  return page;
}

async function take(browser: Browser, gateway: RunningGateway, picture: Picture): Promise<void> {
  const page = await openPage(browser, gateway, picture);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  if (picture.tab !== undefined) await page.getByRole('tab', { name: picture.tab }).click();
  await page.waitForTimeout(700); // the first messages of the socket, and everything lazy
  await page.screenshot({
    path: picture.file,
    fullPage: picture.screenOnly !== true,
    animations: 'disabled',
  });
  await page.context().close();
}

/** Until every inverter of the scenario that can answer has answered. */
async function waitForValues(gateway: RunningGateway, scenario: ScenarioName): Promise<void> {
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

const wanted = process.argv.slice(2);
const pictures = [...picturesOfRoutes(), ...picturesOfStates(), ...picturesOfReadme()].filter(
  ({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
await mkdir(FOLDER, { recursive: true });
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) });
const gatewayOf = ({ scenario, password }: Picture) => JSON.stringify([scenario, password]);
for (const key of new Set(pictures.map(gatewayOf))) {
  const ofGateway = pictures.filter((picture) => gatewayOf(picture) === key);
  const [first] = ofGateway;
  if (first === undefined) continue;
  const { scenario, password } = first;
  const gateway = await startGateway({
    scenario,
    ...(password !== undefined && { flags: ['--first-password', password] }),
  });
  await waitForValues(gateway, scenario);
  for (const picture of ofGateway) await take(browser, gateway, picture);
  console.log(`${scenario}: ${ofGateway.length} pictures`);
  await gateway.dispose();
}
await browser.close();
