import { createAirTestbed, DTU, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { describe, expect, it } from 'vitest';
import { isReachable } from '../src/fleet/inverter.ts';
import {
  A,
  countOf,
  createOrderTestbed,
  limitOf,
  percent,
  sentLimits,
  shown,
  TRANSMISSIONS,
  WINDOW_MS,
  watts,
} from './order-testbed.ts';

describe('a limit', () => {
  it('of more watts than the inverter can give is known as 100 %', () => {
    const on = createOrderTestbed(() => true); // of 800 W
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(1500));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 100');
    expect(limitOf(on)?.percent).toBe(187.5);
  });

  it('in watts of an inverter with unknown maximum is unknown until it is read, 4 minutes later', () => {
    const on = createOrderTestbed(({ kind }) => kind !== 'DevInfoSimple');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(239_000);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 100');
  });

  it('in watts is known as soon as the inverter has told its model', () => {
    let isModelTold = false;
    const on = createOrderTestbed(({ kind }) => isModelTold || kind !== 'DevInfoSimple');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 0');
    isModelTold = true;
    on.clock.advance(5000);
    expect(shown(on)).toBe('Ok 37.5'); // of 800 W
  });

  it('in watts that may have been wiped since is not known by the model', () => {
    let isModelTold = false;
    const on = createOrderTestbed(
      ({ kind }) => isModelTold || (kind !== 'DevInfoSimple' && kind !== 'PowerControl'),
    );
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    on.air.setPower(A, 'restart');
    on.clock.advance(1000);
    isModelTold = true;
    const seen = new Set<string | undefined>();
    on.fleet.onChange(() => seen.add(shown(on)));
    on.clock.advance(20_000);
    expect([...seen]).toEqual(['Ok 0', 'Ok 100']);
  });

  it('is the old one for the first wait of an order, and not known from the second transmission on', () => {
    let isDeaf = false;
    const on = createOrderTestbed(({ kind }) => !isDeaf || kind !== 'ActivePowerControl');
    on.air.start();
    on.clock.advance(12_000);
    isDeaf = true;
    const asked = countOf(on, 'SystemConfigPara');
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(1);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(60_000);
    expect(shown(on)).toMatch(/ 0$/);
    expect(countOf(on, 'SystemConfigPara')).toBe(asked); // the order is repeated, nothing is asked
    isDeaf = false;
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 60');
  });

  it('is not known either after a wrong acknowledgement, which ends the order without a second try', () => {
    const on = createAirTestbed({
      serials: [A],
      answer: ({ request }, serial) =>
        request.kind === 'Retransmit'
          ? []
          : goodAnswer(
              request.kind === 'ActivePowerControl' ? { kind: 'SystemConfigPara', timeS: 0 } : request,
              serial,
            ),
    });
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(1);
    expect(shown(on)).toBe('Failure 0');
  });

  it('is not known from the first transmission of a restart on, and asked for until it is told', () => {
    let isSilent = false;
    const on = createOrderTestbed(({ kind }) => !isSilent || kind === 'PowerControl');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    isSilent = true;
    on.air.setPower(A, 'restart');
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(0);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(20);
    expect(on.fleet.find(A)?.power.commandState).toBe('Ok');
    const asked = countOf(on, 'SystemConfigPara');
    on.clock.advance(15_000);
    expect(countOf(on, 'SystemConfigPara')).toBeGreaterThan(asked);
    expect(shown(on)).toBe('Ok 0');
    isSilent = false;
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 100');
  });

  it('is not known either when the restart was not acknowledged: it may have taken place', () => {
    const on = createOrderTestbed(({ kind }) => kind === 'ActivePowerControl');
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    on.air.setPower(A, 'restart');
    on.clock.advance(TRANSMISSIONS * WINDOW_MS);
    expect(on.fleet.find(A)?.power.commandState).toBe('Failure');
    expect(shown(on)).toBe('Ok 0');
  });

  it('stays known when the inverter is switched off or on, or misses two polls', () => {
    let isAwake = true;
    const on = createOrderTestbed(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.air.setPower(A, 'off');
    on.air.setPower(A, 'on');
    on.clock.advance(1000);
    isAwake = false;
    on.clock.advance(10_002);
    expect(on.fleet.find(A)?.radio.missedPolls).toBe(2);
    isAwake = true;
    const asked = countOf(on, 'SystemConfigPara');
    on.clock.advance(60_000);
    expect(shown(on)).toBe('Ok 60');
    expect(countOf(on, 'SystemConfigPara')).toBe(asked);
  });

  it('of an inverter that comes back is asked for in the very turn in which it answers', () => {
    let isAwake = true;
    const on = createOrderTestbed(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(3000);
    isAwake = false;
    on.clock.advance(20_000);
    expect(on.fleet.inverters().map(isReachable)).toEqual([false]);
    const asked = countOf(on, 'SystemConfigPara');
    isAwake = true;
    const seen = new Set<string | undefined>();
    on.fleet.onChange(() => seen.add(shown(on)));
    on.clock.advance(DTU.dtu_pollinterval * 1000 + 100);
    expect(countOf(on, 'SystemConfigPara')).toBe(asked + 1);
    expect([...seen]).toEqual(['Ok 0', 'Ok 100']); // back, read
  });

  it('that is being read when another is ordered does not undo the order', () => {
    let isReading = false;
    const on = createOrderTestbed(({ kind }) => {
      isReading ||= kind === 'SystemConfigPara';
      return true;
    });
    on.air.start();
    while (!isReading) on.clock.advance(1);
    on.air.setLimit(A, percent(60));
    on.clock.advance(20);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(21);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(shown(on)).toBe('Ok 60');
  });

  it('is not confirmed by a second copy of the acknowledgement of the order before', () => {
    const on = createOrderTestbed((request) => request.kind === 'ActivePowerControl' && request.limit === 60);
    const [copy] = goodAnswer({ kind: 'ActivePowerControl', limit: 60, limitType: 1 }, A);
    if (copy === undefined) throw new Error('no acknowledgement');
    on.air.setLimit(A, percent(60));
    on.clock.advance(0);
    on.air.setLimit(A, percent(30));
    on.clock.advance(20);
    expect(shown(on)).toBe('Pending 60');
    for (let copies = 0; copies < 40; copies++) {
      on.clock.advance(1);
      on.radio.deliver(copy);
    }
    on.clock.advance(200);
    expect(sentLimits(on)).toEqual([600, 300]);
    expect(shown(on)).toBe('Pending 60');
  });
});
