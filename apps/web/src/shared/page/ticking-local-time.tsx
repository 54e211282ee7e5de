import { useTickingSince } from '../api/services.ts';
import { formatsAt } from '../i18n/format.ts';
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
  // What the device's clock shows is what UTC's shows at that time.
  return localMs === undefined ? text : formatsAt(format, { utcOffsetS: 0 }).dateTime(localMs + elapsedMs);
}
