import type { LimitCommand } from '@heliograph/domain';
import type { DecodedRequest } from '@heliograph/protocol';
import { createAirTestbed, DTU, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { assert, describe, expect, it } from 'vitest';
import { isReachable } from '../src/fleet/inverter.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';

const A = '112100000001';
const B = '114100000002';
const C = '116100000003';

/** Answers everything that is not a request for a single fragment. */
const answering = ({ request }: DecodedRequest, serial: string) =>
  request.kind === 'Retransmit' ? [] : goodAnswer(request, serial);

const percent = (value: number): LimitCommand => ({ value, isRelative: true, isPersistent: false });

describe('the radio', () => {
  it('is told our address and power, at the start and whenever they change', () => {
    const { radio, air } = createAirTestbed({ serials: [A] });
    expect([radio.readingPipe(), radio.paLevel()]).toEqual(['4523118001', 0]);
    air.applyDtuConfig({ ...DTU, dtu_serial: '199900000007', dtu_palevel: 3 });
    expect([radio.readingPipe(), radio.paLevel()]).toEqual(['0700000001', 3]);
  });

  it('carries our new serial in the requests after a change', () => {
    const { radio, air, clock } = createAirTestbed({ serials: [A] });
    air.applyDtuConfig({ ...DTU, dtu_serial: '199900000007', dtu_pollinterval: 1 });
    air.start();
    clock.advance(1002);
    expect([...(radio.sent[0]?.bytes.subarray(5, 9) ?? [])]).toEqual([0, 0, 0, 7]);
  });

  it('is left alone after the stop', () => {
    const { radio, air, clock, fleet } = createAirTestbed({ serials: [A], answer: answering });
    air.start();
    clock.advance(5003);
    air.stop();
    clock.advance(60_000);
    air.setPower(A, 'on');
    expect(radio.sent).toHaveLength(1);
    expect(fleet.find(A)?.readingAtMs).toBeUndefined();
  });
});

describe('polling', () => {
  it('takes a good answer at once and sends the next command a millisecond later', () => {
    const { radio, air, clock, fleet } = createAirTestbed({ serials: [A], answer: answering });
    const times: number[] = [];
    radio.onTransmit(() => times.push(clock.monotonicMs()));
    air.start();
    clock.advance(6000);
    expect(times).toEqual([5002, 5002 + 28 + 1, 5002 + 28 + 1 + 20 + 1]);
    expect(fleet.find(A)?.readingAtMs).toBe(5030);
  });

  it('learns everything about three inverters in two rounds', () => {
    const { air, clock, fleet } = createAirTestbed({ serials: [A, B, C], answer: answering });
    air.start();
    clock.advance(30_500);
    for (const inverter of fleet.inverters()) {
      expect(inverter.reading.powerW).toBe(100);
      expect(inverter.limit).toMatchObject({ percent: 100, readState: 'Ok' });
      expect(inverter.eventLog.entries).toHaveLength(1);
      expect(inverter.deviceInfo.hardware?.hardwareVersion).toBe('04.10');
    }
  });

  it('counts an inverter as unreachable at the third missed poll and as back at the first good one', () => {
    let isAwake = true;
    const { air, clock, fleet } = createAirTestbed({
      serials: [A],
      answer: (request, serial) => (isAwake ? answering(request, serial) : []),
    });
    const reachable = () => fleet.inverters().map(isReachable)[0];
    air.start();
    clock.advance(12_000); // after two turns there is nothing left to ask but measurements
    isAwake = false;
    const seen: (boolean | undefined)[] = [];
    for (let poll = 0; poll < 4; poll++) {
      clock.advance(5001);
      seen.push(reachable());
    }
    expect(seen).toEqual([true, true, false, false]);
    expect(fleet.find(A)?.reading.powerW).toBe(100);
    isAwake = true;
    clock.advance(5001);
    expect(reachable()).toBe(true);
  });

  it('asks nothing while the clock is not set, and begins when it is', () => {
    const { air, clock, deviceClock, sentKinds } = createAirTestbed({ serials: [A], isClockSet: false });
    air.start();
    clock.advance(60_000);
    expect(sentKinds()).toEqual([]);
    deviceClock.set(Date.UTC(2024, 5, 21));
    clock.advance(5001);
    expect(sentKinds()[0]).toBe('RealTimeRunData');
  });

  it('takes a turn that comes in the very millisecond in which the air becomes free', () => {
    const { radio, air, clock } = createAirTestbed({ serials: [A], dtu: { ...DTU, dtu_pollinterval: 11 } });
    const times: number[] = [];
    radio.onTransmit(() => times.push(clock.monotonicMs()));
    air.start();
    clock.advance(11_001 - 5 * 2001);
    air.setPower(A, 'on');
    clock.advance(5 * 2001 + 1);
    expect(times.slice(5)).toEqual([11_002]);
  });

  it('never lets the queue grow: a turn is skipped while there is something to do', () => {
    const { radio, air, clock } = createAirTestbed({
      serials: [A, B, C],
      dtu: { ...DTU, dtu_pollinterval: 1 },
    });
    const times: number[] = [];
    radio.onTransmit(() => times.push(clock.monotonicMs()));
    air.start();
    clock.advance(600_000);
    const quietMs = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...quietMs)).toBeLessThanOrEqual(1204);
    air.setPower(A, 'on');
    const asked = radio.sent.length;
    clock.advance(5100);
    // One turn's five transmissions of each of three requests at most stand before the order.
    const waited = radio.sent.slice(asked).findIndex(({ bytes }) => bytes[0] === 0x51);
    expect(waited).toBeGreaterThanOrEqual(0);
    expect(waited).toBeLessThanOrEqual(15);
  });
});

/** Every single bit of a packet turned over, every beginning of it, and packets no chip can hear. */
function damagedForms(packet: Uint8Array): Uint8Array[] {
  const turned = Array.from({ length: packet.length * 8 }, (_, bit) =>
    packet.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
  const cut = Array.from({ length: packet.length }, (_, length) => packet.slice(0, length));
  const oversize = Array.from({ length: 100 }, (_, count) => new Uint8Array(33 + count).fill(0x95));
  return [...turned, ...cut, ...oversize];
}

describe('what does not belong to the answer', () => {
  it('late fragments of the measurement do not disturb the event log that is asked for next', () => {
    const { air, clock, fleet, radio } = createAirTestbed({ serials: [B], answer: answering });
    const late = goodAnswer({ kind: 'RealTimeRunData', timeS: 0 }, B, 999);
    let isFirst = true;
    radio.onTransmit(({ bytes }) => {
      if (bytes[10] !== 0x11 || !isFirst) return;
      isFirst = false;
      for (const packet of late) clock.after(1, () => radio.deliver(packet));
    });
    air.start();
    clock.advance(5500);
    expect(fleet.find(B)?.reading.powerW).toBe(100);
    expect(fleet.find(B)?.eventLog).toMatchObject({ readState: 'Ok', entries: [{ code: 1 }] });
  });

  it('packets of other inverters, damaged, cut and oversize ones change nothing', () => {
    const { air, clock, fleet, radio } = createAirTestbed({ serials: [A, B] });
    air.start();
    clock.advance(5003);
    const good = goodAnswer({ kind: 'RealTimeRunData', timeS: 0 }, A, 42);
    const foreign = goodAnswer({ kind: 'RealTimeRunData', timeS: 0 }, B, 42);
    for (const packet of [...good.flatMap(damagedForms), ...foreign]) radio.deliver(packet);
    expect(fleet.inverters().map(({ readingAtMs }) => readingAtMs)).toEqual([undefined, undefined]);
    for (const packet of good) radio.deliver(packet);
    expect(fleet.find(A)?.reading.powerW).toBe(42);
  });

  it('an answer that nobody asked for is not a measurement', () => {
    const { clock, fleet, radio } = createAirTestbed({ serials: [A] });
    for (const packet of goodAnswer({ kind: 'RealTimeRunData', timeS: 0 }, A)) radio.deliver(packet);
    clock.advance(1000);
    expect(fleet.find(A)?.readingAtMs).toBeUndefined();
  });
});

describe('orders', () => {
  it('go out at once when the air is free, also without a clock', () => {
    const { air, clock, fleet, sentKinds } = createAirTestbed({
      serials: [A],
      isClockSet: false,
      answer: answering,
    });
    expect(air.setLimit(A, percent(60))).toBe(1);
    expect(fleet.find(A)?.limit.commandState).toBe('Pending');
    clock.advance(0);
    expect(sentKinds()).toEqual(['ActivePowerControl']);
    clock.advance(20);
    expect(fleet.find(A)?.limit).toMatchObject({ commandState: 'Ok', percent: 60, commandAtMs: 20 });
  });

  it('are refused for an inverter that we do not have', () => {
    const { air } = createAirTestbed({ serials: [A] });
    expect(air.setLimit(B, percent(60))).toBeUndefined();
    expect(air.setPower(B, 'on')).toBeUndefined();
  });

  it('to limit: of those that wait for one inverter only the newest is sent', () => {
    const { air, clock, fleet, radio } = createAirTestbed({ serials: [A, B], answer: answering });
    air.setPower(B, 'on');
    clock.advance(0);
    for (const value of [10, 20, 30]) air.setLimit(A, percent(value));
    clock.advance(1000);
    const limits = radio.sent.filter(({ bytes }) => bytes[10] === 0x0b).map(({ bytes }) => bytes[13]);
    expect(limits).toEqual([300 & 0xff]);
    expect(fleet.find(A)?.limit).toMatchObject({ commandState: 'Ok', percent: 30 });
  });

  it('to limit: one that is replaced on the air does not end the newer one', () => {
    const { air, clock, fleet } = createAirTestbed({ serials: [A], answer: answering });
    air.setLimit(A, percent(10));
    clock.advance(0);
    air.setLimit(A, percent(20));
    clock.advance(20);
    expect(fleet.find(A)?.limit).toMatchObject({ commandState: 'Pending', percent: 10 });
    clock.advance(100 + 20);
    expect(fleet.find(A)?.limit).toMatchObject({ commandState: 'Ok', percent: 20 });
  });

  it('to limit: more than 100 % is sent as 100 %', () => {
    const { air, clock, radio } = createAirTestbed({ serials: [A] });
    air.setLimit(A, percent(150));
    clock.advance(0);
    expect([...(radio.sent[0]?.bytes.subarray(12, 14) ?? [])]).toEqual([0x03, 0xe8]);
  });

  it('fail after five transmissions and are repeated at the next turn until they are taken', () => {
    let isDeaf = true;
    const { air, clock, fleet } = createAirTestbed({
      serials: [A],
      answer: (request, serial) =>
        isDeaf && request.request.kind === 'PowerControl' ? [] : answering(request, serial),
    });
    const state = () => fleet.find(A)?.power.commandState;
    air.setPower(A, 'off');
    clock.advance(10_004);
    expect(state()).toBe('Pending');
    clock.advance(1);
    expect(state()).toBe('Failure');
    isDeaf = false;
    air.start();
    clock.advance(5001);
    expect(state()).toBe('Pending');
    clock.advance(500);
    expect(state()).toBe('Ok');
  });

  it('are not kept out of the queue by any number of others', () => {
    const { air, clock, fleet, lines } = createAirTestbed({ serials: [A, B], answer: answering });
    for (let count = 0; count < 300; count++) air.setPower(A, count % 3 === 0 ? 'restart' : 'on');
    air.setLimit(B, percent(50));
    expect(fleet.find(B)?.limit.commandState).toBe('Pending');
    expect(lines.filter((line) => line.startsWith('warn'))).toEqual([]);
    clock.advance(1000);
    expect(fleet.find(B)?.limit).toMatchObject({ commandState: 'Ok', percent: 50 });
  });
});

describe('an inverter that is removed', () => {
  it('takes with it what waits for it and what is under way; the rest goes on', () => {
    const { air, clock, fleet, radio, lines } = createAirTestbed({ serials: [A, B], answer: answering });
    air.setPower(A, 'on');
    air.setPower(A, 'off');
    air.setPower(B, 'restart');
    clock.advance(0);
    fleet.configure(supportedInverters([{ serial: B, name: B, channel: [] }]));
    clock.advance(5000);
    expect(radio.sent.map(({ pipeAddress }) => pipeAddress)).toEqual(['0100000001', '0200000001']);
    expect(fleet.find(B)?.power.commandState).toBe('Ok');
    expect(lines.filter((line) => line.includes('gave up'))).toEqual([]);
  });
});

describe('the log', () => {
  it('tells of turns, packets and ends', () => {
    const { air, clock, lines } = createAirTestbed({ serials: [A], answer: answering });
    air.start();
    clock.advance(5031);
    expect(lines[0]).toBe(`info Polling inverter ${A} (${A})`);
    expect(lines[1]).toMatch(/^debug TX RealTimeRunData on RF channel 23: 1500000001/);
    expect(lines[2]).toMatch(/^debug RX on RF channel 3: 9500000001/);
    expect(lines[4]).toBe(`debug RealTimeRunData of ${A}: answered`);
  });

  it('counts what an inverter does not answer by day, and not in its sleep', () => {
    const requestsAfterAWhile = (isDay: boolean) => {
      const { fleet, air, clock, radio } = createAirTestbed({ serials: [A], isDay: () => isDay });
      radio.stopAcknowledging();
      air.start();
      clock.advance(600_000);
      const { free } = fleet.find(A)?.link ?? assert.fail('no inverter');
      air.stop();
      return free.requests;
    };
    expect(requestsAfterAWhile(true)).toBeGreaterThan(100);
    expect(requestsAfterAWhile(false)).toBe(0);
  });

  it('counts nothing against an inverter while something is wrong with the radio', () => {
    let isRadioAtFault = true;
    const { fleet, air, clock } = createAirTestbed({ serials: [A], isRadioAtFault: () => isRadioAtFault });
    const counted = () => {
      const { link, radioStatistics } = fleet.find(A) ?? assert.fail('no inverter');
      return [link.free.requests, radioStatistics?.requests];
    };
    air.start();
    clock.advance(60_000);
    expect(counted()).toEqual([0, 0]);
    isRadioAtFault = false;
    clock.advance(60_000);
    expect(counted()[0]).toBeGreaterThan(5);
    expect(counted()[1]).toBe(counted()[0]);
    air.stop();
  });
});
