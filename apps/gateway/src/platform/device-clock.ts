import type { Clock } from './clock.ts';

/**
 * The device's idea of the time of day: the host's clock plus an offset, or nothing usable yet. Source:
 * docs/reference/original-device.md#time.
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
  setTimezone(timezone: Timezone): void;
}

/** Where the clock hangs on the wall. */
export interface Timezone {
  /** Seconds to add to UTC at this time (unix time in seconds) to get local time. */
  utcOffsetS(unixS: number): number;
}

export interface DeviceClockOptions {
  readonly clock: Clock;
  /** The host's clock is right from the start. */
  readonly startSet: boolean;
  /** UTC where it is not said. */
  readonly timezone?: Timezone;
}

/** A clock that shows this year or an earlier one was never set. */
const LAST_UNSET_YEAR = 2016;
const UTC: Timezone = { utcOffsetS: () => 0 };

export function createDeviceClock(options: DeviceClockOptions): DeviceClock {
  const { clock } = options;
  const startMs = clock.monotonicMs();
  let offsetMs: number | undefined = options.startSet ? 0 : undefined;
  let { timezone = UTC } = options;

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
    setTimezone(newTimezone) {
      timezone = newTimezone;
    },
  };
}
