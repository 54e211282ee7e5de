import { type Handlers, type PowerOrder, result } from '@heliograph/contract';
import type { PowerCommand } from '@heliograph/domain';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Orders } from '../../fleet/order-book.ts';
import { bySerial } from './by-serial.ts';
import { httpOrigin, ordersOff } from './orders.ts';

type PowerHandlers = Pick<Handlers, 'getPowerStatus' | 'setPower'>;

/** Switching inverters on and off, and restarting them. */
export function createPowerHandlers(fleet: Fleet, orders: Pick<Orders, 'place' | 'obstacle'>): PowerHandlers {
  return {
    getPowerStatus: (_, { inv }) =>
      bySerial(fleet, ({ power }) => ({ power_set_status: power.commandState }), inv),
    setPower: (order, _, caller) => {
      const command = powerCommand(order);
      if (command === undefined) {
        return result(fleet.find(order.serial) === undefined ? 'PowerInvalidInverter' : 'SettingsSaved');
      }
      const obstacle = orders.obstacle(order.serial);
      if (obstacle !== undefined) return ordersOff(obstacle);
      const placed = orders.place(order.serial, { kind: 'power', command }, httpOrigin(caller));
      return result(placed === undefined ? 'PowerInvalidInverter' : 'SettingsSaved');
    },
  };
}

/** Undefined for an order that means nothing: `restart: false`. */
function powerCommand({ power, restart }: PowerOrder): PowerCommand | undefined {
  if (power !== undefined) return power ? 'on' : 'off';
  return restart === true ? 'restart' : undefined;
}
