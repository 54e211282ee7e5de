import { useTickingSince } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { uptime } from '../../shared/lib/uptime.ts';

interface TickingUptimeProps {
  /** As the device said. */
  readonly uptimeS: number;
  /** When it said so, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

/** How long the gateway has been running, counting up. */
export function TickingUptime({ uptimeS, receivedAtMs }: TickingUptimeProps) {
  const { format } = useI18n();
  const { system: t } = useTexts('info').info;
  const { days, time } = uptime(uptimeS + useTickingSince(receivedAtMs) / 1000);
  return `${format.count(days, t.days)} ${time}`;
}
