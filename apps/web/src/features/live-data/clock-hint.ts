import { CLOCK_SYNC_EXPECTED_WITHIN_S, type ReceivedLiveData } from '@heliograph/contract';

/**
 * Whether the clock has been unset for longer than a start takes. The wire has no uptime, but the data age of an
 * inverter without a reading equals it; where there is none, the time this page has seen the hint must do. Source:
 * docs/reference/original-device.md#live-data.
 *
 * @param data the last message
 * @param elapsedS seconds since it came
 * @param seenForS seconds since this page first saw the hint
 */
export function clockOverdue(data: ReceivedLiveData, elapsedS: number, seenForS: number): boolean {
  const uptimesS = data.inverters
    .filter(({ hasReading }) => !hasReading)
    .map(({ dataAgeS }) => dataAgeS + elapsedS);
  return Math.max(seenForS, ...uptimesS) > CLOCK_SYNC_EXPECTED_WITHIN_S;
}
