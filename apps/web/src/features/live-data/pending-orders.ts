import type { Services } from '../../shared/api/services.ts';
import type { Order, PendingOrder } from './pending-order.ts';

/** The orders that are shown: those that the inverters have not confirmed, until they do or the user puts them away. */
export interface PendingOrders {
  /** The same list until something changes. */
  orders(): readonly PendingOrder[];
  subscribe(listener: () => void): () => void;
  /**
   * The gateway has accepted an order from this page. `before`: `orders` of the live data from before it was sent, as
   * they stand on the wire.
   */
  place(serial: string, name: string, order: Order, before?: unknown): void;
  dismiss(id: PendingOrder['id']): void;
  /** Nobody looks: nothing is asked until somebody does again. */
  setHidden(hidden: boolean): void;
  /** The inverter has confirmed an order from this page. */
  onConfirmed(listener: (order: PendingOrder) => void): () => void;
  /** Follows link and login; returns the function that ends it. */
  start(): () => void;
}

export type OrderPorts = Pick<Services, 'call' | 'clock' | 'liveLink' | 'session'>;
