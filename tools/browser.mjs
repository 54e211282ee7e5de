import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.mjs';

/** Chromium without its own window, whose drawing costs more than that of the pages. */
const HEADLESS = 'chromium-headless-shell';
const COMMANDS = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Chromium as `playwright install chromium` would have put it. */
function playwrightBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  return chromium.executablePath();
}

/**
 * The Chromium or Chrome that browser tests and pictures use; undefined when there is none.
 * `HELIOGRAPH_BROWSER` names another one.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const named = process.env.HELIOGRAPH_BROWSER;
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...onPath, ...MAC_APPS, playwrightBrowser()].find((file) => existsSync(file));
}

/** Finds a browser, on Debian as root installs the lightest. False, with what to do shown, when there is none. */
export async function ensureBrowser() {
  if (process.env.HELIOGRAPH_BROWSER) {
    if (findBrowser() !== undefined) return true;
    console.error(`There is no browser at HELIOGRAPH_BROWSER=${process.env.HELIOGRAPH_BROWSER}.`);
    return false;
  }
  await installDebianPackage(HEADLESS, [HEADLESS, 'fonts-liberation']);
  if (findBrowser() === undefined) await installDebianPackage('chromium', ['chromium', 'fonts-liberation']);
  if (findBrowser() !== undefined) return true;
  console.error(
    'The browser tests need Chromium or Chrome. Install one with: npx playwright install chromium',
  );
  return false;
}
