import { MQTT_FAILURES, type ReceivedMqttStatus } from '@heliograph/contract';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AreaMessages } from '../i18n/area/area-en.ts';
import type { InfoRow } from '../ui/info-list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Connection = Pick<ReceivedMqttStatus, 'mqtt_enabled' | 'mqtt_connected' | 'mqtt_failure'>;

/** Whether the broker is connected, as a row of facts; below it why not, and what to do, as far as the device tells. */
export function connectionRow(
  { info, mqtt }: AreaMessages,
  label: string,
  { mqtt_enabled: isEnabled, mqtt_connected: isConnected, mqtt_failure: failure }: Connection,
): InfoRow {
  const row = (badge: ReactNode, below?: string): InfoRow => [label, badge, below];
  if (isConnected === undefined) return [label, ''];
  if (isConnected) return row(<StatusBadge tone="good">{info.connected}</StatusBadge>);
  if (!isEnabled) return row(<StatusBadge tone="off">{info.notConnected}</StatusBadge>);
  // Under way is neither good nor bad.
  if (failure === '') {
    return row(
      <StatusBadge tone="unknown" icon={Hourglass}>
        {mqtt.connecting}
      </StatusBadge>,
    );
  }
  return row(
    <StatusBadge tone="bad">{info.notConnected}</StatusBadge>,
    failure && brokerFailureText(mqtt, failure),
  );
}

/** What kept a broker from being connected to, and what to do. */
export function brokerFailureText({ failures }: AreaMessages['mqtt'], name: string): string {
  return failures[MQTT_FAILURES.find((known) => known === name) ?? 'other'];
}
