// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN_RECORD, jsonResponse, readable, renderApp } from '../../../test/render-app.tsx';

const PATH = '/settings/inverter';
const loggedIn = { user: JSON.stringify(ADMIN_RECORD) };
const success = (code: number) => ({ type: 'success', message: 'done', code });
const FAMILY = { type: 'HM-600, HM-700, HM-800', strings: 2 };

const listed = (id: number, serial: string, name: string, changes: object = {}) => ({
  id,
  name,
  serial,
  type: FAMILY.type,
  channel: Array.from({ length: FAMILY.strings }, () => ({ name: '', max_power: 0 })),
  ...changes,
});

interface Post {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A gateway that keeps the list in a test's hands and answers what it is told to. */
function fakeGateway(inverter: readonly unknown[]) {
  const gateway = {
    inverter,
    posts: [] as Post[],
    lists: 0,
    /** What the next POSTs bring; success of the action unless set. */
    answer: undefined as (() => Promise<Response> | Response) | undefined,
    refuseList: undefined as (() => Promise<Response> | Response) | undefined,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (path === '/api/inverter/list') {
        gateway.lists += 1;
        return gateway.refuseList?.() ?? jsonResponse({ inverter: gateway.inverter });
      }
      if (!path.startsWith('/api/inverter/')) return jsonResponse(success(10_002));
      const body = JSON.parse((init.body as FormData).get('data') as string);
      gateway.posts.push({ path, body });
      const codes: Record<string, number> = { add: 4004, edit: 4007, del: 4008 };
      return gateway.answer?.() ?? jsonResponse(success(codes[path.split('/').at(-1) ?? ''] ?? 1001));
    },
  };
  return gateway;
}

/** Keeps the next answer to the list back until it is handed over. */
function heldAnswer(gateway: ReturnType<typeof fakeGateway>): (response: Response) => void {
  let hand: (response: Response) => void = () => undefined;
  gateway.refuseList = () =>
    new Promise<Response>((resolve) => {
      hand = resolve;
    });
  return (response) => hand(response);
}

const PERHAPS_TAKEN = 'The change may have been saved all the same';

const three = [
  listed(0, '116180400144', 'Roof', { type: 'HM-1000, HM-1200, HM-1500' }),
  listed(1, '112180400144', 'Garage'),
  listed(4, '114180400144', 'Shed', {
    channel: [
      { name: 'East', max_power: 380 },
      { name: '', max_power: 0 },
    ],
  }),
];

async function openPage(
  inverter: readonly unknown[] = three,
  options: { width?: number; locale?: 'de' | 'fr' } = {},
) {
  const gateway = fakeGateway(inverter);
  const app = await renderApp({ path: PATH, stored: loggedIn, fetch: gateway.fetch, ...options });
  await waitFor(() => expect(gateway.lists).toBe(1));
  return { gateway, app, user: app.user };
}

const addCard = () => within(screen.getByRole('region', { name: 'Add an inverter' }));
const listCard = () => within(screen.getByRole('region', { name: 'Configured inverters' }));
const rows = async () => {
  await listCard().findByRole('table');
  return listCard().getAllByRole('row').slice(1);
};
const serialField = () => addCard().getByLabelText('Serial number') as HTMLInputElement;
const nameField = () => addCard().getByLabelText('Name') as HTMLInputElement;
const messageOf = (field: Element) =>
  readable(document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''));
const dialog = () => within(screen.getByRole('dialog'));
const outcome = () => screen.findByText(/^Inverter (created|changed|deleted)!$/);

async function fillAddition(
  user: Awaited<ReturnType<typeof openPage>>['user'],
  serial: string,
  name: string,
) {
  await user.type(serialField(), serial);
  await user.type(nameField(), name);
  await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
}

describe('the list', () => {
  it('is sorted by serial, with name, type and strings in short', async () => {
    await openPage();
    expect((await rows()).map(readable)).toEqual([
      'Garage112180400144HM-600, HM-700, HM-8002 strings',
      'Shed114180400144HM-600, HM-700, HM-800East380 WString 2',
      'Roof116180400144HM-1000, HM-1200, HM-15002 strings',
    ]);
    expect(listCard().getByText('3 of 10')).toBeDefined();
  });

  it('has actions that name their inverter', async () => {
    await openPage();
    await rows();
    for (const name of ['Garage', 'Shed', 'Roof']) {
      for (const action of ['Edit', 'Delete', 'Copy serial number of']) {
        expect(listCard().getByRole('button', { name: `${action} ${name}` })).toBeDefined();
      }
    }
  });

  it('explains a model that the gateway does not know', async () => {
    await openPage([listed(0, '123456789012', 'Foreign', { type: 'Unknown' })]);
    expect(readable((await rows())[0] ?? null)).toBe(
      'Foreign123456789012Unknown modelNot supported: it is never polled.',
    );
  });

  it('says so when there is none', async () => {
    await openPage([]);
    await listCard().findByText('No inverter is set up yet.');
    expect(listCard().getByText('0 of 10')).toBeDefined();
  });

  it('counts what it cannot read, and shows the rest', async () => {
    await openPage([...three, { id: 'x' }, null]);
    expect(await rows()).toHaveLength(3);
    expect(listCard().getByText('2 inverters could not be understood and are not shown.')).toBeDefined();
    expect(listCard().getByText('5 of 10')).toBeDefined();
  });

  it('shows names from outside as text, however they look', async () => {
    const name = '<img src=x onerror="alert(1)">';
    await openPage([
      listed(0, '114180400144', name),
      listed(1, '114180400145', '‮evil'),
      listed(2, '1', '😀'.repeat(5000)),
    ]);
    expect(await rows()).toHaveLength(3);
    expect(listCard().getByText(name).tagName).toBe('BDI');
    expect(document.querySelector('img')).toBeNull();
    expect(listCard().getByRole('button', { name: `Edit ${'😀'.repeat(60)}…` })).toBeDefined();
  });

  it('says why it cannot be shown, and tries again by itself', async () => {
    const gateway = fakeGateway(three);
    gateway.refuseList = () => Promise.reject(new TypeError('network'));
    const app = await renderApp({ path: PATH, stored: loggedIn, fetch: gateway.fetch });
    const alert = await screen.findByRole('alert');
    expect(readable(alert)).toMatch(/^The gateway does not answer/);
    gateway.refuseList = undefined;
    await app.advance(5000);
    expect(await rows()).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it is old when a reload fails, and reloads on request', async () => {
    const { gateway, user } = await openPage();
    await rows();
    gateway.refuseList = () => jsonResponse({ message: 'Disk full' }, 500);
    await user.click(listCard().getByRole('button', { name: 'Delete Shed' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(readable(await screen.findByRole('alert'))).toContain('Disk full');
    expect(listCard().getByText('This list may be out of date.')).toBeDefined();
    expect(await rows()).toHaveLength(3);
    gateway.refuseList = undefined;
    await user.click(listCard().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows that it tries again, and takes the focus along when it can be shown', async () => {
    const gateway = fakeGateway(three);
    gateway.refuseList = () => jsonResponse({});
    const app = await renderApp({ path: PATH, stored: loggedIn, fetch: gateway.fetch });
    await screen.findByRole('alert');
    expect(screen.queryByText('Waiting for the list of inverters …')).toBeNull();
    const answer = heldAnswer(gateway);
    await app.user.click(listCard().getByRole('button', { name: 'Try again' }));
    const busy = listCard().getByRole('button', { name: 'Loading …' });
    expect([busy.getAttribute('aria-disabled'), document.activeElement === busy]).toEqual(['true', true]);
    await app.user.click(busy);
    expect(gateway.lists).toBe(2);
    await app.doing(() => answer(jsonResponse({})));
    await listCard().findByRole('button', { name: 'Try again' });
    gateway.refuseList = undefined;
    await app.user.click(listCard().getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Configured inverters' }));
  });

  it('does not count beyond what it says there is room for', async () => {
    await openPage(Array.from({ length: 11 }, (_, id) => listed(id, `1141804001${10 + id}`, `No. ${id}`)));
    expect(await rows()).toHaveLength(11);
    expect(listCard().getByText('11')).toBeDefined();
    expect(listCard().queryByText(/of 10/)).toBeNull();
    expect(addCard().getByText(/^All 10 places are taken/)).toBeDefined();
  });

  it('does not offer a form before it is known that one may add', async () => {
    const gateway = fakeGateway(three);
    const answer = heldAnswer(gateway);
    const app = await renderApp({ path: PATH, fetch: gateway.fetch });
    await screen.findByText('Waiting for the list of inverters …');
    expect(serialField().form?.inert).toBe(true);
    await app.doing(() => answer(jsonResponse({ inverter: three })));
    await waitFor(() => expect(serialField().form?.inert).toBe(false));
  });

  it('says that it waits when that takes longer', async () => {
    const gateway = fakeGateway(three);
    gateway.refuseList = () => new Promise<Response>(() => undefined);
    const app = await renderApp({ path: PATH, stored: loggedIn, fetch: gateway.fetch });
    const waiting = await screen.findByText('Waiting for the list of inverters …');
    expect(waiting.className).toBe('visually-hidden');
    await app.advance(5000);
    expect(screen.getByText('Waiting for the list of inverters …').className).toBe('');
  });

  it('leads a visitor to the login and back', async () => {
    await renderApp({ path: PATH, fetch: async () => new Response('', { status: 401 }) });
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe(
        '/login?returnUrl=%2Fsettings%2Finverter',
      ),
    );
  });

  it.each([
    ['de', 'Eingerichtete Wechselrichter', 'Shed bearbeiten'],
    ['fr', 'Onduleurs configurés', 'Modifier Shed'],
  ] as const)('speaks %s', async (locale, heading, edit) => {
    await openPage(three, { locale });
    const card = within(await screen.findByRole('region', { name: heading }));
    expect(await card.findByRole('button', { name: edit })).toBeDefined();
  });
});

describe('adding an inverter', () => {
  it('cleans what is pasted, names the family, and sends serial and name', async () => {
    const { gateway, user } = await openPage();
    await rows();
    await user.click(serialField());
    await user.paste(' 1141-8040 0199\n');
    expect(serialField().value).toBe('114180400199');
    expect(messageOf(serialField())).toBe('HM-600, HM-700, HM-800 · 2 strings');
    await user.type(nameField(), ' Carport {Enter}');
    expect(readable(await outcome())).toBe('Inverter created!');
    expect(gateway.posts).toEqual([
      { path: '/api/inverter/add', body: { serial: '114180400199', name: 'Carport' } },
    ]);
    expect(gateway.lists).toBe(2);
    expect([serialField().value, nameField().value]).toEqual(['', '']);
  });

  it('keeps the caret where it is when it cleans in the middle', async () => {
    const { user } = await openPage();
    await user.type(serialField(), '1141804001');
    await user.type(serialField(), '- 9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect([serialField().value, serialField().selectionStart]).toEqual(['11419804001', 5]);
  });

  it('asks for both fields and leads to the first', async () => {
    const { gateway, user } = await openPage();
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    expect([messageOf(serialField()), messageOf(nameField())]).toEqual([
      'Enter the serial number.',
      'Enter a name.',
    ]);
    expect(serialField().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(serialField());
    expect(gateway.posts).toEqual([]);
  });

  it('says nothing of an empty field that was only passed', async () => {
    const { user } = await openPage();
    await user.click(serialField());
    await user.tab();
    await user.tab();
    expect(messageOf(serialField())).toBe('12 digits, see its label.');
  });

  it('tells an error when the field is left, and takes it back while it is corrected', async () => {
    const { user } = await openPage();
    await user.type(serialField(), '1141');
    expect(serialField().getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(messageOf(serialField())).toBe('A serial number has 12 digits, this one has 4.');
    await user.type(serialField(), '80400199');
    expect(serialField().getAttribute('aria-invalid')).toBe('false');
  });

  it('refuses letters and says why, as they are typed', async () => {
    const { gateway, user } = await openPage();
    await user.type(serialField(), '1141A');
    expect(messageOf(serialField())).toMatch(/^Digits only/);
    await user.type(nameField(), 'Carport');
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    expect(gateway.posts).toEqual([]);
    expect(document.activeElement).toBe(serialField());
  });

  it.each([
    ['123456789012', /^No known model/],
    ['114180400144', /^Shed already has this serial number/],
  ])('warns of %s and adds it all the same', async (serial, warning) => {
    const { gateway, user } = await openPage();
    await rows();
    await user.type(serialField(), serial);
    expect(messageOf(serialField())).toMatch(warning);
    await user.type(nameField(), 'Other{Enter}');
    await outcome();
    expect(gateway.posts).toHaveLength(1);
  });

  it('counts a name in bytes and says when the room gets short', async () => {
    const { gateway, user } = await openPage();
    await fillAddition(user, '114180400199', 'ü'.repeat(15));
    expect(gateway.posts).toHaveLength(1);
    await outcome();
    await user.type(nameField(), 'ü'.repeat(15));
    expect(messageOf(nameField())).toMatch(/^1 of 31 characters left/);
    await user.type(nameField(), 'ü');
    await user.tab();
    expect(messageOf(nameField())).toMatch(/^At most 31 characters: 1 too many\./);
  });

  it('keeps what was typed when it is refused, and points at the field with the number of the device', async () => {
    const { gateway, user } = await openPage();
    gateway.answer = () => jsonResponse({ type: 'warning', message: '', code: 4002, param: { max: 20 } });
    await fillAddition(user, '114180400199', 'A name of 24 characters.');
    const text = 'Name must be between 1 and 20 characters long!';
    expect(readable(await addCard().findByRole('alert'))).toBe(text);
    expect(messageOf(nameField())).toBe(text);
    expect([serialField().value, nameField().value]).toEqual(['114180400199', 'A name of 24 characters.']);
    expect(document.activeElement).toBe(nameField());
    await waitFor(() => expect(gateway.lists).toBe(2));
    await user.type(nameField(), '{Backspace}');
    expect(addCard().queryByRole('alert')).toBeNull();
    expect(nameField().getAttribute('aria-invalid')).toBe('false');
  });

  it.each([
    [
      'a full device',
      () => jsonResponse({ type: 'warning', code: 4003, param: { max: 5 } }),
      'Only 5 inverters are supported!',
    ],
    ['an answer without a code', () => jsonResponse({ type: 'warning', message: 'No way' }), 'No way'],
    ['an answer without anything', () => jsonResponse({}), 'The gateway refused without giving a reason.'],
    ['no network', () => Promise.reject(new TypeError('network')), /^The gateway did not answer/],
    [
      'an error',
      () => jsonResponse({ message: 'Disk full' }, 500),
      'The gateway reports an error: Disk full',
    ],
    ['HTML', () => new Response('<html>'), /^This function is not supported by this device/],
  ] as const)('loses nothing to %s', async (_what, answer, text) => {
    const { gateway, user } = await openPage();
    await rows();
    gateway.answer = answer;
    await fillAddition(user, '114180400199', 'Carport');
    expect(readable(await addCard().findByRole('alert'))).toMatch(text);
    expect([serialField().value, nameField().value]).toEqual(['114180400199', 'Carport']);
  });

  it.each([
    ['an answer that cannot be read', () => jsonResponse([])],
    ['none', () => Promise.reject(new TypeError('network'))],
  ] as const)(
    'that may have been taken (%s) says so and shows the list, with the duplicate',
    async (_what, answer) => {
      const { gateway, user } = await openPage();
      await rows();
      gateway.inverter = [...three, listed(5, '114180400199', 'Carport')];
      gateway.answer = answer;
      await fillAddition(user, '114180400199', 'Carport');
      expect(readable(await addCard().findByRole('alert'))).toContain(PERHAPS_TAKEN);
      await waitFor(() => expect(listCard().getAllByRole('row')).toHaveLength(5));
      expect(messageOf(serialField())).toMatch(/^Carport already has this serial number/);
    },
  );

  it('sends once, however often the button is pressed', async () => {
    const { gateway, user, app } = await openPage();
    let answer: (response: Response) => void = () => undefined;
    gateway.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await fillAddition(user, '114180400199', 'Carport');
    const button = addCard().getByRole('button', { name: 'Adding …' });
    await user.click(button);
    expect(gateway.posts).toHaveLength(1);
    expect(serialField().readOnly).toBe(true);
    await app.doing(() => answer(jsonResponse(success(4004))));
    await outcome();
  });

  it('does not leave an earlier success beside a refusal, and tells the same outcome anew', async () => {
    const { gateway, user } = await openPage();
    await fillAddition(user, '114180400199', 'Carport');
    const first = await outcome();
    await fillAddition(user, '114180400198', 'Barn');
    await waitFor(() => expect(gateway.lists).toBe(3));
    expect(await outcome()).not.toBe(first);
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4003, param: { max: 10 } });
    await fillAddition(user, '114180400197', 'Shop');
    await addCard().findByRole('alert');
    expect(screen.queryByText('Inverter created!')).toBeNull();
  });

  it('is not offered when all ten places are taken, but nothing typed vanishes', async () => {
    const ten = Array.from({ length: 10 }, (_, id) => listed(id, `11418040014${id}`, `No. ${id}`));
    const { gateway, user } = await openPage(ten.slice(0, 9));
    await rows();
    await user.type(nameField(), 'Carport');
    gateway.inverter = ten;
    await user.click(listCard().getByRole('button', { name: 'Edit No. 0' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await addCard().findByText(/^All 10 places are taken/);
    expect(nameField().value).toBe('Carport');
    await user.clear(nameField());
    await user.tab();
    expect(addCard().queryByRole('textbox')).toBeNull();
    expect(addCard().getByText(/^All 10 places are taken/)).toBeDefined();
  });
});

async function openDialog(action: 'Edit' | 'Delete', name: string, inverter: readonly unknown[] = three) {
  const page = await openPage(inverter);
  await rows();
  await page.user.click(listCard().getByRole('button', { name: `${action} ${name}` }));
  await waitFor(() => expect(page.gateway.lists).toBe(2)); // looks again whether somebody else changed it
  return page;
}

const field = (label: string, index = 0) => dialog().getAllByLabelText(label)[index] as HTMLInputElement;

describe('editing an inverter', () => {
  it('sends the full record with slot and type, and says that it is done', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Carport');
    await user.clear(field('Peak power', 1));
    await user.type(field('Peak power', 1), '410');
    await user.type(field('Name', 2), 'West');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await outcome();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.posts).toEqual([
      {
        path: '/api/inverter/edit',
        body: {
          id: 4,
          serial: '114180400144',
          name: 'Carport',
          type: FAMILY.type,
          channel: [
            { name: 'East', max_power: 380 },
            { name: 'West', max_power: 410 },
          ],
        },
      },
    ]);
    expect(gateway.lists).toBe(3);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Shed');
  });

  it('closes without a word to the gateway when nothing is changed, or only spaces around a name', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    await user.type(field('Name'), '  ');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect([screen.queryByRole('dialog'), gateway.posts]).toEqual([null, []]);
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    expect(field('Name').value).toBe('Shed');
  });

  it('that was taken without an answer that can be read says so, and is not sent twice', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.inverter = three.map((one) => (one.id === 4 ? { ...one, name: 'Shed!' } : one));
    gateway.answer = () => jsonResponse([]);
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(readable(await dialog().findByRole('alert'))).toContain(PERHAPS_TAKEN);
    expect(await dialog().findByText(/^The gateway holds exactly what stands here/)).toBeDefined();
    expect(dialog().queryByText(/elsewhere/)).toBeNull();
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect([screen.queryByRole('dialog'), gateway.posts.length]).toEqual([null, 1]);
  });

  it('says that another serial makes it a new inverter', async () => {
    const { user } = await openDialog('Edit', 'Shed');
    expect(dialog().queryByText(/this is a new inverter/)).toBeNull();
    await user.type(field('Serial number'), '{Backspace}5');
    expect(dialog().getByText(/this is a new inverter/)).toBeDefined();
  });

  it('keeps an emptied number empty, and tells it', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    await user.clear(field('Peak power'));
    await user.tab();
    expect(field('Peak power').value).toBe('');
    expect(messageOf(field('Peak power'))).toBe('Enter a whole number from 0 to 65,535.');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(gateway.posts).toEqual([]);
    expect(document.activeElement).toBe(field('Peak power'));
  });

  it('stays open when it is refused, and points at the string whose name is too long for the device', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4002, param: { max: 30 } });
    await user.type(field('Name', 2), 'x'.repeat(31));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(readable(await dialog().findByRole('alert'))).toBe(
      'Name must be between 1 and 30 characters long!',
    );
    expect(document.activeElement).toBe(field('Name', 2));
    expect(field('Name', 2).value).toBe('x'.repeat(31));
  });

  it('asks before it throws away what was typed, and not when there is nothing', async () => {
    const { user } = await openDialog('Edit', 'Shed');
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    const [question] = screen.getAllByRole('dialog');
    expect(readable(question ?? null)).toMatch(/^Discard what you typed\?/);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(field('Name').value).toBe('Shed!');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(listCard().getByRole('button', { name: 'Edit Shed' }));
    expect(field('Name').value).toBe('Shed');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['changed', three.map((one) => (one.id === 4 ? { ...one, name: 'Barn' } : one)), /was changed elsewhere/],
    ['replaced', [listed(4, '116180400177', 'New')], /^Another inverter \(New\)/],
    ['deleted', three.slice(0, 2), /was deleted elsewhere/],
  ])('tells when it was %s elsewhere, and keeps what is typed', async (_what, now, text) => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.inverter = now;
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(await dialog().findByText(text)).toBeDefined();
    expect(field('Name').value).toBe('Shed!');
  });

  it('takes over what somebody else stored, on request', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.inverter = three.map((one) => (one.id === 4 ? { ...one, name: 'Barn' } : one));
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await user.click(await dialog().findByRole('button', { name: 'Show what is stored' }));
    expect(field('Name').value).toBe('Barn');
    expect(dialog().queryByText(/elsewhere/)).toBeNull();
  });
});

describe('deleting an inverter', () => {
  it('names it, says what is lost, and sends its slot', async () => {
    const { gateway, user } = await openDialog('Delete', 'Shed');
    expect(readable(screen.getByRole('dialog'))).toContain('Shed114180400144');
    expect(dialog().getByText(/^Its settings are lost/)).toBeDefined();
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Cancel' }));
    gateway.inverter = three.slice(0, 2);
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await outcome();
    expect(gateway.posts).toEqual([{ path: '/api/inverter/del', body: { id: 4 } }]);
    expect(await rows()).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Configured inverters' }));
  });

  it('sends nothing when it is cancelled', async () => {
    const { gateway, user } = await openDialog('Delete', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect([gateway.posts, screen.queryByRole('dialog')]).toEqual([[], null]);
  });

  it('stays open and says why when it fails', async () => {
    const { gateway, user } = await openDialog('Delete', 'Shed');
    gateway.answer = () => jsonResponse({ type: 'warning', code: 4005 });
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(readable(await dialog().findByRole('alert'))).toBe('Invalid ID specified!');
    gateway.answer = () => Promise.reject(new TypeError('network'));
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(readable(dialog().getByRole('alert'))).toMatch(/^The gateway did not answer/));
  });

  it.each([
    ['deleted', three.slice(0, 2)],
    ['replaced', [...three.slice(0, 2), listed(4, '116180400177', 'New')]],
  ])('does not touch a place whose inverter was %s elsewhere', async (_what, now) => {
    const { gateway, user } = await openPage();
    await rows();
    gateway.inverter = now;
    await user.click(listCard().getByRole('button', { name: 'Delete Shed' }));
    await dialog().findByText(/was changed or deleted elsewhere/);
    expect(dialog().queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('tells the outcome until it is dismissed', async () => {
    const { user } = await openDialog('Delete', 'Shed');
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    const place = (await outcome()).closest('[role="status"]');
    expect(place).not.toBeNull();
    await user.click(within(place as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    expect(readable(place)).toBe('');
  });
});

async function logIn(user: Awaited<ReturnType<typeof openPage>>['user'], leadsTo = PATH) {
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'openDTU42');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(window.location.pathname).toBe(leadsTo));
}

describe('a login that runs out while saving', () => {
  const unauthorized = () => new Response('', { status: 401 });

  it('says at the login why one was led there, and not to somebody who never logged in', async () => {
    const { gateway, user } = await openPage();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    expect(await screen.findByText(/^Your login was no longer valid/)).toBeDefined();
    await renderApp({ path: PATH, fetch: async () => unauthorized() });
    await screen.findByLabelText('Username');
    expect(screen.queryByText(/^Your login was no longer valid/)).toBeNull();
  });

  it('loses nothing of a new inverter: it is back after the login, and is told', async () => {
    const { gateway, user } = await openPage();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    await logIn(user);
    await waitFor(() => expect(serialField().value).toBe('114180400199'));
    expect(nameField().value).toBe('Carport');
    expect(addCard().getByText(/^What you typed before the login is back/)).toBeDefined();
    gateway.answer = undefined;
    await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
    await outcome();
    expect(addCard().queryByText(/^What you typed before/)).toBeNull();
  });

  it('is forgotten when somebody logs out before coming back to it', async () => {
    const { gateway, user } = await openPage();
    gateway.answer = unauthorized;
    await fillAddition(user, '114180400199', 'Carport');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    await user.click(await screen.findByRole('link', { name: 'About' }));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await logIn(user, '/');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('link', { name: 'Inverters' }));
    await waitFor(() => expect(serialField().value).toBe(''));
  });

  it('opens the dialog again where it was', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.answer = unauthorized;
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await logIn(user);
    await screen.findByRole('dialog');
    expect(field('Name').value).toBe('Shed!');
    expect(dialog().getByText(/^What you typed before the login is back/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says so when the inverter is gone by then', async () => {
    const { gateway, user } = await openDialog('Edit', 'Shed');
    gateway.answer = unauthorized;
    await user.type(field('Name'), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    gateway.inverter = three.slice(0, 2);
    await logIn(user);
    await screen.findByText('The inverter you were editing was deleted meanwhile.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('leaving with something typed', () => {
  const question = () => screen.queryByText('Discard what you typed?');

  it('by a link asks, and stays or goes', async () => {
    const { user } = await openPage();
    await user.type(nameField(), 'Carport');
    await user.click(screen.getByRole('link', { name: 'About' }));
    expect([question() === null, window.location.pathname]).toEqual([false, PATH]);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([question(), nameField().value]).toEqual([null, 'Carport']);
    await user.click(screen.getByRole('link', { name: 'About' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(window.location.pathname).toBe('/about');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('link', { name: 'Inverters' }));
    await waitFor(() => expect(nameField().value).toBe(''));
  });

  it('by the way back asks, with the address as it was', async () => {
    const { user, app } = await openPage();
    await user.type(nameField(), 'Carport');
    await app.doing(() => {
      window.history.replaceState(null, '', '/about'); // what Back does to the address
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect([question() === null, window.location.pathname]).toEqual([false, PATH]);
    expect(nameField().value).toBe('Carport');
  });

  it('by logging out asks, and stays logged in or leaves nothing behind', async () => {
    const { user, app } = await openPage();
    await user.type(nameField(), 'Carport');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([question(), nameField().value, window.location.pathname]).toEqual([null, 'Carport', PATH]);
    expect(app.storage.getItem('user')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect([app.storage.getItem('user'), window.location.pathname]).toEqual([null, '/']);
  });

  it('by closing the window lets the browser ask', async () => {
    const { user } = await openPage();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await user.type(nameField(), 'Carport');
    expect(close()).toBe(true);
    await user.clear(nameField());
    expect(close()).toBe(false);
  });

  it('asks nothing when nothing was typed', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('link', { name: 'About' }));
    expect([question(), window.location.pathname]).toEqual([null, '/about']);
  });
});
