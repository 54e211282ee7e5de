import type { CommandStatus } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { type FollowedOrder, type OrderInput, stepOrder, withOrder } from './followed-order.ts';
import { isOpen, type Order, type OrderPhase } from './pending-order.ts';

const percent = (value: number, isPersistent = false): Order => ({
  kind: 'limit',
  value,
  isRelative: true,
  isPersistent,
});
const watts = (value: number): Order => ({ kind: 'limit', value, isRelative: false, isPersistent: false });
const OFF: Order = { kind: 'power', action: 'off' };
const ON: Order = { kind: 'power', action: 'on' };
const RESTART: Order = { kind: 'power', action: 'restart' };
/** When the gateway says what it says here. */
const SAID_AT_MS = 5000;

function placed(order: Order, changes: Partial<FollowedOrder> = {}): FollowedOrder {
  return {
    id: 1,
    serial: '114172220143',
    name: 'Garage',
    order,
    placedAtMs: 0,
    phase: 'waiting',
    reportedPercent: undefined,
    hadGap: false,
    okAtMs: undefined,
    ...changes,
  };
}

const says = (status: CommandStatus, limitPercent = 0, maxPowerW = 0): OrderInput => ({
  type: 'answered',
  atMs: SAID_AT_MS,
  reported: { status, limitPercent, maxPowerW },
});
const measured = (isProducing: boolean, afterOkMs: number): OrderInput => ({
  type: 'measured',
  atMs: SAID_AT_MS + afterOkMs,
  isProducing,
});
const SILENCE: OrderInput = { type: 'unanswered' };
const OUT_OF_SIGHT: OrderInput = { type: 'out-of-sight' };
const after = (pending: FollowedOrder, ...inputs: readonly OrderInput[]) => inputs.reduce(stepOrder, pending);
const phaseAfter = (order: Order, ...inputs: readonly OrderInput[]) => after(placed(order), ...inputs).phase;

describe('a limit in per cent', () => {
  it('is confirmed when the inverter has it and reports it', () => {
    expect(phaseAfter(percent(80), says('Pending', 100), says('Ok', 80))).toBe('confirmed');
  });

  it('is not confirmed by the value alone while the order is pending or failed', () => {
    expect(phaseAfter(percent(80), says('Pending', 80))).toBe('waiting');
    expect(phaseAfter(percent(80), says('Failure', 80))).toBe('failed');
  });

  it('is not confirmed by the word alone when another value is reported', () => {
    const pending = after(placed(percent(80)), says('Ok', 50.5));
    expect(pending).toMatchObject({ phase: 'different', reportedPercent: 50.5 });
    expect(phaseAfter(percent(80), says('Ok', 79.9))).toBe('different');
  });

  it('is only accepted while nothing is reported, and then what is reported counts', () => {
    expect(phaseAfter(percent(80), says('Ok'))).toBe('accepted');
    expect(phaseAfter(percent(80), says('Ok'), says('Ok', 80))).toBe('confirmed');
    expect(phaseAfter(percent(80), says('Ok'), says('Ok', 100))).toBe('different');
  });

  it('may fail, be sent again by the gateway and still be confirmed', () => {
    const words = [says('Pending'), says('Failure'), says('Pending'), says('Ok', 80)];
    expect(words.map((_, at) => phaseAfter(percent(80), ...words.slice(0, at + 1)))).toEqual([
      'waiting',
      'failed',
      'waiting',
      'confirmed',
    ]);
  });
});

describe('a limit in watts', () => {
  it.each<[reported: number, phase: OrderPhase]>([
    [33.3, 'confirmed'], // 500 of 1500 W, cut
    [33.299999237, 'confirmed'], // the same as a 32-bit float
    [33.4, 'confirmed'],
    [33.2, 'confirmed'],
    [33.5, 'different'],
    [33.1, 'different'],
    [100, 'different'],
  ])('of 500 of 1500 is, with %f %% reported, %s', (reported, phase) => {
    expect(phaseAfter(watts(500), says('Ok', reported, 1500))).toBe(phase);
  });

  it('is only accepted while the maximum is not known, whatever is reported', () => {
    expect(phaseAfter(watts(500), says('Ok', 100))).toBe('accepted');
    expect(phaseAfter(watts(500), says('Ok', 100), says('Ok', 33.3, 1500))).toBe('confirmed');
  });
});

describe('a gap', () => {
  it('makes nothing of a limit that is reported as asked', () => {
    expect(phaseAfter(percent(80), SILENCE, says('Ok', 80))).toBe('confirmed');
  });

  it('leaves it open whether a limit that is reported as asked is kept over night', () => {
    expect(phaseAfter(percent(80, true), SILENCE, says('Ok', 80))).toBe('unclear');
    expect(phaseAfter(percent(80, true), says('Pending'), says('Ok', 80))).toBe('confirmed');
  });

  it('before an Ok without a limit leaves it to the limit', () => {
    expect(phaseAfter(percent(80), SILENCE, says('Ok'))).toBe('unread');
    expect(phaseAfter(percent(80), SILENCE, says('Ok'), says('Ok', 80))).toBe('confirmed');
    expect(phaseAfter(percent(80), SILENCE, says('Ok'), says('Ok', 100))).toBe('different');
  });

  it('before the Ok of a switching leaves it unclear, because a restarted gateway says Ok of everything', () => {
    expect(phaseAfter(OFF, says('Pending'), OUT_OF_SIGHT, says('Ok'))).toBe('unclear');
    expect(phaseAfter(OFF, SILENCE, says('Ok'))).toBe('unclear');
  });

  it('stays when the gateway is seen to remember an order: it may be another one', () => {
    for (const word of ['Pending', 'Failure', 'Unknown'] as const) {
      expect(phaseAfter(OFF, SILENCE, says(word), says('Ok'))).toBe('unclear');
      expect(phaseAfter(RESTART, OUT_OF_SIGHT, says(word), says('Ok'))).toBe('unclear');
      expect(phaseAfter(percent(80, true), SILENCE, says(word), says('Ok', 80))).toBe('unclear');
    }
  });

  it('does not by itself change what is known', () => {
    expect(phaseAfter(OFF, says('Failure'), OUT_OF_SIGHT)).toBe('failed');
  });
});

describe('a switching', () => {
  it.each([
    [OFF, false],
    [ON, true],
  ])('%o is confirmed by the word and by what is measured after it', (order, isProducing) => {
    expect(phaseAfter(order, says('Pending'), says('Ok'))).toBe('settling');
    expect(phaseAfter(order, says('Ok'), measured(isProducing, 1))).toBe('confirmed');
  });

  it.each([
    [OFF, true],
    [ON, false],
  ])('%o is never confirmed while the opposite is measured, and after a minute it says so', (order, is) => {
    expect(phaseAfter(order, says('Ok'), measured(is, 59_999))).toBe('settling');
    expect(phaseAfter(order, says('Ok'), measured(is, 60_000))).toBe('contradicted');
    expect(phaseAfter(order, says('Ok'), measured(is, 2000), says('Ok'), measured(is, 60_000))).toBe(
      'contradicted',
    );
    expect(phaseAfter(order, says('Ok'), measured(is, 30_000), measured(!is, 59_000))).toBe('confirmed');
  });

  it('is not confirmed by what was measured before the word, or without the word', () => {
    expect(phaseAfter(OFF, says('Ok'), measured(false, 0))).toBe('settling');
    expect(phaseAfter(OFF, measured(false, 1))).toBe('waiting');
    expect(phaseAfter(OFF, says('Ok'), says('Pending'), measured(false, 90_000))).toBe('waiting');
  });

  it('of a restart is settled by the word', () => {
    expect(phaseAfter(RESTART, says('Pending'), says('Ok'))).toBe('confirmed');
  });

  it('does not bear on a limit', () => {
    expect(phaseAfter(percent(80), says('Ok'), measured(false, 1))).toBe('accepted');
  });
});

describe('an order', () => {
  it('is not known while the gateway does not answer, or with an unknown word', () => {
    expect(phaseAfter(percent(80), SILENCE)).toBe('unknown');
    expect(phaseAfter(percent(80), says('Unknown', 80))).toBe('unknown');
    expect(phaseAfter(percent(80), says('Failure'), SILENCE)).toBe('unknown');
  });

  it('ends with its inverter', () => {
    expect(phaseAfter(OFF, { type: 'answered', atMs: 0, reported: undefined })).toBe('removed');
  });

  it('that has ended stays as it is', () => {
    for (const phase of ['confirmed', 'contradicted', 'different', 'removed', 'unclear'] as const) {
      const pending = placed(percent(80), { phase });
      expect(isOpen(pending)).toBe(false);
      expect(after(pending, says('Pending'), says('Ok', 80), SILENCE, OUT_OF_SIGHT)).toBe(pending);
    }
  });

  it('takes the place of an older one of its kind to the same inverter only', () => {
    const others = [
      placed(OFF, { id: 1 }),
      placed(percent(80), { id: 2 }),
      placed(percent(70), { id: 3, serial: '116180400144' }),
    ];
    const ids = withOrder(others, placed(watts(300), { id: 4 })).map(({ id }) => id);
    expect(ids).toEqual([1, 3, 4]);
  });
});
