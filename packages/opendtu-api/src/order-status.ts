/** What became of an order. `unknown`: the device said something else, or nothing. */
export type OrderStatus = 'ok' | 'pending' | 'failure' | 'unknown';

/** Source: docs/reference/original-device.md#limit. */
const WORDS: Readonly<Record<OrderStatus, string>> = {
  ok: 'Ok',
  pending: 'Pending',
  failure: 'Failure',
  unknown: 'Unknown',
};

const STATUSES = Object.keys(WORDS) as readonly OrderStatus[]; // one row for each of the keys

export function decodeOrderStatus(word: unknown): OrderStatus {
  return STATUSES.find((status) => WORDS[status] === word) ?? 'unknown';
}

export function encodeOrderStatus(status: OrderStatus): string {
  return WORDS[status];
}
