import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { changePages } from '../../../e2e/checks.ts';
import type { SeamName } from '../../../seams/seams.ts';
import { buildWebForTests } from '../../../seams/test-build.ts';
import { switchesFor } from '../../../seams/without.ts';

/**
 * Gives a page the test build of the web app in place of the one that the gateway serves, with protections switched off.
 * The gateway stays as it is, and so do the headers of its pages. Building it takes a while, so that such tests are
 * marked `@nightly`.
 */
export async function usePageWithout(page: Page, names: readonly SeamName[]): Promise<void> {
  const folder = await buildWebForTests();
  await page.addInitScript((switches) => {
    globalThis.__WITHOUT__ = switches;
  }, switchesFor(names));
  await page.route('**/assets/*', async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    await route.fulfill({ path: join(folder, 'assets', name) });
  });
  await changePages(page, () => readFile(join(folder, 'index.html'), 'utf8'));
}
