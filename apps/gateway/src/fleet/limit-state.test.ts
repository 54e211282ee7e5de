import { describe, expect, it } from 'vitest';
import {
  INITIAL_LIMIT,
  knownLimitPercent,
  type LimitCommand,
  limitAcknowledged,
  limitFailed,
  limitLost,
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

describe('a limit order', () => {
  it('is pending until it is acknowledged, and shows at once what can be expected', () => {
    const pending = limitOrdered(limitRead(INITIAL_LIMIT, 100, 1000), HALF);
    expect(pending).toMatchObject({ percent: 100, commandState: 'Pending', command: HALF });
    expect(limitAcknowledged(pending, HALF, 50, 2000)).toMatchObject({
      percent: 50,
      commandState: 'Ok',
      commandAtMs: 2000,
      readAtMs: 1000,
    });
  });

  it('leaves the known limit alone when nothing can be expected', () => {
    const pending = limitOrdered(limitRead(INITIAL_LIMIT, 77, 1000), HALF);
    expect(limitAcknowledged(pending, HALF, undefined, 2000).percent).toBe(77);
  });

  it('that a newer one has replaced does not end the newer one', () => {
    const newer = limitOrdered(limitOrdered(INITIAL_LIMIT, HALF), FULL);
    expect(limitAcknowledged(newer, HALF, 50, 2000).commandState).toBe('Pending');
    expect(limitFailed(newer, HALF).commandState).toBe('Pending');
    expect(limitFailed(newer, FULL).commandState).toBe('Failure');
  });
});

describe('the known limit', () => {
  const told = limitRead(INITIAL_LIMIT, 125, 1000);

  it('is 0 before it was read, and what the inverter tells afterwards, also above 100 %', () => {
    expect(knownLimitPercent(INITIAL_LIMIT)).toBe(0);
    expect(knownLimitPercent(told)).toBe(125);
  });

  it('that is expected after an order ends at 100 %, where an inverter cuts', () => {
    const expected = limitAcknowledged(limitOrdered(told, FULL), FULL, 187.5, 2000);
    expect(expected.percent).toBe(187.5); // as the original keeps it
    expect(knownLimitPercent(expected)).toBe(100);
  });

  it('is none after an order of which nothing can be expected, though the original goes on showing the old one', () => {
    const after = limitAcknowledged(limitOrdered(told, HALF), HALF, undefined, 2000);
    expect(after).toMatchObject({ percent: 125, commandState: 'Ok', readState: 'Ok' });
    expect(knownLimitPercent(after)).toBe(0);
  });

  it('is none after it was lost, until it is read again or another order is taken', () => {
    const lost = limitLost(told);
    expect(lost).toMatchObject({ readState: 'Failure', commandState: 'Ok' });
    expect(knownLimitPercent(lost)).toBe(0);
    expect(knownLimitPercent(limitRead(lost, 60, 3000))).toBe(60);
    expect(knownLimitPercent(limitAcknowledged(limitOrdered(lost, HALF), HALF, 50, 3000))).toBe(50);
  });

  it('that is lost while a reading waits does not ask for a second one', () => {
    expect(limitLost({ ...told, readState: 'Pending' }).readState).toBe('Pending');
  });
});

describe('a power order', () => {
  it('is pending until it is acknowledged or given up', () => {
    const pending = powerOrdered(INITIAL_POWER, 'off');
    expect(pending.commandState).toBe('Pending');
    expect(powerAcknowledged(pending, 1, 5)).toMatchObject({ commandState: 'Ok', commandAtMs: 5 });
    expect(powerFailed(pending, 1).commandState).toBe('Failure');
  });

  it('is not ended by an older one to do the same', () => {
    const last = (['off', 'on', 'off'] as const).reduce<PowerState>(powerOrdered, INITIAL_POWER);
    expect(powerAcknowledged(last, 1, 5)).toMatchObject({ commandState: 'Pending', commandAtMs: 5 });
    expect(powerFailed(last, 2).commandState).toBe('Pending');
    expect(powerAcknowledged(last, 3, 5).commandState).toBe('Ok');
  });
});
