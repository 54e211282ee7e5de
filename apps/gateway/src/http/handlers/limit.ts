import { type Handlers, LIMIT_TYPE, type LimitOrder, type LimitStatus, result } from '@heliograph/contract';
import { type LimitCommand, orderState } from '@heliograph/domain';
import { numberJson } from '../../encoding/live-data-json.ts';
import { maxPowerOf } from '../../fleet/device-info.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import { limitCertainty, shownLimitPercent } from '../../fleet/limit-state.ts';
import type { Orders } from '../../fleet/order-book.ts';
import type { RuleControl } from '../../limits/rule-control.ts';
import { bySerial } from './by-serial.ts';
import { httpOrigin, ordersOff } from './orders.ts';

type LimitHandlers = Pick<Handlers, 'getLimitStatus' | 'setLimit'>;

/** The output limit: what it is, and orders to change it. */
export function createLimitHandlers(
  fleet: Fleet,
  orders: Pick<Orders, 'place' | 'obstacle'>,
  rule: Pick<RuleControl, 'guards'>,
): LimitHandlers {
  return {
    getLimitStatus: (_, { inv }) => bySerial(fleet, limitStatus, inv),
    setLimit: (order, _, caller) => {
      const obstacle = orders.obstacle(order.serial);
      if (obstacle !== undefined) return ordersOff(obstacle);
      const action = { kind: 'limit', command: limitCommand(order) } as const;
      const placed = orders.place(order.serial, action, httpOrigin(caller));
      if (placed === undefined) return result('LimitInvalidInverter');
      if (orderState(placed) === 'refused') return result('LimitHeld');
      // What is safe once the gateway is dead is worth more to know than that a cap has lowered it.
      if (action.command.isPersistent && rule.guards(placed.serial)) return result('LimitNotSafe');
      const isCapped = placed.action.kind === 'limit' && placed.action.command.value !== action.command.value;
      return result(isCapped ? 'LimitCapped' : 'SettingsSaved');
    },
  };
}

function limitStatus({ limit, deviceInfo }: InverterState): LimitStatus {
  return {
    limit_relative: shownLimitPercent(limit),
    max_power: maxPowerOf(deviceInfo),
    limit_set_status: limit.commandState,
    limit_state: limitCertainty(limit),
  };
}

function limitCommand({ limit_value, limit_type }: LimitOrder): LimitCommand {
  return {
    value: limit_value,
    isRelative: limit_type === LIMIT_TYPE.relative || limit_type === LIMIT_TYPE.relativePersistent,
    isPersistent:
      limit_type === LIMIT_TYPE.absolutePersistent || limit_type === LIMIT_TYPE.relativePersistent,
  };
}

/** As the original prints it: the limit is one of its numbers with a fraction. */
export function limitStatusText(statuses: Readonly<Record<string, LimitStatus>>): Buffer {
  const inverters = Object.entries(statuses).map(
    ([serial, { limit_relative, max_power, limit_set_status, limit_state }]) =>
      `${JSON.stringify(serial)}:{"limit_relative":${numberJson(limit_relative)},"max_power":${max_power},` +
      `"limit_set_status":"${limit_set_status}","limit_state":"${limit_state}"}`,
  );
  return Buffer.from(`{${inverters.join(',')}}`);
}
