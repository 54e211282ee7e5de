import type { LimitCommand } from '@heliograph/domain';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_LIMIT,
  knownLimitPercent,
  type LimitOrder,
  type LimitState,
  limitAcknowledged,
  limitDoubted,
  limitExplained,
  limitFailed,
  limitLost,
  limitLostByRestart,
  limitOrdered,
  limitRead,
} from './limit-state.ts';
import {
  INITIAL_POWER,
  type PowerState,
  powerAcknowledged,
  powerFailed,
  powerOrdered,
} from './power-state.ts';

const HALF: LimitCommand = { value: 50, isRelative: true, isPersistent: false };
const FULL: LimitCommand = { value: 100, isRelative: true, isPersistent: false };

/** The two orders with a number; the first of them is ordered first. */
const half = { command: HALF, orderNumber: 1 };
const full = { command: FULL, orderNumber: 2 };
const ordered = (state: LimitState, { command, orderNumber }: LimitOrder) =>
  limitOrdered(state, command, orderNumber);

describe('a limit order', () => {
  it('is pending until it is acknowledged, and shows at once what can be expected', () => {
    const pending = ordered(limitRead(INITIAL_LIMIT, 100, 1000), half);
    expect(pending).toMatchObject({ percent: 100, commandState: 'Pending', command: HALF });
    expect(limitAcknowledged(pending, half, 50, 2000)).toMatchObject({
      percent: 50,
      commandState: 'Ok',
      commandAtMs: 2000,
      readAtMs: 1000,
    });
  });

  it('leaves the known limit alone when nothing can be expected', () => {
    const pending = ordered(limitRead(INITIAL_LIMIT, 77, 1000), half);
    expect(limitAcknowledged(pending, half, undefined, 2000).percent).toBe(77);
  });

  it('that a newer one has replaced does not end the newer one, even when it says the same', () => {
    const same = { command: HALF, orderNumber: 2 };
    const newer = ordered(ordered(INITIAL_LIMIT, half), same);
    expect(limitAcknowledged(newer, half, 50, 2000).commandState).toBe('Pending');
    expect(limitFailed(newer, half.orderNumber).commandState).toBe('Pending');
    expect(limitFailed(newer, same.orderNumber).commandState).toBe('Failure');
  });
});

describe('a restart that is sent', () => {
  const taken = limitAcknowledged(ordered(INITIAL_LIMIT, full), full, 100, 2000);

  it('asks for a limit that was ordered later and taken before once more', () => {
    const after = limitLostByRestart(taken, 1);
    expect(after).toMatchObject({ commandState: 'Failure', source: 'unknown', readState: 'Failure' });
    expect(limitAcknowledged(after, full, 100, 3000)).toMatchObject({ commandState: 'Ok', percent: 100 });
  });

  it.each<[string, LimitState, number, string]>([
    ['was ordered before it', taken, 3, 'Ok'],
    ['is persistent', { ...taken, command: { ...FULL, isPersistent: true } }, 1, 'Ok'],
    ['is on its way', ordered(INITIAL_LIMIT, full), 1, 'Pending'],
    ['is to be sent again anyway', limitFailed(ordered(INITIAL_LIMIT, full), 2), 1, 'Failure'],
    ['was never ordered', INITIAL_LIMIT, 1, 'Ok'],
  ])('leaves an order alone that %s', (_what, state, restartNumber, commandState) => {
    expect(limitLostByRestart(state, restartNumber)).toMatchObject({ commandState, source: 'unknown' });
  });
});

describe('the known limit', () => {
  const told = limitRead(INITIAL_LIMIT, 125, 1000);

  it('is 0 before it was read, and what the inverter tells afterwards, also above 100 %', () => {
    expect(knownLimitPercent(INITIAL_LIMIT)).toBe(0);
    expect(knownLimitPercent(told)).toBe(125);
  });

  it('that is expected after an order ends at 100 %, where an inverter cuts', () => {
    const expected = limitAcknowledged(ordered(told, full), full, 187.5, 2000);
    expect(expected.percent).toBe(187.5); // as the original keeps it
    expect(knownLimitPercent(expected)).toBe(100);
  });

  it('is none after an order of which nothing can be expected, though the original goes on showing the old one', () => {
    const after = limitAcknowledged(ordered(told, half), half, undefined, 2000);
    expect(after).toMatchObject({ percent: 125, commandState: 'Ok', readState: 'Ok' });
    expect(knownLimitPercent(after)).toBe(0);
  });

  it('is none after it was lost, until it is read again or another order is taken', () => {
    const lost = limitLost(told);
    expect(lost).toMatchObject({ readState: 'Failure', commandState: 'Ok' });
    expect(knownLimitPercent(lost)).toBe(0);
    expect(knownLimitPercent(limitRead(lost, 60, 3000))).toBe(60);
    expect(knownLimitPercent(limitAcknowledged(ordered(lost, half), half, 50, 3000))).toBe(50);
  });

  it('is none while an order may or may not have been heard, until it is taken or the limit is read', () => {
    const doubted = limitDoubted(ordered(told, half));
    expect(doubted).toMatchObject({ commandState: 'Pending', readState: 'Ok' });
    expect(knownLimitPercent(doubted)).toBe(0);
    expect(knownLimitPercent(limitAcknowledged(doubted, half, 50, 3000))).toBe(50);
    expect(knownLimitPercent(limitRead(doubted, 125, 3000))).toBe(125);
  });

  it('in watts is known as soon as the model is, unless it may have changed', () => {
    const after = limitAcknowledged(ordered(told, half), half, undefined, 2000);
    const percentOf = (command: LimitCommand) => (command === HALF ? 30 : undefined);
    expect(knownLimitPercent(limitExplained(after, percentOf))).toBe(30);
    expect(limitExplained(after, () => undefined)).toEqual(after);
    for (const changed of [limitLost(after), limitDoubted(after), limitRead(after, 60, 3000)]) {
      expect(limitExplained(changed, percentOf)).toEqual(changed);
    }
    const newer = limitAcknowledged(ordered(after, full), full, 100, 3000);
    expect(limitExplained(newer, percentOf)).toEqual(newer);
  });

  it('that is lost while a reading waits does not ask for a second one', () => {
    expect(limitLost({ ...told, readState: 'Pending' }).readState).toBe('Pending');
  });
});

describe('a power order', () => {
  it('is pending until it is acknowledged or given up', () => {
    const pending = powerOrdered(INITIAL_POWER, 'off', 1);
    expect(pending.commandState).toBe('Pending');
    expect(powerAcknowledged(pending, { command: 'off', orderNumber: 1 }, 5)).toMatchObject({
      commandState: 'Ok',
      commandAtMs: 5,
    });
    expect(powerFailed(pending, 1).commandState).toBe('Failure');
  });

  it('is not ended by an older one to do the same', () => {
    const last = (['off', 'on', 'off'] as const).reduce<PowerState>(
      (state, command, index) => powerOrdered(state, command, index + 1),
      INITIAL_POWER,
    );
    expect(powerAcknowledged(last, { command: 'off', orderNumber: 1 }, 5)).toMatchObject({
      commandState: 'Pending',
      commandAtMs: 5,
    });
    expect(powerFailed(last, 2).commandState).toBe('Pending');
    expect(powerAcknowledged(last, { command: 'off', orderNumber: 3 }, 5).commandState).toBe('Ok');
  });
});
