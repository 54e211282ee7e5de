import type { Order as GatewayOrder } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createControlGateway, wireOrder } from '../../../test/control-gateway.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createTestServices } from '../../../test/test-services.ts';
import { createGatewayOrders } from './gateway-orders.ts';
import type { Order } from './pending-order.ts';

const GARAGE = '114172220143';
const ADMIN = { type: 'success', authdata: 'YWRtaW46b3BlbkRUVTQy' };
const LIMIT: Order = { kind: 'limit', value: 80, isRelative: true, isPersistent: false };
const OFF: Order = { kind: 'power', action: 'off' };
const ORDERS_PATH = `/api/orders?inv=${GARAGE}`;

const settle = () => new Promise((resolve) => setImmediate(resolve));
const mqtt = (changes: Partial<GatewayOrder>) => wireOrder({ way: 'mqtt', by: 'mqtt', ...changes });

async function startStore({ isAdmin = true, first = [] as readonly GatewayOrder[] } = {}) {
  const gateway = createControlGateway(GARAGE);
  const { services, clock, sockets } = createTestServices({
    fetch: gateway.fetch,
    stored: isAdmin ? { user: JSON.stringify(ADMIN) } : {},
  });
  const { liveLink, session } = services;
  const says = (orders: readonly GatewayOrder[], changes: Parameters<typeof wireInverter>[0] = {}) => {
    gateway.orders = orders;
    sockets.last.says({ ...wireMessage([wireInverter(changes)]), ...(orders.length > 0 && { orders }) });
  };
  liveLink.start();
  clock.advance(2000);
  sockets.last.opens();
  says(first);
  const store = createGatewayOrders(services);
  const confirmed: string[] = [];
  store.onConfirmed(({ name, order }) =>
    confirmed.push(`${name} ${order.kind === 'limit' ? order.value : order.action}`),
  );
  const stop = store.start();

  async function advance(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 500) {
      clock.advance(Math.min(500, leftMs));
      await settle();
    }
  }

  return {
    ...{ gateway, store, stop, session, sockets, liveLink, confirmed, says, advance },
    asked: (path = ORDERS_PATH) => gateway.requests.get(path) ?? 0,
    phases: () => store.orders().map(({ phase }) => phase),
    place: (order: Order = LIMIT, before: readonly GatewayOrder[] = []) =>
      store.place(GARAGE, 'Garage', order, before),
  };
}

describe('the orders of the gateway', () => {
  it('show whatever the live data of the start tell, and then what each message tells', async () => {
    const { says, phases, confirmed, asked } = await startStore({ first: [wireOrder({ state: 'sent' })] });
    expect(phases()).toEqual(['waiting']);
    says([wireOrder({ state: 'unanswered' })]);
    expect(phases()).toEqual(['failed']);
    says([wireOrder({ state: 'acknowledged' })]);
    expect(phases()).toEqual(['accepted']);
    says([wireOrder({ state: 'acknowledged' })], { limit_relative: 80, limit_state: 'expected' });
    expect(phases()).toEqual([]);
    expect(confirmed).toEqual([]); // nobody here has asked for it
    expect(asked()).toBe(0);
  });

  it('are the same list until something changes', async () => {
    const { says, store } = await startStore({ first: [wireOrder({ state: 'sent' })] });
    const before = store.orders();
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    says([wireOrder({ state: 'sent' })], { data_age: 7 });
    expect(store.orders()).toBe(before);
    expect(changes).toBe(0);
    says([wireOrder({ state: 'unanswered' })]);
    expect(changes).toBe(1);
  });

  it('show one that was confirmed and is contradicted later', async () => {
    const { says, phases, store } = await startStore({ first: [wireOrder({ state: 'acknowledged' })] });
    says([wireOrder({ state: 'acknowledged' })], { limit_relative: 80, limit_state: 'expected' });
    expect(phases()).toEqual([]);
    const steps = [{ state: 'contradicted', at: 9, limit_relative: 100 }] as const;
    says([wireOrder({ state: 'contradicted', steps })], { limit_relative: 100 });
    expect(store.orders()).toMatchObject([{ phase: 'different', reportedPercent: 100 }]);
  });

  it('keep a bad ending when live data tell of it no more, until it is put away', async () => {
    const { says, phases, store } = await startStore({ first: [wireOrder({ state: 'refused' })] });
    says([]);
    expect(phases()).toEqual(['refused']);
    store.dismiss('a-1');
    expect(phases()).toEqual([]);
    says([wireOrder({ state: 'refused' })]);
    says([]);
    expect(phases()).toEqual([]);
  });

  it('keep away one that was put away while it was open', async () => {
    const { says, phases, store } = await startStore({ first: [wireOrder({ state: 'unanswered' })] });
    store.dismiss('a-1');
    says([wireOrder({ state: 'acknowledged' })]);
    expect(phases()).toEqual([]);
  });

  it('leave a bad ending to a newer order of its kind', async () => {
    const bad = wireOrder({ state: 'contradicted' });
    const { says, phases } = await startStore({ first: [bad] });
    says([wireOrder({ id: 'a-2', state: 'measured' }), bad]);
    expect(phases()).toEqual([]);
    says([]);
    expect(phases()).toEqual([]);
  });

  it('say nothing newer than the values while nothing comes', async () => {
    const { says, phases, advance, asked } = await startStore({
      first: [mqtt({ id: 'm-1', state: 'unanswered' })],
    });
    await advance(11_000);
    expect(phases()).toEqual([]);
    expect(asked()).toBe(0);
    says([mqtt({ id: 'm-1', state: 'unanswered' })]);
    expect(phases()).toEqual(['failed']);
  });

  it('of a program show only when they are in trouble', async () => {
    const { says, store, phases, advance } = await startStore({
      first: [
        mqtt({ state: 'sent' }),
        mqtt({ id: 'm-2', kind: 'power', power: 'off', state: 'acknowledged' }),
      ],
    });
    expect(phases()).toEqual([]);
    says([mqtt({ state: 'unanswered' })]);
    expect(phases()).toEqual([]);
    await advance(9000);
    says([mqtt({ state: 'unanswered' })]);
    expect(phases()).toEqual([]);
    await advance(1500);
    says([mqtt({ state: 'unanswered' })]);
    expect(store.orders()).toMatchObject([{ phase: 'failed', by: 'mqtt' }]);
    says([mqtt({ state: 'sent' })]);
    expect(phases()).toEqual([]);
  });

  it.each(['schedule', 'rule', 'fail-safe', 'cap', 'expiry', 'modbus'] as const)(
    'of the gateway itself (%s) show only when they are in trouble, and say by what',
    async (way) => {
      const own = (changes: Partial<GatewayOrder>) => wireOrder({ way, by: way, ...changes });
      const { says, store, phases, confirmed } = await startStore({ first: [own({ state: 'sent' })] });
      expect(phases()).toEqual([]);
      says([own({ state: 'measured' })]);
      expect(confirmed).toEqual([]);
      says([own({ id: 'a-2', state: 'contradicted' })]);
      expect(store.orders()).toMatchObject([{ phase: 'different', way, by: way }]);
    },
  );

  it('look for an open one that the live data have lost, once', async () => {
    const { gateway, says, phases, asked, advance } = await startStore({
      first: [wireOrder({ state: 'unanswered' })],
    });
    says([]); // the page was asleep for longer than its end was news
    gateway.orders = [wireOrder({ state: 'measured' })];
    expect(phases()).toEqual(['failed']);
    await advance(20_000);
    expect(phases()).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('call one forgotten that the gateway does not know any more', async () => {
    const { says, phases, advance } = await startStore({ first: [wireOrder({ state: 'unanswered' })] });
    says([]);
    await advance(6000);
    expect(phases()).toEqual(['forgotten']);
  });

  it('call one removed whose inverter the gateway does not know any more', async () => {
    const { gateway, says, phases, advance } = await startStore({ first: [wireOrder({ state: 'sent' })] });
    gateway.limits.delete(GARAGE);
    says([]);
    await advance(6000);
    expect(phases()).toEqual(['removed']);
  });

  it('of visitors are shown and looked for as well', async () => {
    const { says, phases, asked, advance } = await startStore({
      isAdmin: false,
      first: [wireOrder({ state: 'sent' })],
    });
    expect(phases()).toEqual(['waiting']);
    says([]);
    await advance(6000);
    expect(asked()).toBe(1);
    expect(phases()).toEqual(['forgotten']);
  });

  it('go with the login, and do not come back with it', async () => {
    const { says, phases, session } = await startStore({ first: [wireOrder({ state: 'unanswered' })] });
    session.logOut();
    expect(phases()).toEqual([]);
    says([wireOrder({ state: 'unanswered' })]);
    session.logIn(ADMIN);
    expect(phases()).toEqual([]);
    says([wireOrder({ id: 'a-2', state: 'sent' }), wireOrder({ state: 'replaced' })]);
    expect(phases()).toEqual(['waiting']);
  });

  it('ask and follow nothing after the end', async () => {
    const { says, phases, stop, asked, advance } = await startStore({
      first: [wireOrder({ state: 'sent' })],
    });
    stop();
    says([]);
    await advance(10_000);
    expect(asked()).toBe(0);
    expect(phases()).toEqual(['waiting']);
  });
});

describe('an order from this page', () => {
  it('shows at once, and is the one in the list when that has it', async () => {
    const { says, place, store } = await startStore();
    place();
    expect(store.orders()).toMatchObject([{ name: 'Garage', phase: 'waiting', order: LIMIT }]);
    says([]);
    expect(store.orders()).toHaveLength(1);
    says([wireOrder({ id: 'b-5', state: 'unanswered' })]);
    expect(store.orders()).toMatchObject([{ id: 'b-5', name: 'Garage', phase: 'failed' }]);
  });

  it('is found in live data that came before the answer', async () => {
    const { says, place, store } = await startStore();
    says([wireOrder({ id: 'b-5', state: 'sent' })]);
    place(LIMIT, []);
    expect(store.orders()).toMatchObject([{ id: 'b-5', name: 'Garage' }]);
  });

  it('is not taken for an equal one of before, or for one by MQTT', async () => {
    const older = wireOrder({ id: 'b-4', state: 'measured' });
    const { says, place, phases, confirmed, advance } = await startStore({ first: [older] });
    place(LIMIT, [older]);
    says([mqtt({ id: 'm-1', state: 'measured' }), older]);
    await advance(1000);
    expect(phases()).toEqual(['waiting']);
    expect(confirmed).toEqual([]);
    says([wireOrder({ id: 'b-5', state: 'measured' }), mqtt({ id: 'm-1', state: 'replaced' }), older]);
    expect(confirmed).toEqual(['Garage 80']);
  });

  it('is told once when it is confirmed, and seen for about a second before', async () => {
    const { says, place, phases, confirmed, advance } = await startStore();
    place();
    const taken = () =>
      says([wireOrder({ state: 'acknowledged' })], { limit_relative: 80, limit_state: 'expected' });
    taken();
    await advance(500);
    expect(phases()).toEqual(['waiting']);
    expect(confirmed).toEqual([]);
    await advance(500);
    expect(phases()).toEqual([]);
    expect(confirmed).toEqual(['Garage 80']);
    taken();
    says([wireOrder({ state: 'measured' })]);
    expect(confirmed).toEqual(['Garage 80']);
  });

  it('is not told when it was replaced or put away', async () => {
    const { says, place, store, confirmed, advance } = await startStore();
    place();
    says([wireOrder({ state: 'unanswered' })]);
    store.dismiss('a-1');
    says([wireOrder({ state: 'measured' })]);
    place(OFF);
    const off = wireOrder({ id: 'a-2', kind: 'power', power: 'off', state: 'sent' });
    says([off]);
    says([
      { ...off, id: 'a-3', power: 'on', state: 'measured' },
      { ...off, state: 'replaced' },
    ]);
    await advance(2000);
    expect(confirmed).toEqual([]);
  });

  it('that never comes into the list was forgotten by the gateway', async () => {
    const { says, place, phases, advance } = await startStore();
    place();
    says([]);
    await advance(4500);
    expect(phases()).toEqual(['waiting']);
    await advance(1000);
    expect(phases()).toEqual(['forgotten']);
  });

  it('where no live data come is asked for each second, then each five, until it is confirmed', async () => {
    const { gateway, liveLink, place, confirmed, asked, advance } = await startStore();
    place();
    liveLink.stop();
    gateway.orders = [wireOrder({ state: 'sent' })];
    await advance(30_000);
    expect(asked()).toBeGreaterThan(27);
    const soon = asked();
    gateway.orders = [wireOrder({ state: 'unanswered' })];
    await advance(30_000);
    expect(asked() - soon).toBeLessThan(8);
    gateway.orders = [wireOrder({ state: 'acknowledged' })];
    await advance(5000);
    expect(confirmed).toEqual([]);
    gateway.setLimit(GARAGE, { limit_relative: 80, limit_state: 'expected' });
    await advance(5000);
    expect(confirmed).toEqual(['Garage 80']);
    const then = asked();
    await advance(60_000);
    expect(asked()).toBe(then);
  });

  it('is not asked for while nobody looks, or nobody is logged in, and never where live data come', async () => {
    const { gateway, says, liveLink, session, store, place, asked, advance } = await startStore();
    place();
    says([wireOrder({ state: 'sent' })]);
    await advance(9000);
    expect(asked()).toBe(0);
    liveLink.stop();
    store.setHidden(true);
    await advance(10_000);
    expect(asked()).toBe(0);
    session.expire();
    store.setHidden(false);
    await advance(10_000);
    expect(asked()).toBe(0);
    session.logIn(ADMIN);
    await advance(1500);
    expect(asked()).toBeGreaterThan(0);
    expect(gateway.requests.has('/api/limit/status')).toBe(false);
  });

  it('of others is not asked for where no live data come', async () => {
    const { liveLink, asked, advance } = await startStore({ first: [wireOrder({ state: 'sent' })] });
    liveLink.stop();
    await advance(10_000);
    expect(asked()).toBe(0);
  });
});
