import { describe, expect, it } from 'vitest';
import {
  INITIAL_LIMIT,
  type LimitCommand,
  limitAcknowledged,
  limitFailed,
  limitOrdered,
  limitRead,
} from './limit-state.ts';
import { INITIAL_POWER, powerAcknowledged, powerFailed, powerOrdered } from './power-state.ts';

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

describe('a power order', () => {
  it('is pending until it is acknowledged or given up', () => {
    const pending = powerOrdered(INITIAL_POWER, 'off');
    expect(pending.commandState).toBe('Pending');
    expect(powerAcknowledged(pending, 'off', 5)).toMatchObject({ commandState: 'Ok', commandAtMs: 5 });
    expect(powerFailed(pending, 'off').commandState).toBe('Failure');
    expect(powerFailed(pending, 'on').commandState).toBe('Pending');
  });
});
