// @vitest-environment happy-dom

import { DEFAULT_PINS, DEFAULT_PROFILE_NAME } from '@heliograph/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import {
  chosenIn,
  config,
  createDeviceGateway,
  DISPLAY,
  openDeviceManager,
  profile,
  tab,
} from '../../../test/open-device-manager.ts';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

describe('the display', () => {
  it('is shown as it is stored, with its hints and the contrast in percent', async () => {
    const { user } = await openDeviceManager({
      stored: config('', { display: { ...DISPLAY, screensaver: false } }),
    });
    await user.click(tab('Display'));
    const switches = screen.getAllByRole<HTMLInputElement>('switch');
    expect(switches.map(({ name, checked }) => [name, checked])).toEqual([
      ['display.power_safe', true],
      ['display.screensaver', false],
      ['display.show_logo', true],
    ]);
    expect(switches.slice(0, 2).map(messageOf)).toEqual([
      'Off while no inverter produces.',
      'Moves the picture slightly to prevent burn-in.',
    ]);
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Contrast' });
    expect([slider.min, slider.max, slider.value]).toEqual(['0', '100', '60']);
    fireEvent.change(slider, { target: { value: '75' } });
    expect(screen.getByText('75%')).toBeDefined();
  });

  it('is sent with the pins, numbers as numbers, and everything the page does not know', async () => {
    const stored = {
      ...config('Zuhause'),
      curPin: { ...config('Zuhause').curPin, led: { led0: 25 } },
      display: { ...DISPLAY, rotation: 2 },
      later: [1],
    };
    const { gateway, user } = await openDeviceManager({ stored });
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Power save' }));
    fireEvent.change(screen.getByRole('slider', { name: 'Contrast' }), { target: { value: '0' } });
    expect(screen.getByText('2 unsaved changes')).toBeDefined();
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      { ...stored, display: { ...stored.display, power_safe: false, contrast: 0 } },
    ]);
    await waitFor(() => expect(gateway.reads).toBe(3));
  });

  it('has below it what newer displays and lights can do, where that is told, and sends it with the rest', async () => {
    const { user } = await openDeviceManager();
    await user.click(tab('Display'));
    expect(screen.queryByRole('combobox', { name: 'Rotation' })).toBeNull();
    const newer = { rotation: 2, locale: 'es', diagramduration: 36_000, diagrammode: 1 };
    const stored = config('Zuhause', {
      display: { ...DISPLAY, ...newer },
      led: [{ brightness: 100, later: 1 }, { brightness: 0 }],
    });
    cleanup();
    const { gateway, user: other } = await openDeviceManager({ stored });
    await other.click(tab('Display'));
    const select = (name: string) =>
      within(screen.getByRole('main')).getByRole<HTMLSelectElement>('combobox', { name });
    expect(['Rotation', 'Language', 'Diagram'].map((name) => select(name).value)).toEqual(['2', 'es', '1']);
    await other.selectOptions(select('Rotation'), '90°');
    await other.selectOptions(select('Language'), 'Deutsch');
    const seconds = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time span of the diagram' });
    await other.clear(seconds);
    await other.type(seconds, 'x');
    await other.click(saveButton());
    expect(messageOf(seconds)).toMatch(/^Enter a whole number/);
    await other.clear(seconds);
    await other.type(seconds, '600');
    fireEvent.change(screen.getByRole('slider', { name: 'Brightness of light 2' }), {
      target: { value: '40' },
    });
    await other.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      {
        ...stored,
        display: { ...DISPLAY, ...newer, rotation: 1, locale: 'de', diagramduration: 600 },
        led: [{ brightness: 100, later: 1 }, { brightness: 40 }],
      },
    ]);
  });

  it('shares one form with the pins: what was chosen there stays', async () => {
    const { user } = await openDeviceManager();
    await user.selectOptions(await profile(), 'Zuhause');
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Power save' }));
    expect(screen.getByText('2 unsaved changes')).toBeDefined();
    await user.click(tab('Pin assignment'));
    expect(chosenIn(await profile())).toBe('Zuhause');
  });
});

describe('the tabs', () => {
  it('are one stop, with arrow keys inside', async () => {
    const { user } = await openDeviceManager();
    await profile();
    tab('Pin assignment').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tab('Display'));
    expect(tab('Display').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('tabpanel', { name: 'Display' })).toBeDefined();
    expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([-1, 0]);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(tab('Pin assignment'));
  });
});

describe('a save', () => {
  it('names the default wiring where no name is stored yet', async () => {
    const { gateway, user } = await openDeviceManager();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Power save' }));
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.curPin).toEqual({ ...DEFAULT_PINS, name: DEFAULT_PROFILE_NAME });
    await waitFor(() => expect(gateway.reads).toBe(3)); // no restart to wait for: nothing was chosen
    expect(gateway.requests).not.toContain('/api/system/status');
  });

  it('that is refused for the profile leads to it from the other tab, each time', async () => {
    const { gateway, user } = await openDeviceManager();
    gateway.answerPost = () =>
      jsonResponse({ type: 'warning', message: 'too long', code: 12_001, param: { max: 63 } });
    await user.selectOptions(await profile(), 'Zuhause');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await user.click(tab('Display'));
      await user.click(saveButton());
      const select = await profile();
      await waitFor(() => expect(document.activeElement).toBe(select));
      expect(messageOf(select)).toBe('Profile must be between 1 and 63 characters long!');
      expect(chosenIn(select)).toBe('Zuhause');
      expect(gateway.posts).toHaveLength(attempt);
    }
  });

  it('of a name that is too long is not even sent', async () => {
    const { gateway, user } = await openDeviceManager({
      file: () => jsonResponse([{ name: 'ü'.repeat(32) }]),
    });
    await user.selectOptions(await profile(), 'ü'.repeat(32));
    await user.click(tab('Display'));
    await user.click(saveButton());
    expect(messageOf(await profile())).toBe('Profile must be between 1 and 63 characters long!');
    await user.click(tab('Display'));
    await user.click(saveButton());
    expect(document.activeElement).toBe(await profile());
    expect(gateway.posts).toEqual([]);
  });
});

describe('the page', () => {
  it('tells a device that does not know it', async () => {
    const gateway = createDeviceGateway(config(''));
    await renderApp({
      path: '/settings/device',
      stored: LOGGED_IN,
      fetch: (path, init) =>
        path === '/api/device/config'
          ? Promise.resolve(new Response('Not found', { status: 404 }))
          : gateway.fetch(path, init),
    });
    await screen.findByText(/does not support|not supported|does not know/);
  });

  it.each([
    ['de', 'Pin-Belegung', 'Standardbelegung'],
    ['fr', 'Affectation des broches', 'Câblage par défaut'],
  ] as const)('speaks %s', async (locale, pins, wiring) => {
    await openDeviceManager({ locale });
    expect(tab(pins)).toBeDefined();
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Profil' });
    expect(chosenIn(select)).toBe(wiring);
  });
});
