// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { saveButton } from '../../../test/form-parts.ts';
import {
  createDtuGateway,
  fill,
  interval,
  level,
  openDtuSettings,
  STORED,
  statuses,
} from '../../../test/open-dtu-settings.ts';
import { jsonResponse, renderApp } from '../../../test/render-app.tsx';

const link = (name: string) => within(screen.getByRole('navigation')).getByRole('link', { name });

describe('leaving', () => {
  it('is free without changes', async () => {
    const { user } = await openDtuSettings();
    await user.click(link('Live view'));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });

  it('asks with changes; they stay or go as is answered', async () => {
    const { user, gateway } = await openDtuSettings();
    await fill(user, interval(), '77');
    await user.click(link('Live view'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect([window.location.pathname, interval().value]).toEqual(['/settings/dtu', '77']);
    await user.click(link('Live view'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(gateway.posts).toEqual([]);
  });

  it('is held up by the browser only with changes', async () => {
    const { user } = await openDtuSettings();
    const isHeldUp = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeldUp()).toBe(false);
    await fill(user, interval(), '77');
    expect(isHeldUp()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(isHeldUp()).toBe(false);
    expect(interval().value).toBe('5');
    expect(document.activeElement).toBe(saveButton());
  });

  it('is free after a save', async () => {
    const { user } = await openDtuSettings();
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('for the login brings back what was typed', async () => {
    const { gateway, user } = await openDtuSettings();
    gateway.answerPost = () => jsonResponse({}, 401);
    await fill(user, interval(), '77');
    await user.click(saveButton());
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'openDTU42');
    gateway.answerPost = undefined;
    gateway.stored = { ...STORED, dtu_palevel: 3 }; // by another admin
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' }));
    await screen.findByText(/^What you typed before logging in has been restored/);
    expect([interval().value, level().value, window.location.pathname]).toEqual(['77', '3', '/settings/dtu']);
    expect(statuses()).toContain('1 unsaved change');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.stored).toEqual({ ...STORED, dtu_pollinterval: 77, dtu_palevel: 3 });
  });

  it('without a login leads to it', async () => {
    const gateway = createDtuGateway(STORED);
    gateway.answerGet = () => jsonResponse({}, 401);
    await renderApp({ path: '/settings/dtu', fetch: gateway.fetch });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.location.search).toBe('?returnUrl=%2Fsettings%2Fdtu');
  });
});
