import type { Page } from '@playwright/test';

const STEP_MS = 500;

/**
 * Lets time pass on the page's own clock until something is so.
 *
 * @returns how much it was in seconds, at most `withinS` and a bit
 */
export async function passUntil(page: Page, withinS: number, isSo: () => Promise<boolean>): Promise<number> {
  const nowMs = () => page.evaluate(() => Date.now());
  const startMs = await nowMs();
  const passedS = async () => ((await nowMs()) - startMs) / 1000;
  while (!(await isSo()) && (await passedS()) < withinS) await page.clock.runFor(STEP_MS);
  return passedS();
}
