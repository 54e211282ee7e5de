import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../fleet/fleet.ts';
import type { OwnWant } from '../limits/limit-control.ts';
import { createLog } from '../platform/log.ts';
import { plainAddress } from '../platform/plain-address.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { createSunspecDevice } from './sunspec-device.ts';
import { openUnitBook } from './unit-book.ts';
import { writeAccess } from './write-access.ts';

const [A, B, C] = ['114100000001', '114100000002', '114100000003'];
const VICTRON = '192.168.4.20';
const EVCC = '192.168.4.21';
/** Source: docs/reference/sunspec.md#model-123. */
const [PERCENT, REVERT, ENABLED] = [40_155, 40_157, 40_159];
const configsOf = (serials: readonly string[]) =>
  supportedInverters(serials.map((serial) => ({ serial, name: serial, channel: [] })));

/** Two inverters of 800 W, and who wants what of them. */
async function run(serials: readonly string[] = [A, B], disk: CrashDisk = createCrashDisk()) {
  const clock = createVirtualClock();
  const log = createLog({ level: 'warn', writeLine: () => undefined });
  const fleet = createFleet({ clock, configs: configsOf(serials) });
  const book = await openUnitBook({ directory: disk, log });
  let wants: readonly OwnWant[] = [];
  const yields = new Map<string, number>();
  const device = createSunspecDevice({
    ...{ fleet, book, clock, totals: testTotals(fleet, clock) },
    lastKnown: {
      yieldsOf(serial) {
        const yieldTotalKWh = yields.get(serial);
        return yieldTotalKWh === undefined ? undefined : { yieldDayWh: 0, yieldTotalKWh, atMs: 0 };
      },
    },
    limits: {
      hold(owner, next) {
        expect(owner).toBe('modbus');
        wants = next;
      },
    },
    settings: () => ({ enabled: true, port: 1502, writers: [VICTRON], heartbeat: 60 }),
    plant: () => ({ name: 'roof', serial: '199980112345', version: '0.1.0' }),
  });
  const know = (serial: string) =>
    fleet.update(serial, ({ deviceInfo }) => ({
      deviceInfo: {
        ...deviceInfo,
        hardware: {
          ...{ hardwarePartNumber: 0, hardwareVersion: '', model: { name: 'HM-800', maxPowerW: 800 } },
        },
      },
    }));
  for (const serial of serials) know(serial);
  const readAt = (unit: number, first: number, count = 1, from = VICTRON) =>
    device.answer(unit, { kind: 'read', first, count }, from, true);
  const valuesAt = (unit: number, first: number, count = 1) => {
    const answer = readAt(unit, first, count, EVCC);
    return answer.kind === 'registers' ? answer.values : [];
  };
  return {
    ...{ clock, fleet, device, book, yields, disk, readAt, valuesAt },
    wants: () => wants,
    wantsText: () =>
      wants.map(({ target, watts }) => `${target === 'plant' ? 'plant' : target.slice(-1)} ${watts}`),
    write: (unit: number, first: number, values: readonly number[], from = VICTRON, mayWrite = true) => {
      const answer = device.answer(unit, { kind: 'write', first, values }, from, mayWrite);
      return answer.kind === 'exception' ? answer.exception : answer.kind;
    },
  };
}

describe('a client that limits', () => {
  it('holds a part of what the plant can, register by register or all at once', async () => {
    const { write, wantsText, valuesAt } = await run();
    expect(write(1, PERCENT, [6000])).toBe('written');
    expect(wantsText()).toEqual([]);
    expect(write(1, ENABLED, [1])).toBe('written');
    expect(wantsText()).toEqual(['plant 960']);
    expect(write(1, PERCENT, [2500, 0, 120, 0, 1])).toBe('written');
    expect(wantsText()).toEqual(['plant 400']);
    expect(valuesAt(1, PERCENT, 5)).toEqual([2500, 0xffff, 120, 0xffff, 1]);
    expect(write(1, ENABLED, [0])).toBe('written');
    expect(wantsText()).toEqual([]);
  });

  it('holds an inverter by the number of its unit, and the plant at its usual second number', async () => {
    const { write, wantsText } = await run();
    write(3, PERCENT, [5000, 0, 0, 0, 1]);
    expect(wantsText()).toEqual(['2 400']);
    write(126, PERCENT, [5000, 0, 0, 0, 1]);
    expect(wantsText()).toEqual(['plant 800', '2 400']);
  });

  it('never gets more for single inverters than the plant may', async () => {
    const { write, wants } = await run();
    write(1, PERCENT, [1000, 0, 0, 0, 1]);
    for (const unit of [2, 3]) write(unit, PERCENT, [5000, 0, 0, 0, 1]);
    const [plant, ...single] = wants().map(({ watts }) => watts);
    expect(plant).toBe(160);
    expect(single).toEqual([80, 80]);
  });

  it('loses its limit a minute after its last word, be that a write or a read', async () => {
    const { write, wantsText, readAt, clock, valuesAt } = await run();
    write(1, PERCENT, [5000, 0, 0, 0, 1]);
    clock.advance(50_000);
    readAt(1, 40_084);
    clock.advance(59_000);
    expect(wantsText()).toEqual(['plant 800']);
    readAt(1, 40_084, 1, EVCC); // somebody else
    clock.advance(2000);
    expect(wantsText()).toEqual([]);
    expect(valuesAt(1, ENABLED)).toEqual([0]);
  });

  it('may say itself when its limit ends: after its last write, whatever it reads', async () => {
    const { write, wantsText, readAt, clock } = await run();
    write(1, PERCENT, [5000, 0, 120, 0, 1]);
    clock.advance(119_000);
    expect(wantsText()).toEqual(['plant 800']);
    readAt(1, 40_084);
    clock.advance(2000);
    expect(wantsText()).toEqual([]);
    expect(write(1, REVERT, [0xffff])).toBe('written');
  });

  it('is refused where it may not write, what nobody may write, and values that cannot be', async () => {
    const { write, wantsText, readAt } = await run();
    expect(write(1, PERCENT, [5000, 0, 0, 0, 1], EVCC, false)).toBe('function');
    expect(write(1, PERCENT, [10_001])).toBe('value');
    expect(write(1, ENABLED, [2])).toBe('value');
    expect(write(1, PERCENT, [5000, 300])).toBe('value');
    expect(write(1, 40_154, [0])).toBe('address'); // nobody switches off here
    expect(write(1, 40_160, [0])).toBe('address');
    expect(write(1, 40_084, [1])).toBe('address');
    // Of several values the first ones count as little as the last.
    expect(write(1, PERCENT, [5000, 0, 0, 0, 1, 0])).toBe('address');
    expect(write(9, PERCENT, [5000])).toBe('noSuchUnit');
    expect(readAt(9, 40_000)).toEqual({ kind: 'exception', exception: 'noSuchUnit' });
    expect(readAt(1, 39_999)).toEqual({ kind: 'exception', exception: 'address' });
    expect(readAt(1, 40_177, 2)).toEqual({ kind: 'exception', exception: 'address' });
    expect(wantsText()).toEqual([]);
  });

  it('is refused while nobody knows how much a part of the plant is', async () => {
    const { fleet, write } = await run([A]);
    fleet.update(A, ({ deviceInfo }) => ({ deviceInfo: { ...deviceInfo, hardware: undefined } }));
    expect(write(1, PERCENT, [5000, 0, 0, 0, 1])).toBe('failure');
  });

  it('loses what it holds when it may not write any more', async () => {
    const { write, wantsText, device } = await run();
    write(1, PERCENT, [5000, 0, 0, 0, 1]);
    device.review(() => true);
    expect(wantsText()).toEqual(['plant 800']);
    expect(device.units()[0]).toMatchObject({ unit: 1, limit: { percent: 50, watts: 800, by: VICTRON } });
    device.review((address) => address !== VICTRON);
    expect(wantsText()).toEqual([]);
  });
});

describe('what a client reads', () => {
  it('is what the inverters that answer make', async () => {
    const { fleet, valuesAt, clock } = await run();
    tellAc(fleet, A, { powerW: 300 });
    tellAc(fleet, B, { powerW: 200.5 });
    expect(valuesAt(1, 40_084)).toEqual([501]); // whole watts of a plant
    expect(valuesAt(3, 40_084)).toEqual([2005]);
    clock.advance(3_600_000);
    expect([valuesAt(1, 40_084), valuesAt(3, 40_084), valuesAt(3, 40_108)]).toEqual([[0], [0], [1]]);
  });
});

describe('the numbers of inverters', () => {
  it('stay with them when the order changes, one goes and another comes, and over a restart', async () => {
    const { fleet, book, disk, clock } = await run();
    expect([A, B].map(book.unitOf)).toEqual([2, 3]);
    fleet.rank([B, A]);
    fleet.configure(configsOf([B, C]));
    expect([A, B, C].map(book.unitOf)).toEqual([2, 3, 4]);
    clock.advance(0);
    await book.close();
    const next = await run([C, B], disk);
    expect([B, C].map(next.book.unitOf)).toEqual([3, 4]);
    expect(next.readAt(2, 40_000)).toEqual({ kind: 'exception', exception: 'noSuchUnit' });
  });

  it('go as far as Modbus has numbers', async () => {
    const { book } = await run([]);
    const serials = Array.from({ length: 300 }, (_, place) => `1141${String(place).padStart(8, '0')}`);
    book.assign(serials);
    const units = serials.map(book.unitOf).filter((unit) => unit !== undefined);
    expect(new Set(units).size).toBe(245);
    expect([Math.min(...units), Math.max(...units), units.includes(126)]).toEqual([2, 247, false]);
    // Where there are no more, those of inverters that have gone are given again.
    book.assign(serials.slice(290));
    expect(serials.slice(290).map(book.unitOf)).not.toContain(undefined);
  });
});

describe('a counter of energy', () => {
  it('never goes back, whoever goes, and counts on from there', async () => {
    const { book, disk } = await run();
    expect(book.counterWh('plant', NaN)).toBeNaN();
    expect(book.counterWh('plant', 5000)).toBe(5000);
    expect(book.counterWh('plant', 2000)).toBe(5000);
    expect(book.counterWh('plant', 2100)).toBe(5100);
    expect(book.counterWh('plant', NaN)).toBe(5100);
    await book.close();
    const next = await run([A], disk);
    expect(next.book.counterWh('plant', 2200)).toBe(5200);
  });
});

describe('who may write', () => {
  it('is who is listed, by its address or its network, in either form', () => {
    const mayWrite = writeAccess(['192.168.4.20', '10.1.0.0/16', 'fd00::/64', 'FE80::1']);
    const asked = (address: string) => mayWrite(plainAddress(address));
    expect(
      ['192.168.4.20', '::ffff:192.168.4.20', '10.1.255.1', 'fd00::5', 'fe80::1%eth0'].map(asked),
    ).toEqual(Array(5).fill(true));
    expect(
      ['192.168.4.2', '192.168.4.201', '10.2.0.1', 'fd00:0:0:1::5', '::1', '', 'x', '::ffff:10.2.0.1'].map(
        asked,
      ),
    ).toEqual(Array(8).fill(false));
  });

  it('is nobody where nobody is listed', () => {
    expect(['127.0.0.1', '::1', '192.168.4.20'].some(writeAccess([]))).toBe(false);
  });
});
