import { LIMIT_REREAD_AFTER_COMMAND_S, LIMIT_REREAD_AFTER_READ_S } from '@heliograph/contract';
import type { CommandKind } from '@heliograph/protocol';
import { isComplete } from '../../fleet/device-info.ts';
import { eventCountOf, type InverterState } from '../../fleet/inverter.ts';
import { isAskedNow, orderObstacle } from '../../fleet/treatment.ts';

/** What a turn depends on besides the inverter. All times are on the monotonic clock. */
export interface TurnConditions {
  readonly nowMs: number;
  /** Stands for "never" in the waiting rules: when the gateway started. */
  readonly startedAtMs: number;
  /** Without a clock nothing is asked; orders still go out. */
  readonly isClockSet: boolean;
  /** The sun is down, as far as anybody knows. */
  readonly isNight: boolean;
}

/**
 * What an inverter is sent when its turn comes, in this order. The answers arrive later, so all of it is decided by
 * what was known before the turn. Source: docs/reference/radio-protocol.md#exchanges and
 * docs/reference/original-device.md#poll-loop.
 */
export function commandsOfTurn(inverter: InverterState, conditions: TurnConditions): readonly CommandKind[] {
  const { isClockSet, isNight } = conditions;
  const mayAsk = isClockSet && isAskedNow(inverter, isNight);
  const mayOrder = orderObstacle(inverter, isNight) === undefined;
  const { limit, power, deviceInfo, readingAtMs } = inverter;
  const commands: CommandKind[] = [];
  if (mayAsk || __WITHOUT__.clockBeforeQuestions) commands.push('RealTimeRunData');
  if (mayAsk && isEventLogWanted(inverter)) commands.push('AlarmData');
  if (mayAsk && isLimitWanted(inverter, conditions)) commands.push('SystemConfigPara');
  // An order that was given before waits until the inverter takes orders again.
  if (mayOrder && limit.commandState === 'Failure') commands.push('ActivePowerControl');
  if (mayOrder && power.commandState === 'Failure') commands.push('PowerControl');
  if (mayAsk && readingAtMs !== undefined && !isComplete(deviceInfo)) {
    commands.push('DevInfoAll', 'DevInfoSimple');
  }
  return commands;
}

/** The last reading failed, or there never was one, or something new has happened since. */
function isEventLogWanted(inverter: InverterState): boolean {
  return inverter.eventLog.readState === 'Failure' || hasNewEvents(inverter);
}

/** The event counter is not the one at which the log was last asked for. */
export function hasNewEvents(inverter: InverterState): boolean {
  return eventCountOf(inverter) !== inverter.eventLog.askedAtCount;
}

/** Reading it too soon after an order would leave an entry in the inverter's event log. */
function isLimitWanted({ limit }: InverterState, { nowMs, startedAtMs }: TurnConditions): boolean {
  if (limit.readState === 'Failure') return true;
  const sinceReadMs = nowMs - (limit.readAtMs ?? startedAtMs);
  const sinceCommandMs = nowMs - (limit.commandAtMs ?? startedAtMs);
  return (
    sinceReadMs > LIMIT_REREAD_AFTER_READ_S * 1000 && sinceCommandMs > LIMIT_REREAD_AFTER_COMMAND_S * 1000
  );
}
