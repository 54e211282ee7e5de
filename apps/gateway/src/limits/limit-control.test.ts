import type { LimitGroup, ScheduleRow } from '@heliograph/contract';
import { type OrderAction, type OrderOrigin, orderState } from '@heliograph/domain';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import {
  LIMITED_A as A,
  LIMITED_B as B,
  createLimitedPlant,
  LIMITED_START_MS,
} from '@heliograph/testbed/gateway/limited-plant.ts';
import { describe, expect, it } from 'vitest';
import { RADIO_SOURCE } from '../fleet/inverter.ts';
import { limitLost, limitRead } from '../fleet/limit-state.ts';

const ADMIN: OrderOrigin = { way: 'http', by: 'admin' };
const PROGRAM: OrderOrigin = { way: 'http', by: 'api' };
const MQTT: OrderOrigin = { way: 'mqtt', by: 'mqtt' };
const group = (cap: number, members = [A, B]): LimitGroup => ({
  ...{ id: 'roof', name: 'Roof', cap },
  members: members.map((serial) => ({ serial, min_power: 0, max_power: 0 })),
});
const row = (watts: number, from: number, to: number, other: Partial<ScheduleRow> = {}): ScheduleRow => ({
  ...{ enabled: true, target: 'plant', watts, days: 127 },
  ...{ from: 'clock', from_minutes: from * 60, to: 'clock', to_minutes: to * 60, ...other },
});
const limit = (value: number, isRelative = false, isPersistent = false): OrderAction => ({
  kind: 'limit',
  command: { value, isRelative, isPersistent },
});

const hours = (count: number) => count * 3_600_000;

describe('while nothing is kept up', () => {
  it('an order passes as it came, and the last one counts, whoever gave it', async () => {
    const { order, limitsW, sent, holderOf } = await createLimitedPlant();
    expect(order(A, limit(50, true, true), ADMIN)).toBe('asked');
    expect(limitsW()).toEqual([400, 800]);
    expect(order(A, limit(200), MQTT)).toBe('asked');
    expect(limitsW()).toEqual([200, 800]);
    expect(order(A, limit(100, true), PROGRAM)).toBe('asked');
    expect(limitsW(hours(1))).toEqual([800, 800]);
    expect(sent).toEqual(['A 50% for good', 'A 200 W', 'A 100%']);
    expect(holderOf(A)).toBeUndefined();
  });

  it('a limit for two hours ends by itself, and what was before comes back', async () => {
    const { control, order, limitsW, holderOf } = await createLimitedPlant();
    order(A, limit(75, true), MQTT);
    expect(limitsW()).toEqual([600, 800]);
    const wish = { target: A, watts: 250, ends: 'after', seconds: 7200 } as const;
    expect(await control.claim(wish, ADMIN)).toBe('claimed');
    expect(limitsW()).toEqual([250, 800]);
    expect(holderOf(A)).toBe('person');
    expect(limitsW(hours(1.9))).toEqual([250, 800]);
    expect(limitsW(hours(0.2))).toEqual([600, 800]);
    expect(holderOf(A)).toBeUndefined();
  });

  it('a later order of a program takes the place of a limit of a person, and stays when that would have ended', async () => {
    const { control, order, limitsW } = await createLimitedPlant();
    await control.claim({ target: 'plant', watts: 400, ends: 'after', seconds: 3600 }, ADMIN);
    expect(limitsW()).toEqual([200, 200]);
    expect(order(A, limit(500), MQTT)).toBe('asked');
    expect(limitsW()[0]).toBe(500);
    expect(limitsW(hours(2))).toEqual([500, 800]);
  });
});

describe('a limit of a person', () => {
  it('until tonight ends when the sun sets', async () => {
    const { control, limitsW } = await createLimitedPlant();
    await control.claim({ target: A, watts: 300, ends: 'sunset', seconds: 0 }, ADMIN);
    expect(control.state().held[0]?.until).toBe(Date.UTC(2026, 5, 22, 20) / 1000);
    expect(limitsW(hours(9.9))).toEqual([300, 800]);
    expect(limitsW(hours(0.2))).toEqual([800, 800]);
  });

  it('until it is changed is sent again to an inverter that has restarted', async () => {
    const { control, limitsW, fleet, sent } = await createLimitedPlant();
    await control.claim({ target: A, watts: 300, ends: 'changed', seconds: 0 }, ADMIN);
    expect(limitsW()).toEqual([300, 800]);
    fleet.update(A, ({ limit: before }) => ({ limit: limitLost(before) }));
    fleet.update(A, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, 100, nowMs) }));
    expect(limitsW(120_000)).toEqual([300, 800]);
    expect(sent).toEqual(['A 300 W', 'A 300 W']);
  });

  it('is for several together: they share it', async () => {
    const { control, limitsW } = await createLimitedPlant({ settings: { groups: [group(0)] } });
    await control.claim({ target: 'roof', watts: 600, ends: 'changed', seconds: 0 }, ADMIN);
    expect(limitsW()).toEqual([300, 300]);
    await control.claim({ target: A, watts: 450, ends: 'changed', seconds: 0 }, ADMIN);
    // B keeps its share: it is no doing of B that A was raised.
    expect(limitsW()).toEqual([450, 300]);
    await control.claim({ target: A, watts: 100, ends: 'changed', seconds: 0 }, ADMIN);
    expect(limitsW()).toEqual([100, 500]);
    expect(await control.release(A)).toBe(true);
    expect(limitsW()).toEqual([300, 300]);
    expect(await control.release('roof')).toBe(true);
    expect(await control.release('roof')).toBe(false);
    expect(limitsW()).toEqual([800, 800]);
  });

  it('is in the list of orders from when it was asked for, also where the inverters sleep', async () => {
    const { control, clock, measure, book, sent, limitsW } = await createLimitedPlant({ isHeard: false });
    await control.claim({ target: 'plant', watts: 400, ends: 'changed', seconds: 0 }, ADMIN);
    const steps = () => book.all().map(({ serial, steps }) => [serial, steps.map(({ step }) => step).join()]);
    clock.advance(hours(2));
    expect(steps()).toEqual([
      [B, 'asked,waiting'],
      [A, 'asked,waiting'],
    ]);
    expect(book.all()[0]).toMatchObject({ origin: ADMIN, action: limit(200) });
    expect(sent).toEqual([]);
    measure(A, 100);
    measure(B, 100);
    expect(limitsW()).toEqual([200, 200]);
    expect(steps()).toEqual([
      [B, 'asked,sent,acknowledged,measured'],
      [A, 'asked,sent,acknowledged,measured'],
      [B, 'asked,waiting,replaced'],
      [A, 'asked,waiting,replaced'],
    ]);
    clock.advance(hours(1));
    expect(sent).toEqual(['A 200 W', 'B 200 W']);
  });

  it('that ends, is changed or is what the inverter does anyway before it answers is told so, and never sent', async () => {
    const { control, clock, measure, book, sent, fleet } = await createLimitedPlant({ isHeard: false });
    const steps = () => book.all().map(({ steps }) => steps.map(({ step }) => step).join());
    await control.claim({ target: A, watts: 300, ends: 'after', seconds: 3600 }, ADMIN);
    clock.advance(hours(0.5));
    await control.claim({ target: A, watts: 200, ends: 'after', seconds: 3600 }, ADMIN);
    clock.advance(hours(2));
    expect(steps()).toEqual(['asked,waiting,expired', 'asked,waiting,replaced']);
    expect(book.all()[0]?.steps.at(-1)).toMatchObject({ reason: 'not-wanted' });
    await control.claim({ target: A, watts: 400, ends: 'changed', seconds: 0 }, ADMIN);
    fleet.update(A, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, 50, nowMs) }));
    measure(A, 100);
    clock.advance(5000);
    expect(steps()[0]).toBe('asked,waiting,measured');
    expect(sent).toEqual([]);
  });

  it('takes the place of an older order that is still sent to a sleeping inverter, and gives that back', async () => {
    const { control, clock, order, book, sent, fallSilent } = await createLimitedPlant({ isHeard: false });
    const steps = () => book.all().map(({ steps }) => steps.map(({ step }) => step).join());
    fallSilent();
    order(A, limit(60, true, true), ADMIN);
    await control.claim({ target: A, watts: 200, ends: 'changed', seconds: 0 }, ADMIN);
    clock.advance(hours(1));
    expect(sent).toEqual(['A 60% for good', 'A 200 W']);
    expect(steps()).toEqual(['asked', 'asked,replaced']);
    expect(book.all()[0]?.origin).toEqual(ADMIN);
    await control.claim({ target: A, watts: 300, ends: 'after', seconds: 3600 }, ADMIN);
    clock.advance(hours(0.5));
    expect(sent.slice(2)).toEqual(['A 300 W']);
    clock.advance(hours(1));
    // Nobody wants 300 W any more: what was ordered before counts again.
    // It is no permanent one any more: nobody asked for that a second time.
    expect(sent.slice(3)).toEqual(['A 60%']);
    expect(steps()).toEqual(['asked', 'asked,replaced', 'asked,replaced', 'asked,replaced']);
  });

  it('that took the place of an older order, and that somebody of a higher rank now holds, is not sent meanwhile', async () => {
    const { control, clock, order, sent, fallSilent } = await createLimitedPlant({ isHeard: false });
    fallSilent();
    order(A, limit(480), ADMIN);
    await control.claim({ target: A, watts: 400, ends: 'changed', seconds: 0 }, ADMIN);
    clock.advance(5000);
    control.hold('fail-safe', [{ target: A, watts: 100 }]);
    clock.advance(5000);
    expect(sent).toEqual(['A 480 W', 'A 400 W', 'A 100 W']);
    control.hold('fail-safe', []);
    clock.advance(5000);
    expect(sent.slice(3)).toEqual(['A 400 W']);
    await control.release(A);
    clock.advance(hours(1));
    expect(sent.slice(4)).toEqual(['A 480 W']);
  });

  it('that took the place of an older order waits again after a restart, which ends all orders', async () => {
    const first = await createLimitedPlant({ isHeard: false });
    first.fallSilent();
    first.order(A, limit(480), ADMIN);
    await first.control.claim({ target: A, watts: 200, ends: 'changed', seconds: 0 }, ADMIN);
    await first.stop();
    const { book, clock, control, measure, limitsW, sent } = await createLimitedPlant({
      ...{ disk: first.disk, isHeard: false },
    });
    clock.advance(5000);
    expect(book.all().map(orderState)).toEqual(['waiting', 'expired', 'replaced']);
    measure(A, 100);
    expect(limitsW()).toEqual([200, 800]);
    await control.release(A);
    expect(limitsW()).toEqual([480, 800]);
    expect(sent).toEqual(['A 200 W', 'A 60%']);
  });

  it('that took the place of an older order gives that back also where the inverter has answered since', async () => {
    const plant = await createLimitedPlant({ isHeard: false });
    const { control, order, limitsW, measure, sent } = plant;
    order(A, limit(480), ADMIN);
    await control.claim({ target: A, watts: 200, ends: 'changed', seconds: 0 }, ADMIN);
    measure(A, 100);
    expect(limitsW()).toEqual([200, 800]);
    await control.release(A);
    expect(limitsW()).toEqual([480, 800]);
    expect(sent).toEqual(['A 480 W', 'A 200 W', 'A 60%']);
  });

  it('ends with its inverter when that is removed, over a restart too, and not when another source brings it', async () => {
    const plant = await createLimitedPlant();
    const { control, fleet, clock, disk, sent } = plant;
    await control.claim({ target: A, watts: 300, ends: 'changed', seconds: 0 }, ADMIN);
    await control.claim({ target: B, watts: 200, ends: 'changed', seconds: 0 }, ADMIN);
    clock.advance(5000);
    const [first, second] = fleet.inverters();
    if (first === undefined || second === undefined) throw new Error('two inverters');
    fleet.arrange([RADIO_SOURCE, 'other']);
    fleet.configure([second], 'other');
    fleet.configure([]);
    clock.advance(5000);
    expect(control.state().held).toMatchObject([{ target: B, watts: 200 }]);
    fleet.configure([first]);
    plant.measure(A, 300);
    clock.advance(hours(1));
    expect(sent.filter((order) => order.startsWith('A'))).toEqual(['A 300 W']);
    await plant.stop();
    const again = await createLimitedPlant({ disk });
    expect(again.control.state().held).toMatchObject([{ target: B }]);
  });

  it('for an inverter that was only never heard stays', async () => {
    const { control, clock, fleet } = await createLimitedPlant({ isHeard: false });
    await control.claim({ target: A, watts: 300, ends: 'changed', seconds: 0 }, ADMIN);
    fleet.configure(fleet.inverters());
    clock.advance(hours(10));
    expect(control.state().held).toMatchObject([{ target: A }]);
  });

  it('is refused for what is not there', async () => {
    const { control } = await createLimitedPlant();
    const wish = { watts: 1, ends: 'changed', seconds: 0 } as const;
    expect(await control.claim({ target: '114100000009', ...wish }, ADMIN)).toBe('no-target');
    expect(await control.claim({ target: 'nobody', ...wish }, ADMIN)).toBe('no-target');
  });

  it('goes on after a restart, and ends when it was to', async () => {
    const first = await createLimitedPlant();
    await first.control.claim({ target: A, watts: 300, ends: 'after', seconds: 7200 }, ADMIN);
    expect(first.limitsW()).toEqual([300, 800]);
    await first.stop();
    const again = await createLimitedPlant({ disk: first.disk, startMs: LIMITED_START_MS + hours(1) });
    expect(again.limitsW(hours(0.9))).toEqual([300, 800]);
    expect(again.limitsW(hours(0.2))).toEqual([800, 800]);
    await again.stop();
    const late = await createLimitedPlant({ disk: first.disk, startMs: LIMITED_START_MS + hours(30) });
    expect(late.control.state().held).toEqual([]);
  });

  it('survives a power cut right after it was answered', async () => {
    const { disk, control } = await createLimitedPlant();
    await control.claim({ target: A, watts: 300, ends: 'changed', seconds: 0 }, ADMIN);
    for (const left of disk.disksAfterPowerCut()) {
      const again = await createLimitedPlant({ disk: left });
      expect(again.control.state().held).toMatchObject([{ owner: 'person', target: A, watts: 300 }]);
    }
  });
});

describe('where the disk is full', () => {
  const FAILURE = { error: expect.objectContaining({ code: expect.stringMatching(/^(ENOSPC|EIO)$/) }) };
  const wish = { target: A, ends: 'changed', seconds: 0 } as const;

  /** A disk that takes nothing as long as it is full. */
  function createFullDisk() {
    const disk = createCrashDisk();
    let isFull = false;
    const write: typeof disk.write = async (name, bytes) => {
      if (isFull) throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
      await disk.write(name, bytes);
    };
    return {
      disk: { ...disk, write },
      fill(isIt: boolean) {
        isFull = isIt;
      },
    };
  }

  it('a limit of a person is not taken, which is said, and nothing is sent; the next one is kept', async () => {
    const { disk, fill } = createFullDisk();
    const { control, limitsW, sent } = await createLimitedPlant({ disk });
    fill(true);
    expect(await control.claim({ ...wish, watts: 300 }, ADMIN)).toEqual(FAILURE);
    expect(control.state().held).toEqual([]);
    expect(limitsW(hours(1))).toEqual([800, 800]);
    expect(sent).toEqual([]);
    fill(false);
    expect(await control.claim({ ...wish, watts: 200 }, ADMIN)).toBe('claimed');
    expect(limitsW()).toEqual([200, 800]);
  });

  it('what a person held before stays, whether it was to be another one or given back', async () => {
    const { disk, fill } = createFullDisk();
    const { control, limitsW } = await createLimitedPlant({ disk });
    await control.claim({ ...wish, watts: 300 }, ADMIN);
    fill(true);
    expect(await control.release(A)).toEqual(FAILURE);
    expect(await control.claim({ ...wish, target: 'plant', watts: 100 }, ADMIN)).toEqual(FAILURE);
    expect(limitsW(hours(1))).toEqual([300, 800]);
    for (const left of disk.disksAfterPowerCut()) {
      const again = await createLimitedPlant({ disk: left });
      expect(again.control.state().held).toMatchObject([{ owner: 'person', target: A, watts: 300 }]);
    }
    fill(false);
    expect(await control.release(A)).toBe(true);
    expect(limitsW()).toEqual([800, 800]);
  });

  it('nothing of a refused limit is left where only the name of the file was not sure', async () => {
    const { control, disk } = await createLimitedPlant();
    const operations = ['write', 'sync', 'rename', 'syncFolder'];
    disk.refuse(operations.indexOf('syncFolder'), 'EIO');
    expect(await control.claim({ ...wish, watts: 300 }, ADMIN)).toEqual(FAILURE);
    await control.close();
    for (const left of disk.disksAfterPowerCut()) {
      expect((await createLimitedPlant({ disk: left })).control.state().held).toEqual([]);
    }
  });

  it('of two limits at once, both count when they are written', async () => {
    const { control, limitsW, disk } = await createLimitedPlant();
    await Promise.all([
      control.claim({ ...wish, watts: 300 }, ADMIN),
      control.claim({ ...wish, target: B, watts: 100 }, ADMIN),
    ]);
    expect(limitsW()).toEqual([300, 100]);
    for (const left of disk.disksAfterPowerCut()) {
      expect((await createLimitedPlant({ disk: left })).control.state().held).toHaveLength(2);
    }
  });
});

describe('a cap of a group', () => {
  it('is kept whatever is ordered, and its inverters share it', async () => {
    const { order, limitsW, sent } = await createLimitedPlant({ settings: { groups: [group(800)] } });
    expect(limitsW()).toEqual([400, 400]);
    expect(order(A, limit(100, true), MQTT)).toBe('asked');
    const [aW = 0, bW = 0] = limitsW();
    expect(aW + bW).toBeLessThanOrEqual(800);
    order(A, limit(100), ADMIN);
    expect(limitsW()).toEqual([100, 700]);
    expect(sent.length).toBeLessThan(8);
  });

  it('gives more to the one in the sun, and not with each cloud', async () => {
    const { limitsW, measure, sent, clock } = await createLimitedPlant({
      settings: { groups: [group(800)] },
    });
    expect(limitsW()).toEqual([400, 400]);
    measure(A, 398);
    measure(B, 60);
    expect(limitsW(65_000)).toEqual([681, 119]);
    measure(A, 680);
    clock.advance(300_000);
    const before = sent.length;
    for (let minute = 0; minute < 30; minute += 1) {
      measure(B, 55 + (minute % 2) * 20);
      clock.advance(60_000);
    }
    expect(sent.length).toBe(before);
  });

  it('lets no inverter do more than it did before', async () => {
    const { order, limitsW, set } = await createLimitedPlant();
    order(A, limit(25, true, true), ADMIN);
    expect(limitsW()).toEqual([200, 800]);
    set({ groups: [group(1200)] });
    const [aW, bW = 0] = limitsW();
    expect(aW).toBe(200);
    expect(bW).toBeLessThanOrEqual(800);
    set({ groups: [] });
    expect(limitsW()).toEqual([200, 800]);
  });
});

describe('an order that a cap lowers', () => {
  it('counts as it was given once the cap is gone', async () => {
    const { order, limitsW, set, sent } = await createLimitedPlant({ settings: { groups: [group(800)] } });
    expect(limitsW()).toEqual([400, 400]);
    order(A, limit(100, true), ADMIN);
    order(B, limit(600), MQTT);
    const [aW = 0, bW = 0] = limitsW();
    expect(aW + bW).toBeLessThanOrEqual(800);
    set({ groups: [] });
    expect(limitsW(30_000)).toEqual([800, 600]);
    const count = sent.length;
    expect(limitsW(hours(1))).toEqual([800, 600]);
    expect(sent).toHaveLength(count);
  });

  it('does so too where it was another limit of a program that came over it', async () => {
    const { control, order, limitsW } = await createLimitedPlant({ settings: { groups: [group(0)] } });
    control.limitGroup('roof', 400, MQTT);
    expect(limitsW()).toEqual([200, 200]);
    order(B, limit(100, true), PROGRAM);
    expect(limitsW()).toEqual([200, 800]);
    control.limitGroup('roof', 300, MQTT);
    expect(limitsW()).toEqual([150, 150]);
    control.timeGroup('roof', 0);
    expect(limitsW(30_000)).toEqual([800, 800]);
  });

  it('stays a permanent one where it was given as one', async () => {
    const { order, limitsW, permanentW } = await createLimitedPlant({ settings: { groups: [group(800)] } });
    expect(limitsW()).toEqual([400, 400]);
    order(A, limit(90, true, true), ADMIN);
    const [aW = 0, bW = 0] = limitsW();
    expect(aW).toBeLessThan(720);
    expect(permanentW()).toEqual([aW, 800]);
    expect(aW + bW).toBeLessThanOrEqual(800);
  });
});

describe('ranks', () => {
  it('let a person take over from the schedule and give back; a program waits', async () => {
    const { control, order, limitsW, holderOf, book } = await createLimitedPlant({
      settings: { schedule: [row(500, 0, 0)] },
    });
    expect(limitsW()).toEqual([250, 250]);
    expect(holderOf(A)).toBe('schedule');
    expect(order(A, limit(700), PROGRAM)).toBe('refused');
    expect(order(A, limit(700), MQTT)).toBe('refused');
    expect(book.all()[0]?.steps.at(-1)).toMatchObject({ step: 'refused', reason: 'held' });
    expect(order(A, limit(700), ADMIN)).toBe('asked');
    expect(limitsW()[0]).toBe(700);
    expect(holderOf(A)).toBe('person');
    expect(await control.release(A)).toBe(true);
    expect(limitsW()).toEqual([250, 250]);
  });

  it('put the gateway itself first where it cannot know what is right', async () => {
    const { control, order, limitsW } = await createLimitedPlant();
    control.hold('rule', [{ target: 'plant', watts: 1000 }]);
    expect(limitsW()).toEqual([500, 500]);
    control.hold('fail-safe', [{ target: 'plant', watts: 300 }]);
    expect(limitsW()).toEqual([150, 150]);
    expect(order(A, limit(700), ADMIN)).toBe('refused');
    control.hold('fail-safe', []);
    expect(limitsW()).toEqual([500, 500]);
    control.hold('rule', []);
    expect(limitsW()).toEqual([800, 800]);
  });

  it('let a person want something while the gateway holds, which is said, and counts when that ends', async () => {
    const { control, limitsW } = await createLimitedPlant();
    control.hold('fail-safe', [{ target: A, watts: 100 }]);
    const wish = { target: 'plant', watts: 800, ends: 'changed', seconds: 0 } as const;
    expect(await control.claim(wish, ADMIN)).toBe('outranked');
    expect(limitsW()).toEqual([100, 400]);
    // What is safe takes nothing away from these.
    expect(await control.claim({ ...wish, target: B, watts: 300 }, ADMIN)).toBe('claimed');
    expect(await control.claim({ ...wish, target: A, watts: 50 }, ADMIN)).toBe('claimed');
    expect(await control.claim({ ...wish, target: A, watts: 500 }, ADMIN)).toBe('outranked');
    expect(limitsW()).toEqual([100, 300]);
    control.hold('fail-safe', []);
    expect(limitsW()).toEqual([500, 300]);
  });

  it('give the energy manager the least say', async () => {
    const { control, limitsW, order } = await createLimitedPlant({
      settings: { schedule: [row(500, 0, 0)] },
    });
    control.hold('modbus', [{ target: 'plant', watts: 1600 }]);
    expect(limitsW()).toEqual([250, 250]);
    expect(order(B, limit(100), ADMIN)).toBe('asked');
    expect(limitsW()).toEqual([400, 100]);
  });
});

describe('who was not meant by a later order', () => {
  it('keeps the share of a limit for several, whoever gave it', async () => {
    const { control, order, limitsW } = await createLimitedPlant({ settings: { groups: [group(0)] } });
    await control.claim({ target: 'plant', watts: 800, ends: 'changed', seconds: 0 }, ADMIN);
    expect(limitsW()).toEqual([400, 400]);
    order(B, limit(100, true), PROGRAM);
    expect(limitsW()).toEqual([400, 800]);
    await control.release('plant');
    control.limitGroup('roof', 300, MQTT);
    order(A, limit(100, true), PROGRAM);
    expect(limitsW()).toEqual([800, 150]);
    control.timeGroup('roof', 0);
    control.hold('modbus', [
      { target: 'plant', watts: 320 },
      { target: B, watts: 800 },
    ]);
    expect(limitsW()).toEqual([160, 800]);
  });

  it('shares under a cap with all others', async () => {
    const { order, limitsW } = await createLimitedPlant({ settings: { groups: [group(800)] } });
    order(B, limit(100, true), PROGRAM);
    const [aW = 0, bW = 0] = limitsW();
    expect(aW + bW).toBeLessThanOrEqual(800);
    expect(aW).toBeGreaterThan(300);
  });
});

describe('the schedule', () => {
  const at = (hour: number) => LIMITED_START_MS + hours(hour - 10);

  it.each([
    ['within its times', row(400, 8, 12), at(10), 200],
    ['before them', row(400, 11, 12), at(10), 800],
    ['at its end', row(400, 8, 10), at(10), 800],
    ['over midnight, in the evening', row(400, 22, 6), at(23), 200],
    ['over midnight, in the morning', row(400, 22, 6), at(29), 200],
    ['over midnight, at noon', row(400, 22, 6), at(12), 800],
    ['on another day', row(400, 8, 12, { days: 0b111_1110 }), at(10), 800],
    ['begun on Monday, on Tuesday morning', row(400, 22, 6, { days: 1 }), at(29), 200],
    ['begun on Tuesday, on Tuesday morning', row(400, 22, 6, { days: 2 }), at(29), 800],
    ['from sunrise', row(400, 0, 12, { from: 'sunrise', from_minutes: 60 }), at(10), 200],
    ['before sunrise', row(400, 0, 12, { from: 'sunrise', from_minutes: 60 }), at(5.5), 800],
    ['until an hour before sunset', row(400, 8, 0, { to: 'sunset', to_minutes: -60 }), at(18.5), 200],
    ['after that', row(400, 8, 0, { to: 'sunset', to_minutes: -60 }), at(19.5), 800],
    ['switched off', row(400, 8, 12, { enabled: false }), at(10), 800],
  ])('%s', async (_, only, startMs, watts) => {
    const { limitsW } = await createLimitedPlant({ settings: { schedule: [only] }, startMs });
    expect(limitsW()).toEqual([watts, watts]);
  });

  it('begins and ends by the clock, and of two rows the later one counts', async () => {
    const schedule = [row(400, 0, 0), row(800, 11, 12)];
    const { limitsW } = await createLimitedPlant({ settings: { schedule } });
    expect(limitsW()).toEqual([200, 200]);
    expect(limitsW(hours(1.1))).toEqual([400, 400]);
    expect(limitsW(hours(1))).toEqual([200, 200]);
  });
});

describe('an inverter', () => {
  it('that does not do as it is told is told again once a minute', async () => {
    const { control, sent, limitsW, fleet, clock } = await createLimitedPlant();
    control.hold('rule', [{ target: A, watts: 300 }]);
    limitsW();
    for (let second = 0; second < 300; second += 1) {
      fleet.update(A, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, 100, nowMs) }));
      clock.advance(1000);
    }
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(8);
  });

  it('that does not answer gets no second order of the same, and the newest one in the end', async () => {
    const { control, sent, fallSilent, clock } = await createLimitedPlant();
    fallSilent();
    for (const watts of [300, 310, 320]) {
      control.hold('rule', [{ target: A, watts }]);
      clock.advance(60_000);
    }
    expect(sent).toEqual(['A 300 W', 'A 310 W', 'A 320 W']);
  });

  it('counts the permanent limits that it has taken', async () => {
    const { order, limitsW, control } = await createLimitedPlant();
    order(A, limit(50, true, true), ADMIN);
    limitsW();
    order(A, limit(60, true, true), MQTT);
    limitsW();
    order(A, limit(70, true), MQTT);
    limitsW();
    expect(control.state().inverters.map((one) => one.permanent_count)).toEqual([2, 0]);
  });
});

describe('a program that limits a whole group', () => {
  const wish = { target: 'roof', ends: 'changed', seconds: 0 } as const;

  it('does so for as long as it has said last, over a restart too, and never above the cap', async () => {
    const plant = await createLimitedPlant({ settings: { groups: [group(800)] } });
    const { control, limitsW, holderOf } = plant;
    expect(control.groupLimit('roof')).toEqual({ watts: undefined, minutes: 120, mostW: 800 });
    expect(control.timeGroup('roof', 60)).toBe('taken');
    expect(control.limitGroup('roof', 500, MQTT)).toBe('taken');
    expect(limitsW()).toEqual([250, 250]);
    expect(holderOf(A)).toBe('program');
    limitsW(hours(0.5));
    expect(control.groupLimit('roof')).toMatchObject({ watts: 500, minutes: 30 });
    await plant.stop();
    const next = await createLimitedPlant({
      ...{ disk: plant.disk, settings: { groups: [group(800)] } },
      startMs: LIMITED_START_MS + hours(0.5),
    });
    next.limitsW();
    expect(next.control.groupLimit('roof')).toMatchObject({ watts: 500, minutes: 30 });
    next.control.limitGroup('roof', 5000, MQTT);
    next.limitsW();
    expect(next.control.groupLimit('roof')).toMatchObject({ watts: 800, minutes: 60 });
    next.limitsW(hours(1.1));
    expect(next.holderOf(A)).toBeUndefined();
  });

  it('ends it with an expiry of nothing, and what was before comes back', async () => {
    const { control, order, limitsW, holderOf } = await createLimitedPlant({
      settings: { groups: [group(0)] },
    });
    order(A, limit(75, true), MQTT);
    expect(limitsW()).toEqual([600, 800]);
    control.limitGroup('roof', 400, MQTT);
    expect(limitsW()).toEqual([200, 200]);
    expect(control.timeGroup('roof', 0)).toBe('taken');
    expect(limitsW()).toEqual([600, 800]);
    expect(holderOf(A)).toBeUndefined();
    expect(control.groupLimit('roof')?.minutes).toBe(120);
  });

  it('is refused where somebody of a higher rank holds all of it, and gets what is left of a part', async () => {
    const { control, limitsW, book } = await createLimitedPlant({ settings: { groups: [group(800)] } });
    await control.claim({ ...wish, target: A, watts: 100 }, ADMIN);
    expect(control.limitGroup('roof', 500, MQTT)).toBe('taken');
    expect(limitsW()).toEqual([100, 400]);
    await control.claim({ ...wish, watts: 300 }, ADMIN);
    expect(control.limitGroup('roof', 600, MQTT)).toBe('held');
    expect(limitsW()).toEqual([150, 150]);
    const refused = book.all().filter(({ steps }) => steps.at(-1)?.step === 'refused');
    expect(refused.map(({ serial }) => serial)).toEqual([B, A, A]);
  });

  it('is told where there is no such group', async () => {
    const { control } = await createLimitedPlant({ settings: { groups: [group(800, ['114100000009'])] } });
    expect(control.limitGroup('roof', 500, MQTT)).toBe('no-group');
    expect(control.limitGroup('other', 500, MQTT)).toBe('no-group');
    expect(control.timeGroup('other', 5)).toBe('no-group');
    expect(control.groupLimit('other')).toBeUndefined();
  });
});
