// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const BERLIN = 'CET-1CEST,M3.5.0,M10.5.0/3';
const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = {
  'America/Sao_Paulo': '<-03>3',
  'Asia/Tokyo': 'JST-9',
  'Europe/Berlin': BERLIN,
  'Europe/Paris': BERLIN,
};
const CONFIG = { ntp_server: 'pool.ntp.org', ntp_timezone: BERLIN, ntp_timezone_descr: 'Europe/Berlin' };
// The test's clock begins at this local time.
const NOON = { ntp_status: true, year: 2026, month: 6, day: 21, hour: 12, minute: 0, second: 0 };
const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };

interface Post {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A device whose time and settings a test holds in its hands. */
function fakeDevice() {
  const device = {
    config: CONFIG as Record<string, unknown>,
    time: NOON as Record<string, unknown>,
    zones: (() => jsonResponse(ZONES)) as () => Response,
    answerPost: undefined as (() => Response | Promise<Response>) | undefined,
    answerTime: undefined as (() => Response | Promise<Response>) | undefined,
    posts: [] as Post[],
    asked: [] as string[],
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (init.method === 'POST') {
        const body = JSON.parse((init.body as FormData).get('data') as string);
        device.posts.push({ path, body });
        if (device.answerPost !== undefined) return device.answerPost();
        if (path === '/api/ntp/config') device.config = body;
        else device.time = { ...body, ntp_status: true };
        return jsonResponse(path === '/api/ntp/time' ? { type: 'success', message: '', code: 9010 } : SAVED);
      }
      device.asked.push(path);
      if (path === '/zones.json') return device.zones();
      if (path === '/api/ntp/config') return jsonResponse(device.config);
      if (path === '/api/ntp/time') return device.answerTime?.() ?? jsonResponse(device.time);
      throw new TypeError(`nothing at ${path} in this test`);
    },
    timesAsked: (path: string) => device.asked.filter((asked) => asked === path).length,
  };
  return device;
}

async function openPage(prepare: (device: ReturnType<typeof fakeDevice>) => void = () => undefined) {
  const device = fakeDevice();
  prepare(device);
  const stored = { user: JSON.stringify(ADMIN_RECORD) };
  const app = await renderApp({ path: '/settings/ntp', stored, fetch: device.fetch });
  const server = await screen.findByLabelText<HTMLInputElement>('Time server');
  return { device, app, user: app.user, server };
}

/** The same in a zone of which only the device knows the time: its clock is compared as it stands. */
function openClocks(prepare: (device: ReturnType<typeof fakeDevice>) => void = () => undefined) {
  return openPage((device) => {
    device.config = { ...CONFIG, ntp_timezone_descr: 'Home' };
    prepare(device);
  });
}

const zoneField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
const ruleField = () => screen.getByLabelText<HTMLInputElement>('Rule of the time zone');
const list = () => within(screen.getByRole('listbox', { name: 'Time zone' }));
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.firstElementChild?.textContent);
const save = () => screen.getByRole('button', { name: 'Save' });
const setClock = () => screen.getByRole('button', { name: 'Set to the browser’s time' });
const clockCard = () => screen.getByRole('region', { name: 'Set the clock by hand' });
const clock = (label: string) => readable(within(clockCard()).getByText(label).parentElement);

describe('the time server', { timeout: 60_000 }, () => {
  it('is saved with everything that the page does not know', async () => {
    const { device, user, server } = await openPage((device) => {
      device.config = { ...CONFIG, ntp_extra: { a: 1 } };
    });
    await user.clear(server);
    await user.type(server, 'ptbtime1.ptb.de');
    await user.click(save());
    await screen.findByText('Settings saved!');
    const body = { ...CONFIG, ntp_extra: { a: 1 }, ntp_server: 'ptbtime1.ptb.de' };
    expect(device.posts).toEqual([{ path: '/api/ntp/config', body }]);
  });

  it.each(['', 'a'.repeat(33)])('is refused at the field before it is sent: %j', async (text) => {
    const { device, user, server } = await openPage();
    await user.clear(server);
    if (text !== '') await user.type(server, text);
    await user.tab();
    await screen.findByText('The time server must be between 1 and 32 characters long!');
    await user.click(save());
    expect(device.posts).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(server));
  });

  it('is sent without the blanks around it, and not when it can be none', async () => {
    const { device, user, server } = await openPage();
    const say = async (text: string) => {
      await user.clear(server);
      await user.type(server, text);
      await user.click(screen.getByRole('button', { name: 'Save' }));
    };
    for (const text of ['one two', '<b>']) {
      await say(text);
      await screen.findByText('This is no hostname and no address.');
    }
    await say('   ');
    await screen.findByText('The time server must be between 1 and 32 characters long!');
    await say(' zeit.ö-2.example:123 ');
    await screen.findByText('Settings saved!');
    expect(device.posts.map(({ body }) => body.ntp_server)).toEqual(['zeit.ö-2.example:123']);
  });

  it('tells what an original device says of its own limit', async () => {
    const { user, server } = await openPage((device) => {
      device.answerPost = () =>
        jsonResponse({ type: 'warning', message: '', code: 9001, param: { max: 31 } });
    });
    await user.type(server, '.example');
    await user.click(save());
    const text = 'The time server must be between 1 and 31 characters long!';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2)); // at the field and in the alert
    expect(server.value).toBe('pool.ntp.org.example');
    expect(server.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the time zone', { timeout: 60_000 }, () => {
  it('is found by typing, and sets name and rule', async () => {
    const { device, user } = await openPage();
    await user.click(zoneField());
    expect(options()).toEqual(Object.keys(ZONES));
    await user.keyboard('sao pa');
    expect(options()).toEqual(['America/Sao_Paulo']);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(zoneField().value).toBe('America/Sao_Paulo');
    expect([ruleField().value, ruleField().readOnly]).toEqual(['<-03>3', true]);
    await screen.findByText('1 unsaved change');
    await user.click(save());
    await screen.findByText('Settings saved!');
    const body = { ...CONFIG, ntp_timezone: '<-03>3', ntp_timezone_descr: 'America/Sao_Paulo' };
    expect(device.posts).toEqual([{ path: '/api/ntp/config', body }]);
  });

  it('is chosen with the arrow keys, from the one that is chosen', async () => {
    const { user } = await openPage();
    await user.click(zoneField());
    const active = () => document.getElementById(zoneField().getAttribute('aria-activedescendant') ?? '');
    expect(active()?.textContent).toContain('Europe/Berlin');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()?.textContent).toContain('Europe/Paris');
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowUp}{PageUp}');
    expect(active()?.textContent).toContain('America/Sao_Paulo');
    await user.keyboard('{Enter}');
    expect(zoneField().value).toBe('America/Sao_Paulo');
    expect(zoneField().getAttribute('aria-expanded')).toBe('false');
  });

  it('is chosen by a press, which keeps the focus in the field', async () => {
    const { user } = await openPage();
    await user.click(zoneField());
    await user.click(list().getByRole('option', { name: /Asia\/Tokyo/ }));
    expect(zoneField().value).toBe('Asia/Tokyo');
    expect(document.activeElement).toBe(zoneField());
  });

  it('stays as it was after Escape, or when what was typed may mean several', async () => {
    const { user } = await openPage();
    await user.click(zoneField());
    await user.keyboard('tokyo{Escape}');
    expect(zoneField().value).toBe('Europe/Berlin');
    await user.keyboard('{ArrowDown}');
    await user.clear(zoneField());
    await user.type(zoneField(), 'europe');
    await user.tab();
    expect(zoneField().value).toBe('Europe/Berlin');
    await screen.findByText('No unsaved changes');
  });

  it('is taken on leaving when what was typed can only mean one', async () => {
    const { user } = await openPage();
    await user.click(zoneField());
    await user.keyboard('tok');
    await user.tab();
    expect(zoneField().value).toBe('Asia/Tokyo');
  });

  it('is reached with the keys in a long list of which only a window is drawn', async () => {
    const { user } = await openPage((device) => {
      const names = Array.from({ length: 600 }, (_, index) => `Zone/Z${String(index).padStart(3, '0')}`);
      device.zones = () => jsonResponse(Object.fromEntries(names.map((name) => [name, 'ABC-1'])));
    });
    await user.click(zoneField());
    await user.keyboard('zone');
    expect(options().length).toBeLessThan(60);
    await user.keyboard('{PageDown}'.repeat(8));
    const active = list().getByRole('option', { selected: true });
    expect(active.textContent).toContain('Zone/Z080');
    expect(active.id).toBe(zoneField().getAttribute('aria-activedescendant'));
    expect(active.getAttribute('aria-posinset')).toBe('81');
    expect(active.getAttribute('aria-setsize')).toBe('600');
    expect(options().length).toBeLessThan(60);
    await user.keyboard('{Enter}');
    expect(zoneField().value).toBe('Zone/Z080');
  });

  it('says when nothing is found', async () => {
    const { user } = await openPage();
    await user.click(zoneField());
    await user.keyboard('mars');
    await screen.findByText('No time zone matches.');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    expect([zoneField().value, screen.queryByText('No time zone matches.') !== null]).toEqual(['mars', true]);
    await user.keyboard('{Escape}');
    expect(screen.queryByText('No time zone matches.')).toBeNull();
  });

  it('that is not in the list is shown as it is, kept, and can be had again', async () => {
    const { device, user, server } = await openPage((device) => {
      device.config = { ...CONFIG, ntp_timezone: 'XYZ-2', ntp_timezone_descr: 'Europe/Berlin' };
    });
    expect(ruleField().value).toBe('XYZ-2');
    await user.click(zoneField());
    expect(options()).toEqual(['Europe/Berlin', ...Object.keys(ZONES)]);
    await user.click(list().getByRole('option', { name: /Europe\/Paris/ }));
    await user.click(zoneField());
    await user.click(list().getByRole('option', { name: /as stored/ }));
    expect(ruleField().value).toBe('XYZ-2');
    await user.type(server, '.example');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toMatchObject({
      ntp_timezone: 'XYZ-2',
      ntp_timezone_descr: 'Europe/Berlin',
    });
  });

  it.each([
    ['is missing', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['is no list', () => jsonResponse([])],
  ])('can be kept when the list %s, and the list asked for again', async (_, zones) => {
    const { device, user, server } = await openPage((device) => {
      device.zones = zones;
    });
    await screen.findByText(/The list of time zones could not be loaded/);
    expect(zoneField().value).toBe('Europe/Berlin');
    await user.type(server, '.example');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(device.posts[0]?.body).toEqual({ ...CONFIG, ntp_server: 'pool.ntp.org.example' });
    device.zones = () => jsonResponse(ZONES);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Only the list of time zones/)).toBeNull());
    await user.click(zoneField());
    expect(options()).toEqual(Object.keys(ZONES));
  });

  it('of the browser is one press away', async () => {
    const { user } = await openPage((device) => {
      device.zones = () => jsonResponse({ ...ZONES, [OWN_ZONE]: 'OWN0' });
    });
    await user.click(await screen.findByRole('button', { name: `Take this browser’s zone: ${OWN_ZONE}` }));
    expect(zoneField().value).toBe(OWN_ZONE);
    expect(ruleField().value).toBe('OWN0');
    expect(document.activeElement).toBe(zoneField());
    expect(screen.queryByRole('button', { name: /Take this browser/ })).toBeNull();
  });

  it.each([9002, 9003])('is where refusal %d belongs', async (code) => {
    const { user } = await openPage((device) => {
      device.answerPost = () => jsonResponse({ type: 'warning', message: '', code, param: { max: 50 } });
    });
    await user.click(zoneField());
    await user.keyboard('tokyo{Enter}');
    await user.click(save());
    await waitFor(() => expect(zoneField().getAttribute('aria-invalid')).toBe('true'));
    expect(zoneField().value).toBe('Asia/Tokyo');
  });
});

describe('the clocks', { timeout: 60_000 }, () => {
  it('count on side by side, the device’s by elapsed time and not by the browser’s clock', async () => {
    const { app } = await openClocks((device) => {
      device.time = { ...NOON, minute: 59, second: 50 };
    });
    await waitFor(() => expect(clock('Device')).toContain('12:59:50'));
    expect(clock('Device')).toContain('Jun 21, 2026');
    expect(clock('This browser')).toContain('12:00:00');
    await app.advance(15_000);
    expect(clock('Device')).toContain('13:00:05');
    expect(clock('This browser')).toContain('12:00:15');
  });

  it.each([
    [{}, 'The clocks are in step.'],
    [{ second: 2 }, 'The clocks are in step.'],
    [{ second: 30 }, 'The device is 30 s ahead.'],
    [{ hour: 11, minute: 59, second: 57 }, 'The device is 3 s behind.'],
    [{ hour: 11, minute: 50 }, 'The device is 10 min behind.'],
    [{ hour: 6, minute: 30 }, 'The device is 5.5 h behind.'],
    [{ day: 24 }, 'The device is 3 days ahead.'],
  ])('with %j: %s', async (changes, text) => {
    await openClocks((device) => {
      device.time = { ...NOON, ...changes };
    });
    await screen.findByText(text);
  });

  it.each([
    { ...NOON, ntp_status: false },
    { ntp_status: false, year: 1970, month: 1, day: 1, hour: 0, minute: 5, second: 3 },
  ])('show no time of a device that has none', async (time) => {
    await openClocks((device) => {
      device.time = time;
    });
    await screen.findByText(/clock is not set/);
    expect(clock('Device')).toBe('Device—unknown');
    expect(clockCard().textContent).not.toContain('1970');
  });

  it('are compared anew every minute, and after a save', async () => {
    const { device, app, user, server } = await openClocks();
    await waitFor(() => expect(device.timesAsked('/api/ntp/time')).toBe(1));
    device.time = { ...NOON, minute: 1, second: 30 };
    await app.advance(60_000);
    await screen.findByText('The device is 30 s ahead.');
    expect(device.timesAsked('/api/ntp/time')).toBe(2);
    device.time = { ...NOON, hour: 15, minute: 1 };
    await user.type(server, '.example');
    await user.click(save());
    await screen.findByText('The device is 3 h ahead.');
  });

  it('rest when the page is left', async () => {
    const { device, app, user } = await openClocks();
    await screen.findByText('The clocks are in step.');
    await user.click(screen.getAllByRole('link', { name: 'About' })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByText('The clocks are in step.')).toBeNull());
    const asked = device.asked.length;
    await app.advance(180_000);
    expect(device.asked).toHaveLength(asked);
  });
});

describe('setting the clock by hand', { timeout: 60_000 }, () => {
  it('sends the browser’s local time, tells the answer and reads the time again; the form is not asked', async () => {
    const { device, app, user, server } = await openClocks((device) => {
      device.time = { ...NOON, hour: 3 };
    });
    await user.type(server, '.example');
    await screen.findByText('The device is 9 h behind.');
    await app.advance(5000);
    await user.click(setClock());
    await screen.findByText('Time updated!');
    const body = { year: 2026, month: 6, day: 21, hour: 12, minute: 0, second: 5 };
    expect(device.posts).toEqual([{ path: '/api/ntp/time', body }]);
    await screen.findByText('The clocks are in step.');
    expect(server.value).toBe('pool.ntp.org.example');
    await screen.findByText('1 unsaved change');
  });

  it.each([
    [9004, { min: 2022, max: 2100 }, 'The year must be between 2022 and 2100!'],
    [9009, { min: 0, max: 59 }, 'The second must be between 0 and 59!'],
  ])('tells refusal %d in the alert', async (code, param, text) => {
    const { user } = await openClocks((device) => {
      device.answerPost = () => jsonResponse({ type: 'warning', message: '', code, param });
    });
    await user.click(setClock());
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('says when there is no answer, and that it may have been taken', async () => {
    const { user } = await openClocks((device) => {
      device.answerPost = () => Promise.reject(new TypeError('network is down'));
    });
    await user.click(setClock());
    await screen.findByText(/may have been saved all the same/);
  });

  it('is sent once for two presses', async () => {
    const { device, user } = await openClocks((device) => {
      device.answerPost = () => new Promise<Response>(() => undefined);
    });
    await user.click(setClock());
    await user.click(setClock());
    expect(device.posts).toHaveLength(1);
  });

  it('is unknown, and in step with nothing, once the device does not answer', async () => {
    const { app, device } = await openClocks();
    await waitFor(() => expect(clock('Device')).toMatch(/\d\d:\d\d:\d\d/));
    device.answerTime = () => Promise.reject(new TypeError('network is down'));
    await app.advance(60_000);
    await within(clockCard()).findByText(/^The gateway does not answer/);
    expect(clock('Device')).toContain('unknown');
    expect(clock('This browser')).toMatch(/\d\d:\d\d:\d\d/);
    device.answerTime = undefined;
    await app.advance(60_000);
    await waitFor(() => expect(clock('Device')).toMatch(/\d\d:\d\d:\d\d/));
  });

  it('is not there on a device that does not know it, and the rest of the page is', async () => {
    const { server } = await openClocks((device) => {
      device.answerTime = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
    });
    await within(clockCard()).findByText(/not supported by this device/);
    expect(server.value).toBe('pool.ntp.org');
  });
});

it('warns of setting the clock across zones', { timeout: 60_000 }, async () => {
  // Half a day away from wherever this test runs: signs count westwards in these names as in the rule.
  const isEast = new Date(2026, 5, 21, 12).getTimezoneOffset() < 0;
  const zone = isEast ? ['Etc/GMT+8', '<-08>8'] : ['Etc/GMT-8', '<+08>-8'];
  await openPage((device) => {
    device.config = { ...CONFIG, ntp_timezone: zone[1], ntp_timezone_descr: zone[0] };
  });
  await screen.findByText(`this browser is in ${OWN_ZONE}, the device in ${zone[0]}.`, { exact: false });
  await screen.findByText(/^The device is .* (ahead|behind)\.$/);
});

it('counts clocks as in step that only their zones tell apart', { timeout: 60_000 }, async () => {
  const noonMs = new Date(2026, 5, 21, 12).getTime();
  const isEast = new Date(noonMs).getTimezoneOffset() < 0;
  const zone = isEast ? ['Etc/GMT+8', '<-08>8'] : ['Etc/GMT-8', '<+08>-8'];
  const there = new Date(noonMs + (isEast ? -8 : 8) * 3_600_000);
  await openPage((device) => {
    device.config = { ...CONFIG, ntp_timezone: zone[1], ntp_timezone_descr: zone[0] };
    device.time = {
      ...NOON,
      day: there.getUTCDate(),
      hour: there.getUTCHours(),
      minute: there.getUTCMinutes(),
      second: 1,
    };
  });
  await screen.findByText(/^Same time, .* h apart because of the time zones\.$/);
  expect(clock('Device')).toMatch(/:\d\d:00/); // the second between them is no difference
});
