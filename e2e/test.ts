import type { ScenarioName } from '@heliograph/simulator/scenarios';
import { test as base, expect } from '@playwright/test';
import { Bar } from './pages/bar.ts';
import { HomePage } from './pages/home-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { type RunningGateway, startGateway } from './start-gateway.ts';

interface Options {
  /** `test.use({ scenario })` chooses another plant. */
  readonly scenario: ScenarioName;
  /** More flags for the gateway. */
  readonly flags: readonly string[];
}

interface Fixtures {
  /** A gateway of this test's own; pages open relative to its address. */
  readonly gateway: RunningGateway;
  readonly bar: Bar;
  readonly home: HomePage;
  readonly loginPage: LoginPage;
}

/** What every browser test uses in place of Playwright's own. */
export const test = base.extend<Options & Fixtures>({
  scenario: ['three-inverters', { option: true }],
  flags: [[], { option: true }],
  gateway: async ({ scenario, flags }, use) => {
    const gateway = await startGateway({ scenario, flags });
    await use(gateway);
    await gateway.dispose();
  },
  baseURL: async ({ gateway }, use) => use(gateway.url),
  bar: async ({ page }, use) => use(new Bar(page)),
  home: async ({ page }, use) => use(new HomePage(page)),
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
});

export { expect };
