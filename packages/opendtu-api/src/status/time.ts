import type { Release } from '../release.ts';
import type { WireObject } from '../untrusted-values.ts';
import { decodeFacts, encodeFacts, type Facts } from './facts.ts';

/**
 * The clock and the sun, in the device's local time: `Monday, February 06 2023 20:26:21`. Source:
 * docs/reference/original-device.md#time and docs/reference/api-generations.md#status-of-network-time-and-mqtt.
 */
const KEYS = [
  { key: 'ntp_server', kind: 'text', word: 'server' },
  { key: 'ntp_timezone', kind: 'text', word: 'timezoneRule' },
  { key: 'ntp_timezone_descr', kind: 'text', word: 'timezoneName' },
  { key: 'ntp_status', kind: 'flag', word: 'isClockSet' },
  { key: 'ntp_localtime', kind: 'text', word: 'localTime' },
  { key: 'sun_risetime', kind: 'text', word: 'sunriseTime', since: 23_04_04 },
  { key: 'sun_settime', kind: 'text', word: 'sunsetTime', since: 23_04_04 },
  { key: 'sun_isSunsetAvailable', kind: 'flag', word: 'isSunKnown', since: 23_06_01 },
  { key: 'sun_isDayPeriod', kind: 'flag', word: 'isDay', since: 23_06_01 },
] as const;

export type TimeFacts = Facts<(typeof KEYS)[number]>;

/** Reads `GET /api/ntp/status`; undefined where it is no such answer. */
export function decodeTimeStatus(sent: unknown): TimeFacts | undefined {
  return decodeFacts(sent, KEYS);
}

/** As a device of that release answers `GET /api/ntp/status`. */
export function encodeTimeStatus(release: Release, facts: Partial<TimeFacts>): WireObject {
  return encodeFacts(release, facts, KEYS);
}

/** The six numbers of a clock, in local time. Source: docs/reference/original-device.md#time. */
const CLOCK_KEYS = [
  { key: 'ntp_status', kind: 'flag', word: 'isClockSet' },
  { key: 'year', kind: 'number', word: 'year' },
  { key: 'month', kind: 'number', word: 'month' },
  { key: 'day', kind: 'number', word: 'day' },
  { key: 'hour', kind: 'number', word: 'hour' },
  { key: 'minute', kind: 'number', word: 'minute' },
  { key: 'second', kind: 'number', word: 'second' },
] as const;

export type ClockFacts = Facts<(typeof CLOCK_KEYS)[number]>;

/** Reads `GET /api/ntp/time`; undefined where it is no such answer. */
export function decodeClock(sent: unknown): ClockFacts | undefined {
  return decodeFacts(sent, CLOCK_KEYS);
}

/** As every device answers `GET /api/ntp/time`. The body that sets the clock has the same keys but the first. */
export function encodeClock(facts: ClockFacts): WireObject {
  return encodeFacts(0, facts, CLOCK_KEYS);
}
