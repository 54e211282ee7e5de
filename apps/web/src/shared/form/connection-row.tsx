import { MQTT_FAILURES, type ReceivedMqttStatus } from '@heliograph/contract';
import type { AreaMessages } from '../i18n/area/area-en.ts';
import type { InfoRow } from '../ui/info-list.tsx';
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx';

type Connection = Pick<ReceivedMqttStatus, 'mqtt_enabled' | 'mqtt_connected' | 'mqtt_failure'>;

/** Whether the broker is connected, as a row of facts; below it why not, and what to do, as far as the device tells. */
export function connectionRow(
  { info, mqtt }: AreaMessages,
  label: string,
  { mqtt_enabled: isEnabled, mqtt_connected: isConnected, mqtt_failure: failure }: Connection,
): InfoRow {
  const row = (tone: StatusTone, word: string, below?: string): InfoRow => {
    const badge = <StatusBadge tone={tone}>{word}</StatusBadge>;
    return [label, badge, below];
  };
  if (isConnected === undefined) return [label, ''];
  if (isConnected) return row('good', info.connected);
  if (!isEnabled) return row('off', info.notConnected);
  if (failure === '') return row('pending', mqtt.connecting);
  return row('bad', info.notConnected, failure && brokerFailureText(mqtt, failure));
}

/** What kept a broker from being connected to, and what to do. */
export function brokerFailureText({ failures }: AreaMessages['mqtt'], name: string): string {
  return failures[MQTT_FAILURES.find((known) => known === name) ?? 'other'];
}
