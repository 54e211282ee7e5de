import { describe, expect, it } from 'vitest';
import { isReachable } from '../src/fleet/inverter.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';
import {
  A,
  B,
  createOrderTestbed,
  limitOf,
  manySerials,
  percent,
  sentLimits,
  shown,
  TRANSMISSIONS,
  WINDOW_MS,
} from './order-testbed.ts';

describe('the life of a limit order', () => {
  it('begins with its acceptance: pending, whatever the one before came to', () => {
    const on = createOrderTestbed(() => true);
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 60');
    on.air.setLimit(A, percent(30));
    expect(shown(on)).toBe('Pending 60');
  });

  it.each([1, 2, 3, 4, 5])('ends well with transmission %d, each one 2 s after the other', (taken) => {
    let heard = 0;
    const on = createOrderTestbed(() => ++heard === taken);
    const times: number[] = [];
    on.radio.onTransmit(() => times.push(on.clock.monotonicMs()));
    on.air.setLimit(A, percent(60));
    on.clock.advance((taken - 1) * WINDOW_MS);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(20);
    expect(shown(on)).toBe('Ok 60');
    expect(times).toEqual(Array.from({ length: taken }, (_, index) => index * WINDOW_MS));
  });

  it('fails after five transmissions; every turn sends it again, five times, until it is taken', () => {
    let isDeaf = true;
    const on = createOrderTestbed(({ kind }) => !isDeaf || kind !== 'ActivePowerControl');
    on.air.setLimit(A, percent(60));
    on.clock.advance(TRANSMISSIONS * WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(1);
    expect(shown(on)).toBe('Failure 0');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(TRANSMISSIONS);
    on.air.start();
    on.clock.advance(5001);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(TRANSMISSIONS * WINDOW_MS + 200);
    expect(shown(on)).toBe('Failure 0'); // this turn has read 100 %, but it may have heard one of the five
    expect(limitOf(on)?.percent).toBe(100);
    expect(sentLimits(on)).toHaveLength(2 * TRANSMISSIONS);
    isDeaf = false;
    on.clock.advance(6000);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(2 * TRANSMISSIONS + 1);
  });

  it('that has failed is forgotten when another one is ordered', () => {
    let isDeaf = true;
    const on = createOrderTestbed(() => !isDeaf);
    on.air.setLimit(A, percent(60));
    on.clock.advance(TRANSMISSIONS * WINDOW_MS);
    isDeaf = false;
    on.air.setLimit(A, percent(30));
    on.air.start();
    on.clock.advance(60_000);
    expect(sentLimits(on)).toEqual([...Array(TRANSMISSIONS).fill(600), 300]);
  });

  it('that gives up while a newer one waits leaves that one pending, and it is sent next', () => {
    const on = createOrderTestbed((request) => request.kind === 'ActivePowerControl' && request.limit === 30);
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS);
    on.air.setLimit(A, percent(30));
    on.clock.advance((TRANSMISSIONS - 1) * WINDOW_MS);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(1 + 20);
    expect(shown(on)).toBe('Ok 30');
  });

  it('of an inverter that sleeps lasts until it wakes, hours later', () => {
    let isAwake = true;
    const on = createOrderTestbed(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    isAwake = false;
    on.air.setLimit(A, percent(60));
    on.clock.advance(8 * 3_600_000);
    expect(on.fleet.inverters().map(isReachable)).toEqual([false]);
    const sentInTheNight = sentLimits(on).length;
    expect(sentInTheNight).toBeGreaterThan(1000);
    expect(new Set(sentLimits(on))).toEqual(new Set([600]));
    isAwake = true;
    on.clock.advance(20_000);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(sentInTheNight + 1);
  });

  it('of an inverter that is removed ends without a word, and does not come back with it', () => {
    const on = createOrderTestbed(() => false, [A, B]);
    on.air.start();
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS + 20);
    on.fleet.configure(supportedInverters([{ serial: B, name: B, channel: [] }]));
    const sent = sentLimits(on).length;
    on.clock.advance(60_000);
    on.fleet.configure(
      supportedInverters([
        { serial: B, name: B, channel: [] },
        { serial: A, name: A, channel: [] },
      ]),
    );
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(sent);
    expect(shown(on)).toBe('Ok 0');
    expect(limitOf(on)?.command).toBeUndefined();
  });

  it('and one to switch do not touch each other', () => {
    const on = createOrderTestbed(({ kind }) => kind === 'PowerControl');
    on.air.setLimit(A, percent(60));
    on.air.setPower(A, 'off');
    expect([limitOf(on)?.commandState, on.fleet.find(A)?.power.commandState]).toEqual(['Pending', 'Pending']);
    on.clock.advance(TRANSMISSIONS * WINDOW_MS + 21);
    expect([limitOf(on)?.commandState, on.fleet.find(A)?.power.commandState]).toEqual(['Failure', 'Ok']);
  });

  it('waits while the queue is full, and of those that cannot wait the newest is sent', () => {
    const others = manySerials(22);
    const on = createOrderTestbed(() => true, [A, ...others]);
    for (const serial of others) {
      for (const command of ['restart', 'on'] as const) on.air.setPower(serial, command);
      on.air.setLimit(serial, percent(90));
    }
    on.air.setLimit(A, percent(60));
    on.air.setLimit(A, percent(30));
    expect(shown(on)).toBe('Failure 0');
    on.air.start();
    on.clock.advance(200_000);
    expect(sentLimits(on).filter((tenths) => tenths !== 900)).toEqual([300]);
    expect(shown(on)).toBe('Ok 30');
  });
});
