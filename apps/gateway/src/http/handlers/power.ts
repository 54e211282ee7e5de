import { type Handlers, type PowerOrder, result } from '@heliograph/contract';
import type { PowerCommand } from '@heliograph/domain';
import type { Air } from '../../air/air.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import { bySerial } from './by-serial.ts';

type PowerHandlers = Pick<Handlers, 'getPowerStatus' | 'setPower'>;

/** Switching inverters on and off, and restarting them. */
export function createPowerHandlers(fleet: Fleet, air: Pick<Air, 'setPower'>): PowerHandlers {
  return {
    getPowerStatus: (_, { inv }) =>
      bySerial(fleet, ({ power }) => ({ power_set_status: power.commandState }), inv),
    setPower: (order) => {
      const command = powerCommand(order);
      const isKnown =
        command === undefined ? fleet.find(order.serial) !== undefined : air.setPower(order.serial, command);
      return isKnown ? result('SettingsSaved') : result('PowerInvalidInverter');
    },
  };
}

/** Undefined for an order that means nothing: `restart: false`. */
function powerCommand({ power, restart }: PowerOrder): PowerCommand | undefined {
  if (power !== undefined) return power ? 'on' : 'off';
  return restart === true ? 'restart' : undefined;
}
