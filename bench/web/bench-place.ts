import type { Browser } from '@playwright/test';
import { type Device, startDevice } from './device.ts';
import { createLivePlant, type LivePlant } from './live-plant.ts';
import { type LinkShape, openShapedLink, type ShapedLink } from './shaped-link.ts';
import { openTab, type Tab, type TabOptions } from './tab.ts';

/** One page on one device, looked at through one tab. */
export interface BenchPlace {
  readonly plant: LivePlant;
  readonly device: Device;
  readonly link: ShapedLink;
  readonly tab: Tab;
}

export interface MeasuredPage {
  readonly name: string;
  readonly webFolder: string;
  readonly isOneFile?: boolean;
}

export interface PlaceOptions extends TabOptions {
  readonly browser: Browser;
  readonly page: MeasuredPage;
  readonly inverterCount: number;
  readonly shape: LinkShape;
}

/** An original device at a home's edge of the WLAN. */
export const SLOW_LINK: LinkShape = { bytesPerSecond: 150_000, roundTripMs: 30, connectionsAtOnce: 5 };
/** Where only the page itself is looked at. */
export const FAST_LINK: LinkShape = {
  bytesPerSecond: Number.POSITIVE_INFINITY,
  roundTripMs: 0,
  connectionsAtOnce: 50,
};
/** How much slower than this machine the browser's processor is. */
export const SLOW_DOWN = 4;

/**
 * Sets a place up, measures there, and takes it down again.
 *
 * @throws when the page complained or asked for something that the device does not know: its figures would be wrong
 */
export async function atPlace<T>(
  options: PlaceOptions,
  measure: (place: BenchPlace) => Promise<T>,
): Promise<T> {
  const plant = createLivePlant(options.inverterCount);
  const device = await startDevice({ ...options.page, plant });
  const link = await openShapedLink(device.port, options.shape);
  const tab = await openTab(options.browser, options);
  try {
    const measured = await measure({ plant, device, link, tab });
    const wrong = [...tab.complaints, ...device.unknownCalls.map((path) => `asked for ${path}`)];
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    return measured;
  } finally {
    await tab.close();
    await link.close();
    await device.close();
  }
}

/** A page that has its values, its socket, and nothing left to load. */
export async function openLive({ tab, link, device }: BenchPlace): Promise<void> {
  await tab.open(link.url);
  await tab.until('benchProbe.paintedAtMs.firstPower');
  const endMs = performance.now() + SOCKET_WAIT_MS;
  while (device.clientCount() === 0) {
    if (performance.now() > endMs) throw new Error('the page opened no live socket');
    await tab.page.waitForTimeout(50);
  }
  await tab.page.waitForTimeout(SETTLE_MS);
}

const SOCKET_WAIT_MS = 30_000;
const SETTLE_MS = 1_000;
