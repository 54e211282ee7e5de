import { orderState } from '@heliograph/domain';
import type { Orders } from '../../fleet/order-book.ts';
import type { GroupAnswer, LimitControl } from '../../limits/limit-control.ts';
import type { Log } from '../../platform/log.ts';
import {
  type MqttGroupOrder,
  type MqttOrder,
  type OrderReading,
  type ReceivedMessage,
  readOrder,
  shownPayload,
} from './commands.ts';

/** Carries out what a message orders, or says why not. */
export function takeOrder(message: ReceivedMessage, parts: OrderIntakeParts): void {
  const { log, orders, limits } = parts;
  const read = readOrder(message, parts);
  const reason =
    'refusal' in read
      ? read.refusal
      : 'group' in read.order
        ? groupRefusalOf(read.order, limits)
        : refusalOf(read.order, orders);
  if ('order' in read && reason === undefined) {
    log.info('A command arrived by MQTT.', factsOf(read.order));
    return;
  }
  const topic = message.topic.slice(0, TOPIC_MAX_CHARACTERS);
  log.info('An MQTT message was ignored.', { reason, topic, payload: shownPayload(message.payload) });
}

export interface OrderIntakeParts extends OrderReading {
  readonly log: Log;
  readonly orders: Pick<Orders, 'place' | 'obstacle'>;
  readonly limits: Pick<LimitControl, 'limitGroup' | 'timeGroup'>;
}

const ORIGIN = { way: 'mqtt', by: 'mqtt' } as const;

/** As the log has it. */
function factsOf(order: MqttOrder | MqttGroupOrder): Readonly<Record<string, unknown>> {
  if (!('group' in order)) return { serial: order.serial, command: order.command };
  return { group: order.group, [order.kind]: order.value };
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
  const placed = orders.place(serial, action, ORIGIN);
  if (placed === undefined) return 'no such inverter';
  return orderState(placed) === 'refused'
    ? 'somebody of a higher rank holds the limit of this inverter'
    : undefined;
}

const GROUP_REFUSALS: Readonly<Record<GroupAnswer, string | undefined>> = {
  taken: undefined,
  held: 'somebody of a higher rank holds the limits of this group',
  'no-group': 'no such group',
};

function groupRefusalOf(
  { kind, group, value }: MqttGroupOrder,
  limits: OrderIntakeParts['limits'],
): string | undefined {
  return GROUP_REFUSALS[
    kind === 'cap' ? limits.limitGroup(group, value, ORIGIN) : limits.timeGroup(group, value)
  ];
}
