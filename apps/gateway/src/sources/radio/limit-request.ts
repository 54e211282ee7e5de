import type { LimitCommand } from '@heliograph/domain';
import {
  acknowledgedLimitPercent,
  type LimitRequest,
  limitTypeFor,
  modelFamilyOf,
} from '@heliograph/protocol';
import { type DeviceInfoState, maxPowerOf } from '../../fleet/device-info.ts';

/** The original caps relative limits before it sends them, and leaves absolute ones alone. */
const RELATIVE_LIMIT_MAX_PERCENT = 100;

/** A limit as it goes on the air to this inverter; undefined where nobody knows its family. */
export function limitRequest(serial: string, command: LimitCommand): LimitRequest | undefined {
  const family = modelFamilyOf(serial);
  return (
    family && {
      kind: 'ActivePowerControl',
      limit: cappedLimit(command),
      limitType: limitTypeFor(family, command),
    }
  );
}

/** What an inverter with this info makes of a limit, kept or not; undefined when that cannot be said. */
export function expectedPercent(command: LimitCommand, info: DeviceInfoState): number | undefined {
  const limit = { value: cappedLimit(command), isRelative: command.isRelative };
  return acknowledgedLimitPercent(limit, maxPowerOf(info));
}

function cappedLimit({ value, isRelative }: LimitCommand): number {
  return isRelative ? Math.min(value, RELATIVE_LIMIT_MAX_PERCENT) : value;
}
