// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { readable, renderApp } from '../../../test/render-app.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import './dialogs.tsx'; // loaded before the clock of a test stands still

const SERIAL = '114172220143';
const EVENT = { message_id: 1, message: 'Inverter start', start_time: 24_915, end_time: 24_915 };

/** The live view of a visitor. */
async function renderHome() {
  const app = await renderApp({
    fetch: async (path) => {
      if (path.startsWith('/api/eventlog')) {
        return jsonResponse({ [SERIAL]: { count: 1, events: [EVENT] } });
      }
      if (path.startsWith('/api/devinfo')) return jsonResponse({});
      throw new TypeError('network is down');
    },
  });
  await app.push(wireMessage([wireInverter({ events: 1 })]));
  return app;
}

describe('a visitor', () => {
  it.each([
    [/Device info/, 'Device info'],
    [/Event log/, 'Event log'],
  ])('can open %s, and comes back to its button', async (name, title) => {
    const app = await renderHome();
    await app.user.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog', { name: title, description: 'Garage' });
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name }));
  });

  it('has seen the events when the log is closed', async () => {
    const app = await renderHome();
    const button = () => readable(screen.getByRole('button', { name: /Event log/ }));
    expect(button()).toContain('1 new');
    await app.user.click(screen.getByRole('button', { name: /Event log/ }));
    await screen.findByText('Inverter started');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(button()).not.toContain('new'));
    expect(button()).toContain('1 event');
  });

  it('keeps a dialog open when the inverter goes', async () => {
    const app = await renderHome();
    await app.user.click(screen.getByRole('button', { name: /Event log/ }));
    await screen.findByText('Inverter started');
    await app.push(wireMessage([]));
    expect(screen.getByText('Inverter started')).toBeDefined();
    await app.user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
