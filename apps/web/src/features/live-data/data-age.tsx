import { DATA_AGE_ABSOLUTE_ABOVE_S } from '@heliograph/contract';
import { useElapsedSince, useUnixMs } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';

interface DataAgeProps {
  /** Seconds, as the message said. */
  readonly dataAgeS: number;
  /** When the message came, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

/** How old the values are, counting up; above 300 s also the moment they were measured. */
export function DataAge({ dataAgeS, receivedAtMs }: DataAgeProps) {
  const { format } = useI18n();
  const unixMs = useUnixMs();
  const ageS = useDataAgeS(dataAgeS, receivedAtMs);
  const seconds = `${format.noDigits(ageS)} s`;
  if (ageS <= DATA_AGE_ABSOLUTE_ABOVE_S) return seconds;
  return `${seconds} / ${format.dateTime(unixMs - ageS * 1000)}`;
}

/** The age on the wire plus what has passed here since, in whole seconds; never negative. */
export function useDataAgeS(dataAgeS: number, receivedAtMs: number): number {
  const elapsedMs = useElapsedSince(receivedAtMs);
  return Math.floor(Math.max(0, dataAgeS) + elapsedMs / 1000);
}
