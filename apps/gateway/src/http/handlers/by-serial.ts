import type { BySerial } from '@heliograph/contract';
import type { Fleet } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';

/** Something of every inverter, in the order of the fleet. */
export function bySerial<T>(fleet: Fleet, of: (inverter: InverterState) => T): BySerial<T> {
  return Object.fromEntries(fleet.inverters().map((inverter) => [inverter.serial, of(inverter)]));
}
