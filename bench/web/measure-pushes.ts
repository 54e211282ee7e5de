import {
  atPlace,
  type BenchPlace,
  FAST_LINK,
  openLive,
  type PlaceOptions,
  SLOW_DOWN,
} from './bench-place.ts';
import type { Reading } from './reading.ts';

const WARM_UP_PUSHES = 5;
const PUSHES = 20;
const PUSH_EVERY_MS = 300;
/** As long as the rarest of our timers takes that run all the time. */
const QUIET_MS = 10_000;
const SHOWN_POWER = `document.querySelector('[data-channel="0"] [data-quantity="power"] dd').textContent`;

/** What the main thread does when values come, and when none come. */
export async function measurePushes(options: Omit<PlaceOptions, 'shape'>): Promise<readonly Reading[]> {
  return atPlace({ ...options, shape: FAST_LINK }, async (place) => {
    await openLive(place);
    await place.tab.slowDown(SLOW_DOWN);
    await push(place, WARM_UP_PUSHES);
    const { msPerSecond, timers, frames } = await measureQuiet(place);
    const startedAtMs = performance.now();
    const before = await place.tab.mainThreadMs();
    await push(place, PUSHES);
    const worked = (await place.tab.mainThreadMs()) - before;
    const quietPart = (msPerSecond * (performance.now() - startedAtMs)) / 1000;
    await expectNewest(place);
    return [
      { what: 'main thread for a push', value: (worked - quietPart) / PUSHES, unit: 'ms' },
      { what: 'main thread between pushes', value: msPerSecond, unit: 'ms/s' },
      { what: 'timers between pushes', value: timers, unit: '/s' },
      { what: 'animation frames between pushes', value: frames, unit: '/s' },
    ];
  });
}

async function push({ device, tab }: BenchPlace, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    device.push();
    await tab.page.waitForTimeout(PUSH_EVERY_MS);
  }
  await tab.run('1'); // answered when the main thread has done everything before
}

async function measureQuiet({ tab }: BenchPlace) {
  const before = await tab.notes();
  const workedBefore = await tab.mainThreadMs();
  await tab.page.waitForTimeout(QUIET_MS);
  const worked = (await tab.mainThreadMs()) - workedBefore;
  const after = await tab.notes();
  const perSecond = 1000 / QUIET_MS;
  return {
    msPerSecond: worked * perSecond,
    timers: (after.timers - before.timers) * perSecond,
    frames: (after.frames - before.frames) * perSecond,
  };
}

/** @throws when the page does not show the last value that was pushed */
async function expectNewest({ tab, plant }: BenchPlace): Promise<void> {
  const shown = String(await tab.run(SHOWN_POWER));
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const wanted = format.format(plant.firstPowerW());
  if (!shown.startsWith(wanted)) throw new Error(`the page shows ${shown} and not ${wanted}`);
}
