// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { htmlResponse, noAnswer } from '../../../../test/answer.ts';
import { readable } from '../../../../test/render-app.tsx';
import { renderPart } from '../../../../test/render-part.tsx';
import { jsonResponse } from '../../../../test/test-services.ts';
import type { Locale } from '../../../shared/i18n/locales.ts';
import { newEventCount } from '../seen-events.ts';
import { EventLogDialog } from './event-log-dialog.tsx';

const SERIAL = '114172220143';
const STARTED = { message_id: 1, message: 'Inverter start', start_time: 24_915, end_time: 24_915 };
const NO_POWER = { message_id: 209, message: 'PV-1: No input', start_time: 24_931, end_time: 0 };
const OVERVOLTAGE = { message_id: 141, message: 'Grid', start_time: 40_000, end_time: 40_090 };

type Answer = () => Promise<Response>;
const logOf =
  (...events: unknown[]): Answer =>
  () =>
    Promise.resolve(jsonResponse({ [SERIAL]: { count: events.length, events } }));

interface OpenOptions {
  readonly events?: number;
  readonly hasReading?: boolean;
  readonly locale?: Locale;
  readonly stored?: Readonly<Record<string, string>>;
}

/** The dialog on a gateway whose answer can be changed. */
async function open(answer: Answer, { events = 2, hasReading = true, ...options }: OpenOptions = {}) {
  const gateway = { answer };
  const fetch = vi.fn((_path: string, _init: RequestInit) => gateway.answer());
  const onClose = vi.fn();
  const dialog = (count: number) => (
    <EventLogDialog
      serial={SERIAL}
      name="Garage"
      eventCount={count}
      hasReading={hasReading}
      onClose={onClose}
    />
  );
  const part = await renderPart(dialog(events), { fetch, ...options });
  return { ...part, fetch, gateway, onClose, eventsAre: (count: number) => part.change(dialog(count)) };
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').map(readable));

describe('the event log', () => {
  it('asks for this inverter and shows start, stop, id and message, newest first', async () => {
    const { fetch } = await open(logOf(STARTED, NO_POWER, OVERVOLTAGE));
    expect(fetch.mock.calls.map(([path]) => path)).toEqual([`/api/eventlog/status?inv=${SERIAL}`]);
    expect(screen.getByRole('dialog', { name: 'Event log', description: 'Garage' })).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(readable)).toEqual(['Start', 'Stop', 'ID', 'Message']);
    expect(rows()).toEqual([
      ['11:06:40', '11:08:10', 'ID141', 'Grid voltage too high'],
      ['06:55:31', 'Still active', 'ID209', 'String 1: no power'],
      ['06:55:15', '06:55:15', 'ID1', 'Inverter started'],
    ]);
  });

  it('says how many events there are and how many are going on', async () => {
    await open(logOf(STARTED, NO_POWER));
    expect(readable(within(screen.getByRole('dialog')).getByRole('status'))).toMatch(
      /^2 events, newest first1 still active/,
    );
  });

  it.each([
    ['de', 'Ereignisse', ['06:55:31', 'Noch aktiv', 'ID209', 'String 1: keine Leistung']],
    ['fr', 'Journal des événements', ['06:55:31', 'Toujours actif', 'ID209', 'Chaîne 1 : aucune puissance']],
  ] as const)('speaks %s', async (locale, name, row) => {
    await open(logOf(NO_POWER), { locale });
    expect(screen.getByRole('dialog', { name })).toBeDefined();
    expect(rows()).toEqual([row]);
  });

  it('shows the text of an unknown event as plain text in the language it has', async () => {
    await open(logOf({ ...STARTED, message_id: 77, message: '<b>Fan</b> & filter' }), { locale: 'de' });
    expect(screen.getByText('<b>Fan</b> & filter').lang).toBe('en');
  });

  it('shows the same event twice when it is there twice', async () => {
    await open(logOf(STARTED, STARTED));
    expect(rows()).toHaveLength(2);
  });

  it('says that it is empty, and what that means', async () => {
    await open(logOf());
    expect(screen.getByText('No events.')).toBeDefined();
    expect(screen.getByText(/^Events appear here automatically/)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('of an inverter that was never heard is not known, which is not the same as empty', async () => {
    await open(logOf(), { events: 0, hasReading: false });
    expect(screen.getByText('No events known yet.')).toBeDefined();
    expect(screen.queryByText('No events.')).toBeNull();
  });

  it('tells of entries that make no sense and shows the others', async () => {
    await open(logOf(STARTED, { message_id: 'x' }, null));
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('2 entries are invalid and not shown.')).toBeDefined();
  });

  it('is not called empty when no entry made sense', async () => {
    await open(logOf({ message_id: 'x' }));
    expect(screen.getByText('1 entry is invalid and not shown.')).toBeDefined();
    expect(screen.queryByText('No events.')).toBeNull();
  });

  it('of an inverter that the gateway does not know is not called empty', async () => {
    await open(() => Promise.resolve(jsonResponse({})));
    expect(screen.getByText(/^The gateway has no event log for this inverter/)).toBeDefined();
  });

  it('says that it is loading until it is there', async () => {
    let arrive: (response: Response) => void = () => undefined;
    const { advance } = await open(() => new Promise((resolve) => (arrive = resolve)));
    expect(readable(within(screen.getByRole('dialog')).getByRole('status'))).toBe('Loading the event log…');
    arrive(await logOf(STARTED)());
    await advance(0);
    expect(screen.queryByText('Loading the event log…')).toBeNull();
    expect(rows()).toHaveLength(1);
  });

  it('closes by its button', async () => {
    const { user, onClose } = await open(logOf(STARTED));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('an event log that stays open', () => {
  it('is read anew when the live data tells of more or fewer events', async () => {
    const { gateway, eventsAre, fetch } = await open(logOf(STARTED), { events: 1 });
    gateway.answer = logOf(STARTED, NO_POWER);
    await eventsAre(2);
    expect(rows()).toHaveLength(2);
    await eventsAre(2);
    expect(fetch).toHaveBeenCalledTimes(2);
    gateway.answer = logOf();
    await eventsAre(0);
    expect(screen.getByText('No events.')).toBeDefined();
  });

  it('is read anew from time to time, because an end does not change the count', async () => {
    const { gateway, advance } = await open(logOf(NO_POWER), { events: 1 });
    gateway.answer = logOf({ ...NO_POWER, end_time: 25_000 });
    await advance(14_000);
    expect(screen.getByText('Still active')).toBeDefined();
    await advance(1000);
    expect(screen.queryByText('Still active')).toBeNull();
    expect(rows()).toEqual([['06:55:31', '06:56:40', 'ID209', 'String 1: no power']]);
  });
});

describe('an event log that nobody looks at', () => {
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

  it('is not read, and at once when somebody looks again', async () => {
    const { fetch, advance } = await open(logOf(STARTED));
    const see = async (visibility: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange'));
      await advance(0);
    };
    await advance(5000);
    await see('hidden');
    await advance(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    await see('visible');
    expect(fetch).toHaveBeenCalledTimes(2);
    await advance(14_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    await advance(1000);
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

describe('an event log that cannot be read', () => {
  it('says so and is there after another try', async () => {
    const { gateway, user } = await open(noAnswer);
    expect(readable(screen.getByRole('alert'))).toContain('The gateway does not answer.');
    expect(screen.queryByRole('table')).toBeNull();
    gateway.answer = logOf(STARTED);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(rows()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what was there and says that it is old', async () => {
    const { gateway, advance } = await open(logOf(STARTED, NO_POWER));
    gateway.answer = noAnswer;
    await advance(15_000);
    expect(readable(screen.getByRole('alert'))).toContain('The list below may be out of date.');
    expect(rows()).toHaveLength(2);
    gateway.answer = logOf(STARTED);
    await advance(15_000);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(rows()).toHaveLength(1);
  });

  it('is not asked for again where there is no such function', async () => {
    const { advance, fetch } = await open(async () => htmlResponse());
    expect(readable(screen.getByRole('alert'))).toContain('This gateway does not support this function.');
    await advance(60_000);
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe('what is new in an event log', () => {
  const seen = (stored: string) => ({ [`seenEvents.${SERIAL}`]: stored });
  const newRows = () => screen.queryAllByText('New').map((mark) => readable(mark.closest('tr')));

  it('is marked: what came after the newest entry of last time', async () => {
    await open(logOf(STARTED, NO_POWER, OVERVOLTAGE), { stored: seen('1 1@24915') });
    expect(newRows()).toHaveLength(2);
    expect(newRows()[0]).toContain('Grid voltage too high');
    expect(readable(within(screen.getByRole('dialog')).getByRole('status'))).toContain(
      '2 new since you last looked',
    );
  });

  it('is found in a full log, too, where the count says nothing', async () => {
    const full = Array.from({ length: 15 }, (_, index) => ({ ...STARTED, start_time: 30_000 + index }));
    const { preferences } = await open(logOf(...full), { events: 15, stored: seen('15 1@30012') });
    expect(newRows()).toHaveLength(2);
    expect(newEventCount(preferences, SERIAL, 15)).toBe(0);
  });

  it('is all of it when it is opened for the first time, which is said once instead of marked', async () => {
    const { preferences, advance } = await open(logOf(STARTED, NO_POWER));
    expect(newRows()).toEqual([]);
    const status = () => readable(within(screen.getByRole('dialog')).getByRole('status'));
    expect(status()).toContain('all new: opened here for the first time');
    await advance(15_000);
    expect(status()).toContain('all new');
    expect(newEventCount(preferences, SERIAL, 2)).toBe(0);
  });

  it('counts as seen once it has been shown, and stays marked while the dialog is open', async () => {
    const { preferences, gateway, eventsAre } = await open(logOf(STARTED), { events: 1 });
    expect(newEventCount(preferences, SERIAL, 1)).toBe(0);
    gateway.answer = logOf(STARTED, NO_POWER);
    await eventsAre(2);
    expect(newEventCount(preferences, SERIAL, 2)).toBe(0);
  });

  it('does not count as seen when nothing could be shown', async () => {
    const { preferences } = await open(noAnswer);
    expect(newEventCount(preferences, SERIAL, 2)).toBe(2);
  });

  it('stays marked while the log is read again', async () => {
    const { advance } = await open(logOf(STARTED, NO_POWER), { stored: seen('1 1@24915') });
    await advance(15_000);
    expect(newRows()).toHaveLength(1);
  });
});
