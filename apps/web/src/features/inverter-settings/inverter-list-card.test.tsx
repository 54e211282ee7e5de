// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdAnswer, noAnswer } from '../../../test/answer.ts';
import {
  addCard,
  createInverterGateway,
  dialog,
  listCard,
  listed,
  openInverterSettings,
  PATH,
  rows,
  serialField,
  three,
} from '../../../test/open-inverter-settings.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

describe('the list', () => {
  it('is sorted by serial, with name, type and strings in short', async () => {
    await openInverterSettings();
    expect((await rows()).map(readable)).toEqual([
      'Garage112180400144HM-600, HM-700, HM-8002 strings',
      'Shed114180400144HM-600, HM-700, HM-800East380 WString 2',
      'Roof116180400144HM-1000, HM-1200, HM-15002 strings',
    ]);
    expect(listCard().getByText('3 of 10')).toBeDefined();
  });

  it('has actions that name their inverter', async () => {
    await openInverterSettings();
    await rows();
    for (const name of ['Garage', 'Shed', 'Roof']) {
      for (const action of ['Edit', 'Delete', 'Copy serial number of']) {
        expect(listCard().getByRole('button', { name: `${action} ${name}` })).toBeDefined();
      }
    }
  });

  it('explains a model that the gateway does not know', async () => {
    await openInverterSettings([listed(0, '123456789012', 'Foreign', { type: 'Unknown' })]);
    expect(readable((await rows())[0] ?? null)).toBe(
      'Foreign123456789012Unknown modelNot supported and not polled.',
    );
  });

  it.each([
    ['de', 'Doppelt eingetragen; nur der erste zählt.'],
    ['fr', 'En double ; seul le premier compte.'],
  ] as const)(
    'marks an inverter that is listed twice, in %s: the gateway ignores the later one',
    async (locale, mark) => {
      const twice = [listed(5, '112180400144', 'First'), three[0], listed(6, '112180400144', 'Second')];
      await openInverterSettings(twice, { locale });
      await screen.findByText('Second');
      const marked = screen
        .getAllByRole('row')
        .map(readable)
        .filter((row) => row.includes(mark));
      expect(marked).toHaveLength(1);
      expect(marked[0]).toMatch(/^Second/);
    },
  );

  it('marks nobody whose serial is there once', async () => {
    await openInverterSettings([...three, listed(5, '112180400144', 'Copy')]);
    expect((await rows()).map(readable).filter((row) => row.includes('Listed twice'))).toEqual([
      'Copy112180400144HM-600, HM-700, HM-800Listed twice; only the first counts.2 strings',
    ]);
  });

  it('says so when there is none', async () => {
    await openInverterSettings([]);
    await listCard().findByText('No inverter is set up yet.');
    expect(listCard().getByText('0 of 10')).toBeDefined();
  });

  it('counts what it cannot read, and shows the rest', async () => {
    await openInverterSettings([...three, { id: 'x' }, null]);
    expect(await rows()).toHaveLength(3);
    expect(listCard().getByText('2 inverters are invalid and not shown.')).toBeDefined();
    expect(listCard().getByText('5 of 10')).toBeDefined();
  });

  it('shows names from outside as text, however they look', async () => {
    const name = '<img src=x onerror="alert(1)">';
    await openInverterSettings([
      listed(0, '114180400144', name),
      listed(1, '114180400145', '‮evil'),
      listed(2, '1', '😀'.repeat(5000)),
    ]);
    expect(await rows()).toHaveLength(3);
    expect(listCard().getByText(name).tagName).toBe('BDI');
    expect(document.querySelector('img')).toBeNull();
    expect(listCard().getByRole('button', { name: `Edit ${'😀'.repeat(60)}…` })).toBeDefined();
  });

  it('says why it cannot be shown, and tries again by itself', async () => {
    const gateway = createInverterGateway(three);
    gateway.refuseList = noAnswer;
    const app = await renderApp({ path: PATH, stored: LOGGED_IN, fetch: gateway.fetch });
    const alert = await screen.findByRole('alert');
    expect(readable(alert)).toMatch(/^The gateway does not answer/);
    gateway.refuseList = undefined;
    await app.advance(5000);
    expect(await rows()).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it is old when a reload fails, and reloads on request', async () => {
    const { gateway, user } = await openInverterSettings();
    await rows();
    gateway.refuseList = () => jsonResponse({ message: 'Disk full' }, 500);
    await user.click(listCard().getByRole('button', { name: 'Delete Shed' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(readable(await screen.findByRole('alert'))).toContain('Disk full');
    expect(listCard().getByText('This list may be out of date.')).toBeDefined();
    expect(await rows()).toHaveLength(3);
    gateway.refuseList = undefined;
    await user.click(listCard().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows that it tries again, and takes the focus along when it can be shown', async () => {
    const gateway = createInverterGateway(three);
    gateway.refuseList = () => jsonResponse({});
    const app = await renderApp({ path: PATH, stored: LOGGED_IN, fetch: gateway.fetch });
    await screen.findByRole('alert');
    expect(screen.queryByText('Loading the inverters…')).toBeNull();
    const held = holdAnswer();
    gateway.refuseList = held.answer;
    await app.user.click(listCard().getByRole('button', { name: 'Try again' }));
    const busy = listCard().getByRole('button', { name: 'Loading…' });
    expect([busy.getAttribute('aria-disabled'), document.activeElement === busy]).toEqual(['true', true]);
    await app.user.click(busy);
    expect(gateway.lists).toBe(2);
    await app.doing(() => held.give({}));
    await listCard().findByRole('button', { name: 'Try again' });
    gateway.refuseList = undefined;
    await app.user.click(listCard().getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Configured inverters' }));
  });

  it('does not count beyond what it says there is room for', async () => {
    await openInverterSettings(
      Array.from({ length: 11 }, (_, id) => listed(id, `1141804001${10 + id}`, `No. ${id}`)),
    );
    expect(await rows()).toHaveLength(11);
    expect(listCard().getByText('11')).toBeDefined();
    expect(listCard().queryByText(/of 10/)).toBeNull();
    expect(addCard().getByText(/^All 10 places are taken/)).toBeDefined();
  });

  it('does not offer a form before it is known that one may add', async () => {
    const gateway = createInverterGateway(three);
    const held = holdAnswer();
    gateway.refuseList = held.answer;
    const app = await renderApp({ path: PATH, fetch: gateway.fetch });
    await screen.findByText('Loading the inverters…');
    expect(serialField().form?.inert).toBe(true);
    await app.doing(() => held.give({ inverter: three }));
    await waitFor(() => expect(serialField().form?.inert).toBe(false));
  });

  it('says that it waits when that takes longer', async () => {
    const gateway = createInverterGateway(three);
    gateway.refuseList = () => new Promise<Response>(() => undefined);
    const app = await renderApp({ path: PATH, stored: LOGGED_IN, fetch: gateway.fetch });
    const waiting = await screen.findByText('Loading the inverters…');
    expect(waiting.className).toBe('visually-hidden');
    await app.advance(5000);
    expect(screen.getByText('Loading the inverters…').className).toBe('');
  });

  it('leads a visitor to the login and back', async () => {
    await renderApp({ path: PATH, fetch: async () => new Response('', { status: 401 }) });
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe(
        '/login?returnUrl=%2Fsettings%2Finverter',
      ),
    );
  });

  it.each([
    ['de', 'Eingerichtete Wechselrichter', 'Shed bearbeiten'],
    ['fr', 'Onduleurs configurés', 'Modifier Shed'],
  ] as const)('speaks %s', async (locale, heading, edit) => {
    await openInverterSettings(three, { locale });
    const card = within(await screen.findByRole('region', { name: heading }));
    expect(await card.findByRole('button', { name: edit })).toBeDefined();
  });
});
