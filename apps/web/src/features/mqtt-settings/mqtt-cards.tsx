import type { ReactNode } from 'react';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Card } from '../../shared/ui/card.tsx';
import { tidyCertificates } from './certificate-text.ts';
import { CertificateLoginFields, ClientFields, LastWillQosField } from './client-fields.tsx';
import { AS_TYPED, CERTIFICATE_ROWS, useBinding } from './mqtt-fields.ts';
import type { MqttValues } from './mqtt-values.ts';

interface CardProps {
  readonly form: Form<MqttValues>;
}

const NUMBER = { inputMode: 'numeric', required: true } as const;

interface BrokerCardProps extends CardProps {
  /** The gateway is one of ours. */
  readonly isOurs: boolean;
  readonly children: ReactNode;
}

/** Where to connect to, and as whom. */
export function BrokerCard({ form, isOurs, children }: BrokerCardProps) {
  const { mqtt: t, login, info } = useTexts('mqtt', 'login', 'info');
  const { mqtt: label } = info;
  const bind = useBinding(form);
  const { mqtt_tls: hasTls, mqtt_root_ca_cert: certificate } = form.values;
  const isPem = tidyCertificates(certificate) !== undefined;
  return (
    <Card title={t.broker}>
      <TextField
        label={info.server}
        {...bind('mqtt_hostname')}
        {...AS_TYPED}
        clean={onlyName}
        inputMode="url"
        required
      />
      <TextField label={label.port} {...bind('mqtt_port')} {...NUMBER} />
      <TextField label={label.user} {...bind('mqtt_username', t.userHint)} {...AS_TYPED} />
      <SecretField label={login.password} {...bind('mqtt_password')} canBeRemoved />
      <TextField label={label.topic} {...bind('mqtt_topic', t.topicHint)} {...AS_TYPED} required />
      <TextField label={label.interval} {...bind('mqtt_publish_interval')} {...NUMBER} unit="s" />
      <SwitchField label={label.retain} field={form.flag('mqtt_retain')} hint={t.retainHint} />
      <SwitchField label={label.tls} field={form.flag('mqtt_tls')} hint={t.tlsHint} />
      {hasTls && (
        <TextAreaField
          label={label.certificate}
          {...bind('mqtt_root_ca_cert', isOurs ? `${t.pem} ${t.systemRoots}` : t.pem)}
          rows={CERTIFICATE_ROWS}
          tidy={(text) => tidyCertificates(text) ?? text}
          notice={isPem ? undefined : { kind: 'warning', text: t.notPem }}
        />
      )}
      {!__FOR_DEVICE__ && hasTls && <CertificateLoginFields form={form} />}
      {!__FOR_DEVICE__ && <ClientFields form={form} />}
      {children}
    </Card>
  );
}

/** A copied name often has blanks around it, a scheme before it or, as an address, brackets. */
function onlyName(text: string): string {
  return text.replace(/^\s*mqtt:\/\/|\s/g, '').replace(/^\[(.*)\]$/, '$1');
}

/** Whether this is a name or an address and no more: no scheme, user, port (one colon is no IPv6) or path. */
export function isOnlyName(text: string): boolean {
  return !/[/\\@[\]?#]|^[^:]*:[^:]*$/.test(text);
}

/** What the broker says of the gateway when that is gone, and when it is there. */
export function LastWillCard({ form }: CardProps) {
  const { mqtt: t, info } = useTexts('mqtt', 'info');
  const bind = useBinding(form);
  const { mqtt_topic: base, mqtt_lwt_topic: topic } = form.values;
  const { field, hint: room } = bind('mqtt_lwt_topic');
  return (
    <Card title={t.lastWill}>
      <TextField
        label={info.mqtt.lwtTopic}
        field={field}
        hint={[t.publishedTo(base + topic), room].filter(Boolean).join(' – ')}
        {...AS_TYPED}
        prefix={base}
      />
      <TextField label={t.online} {...bind('mqtt_lwt_online')} {...AS_TYPED} />
      <TextField label={t.offline} {...bind('mqtt_lwt_offline')} {...AS_TYPED} />
      {!__FOR_DEVICE__ && <LastWillQosField form={form} />}
    </Card>
  );
}

/** How Home Assistant is told of the plant. */
export function DiscoveryCard({ form }: CardProps) {
  const { mqtt: t, info } = useTexts('mqtt', 'info');
  const { mqtt: label } = info;
  const bind = useBinding(form);
  const hasSlash = form.values.mqtt_hass_topic.endsWith('/');
  return (
    <Card title={label.discovery}>
      <TextField
        label={label.prefix}
        {...bind('mqtt_hass_topic', t.prefixHint)}
        {...AS_TYPED}
        notice={hasSlash ? undefined : { kind: 'warning', text: t.prefixHint }}
      />
      <SwitchField label={label.retain} field={form.flag('mqtt_hass_retain')} hint={t.discoveryRetainHint} />
      <SwitchField label={label.expire} field={form.flag('mqtt_hass_expire')} hint={t.expireHint} />
      <SwitchField label={label.panels} field={form.flag('mqtt_hass_individualpanels')} hint={t.panelsHint} />
    </Card>
  );
}
