import { describe, expect, it } from 'vitest';
import { createFormats } from '../../shared/i18n/format.ts';
import { createTextStore } from '../../shared/i18n/text-store.ts';
import type { OrderPhase } from './pending-order.ts';
import { orderSentence } from './pending-order-text.ts';

const store = createTextStore();
await Promise.all([store.load('en', 'control'), store.load('en', 'limits')]);
const { control, limits } = store.loaded('en');

function sentence(phase: OrderPhase, kind: 'limit' | 'power'): string {
  if (control === undefined || limits === undefined) throw new Error('no texts');
  const limit = { kind: 'limit', value: 80, isRelative: true, isPersistent: true } as const;
  const order = kind === 'limit' ? limit : ({ kind, action: 'restart' } as const);
  const pending = { id: 1, serial: '114172220143', name: 'Garage', order, phase, reportedPercent: undefined };
  return orderSentence({ control, limits }, createFormats('en'), pending);
}

describe('an order to an original device', () => {
  it('says what nobody knows', () => {
    expect(sentence('unknown', 'limit')).toBe('80% requested; the result is not known at the moment');
    expect(sentence('unread', 'limit')).toMatch(/^80% requested, but the gateway was unreachable in between/);
    expect(sentence('unclear', 'limit')).toMatch(/^The inverter reports 80%. It may not keep this overnight/);
    expect(sentence('unclear', 'power')).toMatch(/^Restart requested, but the gateway was unreachable/);
  });
});
