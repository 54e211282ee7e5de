import { describe, expect, it } from 'vitest';
import { moneyOf } from './history-money.ts';

const prices = { import_price: 0.3, feed_in_price: 0.08, currency: 'EUR' };

describe('money', () => {
  it('is what is paid for the energy, or what it would have cost where nothing is paid', () => {
    expect(moneyOf(12_500, prices)).toEqual({ amount: 1, currency: 'EUR', basis: 'feed-in' });
    expect(moneyOf(12_500, { ...prices, feed_in_price: 0 })).toEqual({
      ...{ amount: 3.75, currency: 'EUR', basis: 'import' },
    });
  });

  it('is not told while no price is set', () => {
    expect(moneyOf(12_500, { ...prices, feed_in_price: 0, import_price: 0 })).toBeUndefined();
  });
});
