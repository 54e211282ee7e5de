// @vitest-environment happy-dom
import { encodeCredentials } from '@heliograph/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { htmlResponse, postedData } from '../../../test/answer.ts';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });

const CONFIG = {
  cfg: { version: 71_424, save_count: 3 },
  wifi: { ssid: 'home', password: 'very secret', hostname: 'roof' },
  mqtt: { enabled: false, port: 1883 },
  inverters: [{ serial: 19_141_000_000_001, name: 'East', channel: [] }],
};
const LIST = { configs: [{ name: 'config.json' }, { name: 'pin_mapping.json' }] };

const saved: { name: string; text: string }[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.restoreAllMocks();
  let text = '';
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((content) => {
      text = content;
    });
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const name = this.download;
    void new Promise((resolve) => setImmediate(resolve)).then(() => saved.push({ name, text }));
  });
});

async function openPage(authdata = ADMIN_RECORD.authdata) {
  const requests = createFakeRequests();
  const gateway = {
    lists: 0,
    uptimeS: 86_400,
    posts: [] as unknown[],
    file: () => new Response(JSON.stringify(CONFIG), { headers: { 'content-type': 'application/json' } }),
    answer: () => jsonResponse({ type: 'success', message: '', code: 3002 }),
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (path.startsWith('/api/config/get')) return gateway.file();
      if (path === '/api/system/status')
        return jsonResponse({ uptime: gateway.uptimeS, hostname: 'my roof' });
      if (path === '/api/config/list') {
        gateway.lists += 1;
        return jsonResponse(LIST);
      }
      gateway.posts.push(postedData(init));
      return gateway.answer();
    },
  };
  const app = await renderApp({
    path: '/settings/config',
    fetch: gateway.fetch,
    stored: { user: JSON.stringify({ ...ADMIN_RECORD, authdata }) },
    openRequest: requests.open,
    startUnixMs: new Date(2026, 2, 5, 12).getTime(),
  });
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  const [backup, restore, reset] = [await card('Backup'), await card('Restore'), await card('Factory reset')];
  await backup.findByRole('option', { name: 'pin_mapping.json' });
  const shown = () => readable(screen.getByRole('main').querySelector('section > [role="status"]'));
  return {
    ...app,
    gateway,
    requests,
    backup,
    restore,
    reset,
    shown,
    choose: (text: string) =>
      fireEvent.change(restore.getByLabelText('File'), { target: { files: [new File([text], 'x.json')] } }),
  };
}

describe('a backup', () => {
  it('is saved as it came, under the name of the gateway and the day', async () => {
    const { gateway, user, backup } = await openPage();
    const text = '{"cfg": {"version":71424},\n"dtu":{"serial":12345678901234567890}}';
    gateway.file = () => new Response(text, { headers: { 'content-type': 'application/json' } });
    await user.click(backup.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'my_roof-2026-03-05-config.json', text }]));
  });

  it.each([
    ['an error', () => new Response('{"message":"broken"}', { status: 500 })],
    ['a page', htmlResponse],
    ['half a file', () => new Response('{"cfg":{"ver')],
    ['something else', () => jsonResponse({ message: 'broken' })],
  ])('is never %s', async (_, answer) => {
    const { gateway, user, backup } = await openPage();
    gateway.file = answer;
    await user.click(backup.getByRole('button', { name: 'Download' }));
    expect(readable(await backup.findByRole('alert'))).not.toContain('may have been saved');
    expect(saved).toEqual([]);
  });
});

describe('a restore', () => {
  it('needs a file', async () => {
    const { user, restore, requests } = await openPage();
    await user.click(restore.getByRole('button', { name: 'Restore' }));
    restore.getByText('No file selected');
    expect(restore.getByLabelText('File').getAttribute('accept')).toBe('.json');
    expect(document.activeElement).toBe(restore.getByLabelText('File'));
    expect(requests.all).toHaveLength(0);
  });

  it('shows what the file is and what it would change, but no secret', async () => {
    const { restore, choose } = await openPage();
    const other = {
      ...CONFIG,
      wifi: { ...CONFIG.wifi, password: 'other secret', hostname: 'new' },
      inverters: [{ serial: 19_141_000_000_001, name: 'West', channel: [] }],
    };
    choose(JSON.stringify(other));
    await restore.findByText('Differs from the current configuration');
    restore.getByText('0.1.23');
    restore.getByText('WiFi password, Hostname');
    restore.getByText('West');
    expect(restore.queryByText(/secret/)).toBeNull();
    choose(JSON.stringify(CONFIG));
    await restore.findByText('Identical to the current configuration.');
  });

  it('says when the admin’s password changes with it', async () => {
    const { restore, choose, requests, user, shown, doing } = await openPage();
    choose(JSON.stringify({ ...CONFIG, security: { password: 'another one' } }));
    await restore.findByText('Admin password');
    restore.getByText(/you will be logged out/);
    await user.click(restore.getByRole('button', { name: 'Restore' }));
    await doing(() => requests.last.answers());
    await waitFor(() => expect(shown()).toContain('you will be logged out'));
  });

  it('does not send a file of the wrong kind, of a newer version, and of another product', async () => {
    const { user, restore, choose, requests } = await openPage();
    const wrong = 'This file does not match “Restore as”.';
    choose('[{"name":"Board 1"}]');
    await restore.findByText(wrong);
    await user.selectOptions(restore.getByLabelText('Restore as'), 'pin_mapping.json');
    expect(restore.queryByText(wrong)).toBeNull();
    choose(JSON.stringify({ ...CONFIG, cfg: { version: 71_425 } }));
    await restore.findByText(wrong);
    await user.selectOptions(restore.getByLabelText('Restore as'), 'config.json');
    await restore.findByText('This file comes from a newer version of the gateway.');
    expect(restore.queryByText('Identical to the current configuration.')).toBeNull();
    choose('{nope');
    await restore.findByText('This file is neither a configuration nor a list of pin profiles.');
    const button = restore.getByRole('button', { name: 'Restore' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(document.activeElement).toBe(restore.getByLabelText('File'));
    expect(requests.all).toHaveLength(0);
  });

  it('sends the file, and waits for the restart', async () => {
    const { user, restore, choose, requests, shown, doing } = await openPage();
    choose('[{"name":"Board 1"}]');
    await user.selectOptions(restore.getByLabelText('Restore as'), 'pin_mapping.json');
    await user.click(restore.getByRole('button', { name: 'Restore' }));
    expect(requests.last.url).toBe('/api/config/upload?file=pin_mapping.json');
    const sent = requests.last.form?.get('config') as File;
    expect(await sent.text()).toBe('[{"name":"Board 1"}]');
    await doing(() => requests.last.sends(1, 4));
    expect(shown()).toContain('Sending…25%');
    await doing(() => requests.last.answers());
    await waitFor(() => expect(shown()).toContain('The gateway is restarting.'));
  });

  it('shows the sentence of the gateway; the way back reads the list again', async () => {
    const { gateway, user, restore, choose, requests, shown, doing } = await openPage();
    choose(JSON.stringify(CONFIG));
    await restore.findByText('0.1.23');
    await user.click(restore.getByRole('button', { name: 'Restore' }));
    await doing(() =>
      requests.last.answers({ status: 500, text: 'The file contains nothing that belongs in config.json.' }),
    );
    await waitFor(() => expect(shown()).toContain('The file contains nothing that belongs in config.json.'));
    for (const text of ['The restore failed', 'Nothing was changed.']) expect(shown()).toContain(text);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(gateway.lists).toBe(2));
    await screen.findByRole('region', { name: 'Restore' });
  });

  it('leads to the login when that is no longer good', async () => {
    const { user, restore, choose, requests, doing } = await openPage();
    choose(JSON.stringify(CONFIG));
    await restore.findByText('0.1.23');
    await user.click(restore.getByRole('button', { name: 'Restore' }));
    await doing(() => requests.last.answers({ status: 401, text: '' }));
    await screen.findByLabelText('Username');
  });
});

describe('a factory reset', () => {
  it('names what is lost, asks for a word, and says that the login ends', async () => {
    const { gateway, user, reset, shown } = await openPage(encodeCredentials('admin', 'my own'));
    await user.click(reset.getByRole('button', { name: 'Reset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Factory reset' }));
    dialog.getByText(/all inverters with their names/);
    const word = dialog.getByLabelText('Type RESET to confirm');
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(document.activeElement).toBe(word);
    expect(word.getAttribute('aria-invalid')).toBe('true');
    await user.type(word, 'rese{Enter}');
    dialog.getByText('That is not RESET.');
    expect(gateway.posts).toEqual([]);
    await user.type(word, 't{Enter}');
    await waitFor(() => expect(shown()).toContain('The gateway is restarting.'));
    expect(gateway.posts).toEqual([{ delete: true }]);
    expect(shown()).toContain('You will be logged out. The default password applies again.');
  });

  it('leaves nobody logged in, in the bar too, once the gateway has restarted', async () => {
    const { gateway, user, reset, shown, advance } = await openPage(encodeCredentials('admin', 'my own'));
    await user.click(reset.getByRole('button', { name: 'Reset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Factory reset' }));
    await user.type(dialog.getByLabelText('Type RESET to confirm'), 'RESET{Enter}');
    await waitFor(() => expect(shown()).toContain('The gateway is restarting.'));
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('button', { name: 'Log out' })).toBeDefined();
    gateway.uptimeS = 0;
    await advance(2000);
    await waitFor(() => expect(shown()).toContain('The gateway has restarted.'));
    expect(shown()).toContain('You are logged out. The default password applies again.');
    expect(bar.getByRole('button', { name: 'Log in' })).toBeDefined();
    expect(window.location.pathname).toBe('/settings/config');
  });

  it('shows why nothing was deleted', async () => {
    const { gateway, user, reset } = await openPage();
    gateway.answer = () => jsonResponse({ type: 'warning', message: '', code: 3001 });
    await user.click(reset.getByRole('button', { name: 'Reset' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Type RESET to confirm'), 'RESET{Enter}');
    expect(readable(await dialog.findByRole('alert'))).toBe('Not deleted anything!');
  });

  it('waits for the gateway too when its answer is lost', async () => {
    const { gateway, user, reset, shown } = await openPage();
    gateway.answer = () => {
      throw new TypeError('network is down');
    };
    await user.click(reset.getByRole('button', { name: 'Reset' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Type RESET to confirm'), 'RESET{Enter}');
    await waitFor(() => expect(shown()).toContain('The gateway is restarting.'));
    expect(shown()).not.toContain('Configuration reset');
    expect(shown()).not.toContain('You will be logged out'); // the default password is in use
  });
});
