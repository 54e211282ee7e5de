import { timezoneOf } from '@heliograph/contract';
import { type OrderAction, orderState } from '@heliograph/domain';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from '../platform/device-clock.ts';
import { createLog } from '../platform/log.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { createFleet } from './fleet.ts';
import { limitDoubted, limitRead } from './limit-state.ts';
import { openOrderBook } from './order-book.ts';

const [A, B] = ['114100000001', '114100000002'];
const configsOf = (...serials: string[]) =>
  supportedInverters(serials.map((serial) => ({ serial, name: serial, channel: [] })));
const ADMIN = { way: 'http', by: 'admin' } as const;
const SCRIPT = { way: 'http', by: 'api' } as const;
const HARDWARE = {
  hardwarePartNumber: 0x10_11_40_00,
  hardwareVersion: '04.10',
  model: { name: 'HM-800', maxPowerW: 800 },
};

const limit = (value: number, isRelative = true): OrderAction => ({
  kind: 'limit',
  command: { value, isRelative, isPersistent: false },
});
const power = (command: 'on' | 'off' | 'restart'): OrderAction => ({ kind: 'power', command });

/** One run of a gateway over a disk that outlives it; orders get the numbers 1, 2, 3. */
async function run(disk: CrashDisk = createCrashDisk(), clock = createVirtualClock()) {
  const logLines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => logLines.push(line) });
  const deviceClock = createDeviceClock({ clock, startSet: true, timezone: timezoneOf('UTC0') });
  const fleet = createFleet({ clock, configs: configsOf(A, B) });
  let count = 0;
  const book = await openOrderBook({
    isNight: () => false,
    ...{ fleet, clock, deviceClock, directory: disk, log },
    send: (serial) => (fleet.find(serial) === undefined ? undefined : ++count),
  });
  const place = (action: OrderAction, serial = A) => book.place(serial, action, ADMIN);
  return {
    ...{ disk, clock, fleet, book, place, logLines },
    /** Time goes on, and then the inverter is measured. */
    measure(powerW: number, yieldTodayWh = 100, serial = A) {
      clock.advance(5000);
      tellAc(fleet, serial, { powerW, yieldTodayWh });
      fleet.update(serial, () => ({ contact: 'answers' }));
    },
    tellModel: () => fleet.update(A, () => ({ deviceInfo: { firmware: undefined, hardware: HARDWARE } })),
    tellLimit(percent: number) {
      clock.advance(1000);
      fleet.update(A, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, percent, nowMs) }));
    },
    take(orderNumber: number, serial = A) {
      book.follow(serial, orderNumber, 'sent');
      clock.advance(100);
      book.follow(serial, orderNumber, 'acknowledged');
    },
    states: () => book.all().map((order) => orderState(order)),
    stepsOf: (index = 0) => book.all()[index]?.steps.map(({ step }) => step),
  };
}

describe('an order', () => {
  it('is known from when it was asked for, with who asked and by which way', async () => {
    const { place, book, clock } = await run();
    const order = place(limit(60));
    expect(order).toEqual({
      id: expect.stringMatching(/^[\da-z]+-1$/),
      serial: A,
      action: limit(60),
      origin: ADMIN,
      steps: [{ step: 'asked', atMs: clock.unixMs() }],
    });
    expect(book.all()).toEqual([order]);
  });

  it('has an id of its own also where a clock that nobody sets tells the same at each start', async () => {
    const { disk, place, book } = await run();
    const first = place(limit(60));
    await book.close();
    const again = await run(disk);
    expect(again.place(limit(60))?.id).not.toBe(first?.id);
  });

  it('to nobody is none', async () => {
    const { place, book } = await run();
    expect(place(limit(60), '114199999999')).toBeUndefined();
    expect(book.all()).toEqual([]);
  });

  it('keeps when it first went out, and each silence with its own time', async () => {
    const { place, book, clock } = await run();
    place(power('off'));
    const askedAtMs = clock.unixMs();
    const silences: number[] = [];
    const told: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      book.follow(A, 1, 'sent');
      clock.advance(2000);
      silences.push(clock.unixMs());
      book.follow(A, 1, 'unanswered');
      told.push(book.all()[0]?.steps.slice(2));
    }
    const steps = silences.map((atMs) => ({ step: 'unanswered', atMs }));
    expect(told).toEqual([steps.slice(0, 1), steps.slice(0, 2), steps]);
    expect(book.all()[0]?.steps.slice(0, 2)).toEqual([
      { step: 'asked', atMs: askedAtMs },
      { step: 'sent', atMs: askedAtMs },
    ]);
  });

  it('keeps of very many silences the first and the last ones', async () => {
    const { place, book, clock } = await run();
    place(power('off'));
    const firstAtMs = clock.unixMs();
    for (let round = 0; round < 1000; round++) {
      book.follow(A, 1, 'unanswered');
      clock.advance(1000);
    }
    const seconds = (book.all()[0]?.steps ?? []).map(({ atMs }) => (atMs - firstAtMs) / 1000);
    expect(seconds).toEqual([0, 0, 996, 997, 998, 999]);
  });

  it('may have given way where it was carried to', async () => {
    const { place, book, stepsOf } = await run();
    place(limit(60));
    book.follow(A, 1, 'replaced');
    expect(stepsOf()).toEqual(['asked', 'replaced']);
  });

  it('gives way to a newer one of its kind, and a restart only to a restart', async () => {
    const { place, states } = await run();
    for (const action of [limit(60), power('restart'), power('off'), limit(70), power('on')]) place(action);
    place(limit(80), B);
    expect(states()).toEqual(['asked', 'asked', 'asked', 'replaced', 'asked', 'replaced']);
    place(power('restart'));
    expect(states()).toEqual(['asked', 'asked', 'replaced', 'asked', 'replaced', 'replaced', 'replaced']);
  });

  it('for a permanent limit that was taken is not replaced by a newer one that is not permanent', async () => {
    const { place, take, states } = await run();
    const permanent: OrderAction = {
      kind: 'limit',
      command: { value: 60, isRelative: true, isPersistent: true },
    };
    place(permanent);
    take(1);
    place(limit(70));
    expect(states()).toEqual(['asked', 'unmeasured']);
    place(permanent);
    place(limit(80));
    expect(states()).toEqual(['asked', 'replaced', 'replaced', 'unmeasured']);
    place(permanent);
    take(5);
    place(permanent);
    expect(states().slice(0, 2)).toEqual(['asked', 'replaced']);
  });

  it('that is refused is over', async () => {
    const { place, book, states, tellLimit } = await run();
    place(limit(60));
    book.follow(A, 1, 'refused');
    book.follow(A, 1, 'acknowledged');
    tellLimit(60);
    expect(states()).toEqual(['refused']);
  });

  it('that is over takes no further step', async () => {
    const { place, book, stepsOf } = await run();
    place(limit(60));
    place(limit(70));
    book.follow(A, 1, 'acknowledged');
    expect(stepsOf(1)).toEqual(['asked', 'replaced']);
  });

  it('is over when its inverter is removed', async () => {
    const { place, fleet, book } = await run();
    place(limit(60));
    place(limit(60), B);
    fleet.configure(configsOf(B));
    expect(book.all()[1]?.steps.at(-1)).toMatchObject({ step: 'expired', reason: 'inverter-removed' });
    expect(orderState(book.all()[0] ?? { steps: [] })).toBe('asked');
  });

  it('is one of three hundred at most', async () => {
    const { place, book } = await run();
    for (let count = 0; count < 310; count++) place(power(count % 2 === 0 ? 'on' : 'off'));
    expect(book.all()).toHaveLength(300);
    expect(book.all()[0]?.id).toMatch(/-310$/);
  });
});

describe('current orders', () => {
  it('are those that are not over, or only just', async () => {
    const { place, book, clock } = await run();
    place(limit(60));
    clock.advance(30_000);
    place(limit(70));
    expect(book.current().map(({ id }) => id.split('-')[1])).toEqual(['2', '1']);
    clock.advance(59_999);
    expect(book.current()).toHaveLength(2);
    clock.advance(1);
    expect(book.current().map(({ id }) => id.split('-')[1])).toEqual(['2']);
  });
});

describe('a limit that was taken', () => {
  it('is measured when the inverter tells it', async () => {
    const { place, take, tellLimit, book, clock } = await run();
    tellLimit(60); // before it was taken: says nothing
    place(limit(60));
    take(1);
    expect(orderState(book.all()[0] ?? { steps: [] })).toBe('acknowledged');
    tellLimit(Math.fround(60.1));
    expect(book.all()[0]?.steps.at(-1)).toEqual({
      step: 'measured',
      atMs: clock.unixMs(),
      limitPercent: Math.fround(60.1),
    });
  });

  it('is contradicted when the inverter tells another one', async () => {
    const { place, take, tellLimit, book } = await run();
    place(limit(60));
    take(1);
    tellLimit(100);
    expect(book.all()[0]?.steps.at(-1)).toMatchObject({ step: 'contradicted', limitPercent: 100 });
  });

  it('above what an inverter can give is measured as all of it', async () => {
    const { place, take, tellLimit, states } = await run();
    place(limit(150));
    take(1);
    tellLimit(100);
    expect(states()).toEqual(['measured']);
  });

  it('in watts can be compared as soon as the model is known', async () => {
    const { place, take, tellLimit, tellModel, states } = await run();
    place(limit(300, false));
    take(1);
    tellLimit(37.5);
    expect(states()).toEqual(['acknowledged']);
    tellModel();
    expect(states()).toEqual(['measured']);
  });

  it.each([
    ['from above it to below it', 500, 245, 'measured'],
    ['and stays above it', 500, 400, 'acknowledged'],
    ['and was below it before', 200, 180, 'acknowledged'],
  ])('when the power goes %s: %d W, then %d W', async (_, before, after, expected) => {
    const { place, take, measure, tellModel, states } = await run();
    tellModel();
    measure(before);
    place(limit(30));
    take(1);
    measure(after);
    expect(states()).toEqual([expected]);
  });

  it.each([
    ['raises it', limit(90), 300],
    ['is in watts of an unknown model', limit(300, false), 100],
  ])(
    'that %s comes to its end where no reading can show it, and is not called measured',
    async (_, action, w) => {
      const { place, take, measure, clock, states, stepsOf, book } = await run();
      measure(w);
      place(action);
      take(1);
      clock.advance(14 * 60_000);
      measure(w + 50);
      expect(states()).toEqual(['acknowledged']);
      clock.advance(60_000);
      expect(states()).toEqual(['acknowledged']); // it tells nothing, so nothing is said of it
      measure(w + 50);
      expect(stepsOf()).toEqual(['asked', 'sent', 'acknowledged', 'unmeasured']);
      clock.advance(60_000);
      expect(book.current()).toEqual([]);
    },
  );

  it('says nothing where its watts cannot be told', async () => {
    const { place, take, measure, states } = await run();
    measure(500);
    place(limit(30));
    take(1);
    measure(200);
    expect(states()).toEqual(['acknowledged']);
  });

  it('is not judged by a limit in doubt', async () => {
    const { place, take, tellLimit, fleet, states } = await run();
    place(limit(60));
    take(1);
    fleet.update(A, (inverter) => ({ limit: limitDoubted(inverter.limit) }));
    expect(states()).toEqual(['acknowledged']);
    tellLimit(60);
    expect(states()).toEqual(['measured']);
  });
});

describe('a switching that was taken', () => {
  it.each([
    ['off', 0, 'measured'],
    ['on', 30, 'measured'],
    ['off', 30, 'acknowledged'],
    ['on', 0, 'acknowledged'],
  ] as const)('%s, and %d W are measured: %s', async (command, powerW, expected) => {
    const { place, take, measure, states } = await run();
    measure(powerW);
    place(power(command));
    take(1);
    expect(states()).toEqual(['acknowledged']);
    measure(powerW);
    expect(states()).toEqual([expected]);
  });

  it('is contradicted by what is measured a minute later', async () => {
    const { place, take, measure, states } = await run();
    place(power('off'));
    take(1);
    for (let count = 0; count < 11; count++) measure(30);
    expect(states()).toEqual(['acknowledged']);
    measure(30);
    expect(states()).toEqual(['contradicted']);
  });

  it('is a restart when the inverter was silent and answers again', async () => {
    const { place, take, measure, fleet, states } = await run();
    measure(30, 100);
    place(power('restart'));
    take(1);
    measure(30, 100);
    expect(states()).toEqual(['acknowledged']);
    fleet.update(A, () => ({ contact: 'misses' }));
    measure(0, 100);
    expect(states()).toEqual(['measured']);
  });

  it('is a restart when its day begins anew', async () => {
    const { place, take, measure, states } = await run();
    measure(30, 100);
    place(power('restart'));
    take(1);
    measure(0, 0);
    expect(states()).toEqual(['measured']);
  });
});

/** How many orders the file of a disk holds. */
async function ordersOn(disk: CrashDisk): Promise<number> {
  const bytes = await disk.read('orders.json');
  return bytes === undefined ? 0 : JSON.parse(new TextDecoder().decode(bytes)).orders.length;
}

describe('orders over a restart of the gateway', () => {
  it('are written once a minute where a program gives one every five seconds, and at once when somebody keeps them elsewhere, too', async () => {
    const { place, clock, disk, book } = await run();
    const writes: number[] = [];
    let known = 0;
    for (let second = 0; second < 1800; second += 1) {
      if (second % 5 === 0) book.place(B, limit(50 + (second % 40)), SCRIPT);
      await clock.advanceAsync(1000);
      const count = await ordersOn(disk);
      if (count !== known) writes.push(second);
      known = count;
    }
    expect(writes.length).toBeGreaterThan(60);
    expect(writes.length).toBeLessThanOrEqual(40 + 30);
    place(limit(60));
    await clock.advanceAsync(300);
    const bytes = await disk.read('orders.json');
    expect(JSON.parse(new TextDecoder().decode(bytes)).orders.at(-1)).toMatchObject({ serial: A });
    book.place(B, limit(33), SCRIPT);
    place(limit(61));
    await book.save();
    const { orders } = JSON.parse(new TextDecoder().decode(await disk.read('orders.json')));
    expect(orders.at(-1)).toMatchObject({ serial: A });
  });

  it('are the newest three hundred and, however many came since, those of which something may still become', async () => {
    const { place, book, take } = await run();
    const open = place(limit(60));
    take(1);
    for (let count = 0; count < 400; count += 1) place(limit(count % 2 === 0 ? 30 : 40), B);
    expect(book.all()).toHaveLength(300);
    expect(book.all().at(-1)?.id).toBe(open?.id);
  });

  it('are kept: what was over is as it was, what was open has expired', async () => {
    const first = await run();
    first.place(limit(60));
    first.place(limit(70));
    const [open, replaced] = first.book.all();
    await first.book.close();
    first.clock.advance(60_000);
    const { book, place } = await run(first.disk, first.clock);
    const expired = { step: 'expired', reason: 'gateway-restarted', atMs: first.clock.unixMs() };
    expect(book.all()).toEqual([{ ...open, steps: [...(open?.steps ?? []), expired] }, replaced]);
    expect(place(limit(80))?.id).not.toBe(open?.id);
    await book.close();
    expect((await run(first.disk, first.clock)).states()).toEqual(['expired', 'expired', 'replaced']);
  });

  it('that the inverter had taken were carried out, and only nothing more can be measured', async () => {
    const first = await run();
    first.place(limit(60));
    first.take(1);
    first.place(limit(70), B);
    await first.book.close();
    const { states, stepsOf } = await run(first.disk, first.clock);
    expect(states()).toEqual(['expired', 'unmeasured']);
    expect(stepsOf(1)).toEqual(['asked', 'sent', 'acknowledged', 'unmeasured']);
  });

  it('are written at once, so that no killed process has lost them, and gone when they are forgotten', async () => {
    const { place, clock, disk, book } = await run();
    place(limit(60));
    clock.advance(100);
    place(limit(70));
    expect(await ordersOn(disk)).toBe(0);
    await clock.advanceAsync(200);
    expect(await ordersOn(disk)).toBe(2);
    await book.forget();
    place(limit(80));
    await clock.advanceAsync(120_000);
    expect(await disk.read('orders.json')).toBeUndefined();
  });

  it.each(['{', '[]', '{"orders":7}'])(
    'are not shown where the file says %s, and it is kept aside',
    async (text) => {
      const disk = createCrashDisk();
      await disk.write('orders.json', new TextEncoder().encode(text));
      const { book, logLines } = await run(disk);
      expect(book.all()).toEqual([]);
      expect(logLines.join()).toContain('orders.json cannot be read');
      expect(await disk.read('orders.json.corrupt')).toBeDefined();
    },
  );

  it.each([
    ['no object', null],
    ['no steps', { steps: [] }],
    ['an unknown action', { action: { kind: 'dance', command: 'on' } }],
    ['a limit without a value', { action: { kind: 'limit', command: {} } }],
    ['an unknown way', { origin: { way: 'pigeon' } }],
    ['a step without a time', { steps: [{ step: 'asked' }] }],
  ])('leave out what makes no sense: %s', async (_, wrong) => {
    const first = await run();
    first.place(limit(60));
    const [good] = first.book.all();
    const damaged = wrong === null ? null : { ...good, ...wrong };
    const text = JSON.stringify({ orders: [damaged, good] });
    await first.disk.write('orders.json', new TextEncoder().encode(text));
    const { book } = await run(first.disk, first.clock);
    expect(book.all().map(({ id }) => id)).toEqual([good?.id]);
  });
});
