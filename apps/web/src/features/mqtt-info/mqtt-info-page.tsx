import { getMqttStatus, type ReceivedMqttStatus, SECRET_PLACEHOLDER } from '@heliograph/contract';
import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { connectionRow } from '../../shared/page/connection-row.tsx';
import { InfoPage, type InfoSection } from '../../shared/page/info-page.tsx';
import { EnabledBadge } from '../../shared/ui/enabled-badge.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';

/** Whether the broker is connected, and what is set about MQTT. */
export function MqttInfoPage() {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'gateway', 'info', 'mqtt');
  const { info } = texts;
  const { mqtt: t } = info;
  const enabled = (isOn: boolean | undefined) => <EnabledBadge enabled={isOn} />;
  const orNone = (text: string | undefined) => (text === '' ? info.none : text);

  function sections(status: ReceivedMqttStatus): readonly InfoSection[] {
    return [
      [t.runtime, [connectionRow(texts, info.status, status)]],
      [
        info.configuration,
        [
          [info.status, enabled(status.isEnabled)],
          [info.server, orNone(status.hostname)],
          [t.port, String(status.port || '')],
          [t.user, orNone(status.username)],
          [t.topic, orNone(status.baseTopic)],
          [t.lwtTopic, orNone(status.lastWillTopic)],
          [t.interval, withUnit(format, status.publishIntervalS, 's')],
          [t.retain, enabled(status.isRetained)],
          [t.tls, enabled(status.hasTls)],
          ...(status.hasTls ? [certificateRow(texts, status)] : []),
        ],
      ],
      [
        t.discovery,
        [
          [info.status, enabled(status.isDiscoveryEnabled)],
          [t.prefix, orNone(status.discoveryTopic)],
          [t.retain, enabled(status.isDiscoveryRetained)],
          [t.expire, enabled(status.hasDiscoveryExpiry)],
          [t.panels, enabled(status.hasIndividualPanels)],
        ],
      ],
    ];
  }

  return (
    <InfoPage
      title={frame.headings.mqttInfo}
      endpoint={getMqttStatus}
      rowCounts={[1, 9, 5]}
      sections={sections}
      isUnderWay={(status) => status.isEnabled && status.isConnected === false}
    />
  );
}

/** In the device's own words; without any, what an empty text means, as far as is known. */
function certificateRow(
  { info, mqtt: t }: TextsOf<'info' | 'mqtt'>,
  { rootCertificateInfo: facts, isEnabled: isOn, failure }: ReceivedMqttStatus,
): InfoRow {
  const label = info.mqtt.certificate;
  if (facts === SECRET_PLACEHOLDER) return [label, facts];
  if (facts) {
    const rows = facts.split('\n').map((line): InfoRow => {
      const [, name = line, value = null] = /^(.*?)\s*:\s*(.*)$/.exec(line) ?? [];
      return [name, value && breakable(value)];
    });
    const list = (
      <div lang="en">
        <InfoList rows={rows} />
      </div>
    );
    return [label, null, list];
  }
  // Only a device of ours has roots of its system, and it tries them only while MQTT is on.
  if (__FOR_DEVICE__ || facts === undefined || failure === undefined || !isOn) return [label, ''];
  return [label, failure === 'unreadable-root' ? t.unreadable : t.systemCertificates];
}

/** Where it is too long for a line, it breaks between its pairs of digits. */
function breakable(text: string): ReactNode {
  return text.match(/[^:]*:?/g)?.flatMap((part, index) => [part, <wbr key={String(index)} />]);
}
