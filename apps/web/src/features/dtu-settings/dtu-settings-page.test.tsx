// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const PATH = '/api/dtu/config';
const loggedIn = { user: JSON.stringify(ADMIN_RECORD) };
const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };
const STORED = { dtu_serial: '199980123456', dtu_pollinterval: 5, dtu_palevel: 0 };

type Answer = () => Response | Promise<Response>;

/** A gateway that keeps the DTU settings in a test's hands. */
function fakeGateway(stored: object) {
  const gateway = {
    stored,
    reads: 0,
    posts: [] as unknown[],
    answerGet: undefined as Answer | undefined,
    /** Instead of storing what is posted. */
    answerPost: undefined as Answer | undefined,
    async fetch(path: string, { method, body }: RequestInit): Promise<Response> {
      if (path !== PATH) return jsonResponse({ type: 'success', message: '', code: 10_002 });
      if (method !== 'POST') {
        gateway.reads += 1;
        return gateway.answerGet?.() ?? jsonResponse(gateway.stored);
      }
      const posted = JSON.parse(String((body as FormData).get('data')));
      gateway.posts.push(posted);
      if (gateway.answerPost !== undefined) return gateway.answerPost();
      gateway.stored = posted;
      return jsonResponse(SAVED);
    },
  };
  return gateway;
}

interface OpenOptions {
  readonly stored?: object;
  readonly locale?: 'de' | 'fr';
}

async function openPage({ stored = STORED, ...options }: OpenOptions = {}) {
  const gateway = fakeGateway(stored);
  const app = await renderApp({
    path: '/settings/dtu',
    stored: loggedIn,
    fetch: gateway.fetch,
    ...options,
  });
  await screen.findByRole('combobox', { name: /power|leistung|Puissance d/ });
  return { gateway, app, user: app.user };
}

const serial = () => screen.getByLabelText<HTMLInputElement>('Serial number');
const interval = () => screen.getByLabelText<HTMLInputElement>('Poll interval');
const level = () => screen.getByLabelText<HTMLSelectElement>('Transmit power');
const save = () => screen.getByRole('button', { name: 'Save' });
const messageOf = (field: Element) =>
  readable(document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''));
const statuses = () => screen.getAllByRole('status').map(readable);
const link = (name: string) => within(screen.getByRole('navigation')).getByRole('link', { name });

/** Types over what stands in a field. */
async function fill(
  user: Awaited<ReturnType<typeof openPage>>['user'],
  field: HTMLInputElement,
  text: string,
) {
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

describe('the DTU settings', () => {
  it('show what is stored, with names and dBm for the levels', async () => {
    await openPage({ stored: { ...STORED, dtu_palevel: 2 } });
    expect([serial().value, interval().value, level().value]).toEqual(['199980123456', '5', '2']);
    expect([...level().options].map(readable)).toEqual([
      'Minimum (-18 dBm)',
      'Low (-12 dBm)',
      'High (-6 dBm)',
      'Maximum (0 dBm)',
    ]);
    expect(messageOf(serial())).toBe('Made at the first start; normally stays as it is.');
    expect(messageOf(level())).toBe('Higher levels need a stable power supply.');
    expect(statuses()).toContain('No unsaved changes');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('send back what they do not know, and show what the gateway stored', async () => {
    const { gateway, user } = await openPage({ stored: { ...STORED, later: { deep: [1] } } });
    gateway.answerPost = () => {
      gateway.stored = { ...STORED, dtu_pollinterval: 60, dtu_palevel: 3 };
      return jsonResponse(SAVED);
    };
    await fill(user, interval(), '30');
    await user.selectOptions(level(), 'Maximum (0 dBm)');
    expect(statuses()).toContain('2 unsaved changes');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      { ...STORED, dtu_pollinterval: 30, dtu_palevel: 3, later: { deep: [1] } },
    ]);
    await waitFor(() => expect(interval().value).toBe('60'));
    expect(gateway.reads).toBe(3);
    expect(statuses()).toContain('No unsaved changes');
    expect(screen.getByText('Settings saved!')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });

  it('take a serial with the spaces of a printed label', async () => {
    const { gateway, user } = await openPage();
    await user.clear(serial());
    await user.click(serial());
    await user.paste(' 1999 8012 3457 ');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_serial: '199980123457' }]);
  });

  it('say so when there is nothing to save', async () => {
    const { gateway, user } = await openPage();
    await user.click(save());
    expect(screen.getAllByText('No unsaved changes')).toHaveLength(2);
    expect(gateway.posts).toEqual([]);
  });

  it('keep a level that is none of ours until another one is chosen', async () => {
    const { gateway, user } = await openPage({ stored: { ...STORED, dtu_palevel: 7 } });
    expect(level().value).toBe('7');
    await fill(user, interval(), '6');
    await user.click(save());
    expect(messageOf(level())).toBe('Invalid power level setting!');
    expect(document.activeElement).toBe(level());
    await user.selectOptions(level(), '1');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_pollinterval: 6, dtu_palevel: 1 }]);
  });

  it.each([
    ['de', 'Seriennummer', 'Minimal (-18 dBm)', 'Keine Änderungen'],
    ['fr', 'Numéro de série', 'Minimale (-18 dBm)', 'Aucune modification'],
  ] as const)('speak %s', async (locale, label, name, state) => {
    await openPage({ locale });
    expect(screen.getByLabelText(label)).toBeDefined();
    expect(within(screen.getByRole('main')).getByRole('option', { name })).toBeDefined();
    expect(statuses()).toContain(state);
  });
});

describe('a field', () => {
  const SERIAL_RULE = 'Enter a whole number from 1 to 199999999999.';
  const INTERVAL_RULE = 'Enter a whole number from 1 to 86,400.';

  it.each([
    ['serial', '', SERIAL_RULE],
    ['serial', '0', SERIAL_RULE],
    ['serial', '200000000000', SERIAL_RULE],
    ['serial', '1999abc', SERIAL_RULE],
    ['interval', '', INTERVAL_RULE],
    ['interval', '0', INTERVAL_RULE],
    ['interval', '86401', INTERVAL_RULE],
    ['interval', '1.5', INTERVAL_RULE],
  ] as const)('%s with "%s" is refused when it is left', async (name, text, message) => {
    const { gateway, user } = await openPage();
    const field = name === 'serial' ? serial() : interval();
    await fill(user, field, text);
    expect(field.getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(messageOf(field)).toBe(message);
    await user.click(save());
    expect(document.activeElement).toBe(field);
    expect(gateway.posts).toEqual([]);
  });

  it.each([
    ['serial', '1'],
    ['serial', '199999999999'],
    ['interval', '1'],
    ['interval', '86400'],
  ] as const)('%s takes %s', async (name, text) => {
    const { gateway, user } = await openPage();
    await fill(user, name === 'serial' ? serial() : interval(), text);
    await user.click(save());
    await screen.findByText('Settings saved!');
    const change = name === 'serial' ? { dtu_serial: text } : { dtu_pollinterval: Number(text) };
    expect(gateway.posts).toEqual([{ ...STORED, ...change }]);
  });

  it('sends the keyboard to the first bad one of several', async () => {
    const { user } = await openPage();
    await fill(user, interval(), '0');
    await fill(user, serial(), '0');
    await user.click(save());
    expect(document.activeElement).toBe(serial());
  });
});

describe('a save that is refused', () => {
  const refusal =
    (answer: object): Answer =>
    () =>
      jsonResponse({ type: 'warning', message: 'no', ...answer });

  it.each([
    [2001, serial, 'Serial cannot be zero!'],
    [2002, interval, 'Poll interval must be greater zero!'],
    [2003, level, 'Invalid power level setting!'],
  ] as const)('with %i points at its field and keeps all', async (code, field, text) => {
    const { gateway, user } = await openPage();
    gateway.answerPost = refusal({ code });
    await fill(user, interval(), '77');
    await user.click(save());
    await waitFor(() => expect(messageOf(field())).toBe(text));
    expect(statuses()).toContain(text);
    expect(document.activeElement).toBe(field());
    expect([interval().value, gateway.reads]).toEqual(['77', 2]);
    expect(statuses()).toContain('1 unsaved change');
  });

  it('without a code says what the gateway says, until it is dismissed', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = refusal({ message: 'The radio is on fire' });
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText('The radio is on fire');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('The radio is on fire')).toBeNull();
    expect(interval().value).toBe('77');
    await user.click(save());
    await screen.findByText('The radio is on fire');
  });

  it('does not stand beside the success before it', async () => {
    const { user } = await openPage();
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText('Settings saved!');
    await fill(user, interval(), '0');
    await user.click(save());
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });
});

it.each([
  ['success', 'success'],
  ['warning', 'warning'],
  ['danger', 'danger'],
  ['of another version', 'warning'],
])('the answer of type %s has the colour of %s', async (type, kind) => {
  const { gateway, user } = await openPage();
  gateway.answerPost = () => jsonResponse({ type, message: 'So it is.' });
  await fill(user, interval(), '77');
  await user.click(save());
  const place = (await screen.findByText('So it is.')).closest<HTMLElement>('[role="status"]');
  expect(place?.dataset.kind).toBe(kind);
  const icon = { success: 'circle-check', warning: 'triangle-alert', danger: 'circle-alert' }[kind];
  expect(place?.querySelector(`.lucide-${icon}`)).not.toBeNull();
});

describe('a save without an answer', () => {
  const lost: Answer = () => Promise.reject(new TypeError('network'));

  it('keeps all, says that it may have been taken, and shows what is stored now', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = lost;
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText(/^The gateway did not answer\. The change may have been saved all the same/);
    await waitFor(() => expect(gateway.reads).toBe(3));
    expect(interval().value).toBe('77');
    expect(statuses()).toContain('1 unsaved change');
  });

  it('has nothing left to save when it was taken', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = () => {
      gateway.stored = { ...STORED, dtu_pollinterval: 77 };
      return lost();
    };
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText(/^The gateway did not answer\. The change may have been saved all the same/);
    await waitFor(() => expect(statuses()).toContain('No unsaved changes'));
    expect(interval().value).toBe('77');
  });

  it('is told once when the gateway stays away', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = lost;
    gateway.answerGet = lost;
    await fill(user, interval(), '77');
    await user.click(save());
    await waitFor(() => expect(gateway.reads).toBe(2));
    expect(await screen.findAllByText(/^The gateway d\w+ not answer/)).toHaveLength(1);
  });

  it('cannot be changed while it is under way, nor sent twice', async () => {
    const { gateway, user, app } = await openPage();
    let answer: (response: Response) => void = () => undefined;
    gateway.answerPost = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await fill(user, interval(), '77');
    await user.click(save());
    await user.type(interval(), '8');
    await user.selectOptions(level(), '3');
    await user.click(screen.getByRole('button', { name: 'Saving …' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect([interval().value, level().value]).toEqual(['77', '0']);
    await app.doing(() => answer(jsonResponse(SAVED)));
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toHaveLength(1);
  });
});

describe('what somebody else has changed since', () => {
  it('stays as it is', async () => {
    const { gateway, user } = await openPage();
    gateway.stored = { ...STORED, dtu_palevel: 3, dtu_pollinterval: 9, later: 1 };
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([{ ...STORED, dtu_palevel: 3, dtu_pollinterval: 77, later: 1 }]);
    await waitFor(() => expect(level().value).toBe('3'));
  });

  it('is not sent when it cannot be read: the save fails, and all is kept', async () => {
    const { gateway, user } = await openPage();
    gateway.answerGet = () => jsonResponse({ message: 'Disk full' }, 500);
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText(/Disk full/);
    expect([gateway.posts, interval().value]).toEqual([[], '77']);
    gateway.answerGet = undefined;
    await user.click(save());
    await screen.findByText('Settings saved!');
  });
});

describe('what could not be read', () => {
  async function openFailing(answer: Answer) {
    const gateway = fakeGateway(STORED);
    gateway.answerGet = answer;
    const app = await renderApp({ path: '/settings/dtu', stored: loggedIn, fetch: gateway.fetch });
    return { gateway, app, alert: readable(await screen.findByRole('alert')) };
  }

  it.each([
    [
      'HTML',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      /^This function is not supported by this device/,
    ],
    ['a failure', () => jsonResponse({ message: 'Disk full' }, 500), /Disk full/],
    ['a list', () => jsonResponse([]), /cannot read/],
  ] as const)('is told (%s), and read at a press of the button', async (_what, answer, text) => {
    const { gateway, app, alert } = await openFailing(answer);
    expect(alert).toMatch(text);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    gateway.answerGet = undefined;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Poll interval')).value).toBe('5');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('is tried again by itself while there is no answer at all', async () => {
    const { gateway, app, alert } = await openFailing(() => Promise.reject(new TypeError('network')));
    expect(alert).toMatch(/^The gateway does not answer/);
    gateway.answerGet = undefined;
    await app.advance(5000);
    await screen.findByLabelText('Poll interval');
  });

  it('after a save is told beside the success', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = () => {
      gateway.answerGet = () => jsonResponse({ message: 'Disk full' }, 500);
      return jsonResponse(SAVED);
    };
    await fill(user, interval(), '77');
    await user.click(save());
    expect(readable(await screen.findByRole('alert'))).toContain('Disk full');
    expect(screen.getByText('Settings saved!')).toBeDefined();
    expect(interval().value).toBe('77');
  });

  it('has a word after five seconds of waiting', async () => {
    const gateway = fakeGateway(STORED);
    gateway.answerGet = () => new Promise(() => undefined);
    const app = await renderApp({ path: '/settings/dtu', stored: loggedIn, fetch: gateway.fetch });
    const word = await screen.findByText('Loading …');
    expect(word.className).toBe('visually-hidden');
    await app.advance(5000);
    expect(word.className).toBe('');
  });
});

describe('leaving', () => {
  it('is free without changes', async () => {
    const { user } = await openPage();
    await user.click(link('Live view'));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });

  it('asks with changes; they stay or go as is answered', async () => {
    const { user, gateway } = await openPage();
    await fill(user, interval(), '77');
    await user.click(link('Live view'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect([window.location.pathname, interval().value]).toEqual(['/settings/dtu', '77']);
    await user.click(link('Live view'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(gateway.posts).toEqual([]);
  });

  it('is held up by the browser only with changes', async () => {
    const { user } = await openPage();
    const isHeldUp = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeldUp()).toBe(false);
    await fill(user, interval(), '77');
    expect(isHeldUp()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(isHeldUp()).toBe(false);
    expect(interval().value).toBe('5');
    expect(document.activeElement).toBe(save());
  });

  it('is free after a save', async () => {
    const { user } = await openPage();
    await fill(user, interval(), '77');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('for the login brings back what was typed', async () => {
    const { gateway, user } = await openPage();
    gateway.answerPost = () => jsonResponse({}, 401);
    await fill(user, interval(), '77');
    await user.click(save());
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'openDTU42');
    gateway.answerPost = undefined;
    gateway.stored = { ...STORED, dtu_palevel: 3 }; // by another admin
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' }));
    await screen.findByText(/^What you typed before the login is back/);
    expect([interval().value, level().value, window.location.pathname]).toEqual(['77', '3', '/settings/dtu']);
    expect(statuses()).toContain('1 unsaved change');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.stored).toEqual({ ...STORED, dtu_pollinterval: 77, dtu_palevel: 3 });
  });

  it('without a login leads to it', async () => {
    const gateway = fakeGateway(STORED);
    gateway.answerGet = () => jsonResponse({}, 401);
    await renderApp({ path: '/settings/dtu', fetch: gateway.fetch });
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.location.search).toBe('?returnUrl=%2Fsettings%2Fdtu');
  });
});
