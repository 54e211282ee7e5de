import { describe, expect, it } from 'vitest';
import { holdAnswer } from '../../../test/answer.ts';
import { createControlGateway } from '../../../test/control-gateway.ts';
import { wireInverter, wireMessage, wireWithoutReading } from '../../../test/live-messages.ts';
import { createTestServices } from '../../../test/test-services.ts';
import { createFollowedOrders } from './followed-orders.ts';
import type { Order } from './pending-order.ts';

const GARAGE = '114172220143';
const ADMIN = { type: 'success', authdata: 'YWRtaW46b3BlbkRUVTQy' };
const OFF: Order = { kind: 'power', action: 'off' };
const limitOf = (value: number): Order => ({ kind: 'limit', value, isRelative: true, isPersistent: false });

/** Long enough for an answer to be read, without any time passing on the clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function startStore({ linkRuns = true } = {}) {
  const gateway = createControlGateway(GARAGE);
  const { services, clock, sockets } = createTestServices({
    fetch: gateway.fetch,
    stored: { user: JSON.stringify(ADMIN) },
  });
  const { liveLink, session } = services;
  if (linkRuns) {
    liveLink.start();
    clock.advance(2000);
    sockets.last.opens();
    sockets.last.says(wireMessage([wireInverter()]));
  }
  const store = createFollowedOrders(services);
  const confirmed: string[] = [];
  store.onConfirmed(({ name }) => confirmed.push(name));
  const stop = store.start();
  const requests = (path: string) => gateway.requests.get(path) ?? 0;

  async function advance(ms: number, stepMs = 1000): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
      clock.advance(Math.min(stepMs, leftMs));
      await settle();
    }
  }

  return {
    gateway,
    sockets,
    session,
    store,
    stop,
    confirmed,
    advance,
    limitQuestions: () => requests('/api/limit/status'),
    powerQuestions: () => requests('/api/power/status'),
    phases: () => store.orders().map(({ phase }) => phase),
    place: (order: Order) => store.place(GARAGE, 'Garage', order),
  };
}

describe('the orders to an original device', () => {
  it('asks nothing without an order, and only about what is open', async () => {
    const { advance, place, gateway, limitQuestions, powerQuestions } = await startStore();
    await advance(5000);
    expect(limitQuestions() + powerQuestions()).toBe(0);
    gateway.setLimit(GARAGE, { limit_set_status: 'Pending' });
    place(limitOf(80));
    await advance(3000);
    expect(limitQuestions()).toBe(3);
    expect(powerQuestions()).toBe(0);
  });

  it('does not ask about an order at once, also while it asks about another one', async () => {
    const { advance, place, gateway, confirmed, limitQuestions } = await startStore();
    gateway.powers.set(GARAGE, 'Pending');
    place(OFF);
    await advance(500);
    gateway.setLimit(GARAGE, { limit_relative: 80 });
    place(limitOf(80));
    await advance(850, 50);
    expect(limitQuestions()).toBe(0);
    await advance(1000, 50);
    expect(confirmed).toEqual(['Garage']);
  });

  it('asks each second for half a minute, then each five seconds', async () => {
    const { advance, place, gateway, limitQuestions } = await startStore();
    gateway.setLimit(GARAGE, { limit_set_status: 'Pending' });
    place(limitOf(80));
    await advance(30_000);
    expect(limitQuestions()).toBe(30);
    await advance(30_000);
    expect(limitQuestions()).toBe(36);
  });

  it('tells each confirmation once', async () => {
    const { advance, place, gateway, confirmed } = await startStore();
    gateway.setLimit(GARAGE, { limit_relative: 80 });
    place(limitOf(80));
    await advance(5000);
    expect(confirmed).toEqual(['Garage']);
  });

  it('keeps what is confirmed until the live data are told anew', async () => {
    const { advance, place, gateway, sockets, phases, limitQuestions } = await startStore();
    gateway.setLimit(GARAGE, { limit_relative: 80 });
    place(limitOf(80));
    await advance(5000);
    expect(phases()).toEqual(['confirmed']);
    expect(limitQuestions()).toBe(1);
    sockets.last.says(wireMessage([wireInverter({ limit_relative: 80 })]));
    expect(phases()).toEqual([]);
  });

  it('lets what is confirmed go at once where no live data are shown', async () => {
    const { advance, place, gateway, phases, confirmed } = await startStore({ linkRuns: false });
    gateway.setLimit(GARAGE, { limit_relative: 80 });
    place(limitOf(80));
    await advance(2000);
    expect(phases()).toEqual([]);
    expect(confirmed).toEqual(['Garage']);
  });

  it('does not take an answer for an order that came after the question', async () => {
    const { advance, place, gateway, confirmed, phases } = await startStore();
    const held = holdAnswer();
    gateway.answerLimits = held.answer;
    place(limitOf(40));
    await advance(1000);
    place(limitOf(80)); // the answer under way still speaks of the order before
    held.give({ [GARAGE]: { limit_relative: 80, max_power: 800, limit_set_status: 'Ok' } });
    await settle();
    expect(confirmed).toEqual([]);
    expect(phases()).toEqual(['waiting']);
  });

  it('does not let an answer from before a gap end it', async () => {
    const { advance, place, gateway, sockets, phases } = await startStore();
    const held = holdAnswer();
    gateway.powers.set(GARAGE, 'Pending');
    place(OFF);
    gateway.answerPowers = held.answer;
    await advance(1000);
    sockets.last.breaks(1012); // the gateway restarts
    held.give({ [GARAGE]: { power_set_status: 'Pending' } });
    await settle();
    gateway.answerPowers = undefined;
    gateway.powers.set(GARAGE, 'Ok');
    await advance(1000);
    expect(phases()).toEqual(['unclear']);
  });

  it('leaves a switching unclear when the lost link comes back, whatever the gateway remembers by then', async () => {
    const { advance, place, gateway, sockets, confirmed, phases } = await startStore();
    gateway.powers.set(GARAGE, 'Pending');
    place(OFF);
    sockets.last.breaks(1006);
    await advance(2000);
    gateway.powers.set(GARAGE, 'Ok');
    await advance(1000);
    expect(confirmed).toEqual([]);
    expect(phases()).toEqual(['unclear']);
  });

  it('confirms a switching by what was measured after the Ok only', async () => {
    const { advance, place, sockets, confirmed, phases } = await startStore();
    const says = (changes: Parameters<typeof wireInverter>[0]) =>
      sockets.last.says(wireMessage([wireInverter(changes)]));
    place(OFF);
    await advance(1000);
    expect(phases()).toEqual(['settling']);
    await advance(4000);
    says({ producing: false, data_age: 3 }); // may be 4 s old
    says({ producing: false, reachable: false, data_age: 0 });
    says(wireWithoutReading({ data_age: 0 }));
    expect(phases()).toEqual(['settling']);
    says({ producing: false, data_age: 2 });
    expect(phases()).toEqual(['confirmed']);
    expect(confirmed).toEqual(['Garage']);
  });

  it('never confirms a switching whose opposite was done meanwhile', async () => {
    const { advance, place, sockets, confirmed, phases } = await startStore();
    place(OFF); // and somebody else switches on; the gateway says Ok of that
    for (let fiveSeconds = 0; fiveSeconds < 14; fiveSeconds += 1) {
      await advance(5000);
      sockets.last.says(wireMessage([wireInverter({ data_age: 0 })]));
    }
    expect(phases()).toEqual(['contradicted']);
    expect(confirmed).toEqual([]);
  });

  it('takes a long pause without a link for a gap', async () => {
    const { advance, place, gateway, store, phases } = await startStore({ linkRuns: false });
    gateway.powers.set(GARAGE, 'Pending');
    place(OFF);
    await advance(2000);
    store.setHidden(true);
    await advance(60_000, 60_000);
    gateway.powers.set(GARAGE, 'Ok');
    store.setHidden(false);
    await advance(1);
    expect(phases()).toEqual(['unclear']);
  });

  it('takes no pause for a gap while the link was there', async () => {
    const { advance, place, gateway, store, sockets, phases } = await startStore();
    gateway.powers.set(GARAGE, 'Pending');
    place(OFF);
    await advance(2000);
    store.setHidden(true);
    for (let tenSeconds = 0; tenSeconds < 6; tenSeconds += 1) {
      await advance(10_000, 10_000);
      sockets.last.says(wireMessage([wireInverter()]));
    }
    gateway.powers.set(GARAGE, 'Ok');
    store.setHidden(false);
    await advance(1);
    expect(phases()).toEqual(['settling']);
  });

  it('waits without a word while the login has run out, and goes on with the next one', async () => {
    const { advance, place, gateway, session, phases, limitQuestions } = await startStore();
    gateway.setLimit(GARAGE, { limit_set_status: 'Pending' });
    place(limitOf(80));
    await advance(1000);
    session.expire();
    expect(phases()).toEqual(['unknown']);
    const before = limitQuestions();
    await advance(10_000);
    expect(limitQuestions()).toBe(before);
    session.logIn(ADMIN);
    await advance(1000);
    expect(phases()).toEqual(['waiting']);
  });

  it('asks nothing after its end', async () => {
    const { advance, place, gateway, stop, limitQuestions } = await startStore();
    gateway.setLimit(GARAGE, { limit_set_status: 'Pending' });
    place(limitOf(80));
    await advance(1000);
    stop();
    await advance(10_000);
    expect(limitQuestions()).toBe(1);
  });
});
