import { atPlace, type BenchPlace, type PlaceOptions, SLOW_DOWN, SLOW_LINK } from './bench-place.ts';
import type { Reading } from './reading.ts';

/** The rest of a page's start: the app, its socket, its icon; the first time also the file of its styles. */
const REST_MS = { cold: 4_000, cached: 1_500 };

/** Opens the page with an empty cache, and once more with what it has left there. */
export async function measureLoad(options: Omit<PlaceOptions, 'shape'>): Promise<readonly Reading[]> {
  return atPlace({ ...options, shape: SLOW_LINK }, async (place) => {
    await place.tab.slowDown(SLOW_DOWN);
    const cold = await load(place, 'cold');
    await place.tab.open('about:blank');
    return [...cold, ...(await load(place, 'cached'))];
  });
}

/** Opens the page twice in the same way, and tries from the first frame on to show the second inverter. */
export async function measureFirstClick(options: Omit<PlaceOptions, 'shape'>): Promise<readonly Reading[]> {
  return atPlace({ ...options, shape: SLOW_LINK }, async ({ tab, link }) => {
    await tab.slowDown(SLOW_DOWN);
    await tab.page.addInitScript('benchProbe.clickSecondTab()');
    const readings: Reading[] = [];
    for (const cache of ['cold', 'cached'] as const) {
      await tab.open(link.url);
      await tab.until('benchProbe.clickedMs !== undefined');
      const { clickedMs = Number.NaN } = await tab.notes();
      readings.push({ what: `a click on a tab works, ${cache}`, value: clickedMs, unit: 'ms' });
      await tab.page.waitForTimeout(REST_MS[cache]);
      await tab.open('about:blank');
    }
    return readings;
  });
}

async function load({ tab, link }: BenchPlace, cache: 'cold' | 'cached'): Promise<readonly Reading[]> {
  link.takeTraffic();
  await tab.open(link.url);
  await tab.until('benchProbe.paintedAtMs.firstPower && benchProbe.paintedAtMs.totalPower');
  const { paintedAtMs } = await tab.notes();
  await tab.page.waitForTimeout(REST_MS[cache]);
  const { connections, bytes } = link.takeTraffic();
  return [
    {
      what: `first live value, ${cache}`,
      value: Math.min(paintedAtMs.totalPower ?? Number.NaN, paintedAtMs.firstPower ?? Number.NaN),
      unit: 'ms',
    },
    {
      what: `power of the first inverter, ${cache}`,
      value: paintedAtMs.firstPower ?? Number.NaN,
      unit: 'ms',
    },
    { what: `sent to the browser, ${cache}`, value: bytes / 1000, unit: 'kB' },
    { what: `connections, ${cache}`, value: connections, unit: '' },
  ];
}
