import type { Page } from '@playwright/test';

/** What was done to the files of the page on their way. */
export interface ServedEdit {
  /** Throws when the text did not stand in any file that was sent, or more than once. */
  expectDone(): void;
}

/**
 * Takes a guard out of the page that a browser gets: replaces a text in its scripts, which stands there exactly once.
 * What survives the minifier can be found: names of the browser's own and texts.
 */
export async function editServedPage(page: Page, find: string, replace: string): Promise<ServedEdit> {
  const found = new Map<string, number>();
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const pieces = (await response.text()).split(find);
    found.set(route.request().url(), pieces.length - 1);
    await route.fulfill({ response, body: pieces.join(replace) });
  });
  return {
    expectDone() {
      const count = [...found.values()].reduce((sum, own) => sum + own, 0);
      if (count !== 1) throw new Error(`"${find}" stands ${count} times in what was sent`);
    },
  };
}
