import type { Page } from '@playwright/test';
import { withoutValues } from '../../e2e/checks.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

/** L7, the page's part: the live view of a gateway with as many inverters as it takes. */

test.use({ sharedGateway: true });

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

/** In the page itself: the picture in which the values of one inverter and the tabs of all stand for the first time. */
async function noteWhenShown(page: Page, inverterCount: number): Promise<void> {
  await page.addInitScript(
    (tabCount) => {
      const look = () => {
        const isShown =
          document.querySelector('main article') !== null &&
          document.querySelectorAll('[role="tab"]').length === tabCount;
        if (isShown) performance.mark('shown');
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    inverterCount > 1 ? inverterCount : 0,
  );
}

/** When the page was shown, in seconds after its opening, and how long it was waited for when it never was. */
function shownS(page: Page): Promise<number> {
  return page.evaluate(async (waitMs) => {
    const until = performance.now() + waitMs;
    const mark = () => performance.getEntriesByName('shown')[0];
    while (mark() === undefined && performance.now() < until) await new Promise(requestAnimationFrame);
    return (mark()?.startTime ?? performance.now()) / 1000;
  }, 15_000);
}

for (const count of row.isNightly ? [1, 4, 10, 20, 50] : [50]) {
  test(`L7: the live view with ${count} inverters`, async ({ page, home, api }) => {
    const live = await api.get<WireLiveData>('/api/livedata/status');
    const [first] = live.inverters;
    if (first === undefined) throw new Error('the plant has no inverter');
    const inverters = Array.from({ length: count }, (_, index) => withSerial(first, index));
    const message = JSON.stringify({ ...live, inverters });
    await withoutValues(page);
    await page.route('**/api/livedata/status*', (route) =>
      route.fulfill({ contentType: 'application/json', body: message }),
    );
    await noteWhenShown(page, count);
    await page.routeWebSocket(/\/livedata$/, (socket) => socket.send(message));

    const seconds: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      await home.open();
      seconds.push(await shownS(page));
    }
    const value = Math.max(...seconds);
    row.figure({
      what: `page of ${count} inverters after`,
      value,
      unit: 's',
      goal: RENDER_GOAL,
      isTimed: true,
    });
    await expect(home.value('Phase 1', 'Power')).toBeVisible();
    if (count > 1) await expect(home.tabs).toHaveCount(count);
  });
}
