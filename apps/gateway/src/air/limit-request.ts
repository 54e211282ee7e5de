import type { LimitCommand } from '@heliograph/domain';
import { acknowledgedLimitPercent, type LimitRequest, type LimitType } from '@heliograph/protocol';
import { type DeviceInfoState, maxPowerOf } from '../fleet/device-info.ts';

/** The original caps relative limits before it sends them, and leaves absolute ones alone. */
const RELATIVE_LIMIT_MAX_PERCENT = 100;

const LIMIT_TYPE = { relative: 0x0001, persistent: 0x0100 } as const;

/** A limit as it goes on the air. */
export function limitRequest(command: LimitCommand): LimitRequest {
  const { value, isRelative, isPersistent } = command;
  const type = (isRelative ? LIMIT_TYPE.relative : 0) | (isPersistent ? LIMIT_TYPE.persistent : 0);
  return {
    kind: 'ActivePowerControl',
    limit: isRelative ? Math.min(value, RELATIVE_LIMIT_MAX_PERCENT) : value,
    limitType: type as LimitType,
  };
}

/** What an inverter with this info makes of a limit; undefined when that cannot be said. */
export function expectedPercent(command: LimitCommand, info: DeviceInfoState): number | undefined {
  return acknowledgedLimitPercent(limitRequest(command), maxPowerOf(info));
}
