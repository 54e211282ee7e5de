import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHistoryStore } from './history-store.ts';
import type { KeptOrder } from './order-archive.ts';

const DAY_S = 86_400;
const order = (id: string, askedAtS: number, other: Partial<KeptOrder> = {}): KeptOrder => ({
  ...{ id, serial: '114172220143', askedAtS, isAutomatic: false, body: `{"id":"${id}"}` },
  ...other,
});

it('keeps orders by time and inverter, and lets only automatic ones go', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'orders-')), 'history.db');
  const open = () => openHistoryStore({ path, utcOffsetS: () => 0 });
  const store = open();
  const nothing = { readings: [], plantPower: [], missed: [], names: [] };
  store.record({
    ...nothing,
    orders: [
      order('a', 100),
      order('b', 200, { serial: '116172220143' }),
      order('c', 300, { isAutomatic: true }),
    ],
  });
  store.record({ ...nothing, orders: [order('a', 100, { body: '{"id":"a","new":1}' })] });
  expect(store.orders({ serial: '', fromS: 0, toS: 301 })).toEqual([
    '{"id":"c"}',
    '{"id":"b"}',
    '{"id":"a","new":1}',
  ]);
  expect(store.orders({ serial: '', fromS: 100, toS: 300 })).toHaveLength(2);
  expect(store.orders({ serial: '116172220143', fromS: 0, toS: 999 })).toEqual(['{"id":"b"}']);
  store.close();
  const again = open();
  again.prune(301 + 14 * DAY_S, { rawDays: 14, minuteDays: 730 });
  expect(again.orders({ serial: '', fromS: 0, toS: 999 })).toEqual(['{"id":"b"}', '{"id":"a","new":1}']);
  again.close();
});
