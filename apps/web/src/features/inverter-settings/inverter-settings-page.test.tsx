// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  addCard,
  createInverterGateway,
  dialog,
  field,
  fillAddition,
  nameField,
  openInverterDialog,
  openInverterSettings,
  outcome,
  PATH,
  serialField,
  three,
  type User,
} from '../../../test/open-inverter-settings.ts';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

async function logIn(user: User, leadsTo = PATH) {
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'openDTU42');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(window.location.pathname).toBe(leadsTo));
}

describe('a login that runs out while saving', () => {
  const unauthorized = () => new Response('', { status: 401 });

  it('says at the login why one was led there, and not to somebody who never logged in', async () => {
    const { gateway, user } = await openInverterSettings();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    expect(await screen.findByText(/^Your login has expired/)).toBeDefined();
    await renderApp({ path: PATH, fetch: async () => unauthorized() });
    await screen.findByLabelText('Username');
    expect(screen.queryByText(/^Your login has expired/)).toBeNull();
  });

  it('loses nothing of a new inverter: it is back after the login, and is told', async () => {
    const { gateway, user } = await openInverterSettings();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    await logIn(user);
    await waitFor(() => expect(serialField().value).toBe('114180400199'));
    expect(nameField().value).toBe('Carport');
    expect(addCard().getByText(/^What you typed before logging in has been restored/)).toBeDefined();
    gateway.answer = undefined;
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    await outcome();
    expect(addCard().queryByText(/^What you typed before/)).toBeNull();
  });

  it('is forgotten when somebody logs out before coming back to it', async () => {
    const { gateway, user } = await openInverterSettings();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    await user.click(await screen.findByRole('link', { name: 'About' }));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await logIn(user, '/');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('link', { name: 'Inverters' }));
    await waitFor(() => expect(serialField().value).toBe(''));
  });

  it('opens the dialog again where it was', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.answer = unauthorized;
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await logIn(user);
    await screen.findByRole('dialog');
    expect(field('Name').value).toBe('Shed!');
    expect(dialog().getByText(/^What you typed before logging in has been restored/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says so when the inverter is gone by then', async () => {
    const { gateway, user } = await openInverterDialog('Edit', 'Shed');
    gateway.answer = unauthorized;
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    gateway.inverter = three.slice(0, 2);
    await logIn(user);
    await screen.findByText('The inverter you were editing has been deleted in the meantime.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('leaving with something typed', () => {
  const question = () => screen.queryByText('Discard your changes?');

  it('by a link asks, and stays or goes', async () => {
    const { user } = await openInverterSettings();
    await user.type(nameField(), 'Carport');
    await user.click(screen.getByRole('link', { name: 'About' }));
    expect([question() === null, window.location.pathname]).toEqual([false, PATH]);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([question(), nameField().value]).toEqual([null, 'Carport']);
    await user.click(screen.getByRole('link', { name: 'About' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(window.location.pathname).toBe('/about');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('link', { name: 'Inverters' }));
    await waitFor(() => expect(nameField().value).toBe(''));
  });

  it('by the way back asks, with the address as it was', async () => {
    const { user, app } = await openInverterSettings();
    await user.type(nameField(), 'Carport');
    await app.doing(() => {
      window.history.replaceState(null, '', '/about'); // what Back does to the address
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect([question() === null, window.location.pathname]).toEqual([false, PATH]);
    expect(nameField().value).toBe('Carport');
  });

  it('by logging out asks, and stays logged in or leaves nothing behind', async () => {
    const { user, app } = await openInverterSettings();
    await user.type(nameField(), 'Carport');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([question(), nameField().value, window.location.pathname]).toEqual([null, 'Carport', PATH]);
    expect(app.storage.getItem('user')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect([app.storage.getItem('user'), window.location.pathname]).toEqual([null, '/']);
  });

  it('by closing the window lets the browser ask', async () => {
    const { user } = await openInverterSettings();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await user.type(nameField(), 'Carport');
    expect(close()).toBe(true);
    await user.clear(nameField());
    expect(close()).toBe(false);
  });

  it('asks nothing when nothing was typed', async () => {
    const { user } = await openInverterSettings();
    await user.click(screen.getByRole('link', { name: 'About' }));
    expect([question(), window.location.pathname]).toEqual([null, '/about']);
  });
});

it('says which inverters the radio cannot reach, and how they can be read', async () => {
  const gateway = createInverterGateway(three);
  const out_of_band = [{ serial: '116481234567', name: 'Carport' }];
  const radio = { inverters: [], connected: true, plus_variant: true, hop_mode: 'rigid', out_of_band };
  await renderApp({
    path: PATH,
    stored: LOGGED_IN,
    fetch: async (path, init) =>
      path === '/api/heliograph/radio' ? jsonResponse(radio) : gateway.fetch(path, init),
  });
  await screen.findByText('Carport (116481234567)');
  expect(screen.getByText(/speak below 1 GHz/)).toBeDefined();
});
