import {
  getMqttConfig,
  getMqttStatus,
  type MqttUpdate,
  MqttUpdateOf2023Schema,
  MqttUpdateSchema,
  type ReceivedMqttConfig,
  type ReceivedMqttStatus,
  setMqttConfig,
} from '@heliograph/contract';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import { lengthError } from '../../shared/form/length-note.ts';
import { mayPass } from '../../shared/form/load-failure.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { connectionRow, liveRow } from '../../shared/page/connection-row.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { BrokerCard, DiscoveryCard, isOnlyName, LastWillCard } from './mqtt-cards.tsx';
import styles from './mqtt-settings.module.css';
import {
  isHidden,
  type MqttValues,
  maxLength,
  mqttBody,
  mqttValues,
  refusedField,
  withoutHidden,
} from './mqtt-values.ts';

/** Where values are published, how, and whether that works. */
export function MqttSettingsPage() {
  const { t: frame } = useI18n();
  const texts = useTexts('common', 'mqtt');
  const { mqtt: t } = texts;
  const status = useEndpoint(getMqttStatus, NO_QUERY, pollMs);
  // Whoever tells why there is no connection can test one too.
  const isOurs = status.answer && status.answer.failure !== undefined;

  function moreErrors(values: MqttValues): FieldErrors<MqttValues> {
    const host = values.mqtt_hostname;
    const tooLong: FieldErrors<MqttValues> = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        lengthError(texts, String(value), maxLength(name as keyof MqttValues)),
      ]),
    );
    const more = host === '' ? t.serverMissing : isOnlyName(host) ? undefined : t.serverOnly;
    return { ...tooLong, mqtt_hostname: tooLong.mqtt_hostname ?? more };
  }

  return (
    <SettingsPage<ReceivedMqttConfig, MqttUpdate, MqttValues>
      draftKey="mqtt"
      title={frame.headings.mqttSettings}
      load={getMqttConfig}
      save={setMqttConfig}
      schema={__FOR_DEVICE__ ? MqttUpdateOf2023Schema : MqttUpdateSchema}
      valuesOf={mqttValues}
      settle={withoutHidden}
      isHidden={isHidden}
      bodyOf={mqttBody}
      moreErrors={moreErrors}
      fieldOf={refusedField}
      onSaved={status.reload}
      heights={[14, 30]}
    >
      {(form, received) => {
        const { mqtt_enabled: isOn, mqtt_hass_enabled: hasDiscovery } = form.values;
        const body = mqttBody(withoutHidden(form.values, mqttValues(received)), received);
        return (
          <>
            <div className={styles.column}>
              <Card title={frame.titles.mqttSettings}>
                <SwitchField label={t.enable} field={form.flag('mqtt_enabled')} />
                {isOn && <SwitchField label={t.enableDiscovery} field={form.flag('mqtt_hass_enabled')} />}
                <div className={isOn ? styles.state : undefined}>
                  <ConnectionState status={status} />
                </div>
              </Card>
              {isOn && (
                <BrokerCard form={form} isOurs={isOurs === true}>
                  {!__FOR_DEVICE__ && isOurs && <ConnectionTest form={form} body={body} />}
                  {isOurs === undefined && <div className={styles.room} />}
                </BrokerCard>
              )}
            </div>
            <div className={styles.column}>
              {isOn && <LastWillCard form={form} />}
              {isOn && hasDiscovery && <DiscoveryCard form={form} />}
            </div>
          </>
        );
      }}
    </SettingsPage>
  );
}

const NO_QUERY = {};
const POLL_MS = 2500;

/** While MQTT is on, as saved, its connection may come and go. */
function pollMs({ answer, failure }: Loaded<ReceivedMqttStatus>): number | undefined {
  const isWorthIt = failure === undefined ? answer?.isEnabled : mayPass(failure);
  return isWorthIt ? POLL_MS : undefined;
}

/** What is saved, and what has become of it; what cannot be read any more is unknown. */
function ConnectionState({ status: { answer, failure } }: { readonly status: Loaded<ReceivedMqttStatus> }) {
  const { t: frame, format } = useI18n();
  const texts = useTexts('common', 'gateway', 'info', 'mqtt');
  const label = texts.info.mqtt.runtime;
  function row(): InfoRow {
    if (failure) {
      const unknown = <StatusBadge tone="unknown">{frame.unknownValue}</StatusBadge>;
      return liveRow(label, unknown, callFailureText(texts, format, failure));
    }
    return answer ? connectionRow(texts, label, answer) : liveRow(label, null);
  }
  return <InfoList rows={[row()]} />;
}
