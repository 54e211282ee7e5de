import type { OrderState } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { wireOrder } from '../../../test/control-gateway.ts';
import {
  freshOrder,
  isInTrouble,
  isSameOrder,
  newestOfGroups,
  phaseOf,
  type ToldLimit,
  toldPercent,
} from './gateway-order.ts';
import type { OrderPhase } from './pending-order.ts';

const limitOf = (percent: number | undefined, changes: Partial<ToldLimit> = {}): ToldLimit => ({
  percent,
  isInDoubt: false,
  maxPowerW: 800,
  ...changes,
});
const powerOrder = (power: 'on' | 'off' | 'restart', state: OrderState) =>
  wireOrder({ kind: 'power', power, state });
const phase = (state: OrderState, limit?: ToldLimit) => phaseOf(wireOrder({ state }), limit);

describe('an order of the gateway', () => {
  it.each<[state: OrderState, ofLimit: OrderPhase | undefined, ofSwitching: OrderPhase | undefined]>([
    ['asked', 'waiting', 'waiting'],
    ['sent', 'waiting', 'waiting'],
    ['unanswered', 'failed', 'failed'],
    ['acknowledged', 'accepted', 'settling'],
    ['measured', 'confirmed', 'confirmed'],
    ['contradicted', 'different', 'contradicted'],
    ['unmeasured', 'unmeasured', 'unmeasured'],
    ['refused', 'refused', 'refused'],
    ['replaced', undefined, undefined],
  ])('that is %s is %s as a limit and %s as a switching', (state, ofLimit, ofSwitching) => {
    expect(phase(state)).toBe(ofLimit);
    expect(phaseOf(powerOrder('off', state), undefined)).toBe(ofSwitching);
  });

  it('to restart is confirmed as soon as the inverter has taken it', () => {
    expect(phaseOf(powerOrder('restart', 'acknowledged'), undefined)).toBe('confirmed');
    expect(phaseOf(powerOrder('restart', 'unmeasured'), undefined)).toBe('confirmed');
  });

  it.each([
    ['inverter-removed', 'removed'],
    ['gateway-restarted', 'forgotten'],
  ] as const)('that expired because of %s is %s', (reason, expected) => {
    const order = wireOrder({ state: 'expired', steps: [{ state: 'expired', at: 1, reason }] });
    expect(phaseOf(order, undefined)).toBe(expected);
  });

  it('is a confirmed limit once the inverter has taken it and its limit is the ordered one', () => {
    expect(phase('acknowledged', limitOf(80))).toBe('confirmed');
    expect(phase('acknowledged', limitOf(79.9))).toBe('confirmed'); // rounded by the inverter
    expect(phase('acknowledged', limitOf(79.8))).toBe('accepted');
    expect(phase('acknowledged', limitOf(undefined))).toBe('accepted');
    expect(phase('acknowledged', limitOf(80, { isInDoubt: true }))).toBe('accepted');
  });

  it('is not confirmed by the limit alone before the inverter has taken it', () => {
    for (const state of ['asked', 'sent'] as const) expect(phase(state, limitOf(80))).toBe('waiting');
    expect(phase('unanswered', limitOf(80))).toBe('failed');
  });

  it.each([
    [33.3, 1500, 'confirmed'], // 500 of 1500 W, cut
    [33.4, 1500, 'confirmed'],
    [33.5, 1500, 'accepted'],
    [100, 400, 'confirmed'], // no more than all
    [33.3, undefined, 'accepted'],
    [33.3, 0, 'accepted'],
  ] as const)('of 500 W is, at %f %% of %s W, %s', (percent, maxPowerW, expected) => {
    const order = wireOrder({ state: 'acknowledged', value: 500, relative: false });
    expect(phaseOf(order, limitOf(percent, { maxPowerW }))).toBe(expected);
  });

  it('tells the limit that was measured last', () => {
    const steps = [
      { state: 'measured', at: 1, limit_relative: 80 },
      { state: 'contradicted', at: 2, limit_relative: 100 },
    ] as const;
    expect(toldPercent(wireOrder({ steps }))).toBe(100);
    expect(toldPercent(wireOrder())).toBeUndefined();
  });
});

describe('two orders', () => {
  it('are the same where inverter, kind, value and how long it holds are', () => {
    const limit = { kind: 'limit', value: 80, isRelative: true, isPersistent: false } as const;
    const listed = wireOrder({ id: 'b-7', state: 'sent' });
    expect(isSameOrder(freshOrder('x', listed.serial, limit), listed)).toBe(true);
    for (const other of [
      freshOrder('x', '116180400144', limit),
      freshOrder('x', listed.serial, { ...limit, value: 70 }),
      freshOrder('x', listed.serial, { ...limit, isRelative: false }),
      freshOrder('x', listed.serial, { ...limit, isPersistent: true }),
      freshOrder('x', listed.serial, { kind: 'power', action: 'off' }),
    ]) {
      expect(isSameOrder(other, listed)).toBe(false);
    }
  });

  it('of a group leave the newer one; a restart stands for itself', () => {
    const list = [
      { ...powerOrder('off', 'sent'), id: '5' },
      { ...powerOrder('restart', 'sent'), id: '4' },
      { ...powerOrder('on', 'contradicted'), id: '3' },
      wireOrder({ id: '2' }),
      wireOrder({ id: '1', serial: '116180400144' }),
    ];
    expect(newestOfGroups(list).map(({ id }) => id)).toEqual(['5', '4', '2', '1']);
  });
});

describe('an order by MQTT', () => {
  const silent = (lastAtS: number) =>
    wireOrder({
      way: 'mqtt',
      state: 'unanswered',
      steps: [
        { state: 'asked', at: 100 },
        { state: 'sent', at: 101 },
        { state: 'unanswered', at: 101 + lastAtS / 2 },
        { state: 'unanswered', at: 101 + lastAtS },
      ],
    });

  it('is in trouble when it had no answer for more than ten seconds, by the gateway or as far as the page saw', () => {
    expect(isInTrouble(silent(10), 0)).toBe(false);
    expect(isInTrouble(silent(10.1), 0)).toBe(true);
    expect(isInTrouble(silent(1), 10_000)).toBe(false);
    expect(isInTrouble(silent(1), 10_001)).toBe(true);
  });

  it.each<[OrderState, boolean]>([
    ['asked', false],
    ['sent', false],
    ['acknowledged', false],
    ['measured', false],
    ['contradicted', true],
    ['refused', true],
    ['replaced', false],
    ['expired', false],
  ])('that is %s: %s', (state, expected) => {
    expect(isInTrouble(wireOrder({ way: 'mqtt', state }), 60_000)).toBe(expected);
  });
});
