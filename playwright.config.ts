import { defineConfig } from '@playwright/test';
// Some tests of the safety plan take parts of the product into their own process.
import './seams/all-in-place.ts';
import { findBrowser } from './tools/browser.mjs';
import { keepTemporaryFilesInMemory } from './tools/temporary-files.mjs';

keepTemporaryFilesInMemory();
const executablePath = findBrowser();
/**
 * Tests marked `@nightly` repeat a task in further languages, themes or widths, repeat in a browser what a unit test
 * shows as truly, or take long. CONTRIBUTING.md says what goes where.
 */
const isNightly = process.env.HELIOGRAPH_NIGHTLY === '1';

/** Browser tests in a real Chromium against the built gateway. */
export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'safety/browser/**/*.spec.ts'],
  // In the gate the unit tests run beside them, on the same cores: with more of them each waits too long for its turn.
  workers: 2,
  fullyParallel: true,
  ...(isNightly ? {} : { grepInvert: /@nightly/ }),
  forbidOnly: true,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--disable-quic', '--disable-background-networking', '--no-proxy-server'],
    },
  },
});
