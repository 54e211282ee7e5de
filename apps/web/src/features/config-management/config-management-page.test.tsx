// @vitest-environment happy-dom
import { encodeCredentials } from '@heliograph/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { htmlResponse, postedData } from '../../../test/answer.ts';
import { createFakeRequests } from '../../../test/fake-request.ts';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';
import type { Locale } from '../../shared/i18n/locales.ts';

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

async function openPage(authdata = ADMIN_RECORD.authdata, locale: Locale = 'en') {
  const { maintenance: texts } = await allTexts(locale);
  const requests = createFakeRequests();
  const gateway = {
    lists: 0,
    uptimeS: 86_400,
    posts: [] as unknown[],
    file: () => new Response(JSON.stringify(CONFIG), { headers: { 'content-type': 'application/json' } }),
    answer: () => jsonResponse({ type: 'success', message: '', code: 3002 }),
    /** An original device answers what it does not know with its page. */
    preview: htmlResponse as () => Response | Promise<Response>,
    previewed: [] as [url: string, text: string][],
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (path.startsWith('/api/config/get')) return gateway.file();
      if (path.startsWith('/api/heliograph/restore-preview')) {
        const sent = (init.body as FormData).get('config') as File;
        gateway.previewed.push([path, await sent.text()]);
        return gateway.preview();
      }
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
    locale,
    startUnixMs: new Date(2026, 2, 5, 12).getTime(),
  });
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  const [backup, restore, reset] = [
    await card(texts.backup),
    await card(texts.restore),
    await card(texts.reset),
  ];
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
    /** When all that there is to know of the file is shown. */
    restoreIt: async () => {
      const button = restore.getByRole('button', { name: texts.restoreAction });
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
      await app.user.click(button);
    },
    choose: (text: string) =>
      fireEvent.change(restore.getByLabelText(texts.file), {
        target: { files: [new File([text], 'x.json')] },
      }),
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
    const { restore, restoreIt, choose, requests, shown, doing } = await openPage();
    choose(JSON.stringify({ ...CONFIG, security: { password: 'another one' } }));
    await restore.findByText('Admin password');
    restore.getByText(/you will be logged out/);
    await restoreIt();
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
    choose('{"name":"another app"}');
    await restore.findByText('This file is neither a configuration nor a list of pin profiles.');
    const button = restore.getByRole('button', { name: 'Restore' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(document.activeElement).toBe(restore.getByLabelText('File'));
    expect(requests.all).toHaveLength(0);
  });

  it('sends the file, and waits for the restart', async () => {
    const { user, restore, restoreIt, choose, requests, shown, doing } = await openPage();
    choose('[{"name":"Board 1"}]');
    await user.selectOptions(restore.getByLabelText('Restore as'), 'pin_mapping.json');
    await restoreIt();
    expect(requests.last.url).toBe('/api/config/upload?file=pin_mapping.json');
    const sent = requests.last.form?.get('config') as File;
    expect(await sent.text()).toBe('[{"name":"Board 1"}]');
    await doing(() => requests.last.sends(1, 4));
    expect(shown()).toContain('Sending…25%');
    await doing(() => requests.last.answers());
    await waitFor(() => expect(shown()).toContain('The gateway is restarting.'));
  });

  it('shows the sentence of the gateway; the way back reads the list again', async () => {
    const { gateway, user, restore, restoreIt, choose, requests, shown, doing } = await openPage();
    choose(JSON.stringify(CONFIG));
    await restore.findByText('0.1.23');
    await restoreIt();
    await doing(() =>
      requests.last.answers({ status: 500, text: 'The file contains nothing that belongs in config.json.' }),
    );
    await waitFor(() => expect(shown()).toContain('The file contains nothing that belongs in config.json.'));
    for (const text of ['The restore failed', 'Nothing was changed.']) expect(shown()).toContain(text);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(gateway.lists).toBe(2));
    await screen.findByRole('region', { name: 'Restore' });
  });

  it.each([
    ['{"cfg":{"ver', 'This file is incomplete: it breaks off in the middle. Download or copy it again.'],
    ['{nope', 'This file is damaged: line 1, character 2 is not valid JSON.'],
    ['hello', 'This is not a backup: backups are JSON files.'],
    ['', 'This file is empty.'],
  ])('calls a broken file what it is, and asks nobody about it: %j', async (text, problem) => {
    const { restore, choose, gateway } = await openPage();
    choose(text);
    await restore.findByText(problem);
    expect(gateway.previewed).toEqual([]);
  });

  it('shows the sentence of the gateway’s reason in the reader’s language', async () => {
    const { restore, restoreIt, choose, requests, shown, doing } = await openPage(
      ADMIN_RECORD.authdata,
      'de',
    );
    choose(JSON.stringify(CONFIG));
    await restore.findByText('0.1.23');
    await restoreIt();
    const headers = { 'x-heliograph-refusal': 'unfit-value?path=mqtt.port&code=7007&min=&max=' };
    await doing(() => requests.last.answers({ status: 500, text: 'The value of mqtt.port ...', headers }));
    await waitFor(() => expect(shown()).toContain('„MQTT · Port“ hat einen unzulässigen Wert.'));
    expect(shown()).not.toContain('The value');
  });

  it('leads to the login when that is no longer good', async () => {
    const { restore, restoreIt, choose, requests, doing } = await openPage();
    choose(JSON.stringify(CONFIG));
    await restore.findByText('0.1.23');
    await restoreIt();
    await doing(() => requests.last.answers({ status: 401, text: '' }));
    await screen.findByLabelText('Username');
  });
});

describe('what the gateway would not keep of a file', () => {
  const row = (path: string, from: unknown, to: unknown, reason: string, more = {}) => ({
    ...{ path, from, to, reason, hidden: false },
    ...more,
  });
  const ADJUSTMENTS = [
    row('mqtt.port', 99_999_999, 65_535, 'above-maximum'),
    row('wifi.password', null, null, 'too-long', { hidden: true }),
    row('inverters.0.name', '', '116181234567', 'no-name'),
    row('inverters.0.channel.1.max_power', 70_000, 65_535, 'above-maximum'),
    row('mqtt.enabled', true, false, 'mqtt-switched-off', { cause: { type: 'warning', code: 7006 } }),
    row('dtu.serial', '1999801234ab', null, 'current-kept'),
    row('inverters.1.serial', '7fffffffffff', null, 'no-serial'),
    row('next.year', 'a', 'b', 'of-next-year'),
  ];

  async function openPreview(adjustments: unknown, locale?: Locale) {
    const page = await openPage(ADMIN_RECORD.authdata, locale);
    page.gateway.preview = () => jsonResponse({ adjustments });
    const text = JSON.stringify(CONFIG);
    page.choose(text);
    await waitFor(() => expect(page.gateway.previewed).toHaveLength(1));
    return { ...page, text };
  }

  it('stands there before it is sent: setting, old and new value, and why', async () => {
    const { restore, gateway, text } = await openPreview(ADJUSTMENTS);
    await restore.findByText('8 values are not restored as they are in the file');
    expect(gateway.previewed).toEqual([['/api/heliograph/restore-preview?file=config.json', text]]);
    expect(restore.getAllByRole('listitem').map(readable)).toEqual([
      'MQTT · Port99999999 → 65535Too large: the largest possible value is used.',
      'Network · WiFi passwordnot shownToo long: the end is cut off.',
      'East · Nameempty → 116181234567Without a name, the serial number is used.',
      'East · String 2 · Peak power70000 → 65535Too large: the largest possible value is used.',
      'MQTT · Enable MQTTenabled → disabledMQTT is switched off, because it cannot work like this: Topic must end with slash (/)!',
      'DTU · Serial number1999801234ab → current valueCannot be used: the current value is kept.',
      'Inverters 2 · Serial number7fffffffffff → left outNot a valid serial number: this inverter is left out.',
      'next.yeara → bThe gateway changes this value.',
    ]);
  });

  it('is folded from the sixth on, if there are more than one of these', async () => {
    const { restore } = await openPreview(ADJUSTMENTS.slice(0, 7));
    const summary = await restore.findByText('2 more');
    expect(summary.closest('details')?.open).toBe(false);
    expect(summary.closest('details')?.querySelectorAll('li')).toHaveLength(2);
  });

  it('is all in sight where there is little of it', async () => {
    const { restore } = await openPreview(ADJUSTMENTS.slice(0, 6));
    await restore.findByText('6 values are not restored as they are in the file');
    expect(restore.queryByText(/more$/)).toBeNull();
  });

  it.each<[Locale, string, string]>([
    ['de', '1 Wert wird nicht so übernommen, wie er in der Datei steht', 'Zu groß: Der größte'],
    ['fr', '1 valeur n’est pas restaurée telle qu’elle est dans le fichier', 'Trop grand : la plus'],
  ])('is said in the reader’s language: %s', async (locale, heading, reason) => {
    const { restore } = await openPreview(ADJUSTMENTS.slice(0, 1), locale);
    await restore.findByText(heading);
    expect(readable(restore.getByRole('listitem'))).toContain(reason);
  });

  it('is repeated when it is done', async () => {
    const { restoreIt, requests, doing, shown, gateway, advance } = await openPreview(
      ADJUSTMENTS.slice(0, 1),
    );
    await restoreIt();
    await doing(() => requests.last.answers());
    const notice = '1 value was not restored as it is in the fileMQTT · Port99999999 → 65535';
    await waitFor(() => expect(shown()).toContain(notice));
    gateway.uptimeS = 0;
    await advance(2000);
    await waitFor(() => expect(shown()).toContain('The gateway has restarted.'));
    expect(shown()).toContain(notice);
  });

  it('is not spoken of where nothing is changed, and where the gateway cannot tell', async () => {
    const { restore, restoreIt, requests, gateway, choose } = await openPreview([]);
    await restore.findByText('Identical to the current configuration.');
    for (const answer of [htmlResponse, () => new Response('', { status: 404 }), () => jsonResponse({})]) {
      gateway.preview = answer;
      choose(JSON.stringify(CONFIG));
      await restore.findByText('Identical to the current configuration.');
      await waitFor(() =>
        expect(restore.getByRole('button', { name: 'Restore' }).getAttribute('aria-disabled')).toBe('false'),
      );
      expect(restore.queryByText(/restored as|does not support|cannot read/)).toBeNull();
    }
    await restoreIt();
    expect(requests.all).toHaveLength(1);
  });

  it('can be that it would not take the file at all: then it is not sent', async () => {
    const { restore, user, requests, gateway, choose } = await openPage();
    const headers = { 'x-heliograph-refusal': 'wrong-type?path=inverters.0.channel.0.name' };
    gateway.preview = () => new Response('The value of ...', { status: 500, headers });
    choose(JSON.stringify(CONFIG));
    await restore.findByText('“East · String 1 · Name” has a value of the wrong kind.');
    const button = restore.getByRole('button', { name: 'Restore' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(requests.all).toHaveLength(0);
    const unknown = { 'x-heliograph-refusal': 'of-next-year' };
    gateway.preview = () => new Response('It is Sunday.', { status: 500, headers: unknown });
    choose(JSON.stringify(CONFIG));
    await restore.findByText('It is Sunday.');
  });
});

describe('a factory reset', () => {
  it('names what is lost, asks for a word, and says that the login ends', async () => {
    const { gateway, requests, user, reset, shown } = await openPage(encodeCredentials('admin', 'my own'));
    await user.click(reset.getByRole('button', { name: 'Reset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Factory reset' }));
    dialog.getByText(/all inverters with their names/);
    await reset.findByText(/the whole history/);
    await dialog.findByText(/the whole history.*the sources.*the roof.*the prices.*what was found/);
    await user.click(dialog.getByRole('button', { name: 'Download a backup of everything first' }));
    expect(requests.last.url).toContain('/api/heliograph/backup?history=1');
    expect(gateway.posts).toEqual([]);
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
