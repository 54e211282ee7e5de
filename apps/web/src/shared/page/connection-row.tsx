import { MQTT_FAILURES, type ReceivedMqttStatus } from '@heliograph/contract';
import { Hourglass } from 'lucide';
import type { ReactNode } from 'react';
import type { Texts, TextsOf } from '../i18n/texts.ts';
import type { InfoRow } from '../ui/info-list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Connection = Pick<ReceivedMqttStatus, 'isEnabled' | 'isConnected' | 'failure'>;

/**
 * Whether the broker is connected, as a row of facts; below it why not, and what to do, as far as the device tells.
 * Changes of both are read out.
 */
export function connectionRow(
  { gateway, info, mqtt }: TextsOf<'gateway' | 'info' | 'mqtt'>,
  label: string,
  { isEnabled, isConnected, failure }: Connection,
): InfoRow {
  if (isConnected === undefined) return [label, ''];
  if (isConnected) return liveRow(label, <StatusBadge tone="good">{info.connected}</StatusBadge>);
  if (!isEnabled) return liveRow(label, <StatusBadge tone="off">{info.notConnected}</StatusBadge>);
  // Under way is neither good nor bad.
  if (!__FOR_DEVICE__ && failure === '') {
    return liveRow(
      label,
      <StatusBadge tone="unknown" icon={Hourglass}>
        {mqtt.connecting}
      </StatusBadge>,
    );
  }
  return liveRow(
    label,
    <StatusBadge tone="bad">{info.notConnected}</StatusBadge>,
    __FOR_DEVICE__ || failure === undefined ? mqtt.notConnected : brokerFailureText(gateway, failure),
  );
}

/** A row whose changes are read out; its place for words is always there. */
export function liveRow(label: string, badge: ReactNode, below?: ReactNode): InfoRow {
  const value = <span aria-live="polite">{badge}</span>;
  const words = <span aria-live="polite">{below}</span>;
  return [label, value, words];
}

/** What kept a broker from being connected to, and what to do. */
export function brokerFailureText({ broker }: Texts['gateway'], name: string): string {
  return broker.failures[MQTT_FAILURES.find((known) => known === name) ?? 'other'];
}
