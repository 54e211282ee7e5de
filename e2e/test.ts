import type { ScenarioName } from '@heliograph/simulator/scenarios';
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
import { type RunningGateway, startGateway } from './start-gateway.ts';

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
  readonly gateway: RunningGateway;
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

/** What every browser test uses in place of Playwright's own. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  scenario: ['three-inverters', { option: true }],
  flags: [[], { option: true }],
  sharedGateway: [false, { option: true }],
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
    const gateway = await startGateway({ scenario, flags });
    await use(gateway);
    await gateway.dispose();
  },
  api: async ({ gateway }, use) => use(new GatewayApi(gateway.url)),
  baseURL: async ({ gateway }, use) => use(gateway.url),
  storageState: async ({ gateway, loggedIn }, use) => {
    const user = { type: 'success', message: '', code: 10002, authdata: btoa('admin:openDTU42') };
    const localStorage = loggedIn ? [{ name: 'user', value: JSON.stringify(user) }] : [];
    await use({ cookies: [], origins: [{ origin: gateway.url, localStorage }] });
  },
  visitor: async ({ browser, gateway }, use) => {
    // Without the options of the test, which would log the visitor in too.
    const storageState = { cookies: [], origins: [] };
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
