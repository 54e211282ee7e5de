import { expect, test } from './test.ts';
import { EAST_AND_WEST_ROOF, GARAGE } from './three-inverters.ts';

/** What the events of the simulated plants are called. */
const MESSAGES: Readonly<Record<number, string>> = {
  1: 'Inverter started',
  124: 'Switched off remotely',
  141: 'Grid voltage too high',
  143: 'Grid voltage too low',
  144: 'Grid frequency too high',
  145: 'Grid frequency too low',
  146: 'Grid frequency changes too fast',
  207: 'MPP tracker A: input voltage too low',
  211: 'String 3: no power',
};
const LOG_TIMEOUT_MS = 20_000;

function timeOfDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

test.describe('a visitor', () => {
  test.use({ scenario: 'dead-string', sharedGateway: true });

  test('reads what happened, newest first, with what still goes on', async ({
    page,
    home,
    eventLogDialog,
    api,
  }) => {
    await home.open();
    await home.inverterTab('East and west roof').click();
    await expect(home.action('Event log')).toContainText(/[1-9]\d* new/, { timeout: LOG_TIMEOUT_MS });
    await home.action('Event log').click();
    await expect(eventLogDialog.dialog).toHaveAccessibleDescription('East and west roof');
    await expect(eventLogDialog.rows.first()).toBeVisible();

    const events = await api.events(EAST_AND_WEST_ROOF);
    // The inverter's own order, which is oldest first: by their times alone events around midnight would stand wrong.
    const expected = [...events]
      .reverse()
      .map(({ start_time, end_time, message_id }) => [
        timeOfDay(start_time),
        end_time === 0 ? 'Still active' : timeOfDay(end_time),
        String(message_id),
        MESSAGES[message_id],
      ]);
    expect(await eventLogDialog.texts()).toEqual(expected);
    expect(events.some(({ end_time }) => end_time === 0)).toBe(true);
    await expect(eventLogDialog.rows.filter({ hasText: 'String 3: no power' })).toContainText('Still active');
    await expect(eventLogDialog.status).toContainText(`${events.length} events, newest first`);
    await expect(eventLogDialog.status).toContainText(/[1-9] still active/);
    for (const title of ['Start', 'Stop', 'ID', 'Message']) {
      await expect(eventLogDialog.table.getByRole('columnheader', { name: title })).toHaveCount(1);
    }
    await eventLogDialog.expectFocusInside();
    await page.keyboard.press('Escape');
    await expect(home.action('Event log')).toBeFocused();
  });

  test('@nightly sees in the toolbar what is new until it was looked at, also after a reload', async ({
    page,
    home,
    eventLogDialog,
    api,
  }) => {
    await home.open();
    await home.show('Garage');
    const button = home.action('Event log');
    await expect(button).toContainText(/[1-9]\d* new/, { timeout: LOG_TIMEOUT_MS });
    await button.click();
    await expect(eventLogDialog.rows).toHaveCount((await api.events(GARAGE)).length);
    await eventLogDialog.close.click();
    await expect(button).toContainText(/[1-9]\d* events/);
    await expect(button).not.toContainText('new');
    await page.reload();
    await home.show('Garage');
    await expect(button).toContainText(/[1-9]\d* events/);
    await expect(button).not.toContainText('new');

    await page.evaluate((serial) => {
      const key = Object.keys(localStorage).find((each) => each.includes(serial)) ?? '';
      const [count = '', ...rest] = (localStorage.getItem(key) ?? '').split(' ');
      localStorage.setItem(key, [Number(count) - 1, ...rest].join(' '));
    }, GARAGE);
    await page.reload();
    await home.show('Garage');
    await expect(button).toContainText('1 new');
  });
});

test.describe('at night', () => {
  test.use({ scenario: 'night', sharedGateway: true });

  test('@nightly nothing is known yet, and it says why', async ({ home, eventLogDialog }) => {
    await home.open();
    await home.inverterTab('Garage').click();
    await home.action('Event log').click();
    await expect(eventLogDialog.status).toContainText('No events known yet.');
    await expect(eventLogDialog.status).toContainText('has not answered since the gateway started');
    await expect(eventLogDialog.table).toHaveCount(0);
  });
});

test.describe('an answer that fails', () => {
  test.use({ sharedGateway: true });

  test('@nightly is told with another try, and what was read stays', async ({
    page,
    home,
    eventLogDialog,
  }) => {
    await page.route('**/api/eventlog/status*', (route) => route.abort());
    await home.open();
    await home.show('Garage');
    await home.action('Event log').click();
    await expect(eventLogDialog.alert).toContainText('The gateway does not answer.');
    await page.unroute('**/api/eventlog/status*');
    await eventLogDialog.button('Try again').click();
    await expect(eventLogDialog.rows.first()).toBeVisible();
    await expect(eventLogDialog.dialog.getByRole('heading', { name: 'Event log' })).toBeFocused();
    await expect(eventLogDialog.alert).toHaveCount(0);
  });

  test('@nightly an empty log of an inverter that was heard says so', async ({
    page,
    home,
    eventLogDialog,
  }) => {
    await page.route('**/api/eventlog/status*', (route) =>
      route.fulfill({ json: { [GARAGE]: { count: 0, events: [] } } }),
    );
    await home.open();
    await home.show('Garage');
    await home.action('Event log').click();
    await expect(eventLogDialog.status).toContainText('No events.');
    await expect(eventLogDialog.status).toContainText('Events appear here automatically');
  });
});
