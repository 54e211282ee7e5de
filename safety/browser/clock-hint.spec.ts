import type { LiveData } from '@heliograph/contract';
import type { Page, WebSocketRoute } from '@playwright/test';
import { withoutValues } from '../../e2e/checks.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

/** F15, the page's part: a gateway without the time. The counter-proofs are in `faults/time-server.test.ts`. */

const row = openRow('F15');
const CLOCK = /clock is not set/;
const STARTED = /This is normal shortly after a start/;
const NOT_ASKED = /The inverters are not polled until it is/;
/** What stands before a unit of something that is measured. */
const MEASURED = /-?\d[\d.,]*\s(W|kW|Wh|kWh|V|A|Hz|var|°C)\b/g;

test.use({ scenario: 'clock-not-set', loggedIn: true }); // its settings are for the admin

/** How many values the page shows as measured, zeros too. */
async function countMeasured(page: Page): Promise<number> {
  return (await page.getByRole('main').innerText()).match(MEASURED)?.length ?? 0;
}

test('@nightly F15: a page says what is lacking and shows no zeros for it, until the clock is set by hand', async ({
  page,
  home,
  api,
}) => {
  await home.open();
  await expect(home.hints).toContainText(CLOCK);
  await expect(home.hints).toContainText(NOT_ASKED);
  await expect(home.hints).toContainText(STARTED);
  await expect(home.value('Phase 1', 'Power')).toHaveText(/unknown/);
  row.figure({
    what: 'values shown that were never measured',
    value: await countMeasured(page),
    goal: { exactly: 0 },
  });
  await home.hints.getByRole('link', { name: 'Time settings' }).click();
  await expect(page).toHaveURL(/\/settings\/ntp$/);

  await home.open();
  await expect(home.hints).toContainText(CLOCK);
  await api.order('/api/ntp/time', { year: 2026, month: 11, day: 21, hour: 12, minute: 0, second: 0 });
  const startMs = performance.now();
  await page.waitForFunction(() => !/clock is not set/.test(document.body.innerText)); // looks in each picture
  row.figure({
    what: 'the hint is gone from the page after the clock was set by hand',
    value: (performance.now() - startMs) / 1000,
    unit: 's',
    goal: { atMost: 2 },
    isTimed: true,
  });
  await home.expectValues();
  expect(await countMeasured(page)).toBeGreaterThan(0); // so they would have been seen
});

test('@nightly F15: the hint is another one when a start has taken a minute', async ({ page, home, api }) => {
  const live = await api.get<LiveData>('/api/livedata/status');
  let uptimeS = 5;
  // As old as the gateway is awake: nothing was ever measured.
  const message = () =>
    JSON.stringify({
      ...live,
      inverters: live.inverters.map((inverter) => ({ ...inverter, data_age: uptimeS })),
    });
  await page.clock.install();
  await withoutValues(page);
  await page.route('**/api/livedata/status*', (route) =>
    route.fulfill({ contentType: 'application/json', body: message() }),
  );
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/livedata$/, (socket) => {
    sockets.push(socket);
    socket.send(message());
  });
  await home.open();
  await expect(home.hints).toContainText(STARTED);
  const isNormal = async () => STARTED.test(await home.hints.innerText());
  for (; uptimeS < 90 && (await isNormal()); uptimeS++) {
    await page.clock.runFor(1000);
    for (const socket of sockets) socket.send(message());
  }
  const changed = { what: 'seconds after the start when the hint changes', value: uptimeS };
  row.figure({ ...changed, what: `${changed.what}, at least`, goal: { atLeast: 60 } });
  row.figure({ ...changed, what: `${changed.what}, at most`, goal: { atMost: 63 } }); // its way to the page is not its own
  await expect(home.hints).toContainText(CLOCK);
  row.figure({
    what: 'values shown after that which were never measured',
    value: await countMeasured(page),
    goal: { exactly: 0 },
  });
});
