// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../test/form-parts.ts';
import { wireInverter, wireMessage, wireWithoutReading } from '../../../test/live-messages.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

describe('the toolbar', () => {
  it('is disabled with a reason when logged out', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    for (const name of ['Set limit', 'Power on/off']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(messageOf(button)).toBe('Log in to set the limit or switch the inverter on or off.');
    }
  });

  it.each([
    [undefined, ['Device info', 'Event log']],
    [LOGGED_IN, ['Set limit', 'Power on/off', 'Device info', 'Event log']],
  ])(
    'lets the Tab key stop at each button that can be used, and at no other one: %#',
    async (stored, names) => {
      const app = await renderApp(stored === undefined ? {} : { stored });
      await app.push(wireMessage([wireInverter()]));
      await app.doing(() => screen.getByRole('button', { name: 'Copy serial number' }).focus());
      for (const name of names) {
        await app.user.tab();
        expect(readable(document.activeElement)).toContain(name);
      }
      await app.user.tab();
      expect(document.activeElement?.closest('[role="toolbar"]')).toBeNull();
      await app.user.tab({ shift: true });
      await app.user.keyboard('{ArrowRight}'); // arrow keys go round
      expect(readable(document.activeElement)).toContain(names[0] ?? '');
    },
  );

  it('needs no reason when logged in', async () => {
    const app = await renderApp({ stored: LOGGED_IN });
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
    const app = await renderApp({ stored: { 'seenEvents.114172220143': `${events} 1@1` } });
    await app.push(wireMessage([wireInverter({ events })]));
    expect(readable(screen.getByRole('button', { name: /Event log/ }))).toContain(words);
  });

  it('says once how many events there are where all are new', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ events: 5 })]));
    expect(readable(screen.getByRole('button', { name: /Event log/ }))).toBe('Event log5 new');
  });

  it('counts no events before anything was read', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading()]));
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
