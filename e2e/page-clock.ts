import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const STEP_MS = 1000;
/** Of real time, for what the gateway or the machine still has to do. */
const PATIENCE_MS = 30_000;

/** For what follows at once, or with the next step. */
export const SOON = { timeout: 500 } as const;

/** Lets time pass on the page's own clock, which the test has installed, until the page is as expected. */
export async function passTimeUntil(page: Page, isAsExpected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await isAsExpected();
  }).toPass({ timeout: PATIENCE_MS, intervals: [50] });
}
