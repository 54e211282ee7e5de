import { getTimes } from 'suncalc';
import type { Site, SunKind } from '../scenarios/scenario.ts';
import type { DeviceClock, DeviceSun } from './device-call.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Day and night as a device at the plant calculates them. Where the sun of the plant never sets, the day is as long as it
 * can be, and where it never rises as short.
 */
export function createDeviceSun(
  kind: SunKind,
  site: Site,
  { localMs }: Pick<DeviceClock, 'localMs'>,
  utcOffsetMs: number,
): DeviceSun {
  const midnightMs = () => Math.floor(localMs() / DAY_MS) * DAY_MS;
  function bounds(): readonly [riseMs: number, setMs: number] {
    const startMs = midnightMs();
    if (kind === 'always-day') return [startMs, startMs + DAY_MS - MINUTE_MS];
    if (kind === 'always-night') return [startMs + DAY_MS - MINUTE_MS, startMs];
    const noon = new Date(startMs + DAY_MS / 2 - utcOffsetMs);
    const { sunrise, sunset } = getTimes(noon, site.latitude, site.longitude);
    // Plants do not stand where the sun stays up or down for days.
    return [
      (sunrise?.getTime() ?? startMs) + utcOffsetMs,
      (sunset?.getTime() ?? startMs + DAY_MS) + utcOffsetMs,
    ];
  }
  return {
    riseMs: () => bounds()[0],
    setMs: () => bounds()[1],
    isDay() {
      const [riseMs, setMs] = bounds();
      return kind === 'always-day' || (localMs() >= riseMs && localMs() < setMs);
    },
  };
}
