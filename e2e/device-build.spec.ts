import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { watchForErrors } from './checks.ts';
import { ROUTES } from './routes.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true, loggedIn: true });

const WEB = join(import.meta.dirname, '../apps/web');

async function buildForDevice(outDir: string): Promise<string> {
  const configFile = join(WEB, 'vite.config.ts');
  await build({
    root: WEB,
    configFile,
    mode: 'device',
    logLevel: 'error',
    build: { outDir, emptyOutDir: false },
  });
  return outDir;
}

/** A page that comes from a test and not from the network may not open sockets to this machine: it polls. */
const NO_SOCKET = /^WebSocket connection to .* net::ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS$/;

/** Gives the page the files for the flash of a device; what it asks for besides is answered by the gateway. */
async function useDeviceBuild(page: Page, folder: string): Promise<readonly string[]> {
  const served: string[] = [];
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const isPage = route.request().isNavigationRequest();
    const file = join(folder, isPage ? 'index.html' : pathname);
    if (!isPage && (pathname.startsWith('/api/') || !existsSync(file))) return route.fallback();
    served.push(isPage ? 'index.html' : pathname.slice(1));
    return route.fulfill({ path: file });
  });
  return served;
}

test('@nightly every page of the build for a device shows itself, with few files and without errors', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const served = await useDeviceBuild(page, await buildForDevice(test.info().outputDir));
  const errors = await watchForErrors(page);
  for (const route of ROUTES) {
    await page.goto(route);
    const main = page.getByRole('main');
    await expect(main.locator('h1:not([aria-busy])')).toHaveCount(1);
    await expect(main.getByText('Loading…', { exact: true })).toHaveCount(0);
    await expect(main.getByText('This page could not be shown.')).toHaveCount(0);
    await expect(main.getByText('This part could not be shown.')).toHaveCount(0);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Event log' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect([...new Set(served)].toSorted()).toEqual([
    'admin.js',
    'app.js',
    'en.js',
    'index.html',
    'style.css',
    'zones.json',
  ]);
  expect(errors.filter((error) => !NO_SOCKET.test(error))).toEqual([]);
});
