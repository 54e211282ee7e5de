import { useTickingSince } from '../api/services.ts';
import { useI18n } from '../i18n/i18n-context.ts';
import { readDeviceLocalTime } from '../lib/device-local-time.ts';

interface TickingLocalTimeProps {
  /** The device's local time as the device words it. */
  readonly text: string;
  /** When it was told, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

/** The device's local time in the customs of the user, ticking; what cannot be shown so stands as it is. */
export function TickingLocalTime({ text, receivedAtMs }: TickingLocalTimeProps) {
  const { format } = useI18n();
  const elapsedMs = useTickingSince(receivedAtMs);
  const localMs = readDeviceLocalTime(text);
  return localMs === undefined ? text : format.dateTimeOfUtc(localMs + elapsedMs);
}
