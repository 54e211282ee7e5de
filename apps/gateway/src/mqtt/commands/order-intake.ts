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
  if ('order' in read && carryOut(read.order, orders)) {
    const { serial, command } = read.order;
    log.info('A command arrived by MQTT.', { serial, command });
    return;
  }
  const reason = 'order' in read ? 'no such inverter' : read.refusal;
  const topic = message.topic.slice(0, TOPIC_MAX_CHARACTERS);
  log.info('An MQTT message was ignored.', { reason, topic, payload: shownPayload(message.payload) });
}

export interface OrderIntakeParts extends OrderReading {
  readonly log: Log;
  readonly orders: Pick<Orders, 'place'>;
}

const TOPIC_MAX_CHARACTERS = 100;

/** Whether there is such an inverter. */
function carryOut({ serial, ...action }: MqttOrder, orders: Pick<Orders, 'place'>): boolean {
  return orders.place(serial, action, { way: 'mqtt', by: 'mqtt' }) !== undefined;
}
