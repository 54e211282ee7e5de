import type { LimitCommand, PowerCommand } from '@heliograph/domain';
import type { Request } from '@heliograph/protocol';
import type { Inverters } from '../../fleet/fleet.ts';
import { nextOrderNumber } from '../../fleet/inverter.ts';
import {
  type LimitOrder,
  limitAcknowledged,
  limitDoubted,
  limitFailed,
  limitLostByRestart,
  limitOrdered,
} from '../../fleet/limit-state.ts';
import { powerAcknowledged, powerFailed, powerOrdered } from '../../fleet/power-state.ts';
import type { CommandOutcome, SentOrderStep } from './command-outcome.ts';
import { expectedPercent, limitRequest } from './limit-request.ts';

/** Orders inverters to limit their power, and to switch. */
export interface InverterOrders {
  /**
   * Orders a limit: gives the number of the order, undefined when the inverter is gone. Where the queue is full the next
   * turn sends it.
   */
  orderLimit(serial: string, command: LimitCommand): number | undefined;
  /** Orders to switch, in the same way. */
  orderPower(serial: string, command: PowerCommand): number | undefined;
  /** Sends the last order again; false when the inverter is gone, or never had one. */
  repeat(serial: string, kind: 'ActivePowerControl' | 'PowerControl'): boolean;
}

/** Is told what becomes of the orders to an inverter, by their numbers. */
export type OrderFollower = (serial: string, orderNumber: number, step: SentOrderStep) => void;

/** `queue` answers false when there is no room. */
type Queue = (serial: string, request: Request, outcome: CommandOutcome) => boolean;

export function createInverterOrders(fleet: Inverters, queue: Queue, onStep: OrderFollower): InverterOrders {
  const following = (serial: string, orderNumber: number) => ({
    follow: (step: SentOrderStep) => onStep(serial, orderNumber, step),
  });

  function sendLimit(serial: string, order: LimitOrder): void {
    const { command, orderNumber } = order;
    fleet.update(serial, ({ limit }) => ({ limit: limitOrdered(limit, command, orderNumber) }));
    const request = limitRequest(serial, command);
    const outcome = { ...limitOutcome(order), ...following(serial, orderNumber) };
    if (request === undefined || !queue(serial, request, outcome)) {
      fleet.update(serial, ({ limit }) => ({ limit: limitFailed(limit, orderNumber) }));
    }
  }

  function sendPower(serial: string, command: PowerCommand, orderNumber: number): void {
    fleet.update(serial, ({ power }) => ({ power: powerOrdered(power, command, orderNumber) }));
    const outcome = { ...powerOutcome(command, orderNumber), ...following(serial, orderNumber) };
    if (!queue(serial, { kind: 'PowerControl', action: command }, outcome)) {
      fleet.update(serial, outcome.gaveUp);
    }
  }

  function orderLimit(serialText: string, command: LimitCommand): number | undefined {
    const inverter = fleet.find(serialText);
    if (inverter === undefined) return undefined;
    const orderNumber = nextOrderNumber(inverter);
    sendLimit(inverter.serial, { command, orderNumber });
    return orderNumber;
  }

  function orderPower(serialText: string, command: PowerCommand): number | undefined {
    const inverter = fleet.find(serialText);
    if (inverter === undefined) return undefined;
    const orderNumber = nextOrderNumber(inverter);
    sendPower(inverter.serial, command, orderNumber);
    return orderNumber;
  }

  /** What is sent again keeps its number: it is not newer than what was ordered since. */
  function repeat(serial: string, kind: 'ActivePowerControl' | 'PowerControl'): boolean {
    const inverter = fleet.find(serial);
    if (inverter === undefined) return false;
    const { limit, power } = inverter;
    if (kind === 'ActivePowerControl') {
      if (limit.command === undefined) return false;
      sendLimit(serial, { command: limit.command, orderNumber: limit.orderNumber });
    } else {
      if (power.command === undefined) return false;
      sendPower(serial, power.command, power.orderNumber);
    }
    return true;
  }

  return { orderLimit, orderPower, repeat };
}

function limitOutcome(order: LimitOrder): CommandOutcome {
  return {
    read:
      () =>
      ({ limit, deviceInfo }, nowMs) => ({
        limit: limitAcknowledged(limit, order, expectedPercent(order.command, deviceInfo), nowMs),
      }),
    repeated: ({ limit }) => ({ limit: limitDoubted(limit) }),
    gaveUp: ({ limit }) => ({ limit: limitFailed(limitDoubted(limit), order.orderNumber) }),
  };
}

function powerOutcome(command: PowerCommand, orderNumber: number): CommandOutcome {
  return {
    read:
      () =>
      ({ power }, nowMs) => ({ power: powerAcknowledged(power, { command, orderNumber }, nowMs) }),
    gaveUp: ({ power }) => ({ power: powerFailed(power, orderNumber) }),
    // Not only when it is acknowledged: the acknowledgement of a restart that took place may be lost.
    ...(command === 'restart'
      ? { started: ({ limit }) => ({ limit: limitLostByRestart(limit, orderNumber) }) }
      : {}),
  };
}
