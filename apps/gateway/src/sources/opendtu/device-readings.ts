import type { InverterSettings, Reading } from '@heliograph/domain';
import type { DeviceInverter, ListedInverter } from '@heliograph/opendtu-api';
import type { InverterChange } from '../../fleet/fleet.ts';
import type { Contact, InverterState } from '../../fleet/inverter.ts';
import { limitRead } from '../../fleet/limit-state.ts';
import { powerMeasured } from '../../fleet/power-state.ts';

/** An inverter as the list of a device has it. */
export interface NamedInverter extends Pick<ListedInverter, 'serial' | 'name' | 'typeText'> {
  readonly strings: readonly Pick<ListedInverter['strings'][number], 'name' | 'maxPowerW'>[];
}

/**
 * What a device brings: the inverters of its list, and those of its live data where it does not show us its list (that
 * takes its password).
 */
export function deviceInverters(
  listed: readonly NamedInverter[],
  live: readonly DeviceInverter[],
): readonly InverterSettings[] {
  const bySerial = new Map(listed.map((inverter) => [inverter.serial, inverter]));
  const serials = new Set([...live.map(({ serial }) => serial), ...bySerial.keys()]);
  return [...serials].map((serial) => {
    const told = live.find((inverter) => inverter.serial === serial);
    const entry = bySerial.get(serial);
    const stringCount = told?.reading?.strings.length ?? entry?.strings.length ?? told?.strings.length ?? 1;
    return {
      serial,
      name: entry?.name ?? told?.name ?? '',
      strings: Array.from({ length: stringCount }, (_, index) => ({
        name: entry?.strings[index]?.name ?? told?.strings[index]?.name ?? '',
        maxPowerW: entry?.strings[index]?.maxPowerW ?? told?.strings[index]?.maxPowerW ?? 0,
      })),
      model: {
        typeText: entry?.typeText ?? '',
        stringCount,
        phaseCount: told?.reading?.phases.length ?? 1,
      },
    };
  });
}

/** An older device counts ages in whole seconds, so the same reading seems to be a little older or younger each time. */
export const AGE_STEP_MS = 1500;

/** Devices ask one inverter after the other. After so many rounds without a reading, what is shown is not of now. */
const ROUNDS_MAX = 5;
const OLD_AFTER_AT_LEAST_MS = 60_000;
/** Where a device does not say how often it asks. */
const OLD_AFTER_UNKNOWN_MS = 300_000;

/**
 * From which age on a reading is old although the device counts its inverter as within reach: it does so with one that it
 * leaves alone, and its radio may hang while its network goes on.
 */
export function readingOldAfterMs(pollIntervalS: number | undefined, inverterCount: number): number {
  if (pollIntervalS === undefined) return OLD_AFTER_UNKNOWN_MS;
  return Math.max(OLD_AFTER_AT_LEAST_MS, ROUNDS_MAX * pollIntervalS * 1000 * inverterCount);
}

/** What live data tell of an inverter. Ages are told, so the moment of a reading is counted back from now. */
export function told(inverter: DeviceInverter, oldAfterMs: number): InverterChange {
  return (before, nowMs) => {
    const { reading, dataAgeMs = 0, limit, isReachable } = inverter;
    const atMs = nowMs - dataAgeMs;
    const isKnown =
      reading === undefined ||
      (before.readingAtMs !== undefined &&
        Math.abs(atMs - before.readingAtMs) <= AGE_STEP_MS &&
        isSame(reading, before.reading));
    // 0 also stands for a limit that was never read; it is one only where the device knows what that is in watts.
    const isLimitKnown = limit.percent !== undefined && (limit.percent > 0 || limit.watts === 0);
    const isOld = reading !== undefined && dataAgeMs > oldAfterMs;
    return {
      contact: isReachable && !isOld ? contactOf(inverter, before) : 'lost',
      radioStatistics: inverter.radio,
      isPolled: inverter.isPolled,
      ...(isKnown
        ? {}
        : { reading, readingAtMs: atMs, power: powerMeasured(before.power, reading.powerW, nowMs) }),
      ...(isLimitKnown ? { limit: limitRead(before.limit, limit.percent, nowMs) } : {}),
    };
  };
}

/** Of one that the device can reach. */
function contactOf({ isSummary, reading }: DeviceInverter, before: InverterState): Contact {
  if (isSummary) return before.contact; // it brings no values of now
  // A device that has just started has read nothing yet, and what it read before is not of now.
  const isUnread = reading === undefined && before.readingAtMs !== undefined;
  return isUnread ? 'lost' : 'answers';
}

function isSame(one: Reading, other: Reading): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
