import type { Clock } from './clock.ts';
import { type PosixTimezone, parsePosixTimezone } from './posix-timezone.ts';

/**
 * The device's idea of the time of day: the host's clock plus an offset, or nothing usable yet. Source: device
 * contract, section 9.
 */
export interface DeviceClock {
  /** The local year is after 2016: somebody has set the clock. */
  isSet(): boolean;
  /** Unix time in milliseconds; counts from 1970 while the clock was never set. */
  unixMs(): number;
  /** Sets the clock to this unix time in milliseconds. */
  set(unixMs: number): void;
  /** Seconds to add to UTC to get local time, now. */
  utcOffsetS(): number;
  /** Seconds to add to UTC to get local time, at this unix time in milliseconds. */
  utcOffsetAtS(unixMs: number): number;
  /** Replaces the zone; a text that is no POSIX TZ rule counts as UTC, as on the original. */
  setTimezone(rule: string): void;
}

export interface DeviceClockOptions {
  readonly clock: Clock;
  /** The host's clock is right from the start. */
  readonly startSet: boolean;
  /** POSIX TZ rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`. */
  readonly timezoneRule: string;
}

/** A clock that shows this year or an earlier one was never set. */
const LAST_UNSET_YEAR = 2016;
const UTC: PosixTimezone = { utcOffsetS: () => 0 };

export function createDeviceClock(options: DeviceClockOptions): DeviceClock {
  const { clock } = options;
  const startMs = clock.monotonicMs();
  let offsetMs: number | undefined = options.startSet ? 0 : undefined;
  let timezone = parsePosixTimezone(options.timezoneRule) ?? UTC;

  // Unset, it counts the time since the start: a jump of the host's clock must not look like a setting.
  const unixMs = () => (offsetMs === undefined ? clock.monotonicMs() - startMs : clock.unixMs() + offsetMs);
  const utcOffsetAtS = (atMs: number) => timezone.utcOffsetS(Math.floor(atMs / 1000));

  return {
    isSet() {
      const nowMs = unixMs();
      return new Date(nowMs + utcOffsetAtS(nowMs) * 1000).getUTCFullYear() > LAST_UNSET_YEAR;
    },
    unixMs,
    set(newUnixMs) {
      offsetMs = newUnixMs - clock.unixMs();
    },
    utcOffsetS: () => utcOffsetAtS(unixMs()),
    utcOffsetAtS,
    setTimezone(rule) {
      timezone = parsePosixTimezone(rule) ?? UTC;
    },
  };
}
