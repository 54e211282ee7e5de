// @vitest-environment happy-dom
import type { HeldLimit, LimitSettings, LimitState, Order, OrderState } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { postedData, SAVED } from '../../../test/answer.ts';
import { descriptionOf } from '../../../test/form-parts.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

const GARAGE = '114172220143';
const ROOF = '116182831004';
const NOON_S = Date.UTC(2026, 5, 21, 10) / 1000;
const DAY = {
  ...{ date: '2026-06-21', today: '2026-06-21', now: NOON_S, timezone: 'CET-1CEST,M3.5.0,M10.5.0/3' },
  ...{ sunrise: NOON_S - 25_200, sunset: NOON_S + 33_000 },
};
const PLANT = [wireInverter(), wireInverter({ serial: ROOF, name: 'Roof' })];
const NOTHING: LimitState = {
  armed: false,
  held: [],
  inverters: [GARAGE, ROOF].map((serial) => ({ serial, permanent_count: 0 })),
};
const CLAIM: HeldLimit = {
  ...{ owner: 'person', by: 'admin', target: 'plant', watts: 600, since: NOON_S, until: NOON_S + 7200 },
};
const HELD: LimitState = {
  armed: false,
  held: [CLAIM],
  inverters: NOTHING.inverters.map((one) => ({ ...one, holder: CLAIM, watts: 300 })),
};

interface OpenOptions {
  readonly state?: LimitState;
  readonly settings?: LimitSettings;
  readonly orders?: readonly Order[];
  readonly isAdmin?: boolean;
  readonly plant?: readonly ReturnType<typeof wireInverter>[];
}

async function open(options: OpenOptions = {}) {
  const { state = NOTHING, orders = [], isAdmin = true, plant = PLANT } = options;
  const gateway = {
    ...{ state, orders },
    settings: options.settings ?? ({ groups: [], schedule: [] } as LimitSettings),
    posts: [] as { path: string; data: unknown }[],
    answer: undefined as object | undefined,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      const [name = ''] = path.split('?');
      if (init.method === 'POST') return gateway.take(name, postedData(init));
      const answers: Record<string, unknown> = {
        '/api/livedata/status': wireMessage(plant),
        '/api/heliograph/limits': gateway.state,
        '/api/heliograph/limit-settings': gateway.settings,
        '/api/heliograph/plant-day': DAY,
        '/api/orders': { orders: gateway.orders },
        '/api/limit/status': Object.fromEntries(
          [GARAGE, ROOF].map((serial) => [
            serial,
            { limit_relative: 100, max_power: 600, limit_set_status: 'Ok', limit_state: 'known' },
          ]),
        ),
      };
      return name in answers ? jsonResponse(answers[name]) : jsonResponse({});
    },
    take(path: string, data: Record<string, unknown>): Response {
      gateway.posts.push({ path, data });
      if (gateway.answer !== undefined) return jsonResponse(gateway.answer);
      if (path.endsWith('limit-settings')) gateway.settings = data as unknown as LimitSettings;
      if (path.endsWith('limit-claim')) gateway.state = HELD;
      if (path.endsWith('limit-release')) gateway.state = NOTHING;
      return jsonResponse(path.endsWith('limit-settings') ? SAVED : { type: 'success', code: 19_003 });
    },
  };
  const app = await renderApp({
    path: '/limits',
    ...(isAdmin && { stored: LOGGED_IN }),
    fetch: gateway.fetch,
  });
  await screen.findByRole('heading', { name: 'Now' });
  await app.push(wireMessage(plant));
  return { ...app, gateway };
}

const asleep = (serial: string) =>
  wireInverter({ serial, reachable: false, producing: false, limit_relative: -1 });

const main = () => readable(screen.getByRole('main'));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const inDialog = () => within(screen.getByRole('dialog'));

describe('the page of the limits', () => {
  it('says that nobody holds one, and what each inverter reports', async () => {
    await open();
    expect(main()).toContain('Nobody holds a limit: the last command counts.');
    expect(main()).toContain('Garageno limitNobody: the last command countsmakes 247 W');
    expect(main()).toContain('Roofno limit');
  });

  it('says what to do where there is no inverter', async () => {
    await open({ plant: [], state: { ...NOTHING, inverters: [] } });
    expect(main()).toContain('There is no inverter yet. Add one under Settings, Inverters.');
  });

  it('keeps the rows of a large plant folded, those with permanent limits first', async () => {
    const serials = Array.from({ length: 11 }, (_, index) => String(114172220143 + index));
    const plant = serials.map((serial, index) => wireInverter({ serial, name: `Roof ${index + 1}` }));
    const inverters = serials.map((serial, index) => ({ serial, permanent_count: index === 10 ? 3 : 0 }));
    await open({ plant, state: { ...NOTHING, inverters } });
    const folded = () =>
      screen.getAllByText('All inverters (11)').map((summary) => summary.closest('details'));
    await waitFor(() => expect(folded()).toHaveLength(2));
    const lists = folded();
    expect(lists.map((list) => list?.open)).toEqual([false, false]);
    expect(lists[1]?.querySelector('li')?.textContent).toContain('Roof 11');
  });

  it('says of each inverter that sleeps that it gets the limit later', async () => {
    await open({ state: HELD, plant: [asleep(GARAGE), asleep(ROOF)] });
    const note = 'The inverter does not answer; it gets the limit as soon as it does.';
    expect(screen.getAllByText(note)).toHaveLength(2);
  });

  it('says of a large plant how many inverters sleep and get the limit later', async () => {
    const serials = Array.from({ length: 11 }, (_, index) => String(114172220143 + index));
    const inverters = serials.map((serial) => ({ serial, permanent_count: 0, holder: CLAIM, watts: 300 }));
    await open({ state: { ...HELD, inverters }, plant: serials.map(asleep) });
    expect(main()).toContain('11 inverters do not answer; they get the limit as soon as they do.');
  });

  it('shows at once what another admin has set up, as soon as it holds a limit', async () => {
    const { gateway, advance } = await open();
    const member = { serial: GARAGE, min_power: 0, max_power: 0 };
    const group = { id: 'g1', name: 'Behind the shed', cap: 500, members: [member] };
    gateway.settings = { groups: [group], schedule: [] };
    const holder: HeldLimit = { owner: 'schedule', by: '', target: 'g1', watts: 300, since: NOON_S };
    gateway.state = { ...NOTHING, held: [holder] };
    await advance(3000);
    await waitFor(() => expect(main()).toContain('Behind the shed'));
  });

  it('lets the admin take over for two hours, and give back', async () => {
    const { user, gateway } = await open();
    await user.click(button('Take over'));
    await user.type(inDialog().getByLabelText('At most'), '600');
    expect(inDialog().getByText('That is 50% of 1,200 W.')).toBeDefined();
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(main()).toContain('Held by you until 14:00: 600 W (50%) for all inverters'));
    expect(gateway.posts).toEqual([
      {
        path: '/api/heliograph/limit-claim',
        data: { target: 'plant', watts: 600, ends: 'after', seconds: 7200 },
      },
    ]);
    expect(main()).toContain('Garage300 W (50%)');
    expect(main()).toContain('The inverter still reports no limit.');
    await user.click(button('Give back: All inverters'));
    await waitFor(() => expect(main()).toContain('Nobody holds a limit'));
    expect(gateway.posts.at(-1)).toEqual({
      path: '/api/heliograph/limit-release',
      data: { target: 'plant' },
    });
  });

  it('says that what was taken over counts only when the fail-safe ends', async () => {
    const { user, gateway } = await open();
    gateway.answer = { type: 'warning', code: 19_025, message: 'The fail-safe holds now.' };
    await user.click(button('Take over: Roof'));
    await user.click(inDialog().getByRole('button', { name: /^300/ }));
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const words = 'Noted: the fail-safe holds now. Your limit counts as soon as that ends.';
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('takes over one inverter until a time, with a usual value', async () => {
    const { user, gateway } = await open();
    await user.click(button('Take over: Roof'));
    await user.click(inDialog().getByRole('button', { name: /^300/ }));
    await user.click(inDialog().getByRole('button', { name: 'Until a certain time' }));
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    expect(inDialog().getByText('Enter a time, such as 18:00.')).toBeDefined();
    expect(gateway.posts).toEqual([]);
    await user.type(inDialog().getByLabelText('Until'), '18:00');
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    const [{ data } = { data: undefined }] = gateway.posts;
    expect(data).toMatchObject({ target: ROOF, watts: 300, ends: 'after' });
    const { seconds } = Object(data);
    expect(seconds).toBeGreaterThan(21_000);
    expect(seconds).toBeLessThanOrEqual(21_600);
  });

  it('says in the dialog why nothing was taken over', async () => {
    const { user, gateway } = await open();
    gateway.answer = { type: 'warning', code: 19_020, message: 'no sun' };
    await user.click(button('Take over'));
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    expect(inDialog().getByText(/^Enter a whole number/)).toBeDefined();
    await user.type(inDialog().getByLabelText('At most'), '600');
    await user.click(inDialog().getByRole('button', { name: 'Until tonight' }));
    await user.click(inDialog().getByRole('button', { name: 'Take over' }));
    expect((await inDialog().findByRole('alert')).textContent).toMatch(/^The sunset is not known/);
  });

  it('shows by itself that somebody else has taken over', async () => {
    const { gateway, advance } = await open();
    gateway.state = { ...HELD, held: [{ ...CLAIM, by: 'somebody' }] };
    gateway.state = {
      ...gateway.state,
      inverters: HELD.inverters.map((one) => ({ ...one, holder: { ...CLAIM, by: 'somebody' } })),
    };
    await advance(3500);
    expect(main()).toContain('Held by somebody until 14:00: 600 W (50%) for all inverters');
  });

  it('can be read by visitors, who find nothing to press', async () => {
    await open({ isAdmin: false, state: HELD });
    expect(main()).toContain('Held by admin until 14:00');
    expect(main()).toContain('Only the admin can change limits.');
    for (const name of [/Take over/, /Give back/, /Add/, /800 W/, /Edit/]) {
      expect(within(screen.getByRole('main')).queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('groups and schedule', () => {
  it('make a cap of 800 W for all inverters with one tap, beside what is stored by now', async () => {
    const { user, gateway } = await open();
    const other = {
      ...{ id: 'g1', name: 'Shed', cap: 0 },
      members: [{ serial: ROOF, min_power: 0, max_power: 0 }],
    };
    gateway.settings = { groups: [other], schedule: [] };
    await user.click(button('800 W for all inverters'));
    await waitFor(() => expect(gateway.settings.groups).toHaveLength(2));
    expect(gateway.settings.groups[1]).toEqual({
      ...{ id: 'g2', name: 'Balcony', cap: 800 },
      members: [GARAGE, ROOF].map((serial) => ({ serial, min_power: 0, max_power: 0 })),
    });
    expect(await screen.findByText('at most 800 W together · 2 inverters')).toBeDefined();
    expect(screen.queryByRole('button', { name: '800 W for all inverters' })).toBeNull();
    expect(main()).toContain('494 W of 800 W now');
  });

  it('check a group before it is saved, and let it go with its rows', async () => {
    const { user, gateway } = await open();
    await user.click(button('Add a group'));
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    expect(inDialog().getByText('Enter a name.')).toBeDefined();
    expect(inDialog().getByText('Choose at least one inverter.')).toBeDefined();
    await user.type(inDialog().getByLabelText('Name'), 'Shed');
    await user.type(inDialog().getByLabelText('Cap for all together'), '500');
    await user.click(inDialog().getByRole('switch', { name: 'Garage' }));
    await user.type(inDialog().getByLabelText('Garage, at least'), '600');
    expect(inDialog().getByText(/^The least of all together is/)).toBeDefined();
    await user.clear(inDialog().getByLabelText('Garage, at least'));
    await user.type(inDialog().getByLabelText('Garage, at least'), '100');
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gateway.settings.groups).toEqual([
      {
        ...{ id: 'g1', name: 'Shed', cap: 500 },
        members: [{ serial: GARAGE, min_power: 100, max_power: 0 }],
      },
    ]);
    const row = { enabled: true, watts: 400, days: 127, from: 'clock', to: 'clock' } as const;
    const times = { from_minutes: 600, to_minutes: 700 };
    gateway.settings = { ...gateway.settings, schedule: [{ ...row, ...times, target: 'g1' }] };
    await user.click(await screen.findByRole('button', { name: 'Edit Shed' }));
    await user.click(inDialog().getByRole('button', { name: 'Remove group' }));
    await waitFor(() => expect(gateway.settings).toEqual({ groups: [], schedule: [] }));
  });

  it('add a group beside one that somebody else has added meanwhile', async () => {
    const { user, gateway } = await open();
    await user.click(button('Add a group'));
    const other = { id: 'g1', name: 'Barn', cap: 1200, members: [] };
    gateway.settings = { groups: [other], schedule: [] };
    await user.type(inDialog().getByLabelText('Name'), 'Shed');
    await user.click(inDialog().getByRole('switch', { name: 'Garage' }));
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(gateway.settings.groups.map(({ id, name }) => [id, name])).toEqual([
        ['g1', 'Barn'],
        ['g2', 'Shed'],
      ]),
    );
  });

  it('keep what was typed for a group that somebody else has removed meanwhile: it is there again', async () => {
    const members = [{ serial: GARAGE, min_power: 0, max_power: 0 }];
    const barn = { id: 'g1', name: 'Barn', cap: 1200, members };
    const { user, gateway } = await open({ settings: { groups: [barn], schedule: [] } });
    await user.click(button(/Barn/));
    gateway.settings = { groups: [], schedule: [] };
    await user.clear(inDialog().getByLabelText(/^Cap/));
    await user.type(inDialog().getByLabelText(/^Cap/), '700');
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(gateway.settings.groups).toEqual([{ ...barn, cap: 700 }]));
    await waitFor(() => expect(main()).toContain('at most 700 W together'));
  });

  it('take a row as a sentence, change it, and take it away', async () => {
    const { user, gateway } = await open();
    await user.click(button('Add a row'));
    await user.type(inDialog().getByLabelText('At most'), '600');
    await user.click(inDialog().getByRole('button', { name: 'Saturday' }));
    await user.click(inDialog().getByRole('button', { name: 'Sunday' }));
    await user.clear(inDialog().getByLabelText(/^End: minutes/));
    await user.type(inDialog().getByLabelText(/^End: minutes/), '-30');
    const sentence = 'Mon to Fri, from 12:00 to half an hour before sunset: 600 W for all inverters';
    expect(readable(inDialog().getByRole('status'))).toBe(sentence);
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const stored = {
      ...{ enabled: true, target: 'plant', watts: 600, days: 31 },
      ...{ from: 'clock', from_minutes: 720, to: 'sunset', to_minutes: -30 },
    };
    expect(gateway.settings.schedule).toEqual([stored]);
    await user.click(await screen.findByRole('button', { name: /^Edit: Mon to Fri/ }));
    await user.click(inDialog().getByRole('switch', { name: 'In force' }));
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(gateway.settings.schedule).toEqual([{ ...stored, enabled: false }]));
    expect(await screen.findByText('switched off')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: /^Edit: Mon to Fri/ }));
    await user.click(inDialog().getByRole('button', { name: 'Remove row' }));
    await waitFor(() => expect(gateway.settings.schedule).toEqual([]));
  });

  it.each([
    ['person', 0],
    ['rule', 1],
    ['fail-safe', 1],
  ] as const)(
    'says of a row that it comes before the rule, while that is armed: %s',
    async (owner, times) => {
      const held: HeldLimit = { ...CLAIM, owner, by: owner };
      const { user } = await open({ state: { ...NOTHING, armed: true, held: [held] } });
      await user.click(button('Add a row'));
      expect(inDialog().queryAllByText(/^The rule by the meter is armed, but a row comes/)).toHaveLength(
        times,
      );
    },
  );

  it('counts the name of a group in bytes, as the gateway does', async () => {
    const { user, gateway } = await open();
    await user.click(button('Add a group'));
    const name = inDialog().getByLabelText('Name');
    await user.type(name, 'ü'.repeat(17));
    await user.click(inDialog().getByRole('switch', { name: 'Roof' }));
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    expect(descriptionOf(name as HTMLInputElement)).toContain('2');
    expect(gateway.posts).toEqual([]);
    await user.clear(name);
    await user.type(name, 'ü'.repeat(16));
    expect(descriptionOf(name as HTMLInputElement)).toContain('32');
    await user.click(inDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(gateway.settings.groups.map((group) => group.name)).toEqual(['ü'.repeat(16)]));
  });

  it('lets a row come before another one', async () => {
    const rowOf = (watts: number) => ({
      ...{ enabled: true, target: 'plant', watts, days: 127 },
      ...({ from: 'clock', from_minutes: 660, to: 'clock', to_minutes: 900 } as const),
    });
    const { user, gateway } = await open({ settings: { groups: [], schedule: [rowOf(600), rowOf(400)] } });
    expect(screen.queryByRole('button', { name: /^Move up: .*600/ })).toBeNull();
    await user.click(button(/^Move up: .*400/));
    await waitFor(() => expect(gateway.settings.schedule).toEqual([rowOf(400), rowOf(600)]));
  });

  it('mark the row that applies now', async () => {
    const row = {
      ...{ enabled: true, target: 'plant', watts: 600, days: 127 },
      ...({ from: 'clock', from_minutes: 660, to: 'clock', to_minutes: 900 } as const),
    };
    const held: HeldLimit = {
      ...{ owner: 'schedule', by: 'schedule', target: 'plant', watts: 600, since: NOON_S },
    };
    const state = {
      ...{ armed: true, held: [held] },
      inverters: NOTHING.inverters.map((one) => ({ ...one, holder: held, watts: 300 })),
    };
    await open({ state, settings: { groups: [], schedule: [row, { ...row, days: 1 }] } });
    expect(screen.getAllByText('applies now')).toHaveLength(1);
    expect(main()).toContain('The schedule allows this until 15:00: 600 W (50%) for all inverters');
  });
});

describe('what was ordered', () => {
  const order = (index: number, state: OrderState, changes: Partial<Order> = {}): Order => ({
    ...{ id: `o-${index}`, serial: GARAGE, kind: 'limit', value: 300, relative: false, persistent: false },
    ...{ way: 'schedule', by: 'schedule', state },
    steps: [
      { state: 'asked', at: NOON_S - index * 4 },
      { state, at: NOON_S - index * 4 + 1 },
    ],
    ...changes,
  });

  it('stands in a table with who gave it and what became of it, step by step', async () => {
    await open({
      orders: [
        order(1, 'measured'),
        order(2, 'refused', {
          ...{ way: 'http', by: 'api', serial: ROOF },
          steps: [
            { state: 'asked', at: NOON_S - 8 },
            { state: 'refused', at: NOON_S - 8, reason: 'held' },
          ],
        }),
      ],
    });
    const table = await screen.findByRole('table', { name: 'Commands, 11:00 to 12:00' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(readable(first ?? null)).toContain('11:59Limit 300 WGarage · scheduledone');
    expect(readable(second ?? null)).toContain('11:59Limit 300 WRoof · a program (API)refused');
    expect(readable(second ?? null)).toContain(
      'Not carried out: somebody with a higher rank holds this limit',
    );
    expect(main()).toContain('2 commands1 without success');
  });

  it('tells the steps by the clock of the plant, as the hours above them', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    try {
      await open({ orders: [order(1, 'measured')] });
      const table = await screen.findByRole('table', { name: 'Commands, 11:00 to 12:00' });
      expect(readable(table)).toMatch(/Requested(?:21\/06\/2026, )?11:59:56/);
      expect(readable(table)).not.toContain('05:59');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('follows an order that comes further, as soon as the live data tell of it', async () => {
    const { push, gateway } = await open({ orders: [order(1, 'sent')] });
    await screen.findByText('sent');
    gateway.orders = [order(1, 'measured')];
    await push({ ...wireMessage(PLANT), orders: [order(1, 'measured')] });
    expect(await screen.findByText('done')).toBeDefined();
  });

  it.runIf(process.env.HELIOGRAPH_LONG === '1')(
    'stays readable with a thousand orders: only the newest hour is open, and of many only the newest',
    async () => {
      const { user } = await open({
        orders: Array.from({ length: 1000 }, (_, index) =>
          order(index, index % 9 === 0 ? 'expired' : 'measured'),
        ),
      });
      const tables = await screen.findAllByRole('table');
      expect(tables).toHaveLength(1);
      expect(main()).toMatch(/12:00 to 13:00 ?1 command/);
      expect(main()).toMatch(/11:00 to 12:00 ?900 commands ?100 without success/);
      await user.click(screen.getByText('11:00 to 12:00'));
      const rows = () => document.querySelectorAll('tbody tr').length;
      await waitFor(() => expect(rows()).toBe(51));
      await user.click(screen.getByText('Show 850 more'));
      expect(rows()).toBe(901);
    },
  );
});
