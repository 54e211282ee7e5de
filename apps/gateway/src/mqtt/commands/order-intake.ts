import type { LimitCommand, PowerCommand } from '@heliograph/domain';
import type { Log } from '../../platform/log.ts';
import { type MqttOrder, type ReceivedMessage, readOrder, shownPayload } from './commands.ts';

/** Who carries out orders; false when there is no such inverter. */
export interface OrderTaker {
  readonly setLimit: (serial: string, command: LimitCommand) => boolean;
  readonly setPower: (serial: string, command: PowerCommand) => boolean;
}

/** Carries out what a message orders, or says why not. */
export function takeOrder(message: ReceivedMessage, parts: OrderIntakeParts): void {
  const { log, baseTopic, orders } = parts;
  const read = readOrder(message, baseTopic);
  if ('order' in read && carryOut(read.order, orders)) {
    const { serial, command } = read.order;
    log.info('A command arrived by MQTT.', { serial, command });
    return;
  }
  const reason = 'order' in read ? 'no such inverter' : read.refusal;
  const topic = message.topic.slice(0, TOPIC_MAX_CHARACTERS);
  log.info('An MQTT message was ignored.', { reason, topic, payload: shownPayload(message.payload) });
}

export interface OrderIntakeParts {
  readonly log: Log;
  /** Ends with a slash. */
  readonly baseTopic: string;
  readonly orders: OrderTaker;
}

const TOPIC_MAX_CHARACTERS = 100;

function carryOut(order: MqttOrder, { setLimit, setPower }: OrderTaker): boolean {
  return order.kind === 'limit'
    ? setLimit(order.serial, order.command)
    : setPower(order.serial, order.command);
}
