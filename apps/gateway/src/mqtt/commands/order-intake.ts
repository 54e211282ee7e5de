import { orderState } from '@heliograph/domain';
import type { Orders } from '../../fleet/order-book.ts';
import type { Log } from '../../platform/log.ts';
import {
  type MqttOrder,
  type OrderReading,
  type ReceivedMessage,
  readOrder,
  shownPayload,
} from './commands.ts';

/** Carries out what a message orders, or says why not. */
export function takeOrder(message: ReceivedMessage, parts: OrderIntakeParts): void {
  const { log, orders } = parts;
  const read = readOrder(message, parts);
  const reason = 'order' in read ? refusalOf(read.order, orders) : read.refusal;
  if ('order' in read && reason === undefined) {
    const { serial, command } = read.order;
    log.info('A command arrived by MQTT.', { serial, command });
    return;
  }
  const topic = message.topic.slice(0, TOPIC_MAX_CHARACTERS);
  log.info('An MQTT message was ignored.', { reason, topic, payload: shownPayload(message.payload) });
}

export interface OrderIntakeParts extends OrderReading {
  readonly log: Log;
  readonly orders: Pick<Orders, 'place' | 'obstacle'>;
}

const TOPIC_MAX_CHARACTERS = 100;

const OBSTACLES = {
  'orders-off': 'the settings of this inverter say that it takes no commands',
  'orders-off-at-night': 'the settings of this inverter say that it takes no commands at night',
} as const;

/** Carries an order out, or says why not. */
function refusalOf({ serial, ...action }: MqttOrder, orders: OrderIntakeParts['orders']): string | undefined {
  const obstacle = orders.obstacle(serial);
  if (obstacle !== undefined) return OBSTACLES[obstacle];
  const placed = orders.place(serial, action, { way: 'mqtt', by: 'mqtt' });
  if (placed === undefined) return 'no such inverter';
  return orderState(placed) === 'refused'
    ? 'somebody of a higher rank holds the limit of this inverter'
    : undefined;
}
