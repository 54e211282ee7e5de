import {
  inverterFamilyOf,
  LIMIT_VALUE_LARGE_MAX,
  LIMIT_VALUE_MAX,
  type LimitValueMax,
} from '@heliograph/contract';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { InverterState } from '../fleet/inverter.ts';

/**
 * What a limit of an inverter may be at most. Until it has told its model its serial decides; of one that is not there
 * nothing is known. Source: docs/reference/original-device.md#limit and
 * docs/reference/api-generations.md#limit-and-power-orders.
 */
export function limitValueMaxOf(inverter: InverterState | undefined): LimitValueMax {
  if (inverter === undefined) return LIMIT_VALUE_MAX;
  const maxPowerW = maxPowerOf(inverter.deviceInfo);
  const isLarge =
    maxPowerW > 0 ? maxPowerW > LIMIT_VALUE_MAX : inverterFamilyOf(inverter.serial)?.isLarge === true;
  return isLarge ? LIMIT_VALUE_LARGE_MAX : LIMIT_VALUE_MAX;
}
