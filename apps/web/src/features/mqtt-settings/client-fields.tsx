import { SecretField } from '../../shared/form/secret-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { tidyCertificates } from './certificate-text.ts';
import { AS_TYPED, CERTIFICATE_ROWS, useBinding } from './mqtt-fields.ts';
import type { MqttValues } from './mqtt-values.ts';

interface FieldsProps {
  readonly form: Form<MqttValues>;
}

/** With TLS: who the gateway is, said by a certificate in place of name and password. */
export function CertificateLoginFields({ form }: FieldsProps) {
  const { gateway, mqtt: t } = useTexts('gateway', 'mqtt');
  const { mqttClient: own } = gateway;
  const bind = useBinding(form);
  const { mqtt_tls_cert_login: isOn, mqtt_client_cert: certificate = '' } = form.values;
  if (isOn === undefined) return null; // older than that
  const isPem = tidyCertificates(certificate) !== undefined;
  return (
    <>
      <SwitchField
        label={own.certificateLogin}
        field={form.flag('mqtt_tls_cert_login')}
        hint={own.certificateLoginHint}
      />
      {isOn && (
        <>
          <TextAreaField
            label={own.certificate}
            {...bind('mqtt_client_cert', t.pem)}
            rows={CERTIFICATE_ROWS}
            tidy={(text) => tidyCertificates(text) ?? text}
            notice={isPem ? undefined : { kind: 'warning', text: t.notPem }}
          />
          <SecretField
            label={own.key}
            {...bind('mqtt_client_key', own.keyHint)}
            rows={CERTIFICATE_ROWS}
            canBeRemoved
          />
        </>
      )}
    </>
  );
}

/** Who the gateway is to the broker. */
export function ClientFields({ form }: FieldsProps) {
  const { gateway } = useTexts('gateway');
  const { mqttClient: own } = gateway;
  const bind = useBinding(form);
  const { mqtt_clientid: id, mqtt_clean_session: isClean } = form.values;
  return (
    <>
      {id !== undefined && <TextField label={own.id} {...bind('mqtt_clientid', own.idHint)} {...AS_TYPED} />}
      {isClean !== undefined && (
        <SwitchField
          label={own.cleanSession}
          field={form.flag('mqtt_clean_session')}
          hint={own.cleanSessionHint}
        />
      )}
    </>
  );
}

export function LastWillQosField({ form }: FieldsProps) {
  const { gateway } = useTexts('gateway');
  const { mqttClient: own } = gateway;
  if (form.values.mqtt_lwt_qos === undefined) return null;
  return (
    <SelectField
      label={own.qos}
      field={form.text('mqtt_lwt_qos')}
      options={(['0', '1', '2'] as const).map((value) => ({ value, label: own.qosNames[value] }))}
    />
  );
}
