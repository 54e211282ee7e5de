import type { BySerial } from '@heliograph/contract';
import type { Fleet } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import { InverterNameError } from '../answers/nothing-there-error.ts';

/** Something of every inverter, in the order of the fleet; with `inv` of that one. */
export function bySerial<T>(
  fleet: Fleet,
  of: (inverter: InverterState) => T,
  inv: string | undefined,
): BySerial<T> {
  const asked = inv === undefined ? fleet.inverters() : [askedInverter(fleet, inv)];
  return Object.fromEntries(asked.map((inverter) => [inverter.serial, of(inverter)]));
}

/** The inverter that a call names. Throws an `InverterNameError` when there is none. */
export function askedInverter(fleet: Fleet, inv: string): InverterState {
  return fleet.find(inv) ?? noInverter();
}

export function noInverter(): never {
  throw new InverterNameError(404, 'There is no inverter with this serial number.');
}
