// @vitest-environment happy-dom

import { SOURCE_PROBLEMS } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';
import { texts } from '../../shared/i18n/en/plant.ts';

const BARN = { id: 'barn', name: 'Barn', state: 'live' };
const LOST = { ...BARN, state: 'problem', problem: 'unreachable' };

const message = (inverters: readonly object[], sources: readonly object[], hints = {}) => ({
  ...wireMessage(inverters, hints),
  sources,
});
const ofBarn = wireInverter({ serial: '1001', name: 'Barn roof', source: 'barn', data_age: 20 });
const ofRadio = wireInverter({ serial: '1002', name: 'Own roof' });

const noticeTexts = () =>
  screen
    .queryAllByRole('status')
    .map((status) => readable(status.parentElement))
    .filter((text) => text.includes(':'));

describe('a device that is not live', () => {
  it.each(SOURCE_PROBLEMS)('has a sentence for %s', async (problem) => {
    const app = await renderApp();
    await app.push(message([ofBarn], [{ ...LOST, problem }]));
    expect(noticeTexts()).toEqual([`Barn: ${texts.problems[problem]} No new values for 20 s.`]);
  });

  it('has one also for what only a newer gateway knows', async () => {
    const app = await renderApp();
    await app.push(message([], [{ ...LOST, name: '', problem: 'constructor' }]));
    expect(noticeTexts()).toEqual([`Device: ${texts.problems.timeout}`]);
  });

  it('counts how old its values are, and when it will be asked again', async () => {
    const app = await renderApp();
    await app.push(message([ofBarn], [{ ...LOST, problem: 'throttled', retry_after: 60 }]));
    await app.advance(5000);
    expect(noticeTexts()[0]).toContain('No new values for 25 s. The gateway will ask again in 55 s.');
  });

  it('is spoken of until it answers again', async () => {
    const app = await renderApp();
    await app.push(message([ofBarn], [LOST]));
    expect(noticeTexts()).toHaveLength(1);
    await app.push(message([ofBarn], [BARN]));
    expect(noticeTexts()).toEqual([]);
  });

  it.each([['connecting'], ['off']])('is not spoken of while it is %s', async (state) => {
    const app = await renderApp();
    await app.push(message([ofRadio], [{ ...BARN, state }]));
    expect(noticeTexts()).toEqual([]);
  });

  it('leads its owner to the sources, and nobody else', async () => {
    let app = await renderApp();
    await app.push(message([ofBarn], [LOST]));
    const main = () => within(screen.getByRole('main'));
    expect(main().queryByRole('link', { name: 'Sources' })).toBeNull();
    app = await renderApp({ stored: LOGGED_IN });
    await app.push(message([ofBarn], [LOST]));
    expect(main().getByRole('link', { name: 'Sources' }).getAttribute('href')).toBe('/settings/sources');
  });

  it('explains the silence of its inverters, which have no notice of their own', async () => {
    const silent = { ...ofBarn, reachable: false, answering: false, silence: 'problem' };
    const app = await renderApp();
    await app.push(message([silent], [BARN]));
    screen.getByText(/^The inverter does not answer/);
    await app.push(message([silent], [LOST]));
    expect(screen.queryByText(/^The inverter does not answer/)).toBeNull();
    screen.getByText('Unreachable');
  });
});

describe('a device that takes the gateway’s password no more', () => {
  const locked = message([ofBarn], [{ ...BARN, password_right: false }]);

  it('is pointed out to whoever may order, although its values are live', async () => {
    const app = await renderApp({ stored: LOGGED_IN });
    await app.push(locked);
    expect(noticeTexts()).toEqual([
      'Barn: The device does not accept the gateway’s password, so its inverters cannot be controlled.Sources',
    ]);
    await app.push(message([ofBarn], [BARN]));
    expect(noticeTexts()).toEqual([]);
  });

  it('is nothing to visitors', async () => {
    const app = await renderApp();
    await app.push(locked);
    expect(noticeTexts()).toEqual([]);
  });
});

describe('where an inverter comes from', () => {
  it('stands in its tab where there are several places, and in its panel', async () => {
    const app = await renderApp({ path: '/?inverter=1001' });
    await app.push(message([ofRadio, ofBarn], [BARN]));
    const tabs = screen.getAllByRole('tab').map(readable);
    expect(tabs[0]).not.toContain('Barn');
    expect(tabs[1]).toMatch(/Barn roof.*via Barn$/);
    expect(readable(screen.getByRole('tabpanel'))).toContain('SourceBarn');
  });

  it('does not stand in every tab where all come from one device', async () => {
    const app = await renderApp();
    await app.push(message([ofBarn, { ...ofBarn, serial: '1003', name: 'Other' }], [BARN]));
    expect(screen.getAllByRole('tab').map(readable).join()).not.toContain('via');
  });

  it('is told once where two sources bring the same inverter', async () => {
    const twice = message([ofBarn], [BARN, { ...BARN, id: 'b', duplicates: ['1001'] }]);
    let app = await renderApp();
    await app.push(twice);
    screen.getByText('1 inverter comes from several sources. It is shown and counted once.');
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/several sources/)).toBeNull();
    const seenDuplicates = app.storage.getItem('seenDuplicates') ?? '';
    app = await renderApp({ stored: { seenDuplicates } });
    await app.push(twice);
    expect(screen.queryByText(/several sources/)).toBeNull();
    const both = { ...BARN, duplicates: ['1001', '1002'] };
    await app.push(message([ofBarn], [BARN, { ...both, id: 'b' }, { ...both, id: 'c' }]));
    screen.getByText(/^2 inverters come from several sources/);
  });
});

describe('hints beside devices', () => {
  const RADIO = /radio module/;

  it('do not miss a radio that no inverter needs', async () => {
    const app = await renderApp();
    const hints = { radio_problem: true, time_sync: true };
    await app.push(message([ofBarn], [BARN], hints));
    expect(screen.queryByText(RADIO)).toBeNull();
    expect(screen.queryByText(/are not polled/)).toBeNull();
    screen.getByText(/^The clock is not set. This is normal/);
    await app.push(message([ofBarn, ofRadio], [BARN], hints));
    screen.getByText(RADIO);
    screen.getByText(/^The clock is not set. The inverters are not polled until it is. This is normal/);
  });

  it('speak of the radio where there is nothing else', async () => {
    const app = await renderApp();
    await app.push(message([], [], { radio_problem: true }));
    screen.getByText(RADIO);
  });

  it('do not explain the silence of a device’s inverter', async () => {
    const silent = { ...ofBarn, reachable: false, answering: false, silence: 'problem' };
    const app = await renderApp({ path: '/?inverter=1001' });
    await app.push(message([ofRadio, silent], [BARN], { radio_problem: true }));
    screen.getByText(/^The inverter does not answer/);
  });
});

describe('a gateway without inverters', () => {
  const links = () =>
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => [readable(link), link.getAttribute('href')]);

  it('offers both ways to begin', async () => {
    const app = await renderApp({ stored: LOGGED_IN });
    await app.push(message([], []));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No inverter is set up yet.');
    expect(links()).toEqual([
      ['Add an inverter', '/settings/inverter'],
      ['Add a device', '/settings/sources'],
    ]);
  });

  it('leads a visitor over the login', async () => {
    const app = await renderApp();
    await app.push(message([], []));
    expect(links()).toEqual([
      ['Log in to add an inverter', '/login?returnUrl=%2Fsettings%2Finverter'],
      ['Log in to add a device', '/login?returnUrl=%2Fsettings%2Fsources'],
    ]);
  });

  it('waits for devices that have not answered yet', async () => {
    const app = await renderApp();
    await app.push(message([], [{ ...BARN, state: 'connecting' }]));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No inverters yet');
    await app.push(message([ofBarn], [BARN]));
    await waitFor(() => expect(screen.queryByText('No inverters yet')).toBeNull());
  });
});
