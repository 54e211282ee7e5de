import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

/** L7, the page's part: the live view of a gateway with as many inverters as it takes. */

const row = openRow('L7');
const RENDER_GOAL = { below: 1.5 } as const;
/** With a cold cache once, and then as the browser of every day. */
const OPENINGS = row.scale(2, 10);

interface WireLiveData {
  readonly inverters: readonly { readonly serial: string }[];
}

/** Serials of the same family that differ in their last digits. */
const withSerial = (inverter: object, index: number) => ({
  ...inverter,
  serial: `1141${String(70_000_000 + index)}`,
  name: `Roof ${index + 1}`,
  order: index,
});

/** In the page itself: the picture in which the inverter's values stand for the first time. */
async function noteWhenShown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('main article') === null) requestAnimationFrame(look);
      else performance.mark('shown');
    };
    requestAnimationFrame(look);
  });
}

for (const count of row.isNightly ? [1, 4, 10, 20, 50] : [50]) {
  test(`L7: the live view with ${count} inverters`, async ({ page, home, api }) => {
    const live = await api.get<WireLiveData>('/api/livedata/status');
    const [first] = live.inverters;
    if (first === undefined) throw new Error('the plant has no inverter');
    const inverters = Array.from({ length: count }, (_, index) => withSerial(first, index));
    const message = JSON.stringify({ ...live, inverters });
    await page.route('**/api/livedata/status*', (route) =>
      route.fulfill({ contentType: 'application/json', body: message }),
    );
    await noteWhenShown(page);
    await page.routeWebSocket(/\/livedata$/, (socket) => socket.send(message));

    const seconds: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      await home.open();
      await expect(home.value('Phase 1', 'Power')).toBeVisible();
      if (count > 1) await expect(home.tabs).toHaveCount(count);
      seconds.push(
        await page.evaluate(() => {
          const [shown] = performance.getEntriesByName('shown');
          return (shown?.startTime ?? Number.NaN) / 1000;
        }),
      );
    }
    const value = Math.max(...seconds);
    row.figure({
      what: `page of ${count} inverters after`,
      value,
      unit: 's',
      goal: RENDER_GOAL,
      isTimed: true,
    });
  });
}
