// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';
import { smallImage } from '../../../test/small-image.ts';
import { UPDATE_COMMANDS } from './update-steps.tsx';

vi.setConfig({ testTimeout: 30_000 });

const DEVICE = { uptime: 86_400, git_hash: 'v1.0.0', chipmodel: 'ESP32-D0WDQ6', hostname: 'roof' };
/** A gateway that is a program. */
const PROGRAM = {
  ...{ uptime: 86_400, git_hash: 'g1234567', chipmodel: 'Some CPU', hostname: 'roof' },
  ...{ heliograph_version: '0.1.0', heliograph_commit: '1234567' },
  ...{ heliograph_installation: 'systemd', heliograph_image: '' },
};

async function openPage<Status extends object = typeof DEVICE>(answer?: Status) {
  const requests = createFakeRequests();
  const status = { ...(answer ?? DEVICE) } as Status & typeof DEVICE;
  const gateway = { answer: () => jsonResponse(status) };
  const app = await renderApp({
    path: '/firmware/upgrade',
    fetch: async () => gateway.answer(),
    stored: LOGGED_IN,
    openRequest: requests.open,
  });
  const field = await screen.findByLabelText('Firmware file (.bin or .bin.gz)');
  const chooseFile = (file: File) => fireEvent.change(field, { target: { files: [file] } });
  const shown = () => readable(screen.getByRole('main').querySelector('section > [role="status"]'));
  return {
    ...app,
    requests,
    status,
    gateway,
    shown,
    shows: (text: string) => waitFor(() => expect(shown()).toContain(text)),
    field,
    choose: (bytes: Uint8Array<ArrayBuffer>) => chooseFile(new File([bytes], 'fw.bin')),
    chooseFile,
    button: (name: string) => screen.getByRole('button', { name }),
  };
}

describe('the firmware page', () => {
  it('sends the checksum and then the file, and proves that the new version runs', async () => {
    const { requests, status, choose, shows, shown, advance, doing, user, button } = await openPage();
    const image = smallImage({ version: 'v1.1.0' });
    choose(image);
    await waitFor(() => expect(requests.all).toHaveLength(1));
    const { last } = requests;
    const md5 = createHash('md5').update(image).digest('hex');
    const parts = [...(last.form?.entries() ?? [])].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size] : [name, value],
    );
    expect(parts).toEqual([
      ['MD5', md5],
      ['firmware', 'firmware', image.length],
    ]);

    await doing(() => last.sends(128, 1000));
    await shows('Sending…12%');
    expect(screen.getByRole('progressbar', { name: 'Sending…' }).getAttribute('aria-valuenow')).toBe('12');
    await doing(() => last.sendsAll());
    expect(shown()).toBe('The gateway is checking and storing the file…');
    await doing(() => last.answers());
    await shows('The gateway is restarting.');
    expect(shown()).not.toContain('Reload');
    status.uptime = 0;
    status.git_hash = 'v1.1.0';
    await advance(1000);
    await shows('The gateway has restarted. It was back after 1 s.');
    expect(shown()).toContain('Firmware version v1.0.0 → v1.1.0');
    expect(shown()).toContain('The firmware is loaded. Reload this page.');
    await user.click(button('Back'));
    await screen.findByText('v1.1.0');
  });

  it.each([500, 404])('offers no upload until it is known what the gateway is (%i)', async (code) => {
    let answer = () => new Response('', { status: code });
    const { user } = await renderApp({
      path: '/firmware/upgrade',
      fetch: async () => answer(),
      stored: LOGGED_IN,
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('alert')).toBeDefined();
    expect(screen.queryByLabelText(/^Firmware file/)).toBeNull();
    expect(screen.queryByText('Firmware version')).toBeNull();
    answer = () => jsonResponse(PROGRAM);
    await user.click(retry);
    await screen.findByText('Heliograph version');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByLabelText(/^Firmware file/)).toBeDefined();
  });

  it('offers the two kinds of files', async () => {
    const { field } = await openPage();
    expect(field.getAttribute('accept')).toBe('.bin,.gz');
  });

  it('tells of a checksum that cannot be made, and tries again', async () => {
    const { requests, chooseFile, shows, shown, button, user } = await openPage();
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const file = new File([smallImage()], 'fw.bin');
    const whole = file.arrayBuffer.bind(file);
    file.arrayBuffer = () => Promise.reject(new Error('gone'));
    chooseFile(file);
    await shows('Unknown error while upload, check the console for details.');
    expect(shown()).toContain('The update failed');
    expect(reported).toHaveBeenCalledOnce();
    expect(requests.all).toHaveLength(0);
    file.arrayBuffer = whole;
    await user.click(button('Try again'));
    await waitFor(() => expect(requests.all).toHaveLength(1));
    vi.unstubAllGlobals();
  });

  it('refuses what is certainly wrong, and sends nothing', async () => {
    const { requests, choose, shows, shown, button, user } = await openPage();
    choose(smallImage().slice(0, 200));
    await shows('This file is incomplete or damaged.');
    expect(shown()).toContain('Nothing was sent.');
    expect(shown()).not.toContain('failed');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(button('Back'));
    screen.getByLabelText('Firmware file (.bin or .bin.gz)');
    expect(requests.all).toHaveLength(0);
  });

  it('says what a file is that is no firmware, and that nothing was sent', async () => {
    const { requests, choose, shows, shown } = await openPage();
    choose(new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    await shows('This is a picture, not firmware.');
    expect(shown()).toBe('This is a picture, not firmware.Nothing was sent.Back');
    expect(requests.all).toHaveLength(0);
  });

  it('asks where it only suspects', async () => {
    const { requests, choose, shows, shown, button, user } = await openPage();
    choose(smallImage({ version: 'v0.9.0', chipId: 9 }));
    await shows('This firmware is for ESP32-S3, the gateway has ESP32.');
    expect(shown()).toContain('Version v0.9.0 is older than the running v1.0.0.');
    expect(requests.all).toHaveLength(0);
    await user.click(button('Send it anyway'));
    await waitFor(() => expect(requests.all).toHaveLength(1));
  });

  it('shows why the gateway did not take it, and sends it again', async () => {
    const { requests, choose, shows, shown, button, user, doing } = await openPage();
    choose(smallImage());
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await doing(() => requests.last.answers({ status: 500, text: 'The checksum is wrong.' }));
    await shows('The checksum is wrong.');
    await user.click(button('Try again'));
    await waitFor(() => expect(requests.all).toHaveLength(2));
    const headers = { 'x-heliograph-refusal': 'wrong-checksum' };
    await doing(() => requests.last.answers({ status: 500, text: 'The checksum is wrong.', headers }));
    await shows('This firmware is damaged: its checksum is wrong.');
    expect(shown()).toContain('The update failed');
    button('Back');
    await user.click(button('Try again'));
    await waitFor(() => expect(requests.all).toHaveLength(3));
    await doing(() => requests.last.answers({ status: 403, statusText: 'Forbidden', text: '' }));
    await shows('[HTTP ERROR] Forbidden');
    await user.click(button('Try again'));
    await waitFor(() => expect(requests.all).toHaveLength(4));
    await doing(() => requests.last.fails());
    await shows('Unknown error while upload, check the console for details.');
    expect(shown()).toContain('The gateway does not answer.');
  });

  it('is not left while it sends without a question, and stops when that is wanted', async () => {
    const { requests, choose, user, doing } = await openPage();
    choose(smallImage());
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await doing(() => requests.last.sends(1, 2));
    const about = () => within(screen.getByRole('navigation')).getByRole('link', { name: 'About' });
    await user.click(about());
    const dialog = screen.getByRole('dialog', { name: 'Cancel sending?' });
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(requests.last.isAborted).toBe(false);
    await user.click(about());
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel sending' }));
    expect(requests.last.isAborted).toBe(true);
    await screen.findByRole('heading', { level: 1, name: 'About' });
  });

  it('asks before it is left while the gateway works', async () => {
    const { requests, choose, user, doing } = await openPage();
    choose(smallImage());
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await doing(() => requests.last.sendsAll());
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'About' }));
    const dialog = screen.getByRole('dialog', { name: 'Leave this page?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests.last.isAborted).toBe(false);
  });

  it('asks when the running version is not known, and sends nothing to who does not answer', async () => {
    const { gateway, requests, choose, shows, button, user } = await openPage();
    gateway.answer = () => {
      throw new TypeError('network is down');
    };
    choose(smallImage());
    await shows('The gateway does not answer.');
    gateway.answer = () => new Response('', { status: 500 });
    await user.click(button('Try again'));
    await shows('The running version is not known.');
    expect(requests.all).toHaveLength(0);
    await user.click(button('Send it anyway'));
    await waitFor(() => expect(requests.all).toHaveLength(1));
  });

  it('can be told to stop, and begins anew', async () => {
    const { requests, choose, button, user, shown } = await openPage();
    choose(smallImage());
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await user.click(button('Cancel sending'));
    expect(requests.last.isAborted).toBe(true);
    expect(shown()).toContain('Sending was cancelled.Nothing was changed.');
    await user.click(button('Back'));
    screen.getByLabelText('Firmware file (.bin or .bin.gz)');
  });

  it('leads to the login when that is no longer good', async () => {
    const { requests, choose, doing } = await openPage();
    choose(smallImage());
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await doing(() => requests.last.answers({ status: 401 }));
    await screen.findByLabelText('Username');
    expect(window.location.search).toBe('?returnUrl=%2Ffirmware%2Fupgrade');
  });
});

describe('on a gateway that is a program on a computer', () => {
  it('says which version runs, that images do not, and how to update', async () => {
    await openPage(PROGRAM);
    const card = (name: string) => readable(screen.getByRole('region', { name }));
    expect(card('Heliograph')).toContain('Heliograph version0.1.0 (1234567)');
    expect(card('Heliograph')).toContain('sudo systemctl start heliograph');
    expect(card('Heliograph')).not.toContain('docker');
    expect(card('Firmware')).toContain(
      'checks and stores firmware images for ESP32 devices, but does not run them',
    );
    expect(card('Firmware')).toContain('Stored imagenone');
    expect(screen.queryByText('Firmware version')).toBeNull();
  });

  it.each(['unknown', 'by hand', undefined])('shows all ways to update when it says %j', async (way) => {
    await openPage({ ...PROGRAM, heliograph_installation: way });
    const text = readable(screen.getByRole('region', { name: 'Heliograph' }));
    expect(text).toContain('cannot tell how the gateway was installed');
    for (const command of ['npm start', 'docker compose up --detach --build', 'systemctl']) {
      expect(text).toContain(command);
    }
  });

  it('keeps an image, and never says that it runs', async () => {
    const { requests, status, choose, shows, shown, advance, doing } = await openPage(PROGRAM);
    choose(smallImage({ version: 'v1.1.0' }));
    await waitFor(() => expect(requests.all).toHaveLength(1));
    await doing(() => requests.last.sendsAll());
    await doing(() => requests.last.answers());
    await shows('It does not run on this computer.');
    Object.assign(status, { uptime: 0, heliograph_image: 'v1.1.0' });
    await advance(1000);
    await shows('Stored image: none → v1.1.0');
    expect(shown()).toContain('Heliograph 0.1.0 (1234567) keeps running.');
    expect(shown()).not.toContain('loaded');
  });

  it('has its update lines from the page on running it', () => {
    const page = readFileSync('docs/running.md', 'utf8');
    for (const command of Object.values(UPDATE_COMMANDS).flat()) expect(page).toContain(command);
  });
});
