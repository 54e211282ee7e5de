// @vitest-environment happy-dom
import { MQTT_FAILURES } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

vi.setConfig({ testTimeout: 60_000 });

const BULLETS = '••••••••';
const PEM = '-----BEGIN CERTIFICATE-----\nMIEBAA==\n-----END CERTIFICATE-----\n';
const STORED = {
  mqtt_enabled: true,
  mqtt_hostname: 'broker.local',
  mqtt_port: 1883,
  mqtt_username: 'roof',
  mqtt_password: BULLETS,
  mqtt_topic: 'solar/',
  mqtt_retain: true,
  mqtt_tls: true,
  mqtt_root_ca_cert: PEM,
  mqtt_lwt_topic: 'dtu/status',
  mqtt_lwt_online: 'online',
  mqtt_lwt_offline: 'offline',
  mqtt_publish_interval: 5,
  mqtt_hass_enabled: true,
  mqtt_hass_expire: true,
  mqtt_hass_retain: true,
  mqtt_hass_topic: 'homeassistant/',
  mqtt_hass_individualpanels: false,
};
const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };
const CONNECTED = { mqtt_enabled: true, mqtt_connected: true, mqtt_failure: '' };
const ACCEPTED = { type: 'success', message: 'ok', mqtt_failure: '' };

type Answer = object | ((init: RequestInit) => Promise<Response>);

/** A gateway whose answers can be changed while the page is open. */
function createGateway(answers: { config?: object; status?: Answer; save?: Answer; trial?: Answer } = {}) {
  const state = { config: STORED, status: CONNECTED, save: SAVED, trial: ACCEPTED, ...answers };
  const saves: object[] = [];
  const trials: object[] = [];
  const calls = { status: 0 };
  const say = async (answer: Answer, init: RequestInit) =>
    typeof answer === 'function' ? answer(init) : jsonResponse(answer);

  async function fetch(path: string, init: RequestInit): Promise<Response> {
    const { method, body } = init;
    if (method === 'POST') {
      const isTrial = path === '/api/heliograph/mqtt-trial';
      (isTrial ? trials : saves).push(JSON.parse(String((body as FormData).get('data'))));
      return say(isTrial ? state.trial : state.save, init);
    }
    if (path === '/api/mqtt/config') return jsonResponse(state.config);
    if (path !== '/api/mqtt/status') return html();
    calls.status += 1;
    return say(state.status, init);
  }

  return { state, saves, trials, calls, fetch };
}

const html = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
const lost = () => Promise.reject(new TypeError('no network'));

async function openPage(answers: Parameters<typeof createGateway>[0] = {}) {
  const gateway = createGateway(answers);
  const app = await renderApp({
    path: '/settings/mqtt',
    stored: { user: JSON.stringify(ADMIN_RECORD) },
    fetch: gateway.fetch,
  });
  await screen.findByRole('switch', { name: 'Enable MQTT' });
  return { ...gateway, ...app };
}
type User = Awaited<ReturnType<typeof openPage>>['user'];

const card = (name: string) => within(screen.getByRole('region', { name }));
const cards = () => within(screen.getByRole('main')).getAllByRole('heading', { level: 2 }).map(readable);
const field = (label: string, place = '') =>
  (place === '' ? screen : card(place)).getByLabelText<HTMLInputElement>(label);
const messageOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => readable(document.getElementById(id)))
    .join(' ');
const save = () => screen.getByRole('button', { name: 'Save' });
const press = (user: User, label: string, place?: string) => user.click(field(label, place));
const testButton = () => screen.getByRole('button', { name: 'Test connection' });
const connection = () => readable(card('MQTT').getByText('Connection').parentElement);

async function fill(user: User, label: string, text: string) {
  await user.clear(field(label));
  await user.click(field(label));
  if (text !== '') await user.paste(text);
}

describe('the MQTT settings', () => {
  it('show only what applies', async () => {
    const { user } = await openPage({
      config: { ...STORED, mqtt_enabled: false, mqtt_hass_enabled: false, mqtt_tls: false },
    });
    expect(cards()).toEqual(['MQTT']);
    expect(screen.getAllByRole('switch')).toHaveLength(1);
    await press(user, 'Enable MQTT');
    expect(cards()).toEqual(['MQTT', 'Broker', 'Last will']);
    expect(screen.queryByLabelText('CA certificate')).toBeNull();
    await press(user, 'TLS');
    expect([field('CA certificate').value, field('CA certificate').getAttribute('rows')]).toEqual([
      PEM,
      '10',
    ]);
    await press(user, 'Enable Home Assistant discovery');
    expect(cards()).toEqual(['MQTT', 'Broker', 'Last will', 'Home Assistant discovery']);
    await press(user, 'Enable MQTT');
    expect(cards()).toEqual(['MQTT']);
  });

  it('send every field under its key, and back what they do not know', async () => {
    const { user, saves } = await openPage({ config: { ...STORED, mqtt_later: [1] } });
    const discovery = 'Home Assistant discovery';
    for (const [label, text] of [
      ['Server', ' mqtt://10.0.0.7 '],
      ['Port', '8883'],
      ['Username', 'süd'],
      ['Password', 'geheim'],
      ['Base topic', 'plant/'],
      ['Publish interval', '86400'],
      ['CA certificate', `${PEM}${PEM}`],
      ['Last-will topic', 'state'],
      ['Online text', '1'],
      ['Offline text', '0'],
      ['Topic prefix', 'ha/'],
    ] as const)
      await fill(user, label, text);
    for (const [label, place] of [
      ['Retain', 'Broker'],
      ['Retain', discovery],
      ['Expiration', discovery],
      ['Individual panels', discovery],
    ] as const)
      await press(user, label, place);
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(saves).toEqual([
      {
        mqtt_enabled: true,
        mqtt_hostname: '10.0.0.7',
        mqtt_port: 8883,
        mqtt_username: 'süd',
        mqtt_password: 'geheim',
        mqtt_topic: 'plant/',
        mqtt_retain: false,
        mqtt_tls: true,
        mqtt_root_ca_cert: `${PEM}${PEM}`,
        mqtt_lwt_topic: 'state',
        mqtt_lwt_online: '1',
        mqtt_lwt_offline: '0',
        mqtt_publish_interval: 86_400,
        mqtt_hass_enabled: true,
        mqtt_hass_expire: false,
        mqtt_hass_retain: false,
        mqtt_hass_topic: 'ha/',
        mqtt_hass_individualpanels: true,
        mqtt_later: [1],
      },
    ]);
  });

  it('keep what was typed in a field that is hidden, and neither judge nor send it', async () => {
    const { user, saves } = await openPage();
    await fill(user, 'CA certificate', 'x'.repeat(2561));
    await fill(user, 'Topic prefix', 'a b');
    await press(user, 'TLS');
    await press(user, 'Enable Home Assistant discovery');
    await user.click(save());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_tls: false, mqtt_hass_enabled: false }]));
  });

  it('lose nothing when MQTT is switched off and on again, and off is all that is sent', async () => {
    const { user, saves } = await openPage();
    await fill(user, 'Server', '');
    await fill(user, 'Base topic', 'no slash');
    await press(user, 'Enable MQTT');
    await press(user, 'Enable MQTT');
    expect([field('Server').value, field('Base topic').value]).toEqual(['', 'no slash']);
    await press(user, 'Enable MQTT');
    await user.click(save());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_enabled: false }]));
  });

  it('can take the password away, for a broker without a login', async () => {
    const { user, saves } = await openPage();
    expect([field('Password').value, field('Password').autocomplete]).toEqual(['', 'new-password']);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(save());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_password: '' }]));
  });

  it('say at each field what is wrong with it', async () => {
    const { user, saves } = await openPage();
    for (const [label, text, message] of [
      ['Server', '', 'Enter the name or address of the broker’s server.'],
      ['Port', '65536', 'Port must be a number between 1 and 65535!'],
      ['Username', 'x'.repeat(65), 'At most 64 characters: 1 too many.'],
      ['Password', 'x'.repeat(65), 'At most 64 characters: 1 too many.'],
      ['Base topic', 'solar', 'Topic must end with slash (/)!'],
      ['Publish interval', '4', 'The publish interval must be between 5 and 86400 seconds!'],
      ['CA certificate', 'x'.repeat(2561), 'too many.'],
      ['Last-will topic', 'dtu/+', 'The last-will topic must not contain spaces, + or #!'],
      ['Online text', 'ü'.repeat(11), 'At most 20 characters: 2 too many. Letters such as'],
      ['Offline text', 'x'.repeat(21), 'At most 20 characters: 1 too many.'],
      ['Topic prefix', 'home assistant/', 'The topic prefix must not contain spaces, + or #!'],
    ] as const) {
      await fill(user, label, text);
      expect(field(label).getAttribute('aria-invalid'), label).toBe('false');
      await user.tab();
      expect(messageOf(field(label)), label).toContain(message);
    }
    await user.click(save());
    expect([saves, document.activeElement]).toEqual([[], field('Server')]);
  });

  it.each([
    ['Server', 'x'.repeat(129), 'At most 128 characters: 1 too many.'],
    ['Port', '0', 'Port must be a number between 1 and 65535!'],
    ['Base topic', `${'x'.repeat(32)}/`, 'At most 32 characters: 1 too many.'],
    ['Publish interval', '86401', 'The publish interval must be between 5 and 86400 seconds!'],
    ['Last-will topic', 'x'.repeat(33), 'At most 32 characters: 1 too many.'],
    ['Topic prefix', `${'x'.repeat(32)}/`, 'At most 32 characters: 1 too many.'],
  ])('say at %s how much it may hold', async (label, text, message) => {
    const { user, saves } = await openPage();
    await fill(user, label, text);
    await user.tab();
    expect(messageOf(field(label))).toContain(message);
    await user.click(save());
    expect(saves).toEqual([]);
  });

  it('show a refusal at the field it is about, with the numbers of the device', async () => {
    const gateway = await openPage();
    const { user, state } = gateway;
    await fill(user, 'Username', 'garden');
    const labels = [
      ['Server', 'Username', 'Password', 'Base topic', 'Base topic', 'Base topic', 'Port', 'CA certificate'],
      ['Last-will topic', 'Last-will topic', 'Online text', 'Offline text', 'Publish interval'],
      ['Topic prefix', 'Topic prefix'],
    ].flat();
    for (const [index, label] of labels.entries()) {
      const code = 7001 + index;
      state.save = { type: 'warning', message: 'no', code, param: { min: 5, max: 65_535 } } as never;
      await user.click(save());
      await waitFor(() => expect(field(label).getAttribute('aria-invalid'), String(code)).toBe('true'));
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
      expect(messageOf(field(label))).toContain(
        screen
          .getAllByRole('status')
          .map(readable)
          .find((text) => text.endsWith('!')) ?? 'no alert',
      );
    }
    expect(messageOf(field('Topic prefix'))).toContain('spaces');
  });

  it('show where the last will is published', async () => {
    const { user } = await openPage();
    await fill(user, 'Base topic', 'plant/');
    const message = () => messageOf(field('Last-will topic'));
    expect(message()).toBe('plant/ Published to plant/dtu/status');
    await fill(user, 'Last-will topic', 'x'.repeat(30));
    expect(message()).toMatch(/ Published to plant\/x{30} – 2 of 32 characters left/);
  });

  it('leave what is stored in a hidden field to the gateway, which says what is wrong with it', async () => {
    const config = { ...STORED, mqtt_tls: false, mqtt_root_ca_cert: 'x'.repeat(2561) };
    const { user, saves, trials } = await openPage({
      config,
      save: { type: 'warning', message: 'no', code: 7008, param: { max: 2560 } },
    });
    await waitFor(testButton);
    await user.click(testButton());
    await waitFor(() => expect(trials).toEqual([config]));
    await fill(user, 'Username', 'garden');
    await user.click(save());
    await screen.findByText('The CA certificate must not be longer than 2560 characters!');
    expect(saves).toEqual([{ ...config, mqtt_username: 'garden' }]);
  });

  it('take as the server a name or an address, and no more', async () => {
    const { user } = await openPage();
    const error = 'Enter only the name or address, without port and path; TLS has its own switch.';
    for (const [typed, taken] of [
      ['mqtt://broker.local', 'broker.local'],
      ['[fe80::1]', 'fe80::1'],
      ['fe80::1%eth0', 'fe80::1%eth0'],
    ] as const) {
      await fill(user, 'Server', typed);
      await user.tab();
      expect(field('Server').value).toBe(taken);
      expect(messageOf(field('Server'))).toBe('');
    }
    for (const typed of [
      'broker:1883',
      'broker/mqtt',
      'me@broker',
      'mqtts://broker',
      'wss://broker',
      '[::1]:1883',
    ]) {
      await fill(user, 'Server', typed);
      await user.tab();
      expect(messageOf(field('Server')), typed).toBe(error);
    }
  });

  it('warn of a prefix without the slash that Home Assistant does not show, and take it', async () => {
    const { user, saves } = await openPage();
    const prefix = () => field('Topic prefix');
    const isWarned = () => prefix().closest('div')?.parentElement?.querySelector('svg') !== null;
    expect([isWarned(), messageOf(prefix())]).toEqual([
      false,
      expect.stringContaining('Home Assistant shows its prefix without a slash'),
    ]);
    for (const typed of ['homeassistant', '']) {
      await fill(user, 'Topic prefix', typed);
      await user.tab();
      expect([isWarned(), prefix().getAttribute('aria-invalid')]).toEqual([true, 'false']);
      expect(messageOf(prefix())).toContain('here it needs one: homeassistant/ is usual.');
    }
    await user.click(save());
    await waitFor(() => expect(saves).toEqual([{ ...STORED, mqtt_hass_topic: '' }]));
  });

  it('cannot be changed while they are saved, which switches and the test show too', async () => {
    let answer: () => void = () => undefined;
    const { user, trials } = await openPage({
      save: () =>
        new Promise((resolve) => {
          answer = () => resolve(jsonResponse(SAVED));
        }),
    });
    await waitFor(testButton);
    await fill(user, 'Username', 'garden');
    await user.click(save());
    const isDisabled = (element: Element) => element.getAttribute('aria-disabled');
    expect([isDisabled(field('TLS')), isDisabled(testButton())]).toEqual(['true', 'true']);
    await user.click(testButton());
    expect(trials).toEqual([]);
    answer();
    await screen.findByText('Settings saved!');
    expect([isDisabled(field('TLS')), isDisabled(testButton())]).toEqual(['false', 'false']);
  });

  it('say what a certificate has to look like', async () => {
    const { user } = await openPage();
    const certificate = () => messageOf(field('CA certificate'));
    expect(certificate()).toContain('Empty: the root certificates of the system.');
    await fill(user, 'CA certificate', 'DER');
    expect(certificate()).toContain('Not a complete certificate. Paste the whole PEM text');
    await fill(user, 'CA certificate', `Root:\n  ${PEM.replaceAll('\n', '\n\n  ')}${PEM}`);
    expect(certificate()).toContain('Empty: the root certificates of the system.');
    await user.tab();
    expect(field('CA certificate').value).toBe(`${PEM}${PEM}`);
    await fill(user, 'CA certificate', ' \n');
    await user.tab();
    expect(field('CA certificate').value).toBe('');
    expect(certificate()).toContain('Empty: the root certificates of the system.');
  });
});

describe('the state of the connection', () => {
  it('is followed while MQTT is on', async () => {
    const { state, advance } = await openPage({ status: { ...CONNECTED, mqtt_connected: false } });
    await waitFor(() => expect(connection()).toBe('Connectionconnecting …'));
    const said = new Set<string>();
    for (const failure of MQTT_FAILURES) {
      state.status = { ...CONNECTED, mqtt_connected: false, mqtt_failure: failure };
      await advance(2500);
      await waitFor(() => expect(said.has(connection())).toBe(false));
      expect(connection()).toMatch(/^Connectionnot connected.+\./);
      said.add(connection());
    }
    state.status = { ...CONNECTED, mqtt_connected: false, mqtt_failure: 'of-another-version' };
    await advance(2500);
    expect(said).toContain(connection());
    state.status = CONNECTED;
    await advance(2500);
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is unknown while it cannot be read', async () => {
    const { state, advance } = await openPage();
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
    state.status = lost as never;
    await advance(2500);
    await waitFor(() => expect(connection()).toMatch(/unknownThe gateway does not answer\./));
    state.status = CONNECTED;
    await advance(2500);
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is looked at when MQTT has been switched on, and left alone while it is off', async () => {
    const off = { ...CONNECTED, mqtt_enabled: false, mqtt_connected: false };
    const { user, state, calls, advance } = await openPage({
      config: { ...STORED, mqtt_enabled: false },
      status: off,
    });
    await waitFor(() => expect(connection()).toBe('Connectionnot connected'));
    await advance(20_000);
    expect(calls.status).toBe(1);
    await press(user, 'Enable MQTT');
    state.status = CONNECTED;
    await user.click(save());
    await waitFor(() => expect(connection()).toBe('Connectionconnected'));
  });

  it('is of an original device only good or bad, and cannot be tested there', async () => {
    await openPage({ status: { mqtt_enabled: true, mqtt_connected: false } });
    await waitFor(() => expect(connection()).toBe('Connectionnot connectedCheck server, port and login.'));
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    expect(messageOf(field('CA certificate'))).not.toContain('Empty');
  });
});

describe('the test of a connection', () => {
  const broker = () => card('Broker').getByRole('status');

  async function openTest(trial?: Answer) {
    const page = await openPage(trial === undefined ? {} : { trial });
    await waitFor(testButton);
    return page;
  }

  it('sends what stands in the form, saves nothing, and is forgotten with the next change', async () => {
    const { user, saves, trials } = await openTest();
    await fill(user, 'Server', '10.0.0.9');
    await user.click(testButton());
    await waitFor(() => expect(readable(broker())).toBe('10.0.0.9:1883The broker accepts the connection.'));
    expect([trials, saves]).toEqual([[{ ...STORED, mqtt_hostname: '10.0.0.9' }], []]);
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await user.type(field('Server'), '1');
    expect(readable(broker())).toBe('');
  });

  it('says why it failed, and what to do', async () => {
    const { user } = await openTest({ type: 'warning', message: 'no', mqtt_failure: 'login' });
    await user.click(testButton());
    await waitFor(() =>
      expect(readable(broker())).toBe(
        'broker.local:1883The broker does not accept username and password. Check both.',
      ),
    );
  });

  it('is not begun with values that could not be saved', async () => {
    const { user, trials } = await openTest();
    await fill(user, 'Port', '0');
    await user.click(testButton());
    expect([trials, document.activeElement]).toEqual([[], field('Port')]);
    expect(messageOf(field('Port'))).toContain('Port must be a number');
    expect(readable(broker())).toBe('Correct the marked fields first.');
    await fill(user, 'Port', '1');
    expect(readable(broker())).toBe('');
  });

  it('runs once at a time, for as long as the gateway takes', async () => {
    const answered: (() => void)[] = [];
    const { user, trials, advance } = await openTest(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', reject);
          answered.push(() => resolve(jsonResponse(ACCEPTED)));
        }),
    );
    await user.click(testButton());
    const working = screen.getByRole('button', { name: 'Testing …' });
    await user.click(working);
    expect(trials).toHaveLength(1);
    await advance(4900);
    expect(readable(broker())).toBe('');
    await advance(100);
    expect(readable(broker())).toBe('This can take up to 10 seconds.');
    await advance(6000);
    for (const answer of answered) answer();
    await waitFor(() => expect(readable(broker())).toContain('The broker accepts the connection.'));
    expect(readable(broker())).not.toContain('This can take');
  });

  it('shows a refusal at the field it is about', async () => {
    const { user } = await openTest({ type: 'warning', message: 'no', code: 7001, param: { max: 63 } });
    await user.click(testButton());
    await waitFor(() => expect(messageOf(field('Server'))).toContain('between 1 and 63'));
    expect(document.activeElement).toBe(field('Server'));
    expect(readable(broker())).toBe('');
  });

  it('says that there was no answer', async () => {
    const { user } = await openTest(lost);
    await user.click(testButton());
    await waitFor(() =>
      expect(readable(broker())).toBe('The gateway does not answer. Check the connection and try again.'),
    );
  });

  it('goes when the device does not know it', async () => {
    const { user } = await openTest(html);
    await user.click(testButton());
    await waitFor(() =>
      expect(readable(broker())).toContain('This function is not supported by this device.'),
    );
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    expect(document.activeElement).toBe(broker());
  });

  it('says of which broker it is when values have changed meanwhile, and survives that they are saved', async () => {
    const answered: (() => void)[] = [];
    const { user } = await openTest(
      () => new Promise((resolve) => answered.push(() => resolve(jsonResponse(ACCEPTED)))),
    );
    await user.click(testButton());
    await fill(user, 'Server', '::1');
    for (const answer of answered) answer();
    await waitFor(() =>
      expect(readable(broker())).toBe('broker.local:1883The broker accepts the connection.'),
    );
    await user.click(testButton());
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(readable(broker())).toBe('');
    for (const answer of answered) answer();
    await waitFor(() => expect(readable(broker())).toBe('[::1]:1883The broker accepts the connection.'));
    await user.type(field('Username'), '2');
    expect(readable(broker())).toBe('');
    await user.click(testButton());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('link', { name: 'About' }));
    for (const answer of answered) answer();
    expect(await screen.findByRole('heading', { name: 'About' })).toBeTruthy();
  });
});
