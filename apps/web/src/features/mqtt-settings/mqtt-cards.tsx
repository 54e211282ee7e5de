import type { ComponentProps, ReactNode } from 'react';
import { lengthNote } from '../../shared/form/length-note.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useAreaTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { MAX_LENGTHS, type MqttValues } from './mqtt-values.ts';

interface CardProps {
  readonly form: Form<MqttValues>;
}

/** A line of text, with the room that is left in it. */
function Line({
  form,
  name,
  hint,
  ...field
}: CardProps &
  Omit<ComponentProps<typeof TextField>, 'field'> & { readonly name: keyof typeof MAX_LENGTHS }) {
  const area = useAreaTexts();
  return (
    <TextField
      {...field}
      field={form.text(name)}
      hint={lengthNote(area, form.values[name], MAX_LENGTHS[name]) ?? hint}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

const PEM_BEGIN = '-----BEGIN CERTIFICATE-----';
const CERTIFICATE_ROWS = 10;

interface BrokerCardProps extends CardProps {
  /** The gateway is one of ours. */
  readonly isOurs: boolean;
  readonly children: ReactNode;
}

/** Where to connect to, and as whom. */
export function BrokerCard({ form, isOurs, children }: BrokerCardProps) {
  const area = useAreaTexts();
  const { mqtt: t, login } = area;
  const { mqtt: label, server } = area.info;
  const { mqtt_tls, mqtt_password, mqtt_root_ca_cert: certificate } = form.values;
  const isPem = certificate === '' || certificate.includes(PEM_BEGIN);
  return (
    <Card title={t.broker}>
      <Line label={server} form={form} name="mqtt_hostname" clean={withoutBlanks} inputMode="url" required />
      <TextField label={label.port} field={form.text('mqtt_port')} inputMode="numeric" required />
      <Line label={label.user} form={form} name="mqtt_username" hint={t.userHint} />
      <SecretField
        label={login.password}
        field={form.text('mqtt_password')}
        hint={lengthNote(area, mqtt_password, MAX_LENGTHS.mqtt_password)}
        canBeRemoved
      />
      <Line label={label.topic} form={form} name="mqtt_topic" hint={t.topicHint} required />
      <TextField
        label={label.interval}
        field={form.text('mqtt_publish_interval')}
        unit="s"
        inputMode="numeric"
        required
      />
      <SwitchField label={label.retain} field={form.flag('mqtt_retain')} hint={t.retainHint} />
      <SwitchField label={label.tls} field={form.flag('mqtt_tls')} hint={t.tlsHint} />
      {mqtt_tls && (
        <TextAreaField
          label={label.certificate}
          field={form.text('mqtt_root_ca_cert')}
          rows={CERTIFICATE_ROWS}
          hint={
            lengthNote(area, certificate, MAX_LENGTHS.mqtt_root_ca_cert) ??
            (isOurs ? `${t.pem} ${t.systemRoots}` : t.pem)
          }
          notice={isPem ? undefined : { kind: 'warning', text: t.pem }}
        />
      )}
      {children}
    </Card>
  );
}

/** A copied name often has a blank at its end. */
function withoutBlanks(text: string): string {
  return text.replace(/\s/g, '');
}

/** What the broker says of the gateway when that is gone, and when it is there. */
export function LastWillCard({ form }: CardProps) {
  const { mqtt: t, info } = useAreaTexts();
  return (
    <Card title={t.lastWill}>
      <Line label={info.mqtt.lwtTopic} form={form} name="mqtt_lwt_topic" prefix={form.values.mqtt_topic} />
      <Line label={t.online} form={form} name="mqtt_lwt_online" />
      <Line label={t.offline} form={form} name="mqtt_lwt_offline" />
    </Card>
  );
}

/** How Home Assistant is told of the plant. */
export function DiscoveryCard({ form }: CardProps) {
  const { mqtt: t, info } = useAreaTexts();
  const { mqtt: label } = info;
  return (
    <Card title={label.discovery}>
      <Line label={label.prefix} form={form} name="mqtt_hass_topic" hint={t.prefixHint} />
      <SwitchField label={label.retain} field={form.flag('mqtt_hass_retain')} hint={t.discoveryRetainHint} />
      <SwitchField label={label.expire} field={form.flag('mqtt_hass_expire')} hint={t.expireHint} />
      <SwitchField label={label.panels} field={form.flag('mqtt_hass_individualpanels')} hint={t.panelsHint} />
    </Card>
  );
}
