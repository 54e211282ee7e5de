import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { GUIDE_PUT_OFF } from '@heliograph/testbed/outside/put-off-guide.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { GatewayApi } from './gateway-api.ts';
import { Bar } from './pages/bar.ts';
import { ConsolePage } from './pages/console-page.ts';
import { DeviceInfoDialog } from './pages/device-info-dialog.ts';
import { EventLogDialog } from './pages/event-log-dialog.ts';
import { HomePage } from './pages/home-page.ts';
import { InverterSettingsPage } from './pages/inverter-settings-page.ts';
import { LimitDialog } from './pages/limit-dialog.ts';
import { LoginPage } from './pages/login-page.ts';
import { PowerDialog } from './pages/power-dialog.ts';
import { createSharedGateways, type SharedGateways } from './shared-gateways.ts';

interface Options {
  /** `test.use({ scenario })` chooses another plant. */
  readonly scenario: ScenarioName;
  /** More flags for the gateway. */
  readonly flags: readonly string[];
  /**
   * The gateway is the one of the tests before, if it has the same plant: for tests that neither stop it nor depend on
   * what others have done to it.
   */
  readonly sharedGateway: boolean;
  /** Pages lead to the guide of a fresh gateway, as for a newcomer. */
  readonly opensGuide: boolean;
  /** Pages open as the admin's. */
  readonly loggedIn: boolean;
}

/** Somebody else who looks at the same gateway in a browser of their own, without a login. */
interface Visitor {
  readonly page: Page;
  readonly home: HomePage;
}

interface Fixtures {
  /** A gateway of this test's own, unless it is shared; pages open relative to its address. */
  readonly gateway: GatewayProcess;
  /** The same gateway without a browser. */
  readonly api: GatewayApi;
  readonly visitor: Visitor;
  readonly bar: Bar;
  readonly home: HomePage;
  readonly loginPage: LoginPage;
  readonly limitDialog: LimitDialog;
  readonly powerDialog: PowerDialog;
  readonly eventLogDialog: EventLogDialog;
  readonly deviceInfoDialog: DeviceInfoDialog;
  readonly inverterSettings: InverterSettingsPage;
  readonly consolePage: ConsolePage;
}

interface WorkerFixtures {
  readonly sharedGateways: SharedGateways;
}

/** Longer than any script takes that comes at all. */
const TAKEN_OVER_WITHIN_MS = 5_000;

/**
 * A page of the gateway is there before its script is, and until then its buttons do nothing. A test does not look that
 * closely: opening a page ends when the script has taken it over, or has not come.
 */
function waitForScripts(page: Page): void {
  const { goto, reload } = page;
  const takenOver = () =>
    page
      .locator('#late')
      .waitFor({ state: 'detached', timeout: TAKEN_OVER_WITHIN_MS })
      .catch(() => undefined);
  page.goto = async (...input) => {
    const response = await goto.apply(page, input);
    await takenOver();
    return response;
  };
  page.reload = async (...input) => {
    const response = await reload.apply(page, input);
    await takenOver();
    return response;
  };
}

/** What every browser test uses in place of Playwright's own. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  scenario: ['three-inverters', { option: true }],
  flags: [[], { option: true }],
  sharedGateway: [false, { option: true }],
  opensGuide: [false, { option: true }],
  loggedIn: [false, { option: true }],
  sharedGateways: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter must be a pattern
    async ({}, use) => {
      const gateways = createSharedGateways();
      await use(gateways);
      await gateways.dispose();
    },
    { scope: 'worker' },
  ],
  gateway: async ({ scenario, flags, sharedGateway, sharedGateways }, use) => {
    if (sharedGateway) return use(await sharedGateways.get({ scenario, flags }));
    const gateway = await startGatewayProcess({ scenario, flags });
    await use(gateway);
    await gateway.dispose();
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForScripts(page);
    await use(page);
  },
  api: async ({ gateway }, use) => use(new GatewayApi(gateway.url)),
  baseURL: async ({ gateway }, use) => use(gateway.url),
  storageState: async ({ gateway, loggedIn, opensGuide }, use) => {
    const user = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };
    const localStorage = loggedIn ? [{ name: 'user', value: JSON.stringify(user) }] : [];
    const cookies = opensGuide ? [] : [GUIDE_PUT_OFF];
    await use({ cookies, origins: [{ origin: gateway.url, localStorage }] });
  },
  visitor: async ({ browser, gateway }, use) => {
    // Without the options of the test, which would log the visitor in too.
    const storageState = { cookies: [GUIDE_PUT_OFF], origins: [] };
    const context = await browser.newContext({ baseURL: gateway.url, storageState });
    const page = await context.newPage();
    await use({ page, home: new HomePage(page) });
    await context.close();
  },
  bar: async ({ page }, use) => use(new Bar(page)),
  home: async ({ page }, use) => use(new HomePage(page)),
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
  limitDialog: async ({ page }, use) => use(new LimitDialog(page)),
  powerDialog: async ({ page }, use) => use(new PowerDialog(page)),
  eventLogDialog: async ({ page }, use) => use(new EventLogDialog(page)),
  deviceInfoDialog: async ({ page }, use) => use(new DeviceInfoDialog(page)),
  inverterSettings: async ({ page }, use) => use(new InverterSettingsPage(page)),
  consolePage: async ({ page }, use) => use(new ConsolePage(page)),
});

export { expect };
