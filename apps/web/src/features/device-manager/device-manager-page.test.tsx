// @vitest-environment happy-dom
import { DEFAULT_PINS, DEFAULT_PROFILE_NAME } from '@heliograph/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const loggedIn = { user: JSON.stringify(ADMIN_RECORD) };
const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };
const DISPLAY = { power_safe: true, screensaver: true, show_logo: true, contrast: 60 };

const OLIMEX = {
  name: 'Olimex ESP32-POE',
  nrf24: { miso: 15, mosi: 2, clk: 14, irq: 13, en: 16, cs: 5 },
  eth: { enabled: true, phy_addr: 0, power: 12, mdc: 23, mdio: 18, type: 0, clk_mode: 3 },
};
const WITH_DISPLAY = { name: 'äußeres Board', display: { type: 2, data: 21, clk: 22 } };
const PROFILES = [{ name: 'Zuhause' }, OLIMEX, WITH_DISPLAY];

const config = (name: string, changes: object = {}) => ({
  curPin: { name, ...DEFAULT_PINS },
  display: DISPLAY,
  ...changes,
});

type Answer = () => Response | Promise<Response>;
const notFound = () => new Response('Not found', { status: 404 });
const noNetwork = () => Promise.reject(new TypeError('network is down'));

/** A gateway that keeps the device's settings in a test's hands. */
function fakeGateway(stored: object) {
  const gateway = {
    stored,
    file: (() => jsonResponse(PROFILES)) as Answer,
    status: (() => jsonResponse({ uptime: 86_400 })) as Answer,
    /** Instead of storing what is posted. */
    answerPost: undefined as Answer | undefined,
    isGone: false,
    reads: 0,
    asked: [] as string[],
    posts: [] as Record<string, unknown>[],
    async fetch(path: string, { method, body }: RequestInit): Promise<Response> {
      gateway.asked.push(path);
      if (gateway.isGone) return noNetwork();
      if (path.startsWith('/api/config/get')) return gateway.file();
      if (path === '/api/system/status') return gateway.status();
      if (path !== '/api/device/config') return jsonResponse({ type: 'success', message: '', code: 10_002 });
      if (method !== 'POST') {
        gateway.reads += 1;
        return jsonResponse(gateway.stored);
      }
      gateway.posts.push(JSON.parse(String((body as FormData).get('data'))));
      return gateway.answerPost?.() ?? jsonResponse(SAVED);
    },
  };
  return gateway;
}

interface OpenOptions {
  readonly stored?: object;
  readonly file?: Answer;
  readonly locale?: 'de' | 'fr';
}

async function openPage({ stored = config(''), file, ...options }: OpenOptions = {}) {
  const gateway = fakeGateway(stored);
  gateway.file = file ?? gateway.file;
  const app = await renderApp({
    path: '/settings/device',
    stored: loggedIn,
    fetch: gateway.fetch,
    ...options,
  });
  await screen.findByRole('tablist');
  return { gateway, app, user: app.user };
}

const profile = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Profile' });
const optionsOf = (select: HTMLSelectElement) => [...select.options].map(readable);
const chosenIn = (select: HTMLSelectElement) => readable(select.selectedOptions[0] ?? null);
const messageOf = (field: Element) =>
  readable(document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''));
const tab = (name: string) => screen.getByRole('tab', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const row = (group: string, name: string) => {
  const bodies = screen.getAllByRole('rowgroup').slice(1);
  const body = bodies.find((part) => readable(part).startsWith(group));
  if (body === undefined) throw new Error(`no group ${group}`);
  return readable(within(body).getByRole('rowheader', { name }).closest('tr'));
};

describe('the choice of a profile', () => {
  it('begins with the default wiring, then the profiles by name in the order of the language', async () => {
    await openPage();
    const select = await profile();
    expect(optionsOf(select)).toEqual(['Default wiring', 'äußeres Board', 'Olimex ESP32-POE', 'Zuhause']);
    expect(chosenIn(select)).toBe('Default wiring');
    expect(messageOf(select)).toBe('Selected and active values are the same.');
    expect(screen.getByText(/A wrong profile can make the gateway unreachable/)).toBeDefined();
  });

  it.each([
    '',
    DEFAULT_PROFILE_NAME,
    '(Default settings)',
    '(Standardeinstellungen)',
    '(Réglages par défaut)',
  ])('takes the stored name "%s" for the default wiring', async (name) => {
    await openPage({ stored: config(name) });
    expect(chosenIn(await profile())).toBe('Default wiring');
    expect(screen.queryByText(/stored profile/)).toBeNull();
  });

  it('says that a stored profile is not in the file, and leaves its name stored', async () => {
    const { gateway, user } = await openPage({ stored: config('Garage') });
    expect(chosenIn(await profile())).toBe('Default wiring');
    expect(screen.getByText(/^The stored profile “Garage” is not there/)).toBeDefined();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Show the logo' }));
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.curPin).toMatchObject({ name: 'Garage' });
    expect(screen.queryByText(/restarts\./)).toBeNull();
  });

  it('is no change when it goes back to the default wiring, under whatever word that is stored', async () => {
    const { user } = await openPage({ stored: config('(Standardeinstellungen)') });
    const select = await profile();
    await user.selectOptions(select, 'Zuhause');
    expect(screen.getByText('1 unsaved change')).toBeDefined();
    await user.selectOptions(select, 'Default wiring');
    expect(screen.getByText('No unsaved changes')).toBeDefined();
  });

  it('keeps the default wiring apart from a profile that is called like it', async () => {
    const file = () => jsonResponse([{ ...OLIMEX, name: DEFAULT_PROFILE_NAME }]);
    const { gateway, user } = await openPage({ stored: config(DEFAULT_PROFILE_NAME), file });
    const select = await profile();
    expect(optionsOf(select)).toEqual(['Default wiring', DEFAULT_PROFILE_NAME]);
    expect(chosenIn(select)).toBe(DEFAULT_PROFILE_NAME);
    await user.selectOptions(select, 'Default wiring');
    await user.click(save());
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts[0]?.curPin).toMatchObject({ name: '(Default settings)' });
  });

  it('shows names from outside as text', async () => {
    const name = '<img src=x onerror="alert(1)">';
    await openPage({ stored: config(name) });
    await profile();
    expect(screen.getByText(new RegExp(`“${name.replace(/[()]/g, '\\$&')}”`))).toBeDefined();
    expect(document.querySelector('main img')).toBeNull();
  });
});

describe('the table of pins', () => {
  it('compares what is selected with what is active, differences in words', async () => {
    const { user } = await openPage();
    await user.selectOptions(await profile(), 'Olimex ESP32-POE');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 15changesGPIO 19');
    expect(row('Radio', 'CS')).toBe('CSGPIO 5GPIO 5');
    expect(row('Ethernet', 'In use')).toBe('In useyeschangesno');
    expect(row('Ethernet', 'Power pin')).toBe('Power pinGPIO 12changesnot used');
    expect(row('Ethernet', 'Type')).toBe('TypeLAN8720LAN8720');
    expect(row('Ethernet', 'Clock')).toBe('ClockGPIO 17 outchangesGPIO 0 in');
    expect(row('Ethernet', 'PHY address')).toBe('PHY address00');
    expect(messageOf(await profile())).toBe('8 values change at the next start.');
  });

  it('fills what a profile leaves out with the default wiring', async () => {
    const { user } = await openPage();
    await user.selectOptions(await profile(), 'äußeres Board');
    expect(row('Display', 'Type')).toBe('TypeSSD1306changesnone');
    expect(row('Display', 'DATA')).toBe('DATAGPIO 21changesnot used');
    expect(row('Display', 'RESET')).toBe('RESETnot usednot used');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 19GPIO 19');
    expect(messageOf(await profile())).toBe('3 values change at the next start.');
  });

  it('has its rows in the order of the specification', async () => {
    await openPage();
    await profile();
    expect(screen.getAllByRole('rowheader').map(readable)).toEqual(
      ['Radio (nRF24)', 'MISO', 'MOSI', 'CLK', 'IRQ', 'EN', 'CS']
        .concat(['Ethernet', 'In use', 'PHY address', 'Power pin', 'MDC', 'MDIO', 'Type', 'Clock'])
        .concat(['Display', 'Type', 'DATA', 'CLK', 'CS', 'RESET']),
    );
  });

  it('takes the active pins of a board for its default wiring, not the generic ones', async () => {
    const stored = config('', { curPin: { name: '', ...DEFAULT_PINS, nrf24: OLIMEX.nrf24 } });
    await openPage({ stored });
    expect(messageOf(await profile())).toBe('Selected and active values are the same.');
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 15GPIO 15');
  });

  it('does not invent what the device did not tell, nor send it back', async () => {
    const eth = { enabled: true, phy: { later: 1 } };
    const stored = {
      curPin: { name: 'Zuhause', nrf24: { clk: 14, extra: 'x' }, eth },
      display: { contrast: 5 },
    };
    const { gateway, user } = await openPage({ stored });
    await profile();
    expect(row('Radio', 'MISO')).toBe('MISOGPIO 19—unknown');
    expect(row('Radio', 'CLK')).toBe('CLKGPIO 18changesGPIO 14');
    await user.click(tab('Display'));
    fireEvent.change(screen.getByRole('slider', { name: 'Contrast' }), { target: { value: '9' } });
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...stored, display: { contrast: 9 } }]);
  });

  it('takes a kind that there is not for one that was left out', async () => {
    await openPage({ file: () => jsonResponse([{ name: 'New', eth: { type: 77 } }]), stored: config('New') });
    await profile();
    expect(row('Ethernet', 'Type')).toBe('TypeLAN8720LAN8720');
  });
});

describe('the file of profiles', () => {
  const quiet = 'There are no profiles (pin_mapping.json): only the default wiring.';
  const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

  it.each<[string, Answer]>([
    ['is missing', notFound],
    ['is not served', html],
    ['holds no profile', () => jsonResponse([])],
  ])('%s: a quiet sentence and the default wiring', async (_case, file) => {
    await openPage({ file });
    expect(optionsOf(await profile())).toEqual(['Default wiring']);
    expect(screen.getByText(quiet)).toBeDefined();
  });

  it.each<[string, Answer]>([
    ['is no JSON', () => new Response('[{"name":', { headers: { 'content-type': 'application/json' } })],
    ['is no list', () => jsonResponse({ profiles: [] })],
    ['is empty', () => new Response('')],
  ])('%s: a warning, the default wiring, and the display', async (_case, file) => {
    const { user } = await openPage({ file });
    expect(optionsOf(await profile())).toEqual(['Default wiring']);
    expect(screen.getByText(/^pin_mapping.json is not a readable list of profiles/)).toBeDefined();
    expect(screen.queryByText(quiet)).toBeNull();
    await user.click(tab('Display'));
    expect(screen.getByRole('slider', { name: 'Contrast' })).toBeDefined();
  });

  it('does not keep the display waiting', async () => {
    const { user, gateway } = await openPage({ file: () => new Promise<Response>(() => undefined) });
    expect(screen.queryByRole('combobox', { name: 'Profile' })).toBeNull();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Screensaver' }));
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toHaveLength(1);
  });

  it('is asked for again when it could not be read', async () => {
    const { gateway, user } = await openPage({ file: () => new Response('', { status: 503 }) });
    expect(await screen.findByText(/^The gateway reports an error/, { exact: false })).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Profile' })).toBeNull();
    gateway.file = () => jsonResponse(PROFILES);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(optionsOf(await profile())).toContain('Zuhause');
  });

  it('is asked for by its name', async () => {
    const { gateway } = await openPage();
    await profile();
    expect(gateway.asked).toContain('/api/config/get?file=pin_mapping.json');
  });
});

describe('the display', () => {
  it('is shown as it is stored, with its hints and the contrast in percent', async () => {
    const { user } = await openPage({ stored: config('', { display: { ...DISPLAY, screensaver: false } }) });
    await user.click(tab('Display'));
    const switches = screen.getAllByRole<HTMLInputElement>('switch');
    expect(switches.map(({ name, checked }) => [name, checked])).toEqual([
      ['display.power_safe', true],
      ['display.screensaver', false],
      ['display.show_logo', true],
    ]);
    expect(switches.slice(0, 2).map(messageOf)).toEqual([
      'Off while no inverter produces.',
      'Shifts the picture a little against burn-in.',
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
    const { gateway, user } = await openPage({ stored });
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Power save' }));
    fireEvent.change(screen.getByRole('slider', { name: 'Contrast' }), { target: { value: '0' } });
    expect(screen.getByText('2 unsaved changes')).toBeDefined();
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      { ...stored, display: { ...stored.display, power_safe: false, contrast: 0 } },
    ]);
    await waitFor(() => expect(gateway.reads).toBe(3));
  });

  it('shares one form with the pins: what was chosen there stays', async () => {
    const { user } = await openPage();
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
    const { user } = await openPage();
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
    const { gateway, user } = await openPage();
    await user.click(tab('Display'));
    await user.click(screen.getByRole('switch', { name: 'Power save' }));
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.curPin).toEqual({ ...DEFAULT_PINS, name: DEFAULT_PROFILE_NAME });
    await waitFor(() => expect(gateway.reads).toBe(3)); // no restart to wait for: nothing was chosen
    expect(gateway.asked).not.toContain('/api/system/status');
  });

  it('that is refused for the profile leads to it from the other tab, each time', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = () =>
      jsonResponse({ type: 'warning', message: 'too long', code: 12_001, param: { max: 63 } });
    await user.selectOptions(await profile(), 'Zuhause');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await user.click(tab('Display'));
      await user.click(save());
      const select = await profile();
      await waitFor(() => expect(document.activeElement).toBe(select));
      expect(messageOf(select)).toBe('Profile must be between 1 and 63 characters long!');
      expect(chosenIn(select)).toBe('Zuhause');
      expect(gateway.posts).toHaveLength(attempt);
    }
  });

  it('of a name that is too long is not even sent', async () => {
    const { gateway, user } = await openPage({ file: () => jsonResponse([{ name: 'ü'.repeat(32) }]) });
    await user.selectOptions(await profile(), 'ü'.repeat(32));
    await user.click(tab('Display'));
    await user.click(save());
    expect(messageOf(await profile())).toBe('Profile must be between 1 and 63 characters long!');
    await user.click(tab('Display'));
    await user.click(save());
    expect(document.activeElement).toBe(await profile());
    expect(gateway.posts).toEqual([]);
  });
});

describe('a save of another profile', () => {
  /** Saves it, with a gateway that is up for a day. */
  async function saveOlimex() {
    const opened = await openPage();
    await opened.user.selectOptions(await profile(), 'Olimex ESP32-POE');
    await opened.user.click(save());
    await screen.findByText('Settings saved!');
    return opened;
  }
  const restarting = 'The gateway restarts. This page continues when it is back.';
  type Opened = Awaited<ReturnType<typeof openPage>>;

  /** Lets time pass until the gateway has been asked once more how long it is up. */
  async function nextQuestion({ gateway, app }: Opened) {
    const asked = () => gateway.asked.filter((path) => path === '/api/system/status').length;
    const before = asked();
    await waitFor(async () => {
      await app.advance(500);
      expect(asked()).toBeGreaterThan(before);
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
    const count = gateway.asked.length;
    await app.advance(60_000);
    expect(gateway.asked.slice(count).filter((path) => path === '/api/system/status')).toEqual([]);
  });
});

describe('the page', () => {
  it('tells a device that does not know it', async () => {
    const gateway = fakeGateway(config(''));
    await renderApp({
      path: '/settings/device',
      stored: loggedIn,
      fetch: (path, init) =>
        path === '/api/device/config' ? Promise.resolve(notFound()) : gateway.fetch(path, init),
    });
    await screen.findByText(/does not support|not supported|does not know/);
  });

  it.each([
    ['de', 'Pin-Belegung', 'Standardbelegung'],
    ['fr', 'Affectation des broches', 'Câblage par défaut'],
  ] as const)('speaks %s', async (locale, pins, wiring) => {
    await openPage({ locale });
    expect(tab(pins)).toBeDefined();
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Profil' });
    expect(chosenIn(select)).toBe(wiring);
  });
});
