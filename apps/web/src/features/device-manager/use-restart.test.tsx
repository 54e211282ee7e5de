// @vitest-environment happy-dom

import { DEFAULT_PINS } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import {
  chosenIn,
  config,
  OLIMEX,
  openDeviceManager,
  profile,
  row,
} from '../../../test/open-device-manager.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';

describe('a save of another profile', () => {
  /** Saves it, with a gateway that is up for a day. */
  async function saveOlimex() {
    const opened = await openDeviceManager();
    await opened.user.selectOptions(await profile(), 'Olimex ESP32-POE');
    await opened.user.click(saveButton());
    await screen.findByText('Settings saved!');
    return opened;
  }
  const restarting = 'The gateway is restarting. This page continues when it is back.';
  type Opened = Awaited<ReturnType<typeof openDeviceManager>>;

  /** Lets time pass until the gateway has been asked once more how long it is up. */
  async function nextQuestion({ gateway, app }: Opened) {
    const requests = () => gateway.requests.filter((path) => path === '/api/system/status').length;
    const before = requests();
    await waitFor(async () => {
      await app.advance(500);
      expect(requests()).toBeGreaterThan(before);
    });
  }

  it('says that the gateway restarts, waits for it in peace, and shows the pins that are active then', async () => {
    const opened = await saveOlimex();
    const { gateway } = opened;
    const alert = screen.getByText(restarting).parentElement;
    expect(readable(alert)).toContain('Settings saved!');
    await nextQuestion(opened); // not gone yet
    gateway.isGone = true;
    await nextQuestion(opened);
    await nextQuestion(opened);
    expect(screen.getByText(restarting)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(gateway.reads).toBe(2);
    gateway.isGone = false;
    gateway.stored = config(OLIMEX.name, { curPin: { ...DEFAULT_PINS, ...OLIMEX } });
    gateway.status = () => jsonResponse({ uptime: 3 });
    await nextQuestion(opened);
    await screen.findByText('The gateway has restarted.');
    await waitFor(async () =>
      expect(messageOf(await profile())).toBe('Selected and active values are the same.'),
    );
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 15GPIO 15');
    expect(gateway.reads).toBe(3);
  });

  it('does not wait for a gateway that stays', async () => {
    const { gateway, app } = await saveOlimex();
    await waitFor(async () => {
      await app.advance(2000);
      expect(gateway.reads).toBe(3);
    });
    await waitFor(() => expect(screen.queryByText(restarting)).toBeNull());
    expect(screen.queryByText('The gateway has restarted.')).toBeNull();
    expect(screen.getByText('Settings saved!')).toBeDefined();
  });

  it('says so when the gateway does not come back', async () => {
    const { gateway, app } = await saveOlimex();
    gateway.isGone = true;
    const text = 'The gateway does not answer. Check the connection and try again.';
    await waitFor(async () => {
      await app.advance(10_000);
      expect(screen.getByText(text)).toBeDefined();
    });
    expect(screen.queryByText(restarting)).toBeNull();
    expect(chosenIn(await profile())).toBe('Olimex ESP32-POE');
  });

  it('is followed no more when the page is left', async () => {
    const { gateway, app, user } = await saveOlimex();
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'About' }));
    await app.advance(10_000);
    const count = gateway.requests.length;
    await app.advance(60_000);
    expect(gateway.requests.slice(count).filter((path) => path === '/api/system/status')).toEqual([]);
  });
});
