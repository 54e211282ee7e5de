// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../test/form-parts.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { banner, barn, value } from '../../../test/live-view.ts';
import { jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

describe('the link', () => {
  it('offers a reload where the gateway answers and has no live data, as in recovery mode', async () => {
    const app = await renderApp({ fetch: async () => jsonResponse({ message: 'damaged' }, 503) });
    expect(await screen.findByText(/^The gateway is refusing to send live data/)).toBeDefined();
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
    await app.push(wireMessage([wireInverter(), barn]));
    expect(banner()).toContain('Live');
    await app.doing(() => app.sockets.last.breaks());
    expect(banner()).toContain('Reconnecting');
    await app.advance(300);
    await app.doing(() => app.sockets.last.breaks());
    await app.advance(15_000);
    expect(banner()).toMatch(/Offline for 15 s/);
    expect(screen.getByText(/^No new values for 15 s/)).toBeDefined();
    expect(screen.getAllByText('Out of date')).toHaveLength(3);
    expect(screen.queryByText('Producing')).toBeNull();
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    const buttons = within(screen.getByRole('toolbar')).getAllByRole('button');
    for (const button of buttons) {
      expect(button.getAttribute('aria-disabled')).toBe('true');
      expect(messageOf(button)).toMatch(/^No new values for 15 s/);
      await app.doing(() => button.click());
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.advance(8_000);
    await app.push(wireMessage([wireInverter(), barn]));
    expect(banner()).toContain('Live');
    expect(screen.queryByText(/^No new values/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Device info' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('greys the sums and counts nobody as soon as it is lost', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn]));
    const totals = () => readable(screen.getByRole('region', { name: 'Totals' }));
    expect(totals()).toContain('1 of 2 producing');
    await app.doing(() => app.sockets.last.breaks());
    expect(totals()).toMatch(/247 WReconnecting/);
    expect(totals()).not.toContain('producing');
    expect(screen.getByRole('region', { name: 'Totals' }).dataset.stale).toBe('true');
    await app.advance(300);
    await app.push(wireMessage([wireInverter(), barn]));
    expect(totals()).toContain('1 of 2 producing');
    expect(screen.getByRole('region', { name: 'Totals' }).dataset.stale).toBe('false');
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
    expect(screen.getByText(/This page cannot read the gateway’s data/)).toBeDefined();
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
