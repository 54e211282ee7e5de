import { getMqttStatus, type ReceivedMqttStatus } from '@heliograph/contract';
import { connectionRow } from '../../shared/form/connection-row.tsx';
import { InfoPage, type InfoSection } from '../../shared/form/info-page.tsx';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { EnabledBadge } from '../../shared/ui/enabled-badge.tsx';
import type { InfoRow } from '../../shared/ui/info-list.tsx';
import styles from './mqtt-info.module.css';

/** Whether the broker is connected, and what is set about MQTT. */
export function MqttInfoPage() {
  const { t: frame, format } = useI18n();
  const area = useAreaTexts();
  const { info } = area;
  const { mqtt: t } = info;
  const enabled = (isOn: boolean | undefined) => <EnabledBadge enabled={isOn} />;
  const orNone = (text: string | undefined) => (text === '' ? info.none : text);

  function sections(status: ReceivedMqttStatus): readonly InfoSection[] {
    const certificate = status.mqtt_root_ca_cert_info;
    const certificateRow: InfoRow = [
      t.certificate,
      certificate ? null : '',
      certificate && <pre className={styles.certificate}>{certificate}</pre>,
    ];
    return [
      [t.runtime, [connectionRow(area, info.status, status)]],
      [
        info.configuration,
        [
          [info.status, enabled(status.mqtt_enabled)],
          [info.server, orNone(status.mqtt_hostname)],
          [t.port, String(status.mqtt_port || '')],
          [t.user, orNone(status.mqtt_username)],
          [t.topic, orNone(status.mqtt_topic)],
          [t.lwtTopic, orNone(status.mqtt_lwt_topic)],
          [t.interval, withUnit(format, status.mqtt_publish_interval, 's')],
          [t.retain, enabled(status.mqtt_retain)],
          [t.tls, enabled(status.mqtt_tls)],
          ...(status.mqtt_tls ? [certificateRow] : []),
        ],
      ],
      [
        t.discovery,
        [
          [info.status, enabled(status.mqtt_hass_enabled)],
          [t.prefix, orNone(status.mqtt_hass_topic)],
          [t.retain, enabled(status.mqtt_hass_retain)],
          [t.expire, enabled(status.mqtt_hass_expire)],
          [t.panels, enabled(status.mqtt_hass_individualpanels)],
        ],
      ],
    ];
  }

  return (
    <InfoPage
      title={frame.titles.mqttInfo}
      endpoint={getMqttStatus}
      rowCounts={[1, 9, 5]}
      sections={sections}
      isUnderWay={(status) => status.mqtt_enabled && status.mqtt_connected === false}
    />
  );
}
