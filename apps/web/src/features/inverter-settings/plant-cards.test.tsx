// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postedData, SAVED } from '../../../test/answer.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { PATH, three } from '../../../test/open-inverter-settings.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

const INVERTERS = ['Roof', 'Garage', 'Shed'].map((name, index) =>
  wireInverter({ serial: `11410000000${index}`, name }),
);
const place = (serial: string, name: string, present: boolean) => ({
  ...{ serials: [serial], name, strings: ['', ''], present },
  ...{ first_day: '2026-03-01', last_day: '2026-06-21' },
});

interface GatewayOptions {
  readonly inverters?: readonly unknown[];
  readonly places?: readonly unknown[];
}

async function openCards({ inverters = INVERTERS, places = [] }: GatewayOptions = {}) {
  const gateway = {
    plant: { groups: [], modules: [{ serial: 'a', string: 1 }], order: ['999900000000'] } as object,
    posts: [] as [string, unknown][],
    replaced: { type: 'success', message: 'done', code: 14_010 } as object,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (init.method === 'POST') {
        gateway.posts.push([path, postedData(init)]);
        return jsonResponse(path.endsWith('history-replace') ? gateway.replaced : SAVED);
      }
      if (path === '/api/inverter/list') return jsonResponse({ inverter: three });
      if (path === '/api/livedata/status') return jsonResponse(wireMessage(inverters));
      if (path === '/api/heliograph/plant') return jsonResponse(gateway.plant);
      if (path === '/api/heliograph/history') return jsonResponse({ size: 0, timezone: 'UTC0', places });
      return jsonResponse({ type: 'success', message: '', code: 10_002 });
    },
  };
  const app = await renderApp({ path: PATH, stored: LOGGED_IN, fetch: gateway.fetch });
  await screen.findByRole('heading', { name: 'Configured inverters' });
  return { gateway, user: app.user };
}

const names = () =>
  within(screen.getByRole('region', { name: 'Order' }))
    .getAllByRole('listitem')
    .map((item) => readable(item.querySelector('bdi')));

describe('the order of the inverters', () => {
  it('is changed step by step, told, and saved with those that are not there behind it', async () => {
    const { gateway, user } = await openCards();
    await screen.findByRole('heading', { name: 'Order' });
    expect(names()).toEqual(['Roof', 'Garage', 'Shed']);
    await user.click(screen.getByRole('button', { name: 'Move Shed up' }));
    expect(names()).toEqual(['Roof', 'Shed', 'Garage']);
    expect(screen.getByText('Shed: place 2 of 3.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Move Roof up' })); // it is the first already
    expect(names()[0]).toBe('Roof');
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]).toEqual([
      '/api/heliograph/plant',
      {
        ...{ groups: [], modules: [{ serial: 'a', string: 1 }] },
        order: ['114100000000', '114100000002', '114100000001', '999900000000'],
      },
    ]);
  });

  it('is no question with a single inverter', async () => {
    await openCards({ inverters: INVERTERS.slice(0, 1), places: [place('11', 'Old', false)] });
    await screen.findByRole('heading', { name: 'Inverters that are gone' });
    expect(screen.queryByRole('heading', { name: 'Order' })).toBeNull();
  });
});

describe('inverters that are gone', () => {
  const places = [place('114100000000', 'Roof', true), place('116100000009', 'Old roof', false)];

  it('are replaced by one that hangs there now', async () => {
    const { gateway, user } = await openCards({ places });
    const card = within(await screen.findByRole('region', { name: 'Inverters that are gone' }));
    expect(card.getAllByRole('listitem').map(readable)).toEqual([
      'Old roof116100000009 · until Jun 21, 2026Replaced by …',
    ]);
    await user.click(card.getByRole('button', { name: 'Say what has replaced Old roof' }));
    const dialog = within(screen.getByRole('dialog', { name: 'What has replaced Old roof?' }));
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(gateway.posts).toEqual([]); // nothing is chosen yet
    await user.click(dialog.getByRole('radio', { name: /Garage/ }));
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gateway.posts).toEqual([
      ['/api/heliograph/history-replace', { old_serial: '116100000009', new_serial: '114100000001' }],
    ]);
    expect(screen.getByText('The new inverter goes on with the history of the old one!')).toBeDefined();
  });

  it('say why not, and keep what was chosen', async () => {
    const { gateway, user } = await openCards({ places });
    gateway.replaced = { type: 'warning', message: 'no', code: 14_014 };
    await user.click(await screen.findByRole('button', { name: 'Say what has replaced Old roof' }));
    await user.click(screen.getByRole('radio', { name: /Shed/ }));
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText(/^Both inverters have delivered at the same time/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Shed/ }).checked).toBe(true);
  });

  it('are no card where there are none', async () => {
    await openCards({ places: places.slice(0, 1) });
    await screen.findByRole('heading', { name: 'Order' });
    expect(screen.queryByRole('heading', { name: 'Inverters that are gone' })).toBeNull();
  });
});
