// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  wireInverter,
  wireMessage,
  wireString,
  wireUnheard,
  wireValue,
} from '../../../test/live-messages.ts';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const second = wireInverter({ serial: '116180400144', name: 'Barn', producing: false });
const third = wireInverter({ serial: '112180400144', name: 'Shed', reachable: false });

const card = (title: string) => {
  const found = screen.getAllByRole('article').find((article) => within(article).queryByText(title) !== null);
  if (found === undefined) throw new Error(`no card ${title}`);
  return found;
};
const value = (title: string, label: string) =>
  readable(within(card(title)).getByText(label).nextElementSibling);
const fact = (label: string) => readable(screen.getByText(label).nextElementSibling);
// The query also takes a header inside main for a banner; the bar is the first.
const banner = () => readable(screen.getAllByRole('banner')[0] ?? null);

describe('values', () => {
  it('have exactly the digits of the wire, the unit, and the name of the string', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(value('Phase 1', 'Frequency')).toBe('49.98 Hz');
    expect(value('Phase 1', 'Power factor')).toBe('0.998');
    expect(value('East', 'Yield today')).toBe('655 Wh');
    expect(value('East', 'Total yield')).toBe('73.418 kWh');
    expect(value('East', 'Irradiation')).toBe('63.400%');
  });

  it('follow the language', async () => {
    const app = await renderApp({ locale: 'de' });
    await app.push(wireMessage([wireInverter({ '1': wireString({ power: 12_345.6 }) })]));
    expect(value('Phase 1', 'Leistung')).toBe('247,1 W');
    expect(value('String 1', 'Leistung')).toBe('12.345,6 W');
  });

  it('that are null are unknown, which is not zero', async () => {
    const app = await renderApp();
    await app.push(
      wireMessage([wireInverter({ '0': { Power: wireValue(null, 'W', 1), Voltage: wireValue(0, 'V', 1) } })]),
    );
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(value('Phase 1', 'Voltage')).toBe('0.0 V');
  });

  it('of an inverter that was never heard are unknown, totals included', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireUnheard()]));
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('Total power—unknown');
    expect(screen.getAllByText('No data yet').length).toBeGreaterThan(0);
    expect(fact('Data age')).toBe('none since start (42 s)');
    expect(fact('Limit')).toBe('—unknown');
  });

  it('are summed up with power first', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second, third]));
    const totals = within(screen.getByRole('region', { name: 'Totals' }));
    expect(totals.getAllByRole('heading').map(readable)).toEqual([
      'Total power',
      'Yield today',
      'Total yield',
    ]);
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain(
      '1 of 3 producing · 1 unreachable, its last values are counted',
    );
  });
});

describe('the header of an inverter', () => {
  it('has name, serial, the limit in W and percent, and an age that counts up', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.getByRole('heading', { name: 'Garage', level: 2 })).toBeDefined();
    expect(fact('Serial number')).toContain('114172220143');
    expect(fact('Limit')).toBe('684 W | 86%');
    expect(fact('Data age')).toBe('2 s');
    await app.advance(3000);
    expect(fact('Data age')).toBe('5 s');
  });

  it('leaves out watts that are not known', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ limit_absolute: -1 })]));
    expect(fact('Limit')).toBe('86%');
  });

  it('adds the moment of measurement above 300 s', async () => {
    const app = await renderApp({ startUnixMs: new Date(2026, 5, 21, 12, 0, 0).getTime() });
    await app.push(wireMessage([wireInverter({ data_age: 300 })]));
    expect(fact('Data age')).toBe('300 s');
    await app.advance(1000);
    expect(fact('Data age')).toMatch(/^301 s \/ 0?6\/21\/2026, 11:55:00$/);
  });

  it.each([-5, 1e300])('stays sensible with a data age of %s', async (dataAge) => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ data_age: dataAge })]));
    expect(fact('Data age')).not.toMatch(/NaN|Invalid|^-/);
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
  });

  it('copies the serial number', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    await app.user.click(screen.getByRole('button', { name: 'Copy serial number' }));
    expect(await navigator.clipboard.readText()).toBe('114172220143');
    await waitFor(() => expect(screen.getByText('Copied')).toBeDefined());
  });
});

describe('tabs', () => {
  it('are absent with exactly one inverter', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryAllByRole('tab')).toEqual([]);
  });

  it('say state, name and power of each', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second, third]));
    expect(screen.getAllByRole('tab').map(readable)).toEqual([
      'Garage247.1 WProducing',
      'Barn247.1 WNot producing',
      'Shed247.1 WUnreachable',
    ]);
    const icons = screen
      .getAllByRole('tab')
      .map((tab) => tab.querySelector('[data-state]')?.getAttribute('data-state'));
    expect(icons).toEqual(['producing', 'idle', 'unreachable']);
  });

  it('are named by inverter and state, so that a changing power is not read out', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second]));
    expect(screen.getByRole('tab', { name: 'Garage Producing' })).toBeDefined();
    expect(screen.getByRole('tabpanel', { name: 'Garage Producing' })).toBeDefined();
    expect(screen.getByRole('article', { name: 'Phase 1' })).toBeDefined();
  });

  it('are one tab stop; arrows, Home and End move and show', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second, third]));
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
    await app.doing(() => tabs[0]?.focus());
    for (const [key, name] of [
      ['{ArrowRight}', 'Barn'],
      ['{ArrowDown}', 'Shed'],
      ['{ArrowRight}', 'Garage'],
      ['{ArrowLeft}', 'Shed'],
      ['{Home}', 'Garage'],
      ['{End}', 'Shed'],
    ] as const) {
      await app.user.keyboard(key);
      expect(readable(document.activeElement)).toContain(name);
      expect(screen.getByRole('tab', { selected: true })).toBe(document.activeElement);
      expect(within(screen.getByRole('tabpanel')).getByRole('heading', { name, level: 2 })).toBeDefined();
    }
  });

  it('keep the choice when new data comes, also in another order, and fall back when it is gone', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second, third]));
    await app.user.click(screen.getByRole('tab', { name: /Barn/ }));
    await app.push(wireMessage([third, second, wireInverter()]));
    expect(readable(screen.getByRole('tab', { selected: true }))).toContain('Barn');
    await app.push(wireMessage([third, wireInverter()]));
    expect(readable(screen.getByRole('tab', { selected: true }))).toContain('Shed');
  });

  it('tell two inverters with the same serial apart', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), wireInverter({ name: 'Twin' })]));
    await app.user.click(screen.getByRole('tab', { name: /Twin/ }));
    expect(within(screen.getByRole('tabpanel')).getByRole('heading', { name: 'Twin' })).toBeDefined();
  });
});

describe('the toolbar', () => {
  it('is disabled with a reason when logged out', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    for (const name of ['Set limit', 'Switch power']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(readable(reason)).toBe('Log in to set the limit and switch the power.');
    }
  });

  it('needs no reason when logged in', async () => {
    const app = await renderApp({ stored: { user: JSON.stringify(ADMIN_RECORD) } });
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByText(/Log in to/)).toBeNull();
    for (const button of within(screen.getByRole('toolbar')).getAllByRole('button')) {
      expect(button.getAttribute('aria-disabled')).toBe('false');
      expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    }
  });

  it('tells how many events are new in this browser', async () => {
    const app = await renderApp({ stored: { 'seenEvents.114172220143': '3 1@1' } });
    await app.push(wireMessage([wireInverter({ events: 5 })]));
    expect(readable(screen.getByRole('button', { name: /Event log/ }))).toContain('5 events2 new');
    await app.push(wireMessage([wireInverter({ events: 3 })]));
    expect(readable(screen.getByRole('button', { name: /Event log/ }))).not.toContain('new');
  });

  it.each([
    [0, '0 events'],
    [1, '1 event'],
    [15, '15 events'],
  ])('has the event log with %s', async (events, words) => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ events })]));
    expect(readable(screen.getByRole('button', { name: /Event log/ }))).toContain(words);
  });

  it('counts no events before anything was read', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireUnheard()]));
    expect(readable(screen.getByRole('button', { name: 'Event log' }))).toBe('Event log');
  });

  it('leads to the login and back', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?returnUrl=%2F');
  });

  it('has no event log where there is none', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ events: -1 })]));
    expect(screen.queryByRole('button', { name: /Event log/ })).toBeNull();
  });
});

describe('hints', () => {
  it('come in their order, with what to do', async () => {
    const app = await renderApp();
    await app.push(
      wireMessage([wireUnheard({ data_age: 20 })], {
        radio_problem: true,
        time_sync: true,
        default_password: true,
      }),
    );
    const hints = screen.getByRole('region', { name: 'Hints' });
    expect(readable(hints)).toMatch(/radio module.*wiring.*clock is not set.*default password/);
    const links = within(hints)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/settings/ntp', '/settings/security']);
  });

  it.each([
    ['restored', /its previous version is in use: check the settings/],
    ['read-only', /nothing can be saved: check the disk/],
  ] as const)('tell of a storage problem that is %s, also alone', async (storage_problem, sentence) => {
    const app = await renderApp();
    await app.push(wireMessage([wireUnheard()], { storage_problem }));
    expect(readable(screen.getByRole('region', { name: 'Hints' }))).toMatch(sentence);
  });

  it('call an unset clock normal at first and point to the time server after a minute', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireUnheard({ data_age: 57 })], { time_sync: true }));
    expect(screen.getByText(/Shortly after a start this is normal/)).toBeDefined();
    expect(screen.getByText(/No inverter requests are made until the clock is set/)).toBeDefined();
    await app.advance(4000);
    expect(screen.getByText(/check the time server/)).toBeDefined();
    expect(screen.queryByText(/Shortly after a start/)).toBeNull();
  });

  it('are absent when all is well', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByRole('region', { name: 'Hints' })).toBeNull();
  });
});

describe('a dead string', () => {
  it('is named in the tab, in a sentence and on its card', async () => {
    const app = await renderApp();
    const dead = wireInverter({ '2': wireString({ power: 0 }), '3': wireString({ power: 200 }) });
    await app.push(wireMessage([dead, second]));
    expect(readable(screen.getByRole('tab', { name: /Garage/ }))).toContain('No power: String 2');
    expect(screen.getByText(/^String 2: no power while the other strings produce/)).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Garage Producing No power: String 2' })).toBeDefined();
    expect(readable(card('String 2'))).toContain('No power');
    expect(readable(card('String 3'))).not.toContain('No power');
  });
});

describe('the link', () => {
  it('offers a reload where the gateway answers and has no live data, as in recovery mode', async () => {
    const app = await renderApp({ fetch: async () => jsonResponse({ message: 'damaged' }, 503) });
    expect(await screen.findByText(/^The gateway refuses to send live data/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
  });

  it('says how often it asks where no socket gets through', async () => {
    const app = await renderApp({ fetch: async () => jsonResponse(wireMessage([wireInverter()])) });
    await app.advance(2000);
    for (const waitMs of [300, 500]) {
      await app.doing(() => app.sockets.last.breaks());
      await app.advance(waitMs);
    }
    expect(banner()).toContain('Live, every 10 s');
    await app.push(wireMessage([wireInverter()]));
    expect(banner()).toMatch(/Live(?!,)/);
  });

  it('is live, then reconnecting, then offline for so many seconds with every value marked', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second]));
    expect(banner()).toContain('Live');
    await app.doing(() => app.sockets.last.breaks());
    expect(banner()).toContain('Reconnecting');
    await app.advance(300);
    await app.doing(() => app.sockets.last.breaks());
    await app.advance(15_000);
    expect(banner()).toMatch(/Offline for 15 s/);
    expect(screen.getByText(/^No new values for 15 s/)).toBeDefined();
    expect(screen.getAllByText('Stale')).toHaveLength(3);
    expect(screen.queryByText('Producing')).toBeNull();
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    const buttons = within(screen.getByRole('toolbar')).getAllByRole('button');
    for (const button of buttons) {
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toMatch(/^No new values for 15 s/);
      await app.doing(() => button.click());
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.advance(8_000);
    await app.push(wireMessage([wireInverter(), second]));
    expect(banner()).toContain('Live');
    expect(screen.queryByText(/^No new values/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Device info' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('shows the shape of the page at first, a sentence after 5 s, and what is wrong when it failed', async () => {
    const app = await renderApp({ fetch: () => new Promise(() => undefined) });
    expect(readable(screen.getByRole('main'))).toBe('Live view');
    await app.advance(5000);
    expect(screen.getByText(/^Waiting for the first values/)).toBeDefined();
    await app.doing(() => app.sockets.last.breaks());
    await app.advance(10_000);
    expect(screen.getByText(/^The gateway has not answered for 1\d s/)).toBeDefined();
  });

  it('says when the gateway sends what cannot be read', async () => {
    const app = await renderApp();
    await app.push('<!doctype html>');
    expect(screen.getByText(/sends data that this page cannot read/)).toBeDefined();
    expect(banner()).toContain('Unreadable data');
    expect(banner()).not.toContain('Offline');
    await app.push(wireMessage([wireInverter()]));
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
  });

  it('is not open on other pages', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    await app.user.click(screen.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'About' })).toBeDefined());
    await waitFor(() => expect(app.sockets.inUse).toBe(0));
    expect(banner()).not.toContain('Live view Live');
  });
});

describe('odd data', () => {
  it('of one inverter leaves the others and is counted', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), { serial: 5 }, null]));
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(
      screen.getByText('The data of 2 inverters could not be understood and is not shown.'),
    ).toBeDefined();
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('1 of 3 producing');
  });

  it('in totals or hints leaves the inverters, and is told', async () => {
    const app = await renderApp();
    await app.push({ ...wireMessage([wireInverter()]), total: { Power: 'much' }, hints: null });
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('Total power—unknown');
    expect(screen.getByText('Some of the totals could not be understood.')).toBeDefined();
    expect(screen.getByText(/^Some of the hints could not be understood/)).toBeDefined();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByText(/could not be understood/)).toBeNull();
  });

  it('among the values of an inverter are unknown and counted', async () => {
    const app = await renderApp();
    const phase = { Power: { v: '247.1', u: 'W', d: 1 }, Voltage: wireValue(231.6, 'V', 50), Current: 3 };
    await app.push(wireMessage([wireInverter({ '0': phase })]));
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(value('Phase 1', 'Voltage')).toBe('231.6000000000 V');
    expect(value('Phase 1', 'Current')).toBe('—unknown');
    expect(
      screen.getByText('2 values of this inverter could not be understood and are not shown.'),
    ).toBeDefined();
  });

  it('without any channel is not taken for an inverter that was never heard', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ '0': undefined, '1': undefined })]));
    expect(screen.getByText('This inverter has sent no measured values.')).toBeDefined();
    expect(screen.queryByText('No data yet')).toBeNull();
    expect(fact('Data age')).toBe('2 s');
  });

  it('in a name that is empty to the eye shows the serial number', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ name: '   ', '1': wireString({ power: 5, name: ' ' }) })]));
    expect(screen.getByRole('heading', { name: '114172220143', level: 2 })).toBeDefined();
    expect(card('String 1')).toBeDefined();
  });

  it('as an absurd number is told as a power of ten', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ '0': { Power: wireValue(1e300, 'W', 1) } })]));
    expect(value('Phase 1', 'Power')).toBe('1E300 W');
  });

  it('without any inverter leads to the settings', async () => {
    const app = await renderApp();
    await app.push(wireMessage([]));
    expect(screen.getByRole('heading', { name: 'No inverter is set up yet.' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Inverter settings' }).getAttribute('href')).toBe(
      '/settings/inverter',
    );
  });

  it('never blanks the page', { timeout: 60_000 }, async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), second]));
    const odd = fc.oneof(
      fc.anything(),
      fc.double(),
      fc.constantFrom(null, '', 'NaN', -1, 1e308, [], {}, { Power: { v: 1e308, u: 'W', d: 10 } }),
    );
    const inverter = fc.dictionary(
      fc.constantFrom(
        'serial',
        'name',
        'data_age',
        'reachable',
        'limit_relative',
        'limit_absolute',
        'events',
        '0',
        '1',
        '2',
        '7',
      ),
      odd,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            odd,
            inverter.map((changes) => wireInverter(changes)),
          ),
        ),
        odd,
        async (inverters, hints) => {
          let text: string | undefined;
          try {
            text = JSON.stringify({
              ...wireMessage(inverters),
              ...(typeof hints === 'object' ? { hints } : {}),
            });
          } catch {
            return; // what JSON cannot say never comes over the wire
          }
          await app.push(text);
          expect(screen.getByRole('region', { name: 'Totals' })).toBeDefined();
          expect(banner()).toContain('Heliograph');
        },
      ),
      { numRuns: 150, seed: 20_262 },
    );
  });
});
