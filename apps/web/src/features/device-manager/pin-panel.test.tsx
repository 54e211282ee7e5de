// @vitest-environment happy-dom

import { DEFAULT_PROFILE_NAME } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Answer, htmlResponse } from '../../../test/answer.ts';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import {
  chosenIn,
  config,
  OLIMEX,
  openDeviceManager,
  PROFILES,
  profile,
  tab,
} from '../../../test/open-device-manager.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

const optionsOf = (select: HTMLSelectElement) => [...select.options].map(readable);

describe('the choice of a profile', () => {
  it('begins with the default wiring, then the profiles by name in the order of the language', async () => {
    await openDeviceManager();
    const select = await profile();
    expect(optionsOf(select)).toEqual(['Default wiring', 'äußeres Board', 'Olimex ESP32-POE', 'Zuhause']);
    expect(chosenIn(select)).toBe('Default wiring');
    expect(messageOf(select)).toBe('Selected and active values are the same.');
    expect(
      screen.getByText(/^With a chip at the pins of this machine \(--radio nrf24\), the profile says/),
    ).toBeDefined();
  });

  it('warns of a wrong one only where there is one to choose', async () => {
    await openDeviceManager({ file: () => jsonResponse([]) });
    await profile();
    expect(
      screen.getByText(/^There are no profiles .*can say by a profile where it is wired\.$/),
    ).toBeDefined();
    expect(screen.queryByText(/with a wrong one/)).toBeNull();
  });

  it.each([
    ['does not name', [{ name: 'config.json' }], 0],
    ['names', [{ name: 'config.json' }, { name: 'pin_mapping.json' }], 1],
  ])('asks only for a file that the gateway has: it %s it among its files', async (_, configs, times) => {
    const { gateway } = await openDeviceManager({ list: () => jsonResponse({ configs }) });
    const select = await profile();
    expect(gateway.requests.filter((path) => path.startsWith('/api/config/get'))).toHaveLength(times);
    expect(select.options).toHaveLength(1 + times * PROFILES.length);
  });

  it.each([
    '',
    DEFAULT_PROFILE_NAME,
    '(Default settings)',
    '(Standardeinstellungen)',
    '(Réglages par défaut)',
  ])('takes the stored name "%s" for the default wiring', async (name) => {
    await openDeviceManager({ stored: config(name) });
    expect(chosenIn(await profile())).toBe('Default wiring');
    expect(screen.queryByText(/saved profile/)).toBeNull();
  });

  it('says that a stored profile is not in the file, and leaves its name stored', async () => {
    const { gateway, user } = await openDeviceManager({ stored: config('Garage') });
    expect(chosenIn(await profile())).toBe('Default wiring');
    expect(screen.getByText(/^The saved profile “Garage” does not exist/)).toBeDefined();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Show the logo' }));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.curPin).toMatchObject({ name: 'Garage' });
    expect(screen.queryByText(/restarts\./)).toBeNull();
  });

  it('is no change when it goes back to the default wiring, under whatever word that is stored', async () => {
    const { user } = await openDeviceManager({ stored: config('(Standardeinstellungen)') });
    const select = await profile();
    await user.selectOptions(select, 'Zuhause');
    expect(screen.getByText('1 unsaved change')).toBeDefined();
    await user.selectOptions(select, 'Default wiring');
    expect(screen.getByText('No unsaved changes')).toBeDefined();
  });

  it('keeps the default wiring apart from a profile that is called like it', async () => {
    const file = () => jsonResponse([{ ...OLIMEX, name: DEFAULT_PROFILE_NAME }]);
    const { gateway, user } = await openDeviceManager({ stored: config(DEFAULT_PROFILE_NAME), file });
    const select = await profile();
    expect(optionsOf(select)).toEqual(['Default wiring', DEFAULT_PROFILE_NAME]);
    expect(chosenIn(select)).toBe(DEFAULT_PROFILE_NAME);
    await user.selectOptions(select, 'Default wiring');
    await user.click(saveButton());
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]?.curPin).toMatchObject({ name: '(Default settings)' });
  });

  it('shows names from outside as text', async () => {
    const name = '<img src=x onerror="alert(1)">';
    await openDeviceManager({ stored: config(name) });
    await profile();
    expect(screen.getByText(new RegExp(`“${name.replace(/[()]/g, '\\$&')}”`))).toBeDefined();
    expect(document.querySelector('main img')).toBeNull();
  });
});

describe('the file of profiles', () => {
  const quiet = /^There are no profiles \(pin_mapping\.json\), only the default wiring\./;

  it.each<[string, Answer]>([
    ['is missing', () => new Response('Not found', { status: 404 })],
    ['is not served', htmlResponse],
    ['holds no profile', () => jsonResponse([])],
  ])('%s: a quiet sentence and the default wiring', async (_case, file) => {
    await openDeviceManager({ file });
    expect(optionsOf(await profile())).toEqual(['Default wiring']);
    expect(screen.getByText(quiet)).toBeDefined();
  });

  it.each<[string, Answer]>([
    ['is no JSON', () => new Response('[{"name":', { headers: { 'content-type': 'application/json' } })],
    ['is no list', () => jsonResponse({ profiles: [] })],
    ['is empty', () => new Response('')],
  ])('%s: a warning, the default wiring, and the display', async (_case, file) => {
    const { user } = await openDeviceManager({ file });
    expect(optionsOf(await profile())).toEqual(['Default wiring']);
    expect(screen.getByText(/^pin_mapping.json is not a readable list of profiles/)).toBeDefined();
    expect(screen.queryByText(quiet)).toBeNull();
    await user.click(tab('Display'));
    expect(screen.getByRole('slider', { name: 'Contrast' })).toBeDefined();
  });

  it('does not keep the display waiting', async () => {
    const { user, gateway } = await openDeviceManager({ file: () => new Promise<Response>(() => undefined) });
    expect(screen.queryByRole('combobox', { name: 'Profile' })).toBeNull();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Screensaver' }));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toHaveLength(1);
  });

  it('is asked for again when it could not be read', async () => {
    const { gateway, user } = await openDeviceManager({ file: () => new Response('', { status: 503 }) });
    expect(await screen.findByText(/^The gateway reports an error/, { exact: false })).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Profile' })).toBeNull();
    gateway.file = () => jsonResponse(PROFILES);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(optionsOf(await profile())).toContain('Zuhause');
  });

  it('is asked for by its name', async () => {
    const { gateway } = await openDeviceManager();
    await profile();
    expect(gateway.requests).toContain('/api/config/get?file=pin_mapping.json');
  });
});
