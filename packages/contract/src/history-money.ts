import type { HistoryPrices } from './history.ts';

/** What energy is worth. */
export interface Money {
  readonly amount: number;
  /** By ISO 4217. */
  readonly currency: string;
  /** By which price: what is paid for it (`feed-in`), or what it would have cost (`import`). */
  readonly basis: 'feed-in' | 'import';
}

/**
 * What energy in Wh is worth: all of it by the price that is paid for it or, where that is not set, by what it would have cost.
 * How much of it was used in the house nobody knows without a meter. Undefined where no price is set.
 */
export function moneyOf(energyWh: number, prices: HistoryPrices): Money | undefined {
  const { import_price: importPrice, feed_in_price: feedInPrice, currency } = prices;
  const price = feedInPrice > 0 ? feedInPrice : importPrice;
  if (price <= 0) return undefined;
  return { amount: (energyWh / 1000) * price, currency, basis: feedInPrice > 0 ? 'feed-in' : 'import' };
}
