import { median } from '../measure/median.ts';
import {
  atPlace,
  type BenchPlace,
  openLive,
  type PlaceOptions,
  SLOW_DOWN,
  SLOW_LINK,
} from './bench-place.ts';
import type { Reading } from './reading.ts';

const OPENINGS = 5;
const LIMIT_BUTTON = '[role="toolbar"] button';
const PAUSE_MS = 700;

/** From a click until the limit dialog is on screen: the first time, and when it was open before. */
export async function measureDialog(options: Omit<PlaceOptions, 'shape'>): Promise<readonly Reading[]> {
  return atPlace({ ...options, shape: SLOW_LINK, isLoggedIn: true }, async (place) => {
    await openLive(place);
    await place.tab.slowDown(SLOW_DOWN);
    const first = await openDialog(place);
    const later: number[] = [];
    for (let count = 0; count < OPENINGS; count++) later.push(await openDialog(place));
    return [
      { what: 'limit dialog, first time', value: first, unit: 'ms' },
      { what: 'limit dialog', value: median(later), unit: 'ms' },
    ];
  });
}

async function openDialog({ tab, device }: BenchPlace): Promise<number> {
  const { page } = tab;
  // Without new values the page says that they are out of date, and offers no limit.
  device.push();
  await page.waitForTimeout(PAUSE_MS);
  const place = await page.locator(LIMIT_BUTTON).first().boundingBox();
  if (place === null) throw new Error('the page shows no button for the limit');
  await tab.run('benchProbe.armDialog()');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await tab.until('benchProbe.dialogMs !== undefined');
  const { dialogMs } = await tab.notes();
  await page.waitForTimeout(PAUSE_MS);
  await page.keyboard.press('Escape');
  await tab.until(`document.querySelector('dialog[open]') === null`);
  await page.waitForTimeout(PAUSE_MS);
  return dialogMs ?? Number.NaN;
}
