import type { Database } from '../storage/database.ts';

/** An order as it is kept. */
export interface KeptOrder {
  readonly id: string;
  readonly serial: string;
  /** When it was asked for, unix seconds. */
  readonly askedAtS: number;
  /** The gateway gave it by itself, or an energy manager did: there are many of these. */
  readonly isAutomatic: boolean;
  /** The order itself, as JSON. */
  readonly body: string;
}

/** Which orders are asked for. */
export interface OrderQuestion {
  /** Empty: of every inverter. */
  readonly serial: string;
  /** Unix seconds; the end is not included. */
  readonly fromS: number;
  readonly toS: number;
}

/** The orders that the history keeps. */
export interface OrderArchive {
  /** Keeps orders; of one that is there already what is new of it. */
  keep(orders: readonly KeptOrder[]): void;
  /** The bodies of the newest ones first, as many as anybody reads. */
  between(question: OrderQuestion): readonly string[];
  /** Lets automatic ones go that are older; what people have ordered is kept for ever. */
  prune(beforeS: number): void;
}

const ORDERS_MAX = 1000;

export function openOrderArchive(database: Database): OrderArchive {
  const write = database.prepare(
    'INSERT OR REPLACE INTO limit_order (id, serial, at, automatic, body) VALUES (?, ?, ?, ?, ?)',
  );
  const ofAll = database.prepare<{ body: string }>(
    `SELECT body FROM limit_order WHERE at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ${ORDERS_MAX}`,
  );
  const ofOne = database.prepare<{ body: string }>(
    `SELECT body FROM limit_order WHERE serial = ? AND at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ${ORDERS_MAX}`,
  );
  const drop = database.prepare('DELETE FROM limit_order WHERE automatic = 1 AND at < ?');
  return {
    keep(orders) {
      for (const { id, serial, askedAtS, isAutomatic, body } of orders) {
        write.run(id, serial, askedAtS, isAutomatic ? 1 : 0, body);
      }
    },
    between: ({ serial, fromS, toS }) =>
      (serial === '' ? ofAll.all(fromS, toS) : ofOne.all(serial, fromS, toS)).map(({ body }) => body),
    prune: (beforeS) => void drop.run(beforeS),
  };
}
