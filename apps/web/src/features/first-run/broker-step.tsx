import {
  getMqttConfig,
  type MqttUpdate,
  type ReceivedMqttConfig,
  setMqttConfig,
  testMqttConnection,
} from '@heliograph/contract';
import { type FormEvent, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber } from '../../shared/form/whole-number.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { brokerFailureText } from '../../shared/page/connection-row.tsx';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { Problem, StepFoot, typedField, useErrorFocus, useSending } from './step-parts.tsx';

const NO_QUERY = {};
/** The gateway itself waits for 10 s. */
const TEST_WAIT_MS = 15_000;
const PORT = '1883';
const TLS_PORT = '8883';

/** The broker, for who has one. */
export function BrokerStep({ guide }: { readonly guide: Guide }) {
  const { answer, failure, reload } = useEndpoint(getMqttConfig, NO_QUERY, askAgainMs);
  if (answer !== undefined) return <BrokerForm guide={guide} received={answer} />;
  return (
    <>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      <StepFoot guide={guide} />
    </>
  );
}

interface BrokerFormProps {
  readonly guide: Guide;
  readonly received: ReceivedMqttConfig;
}

function BrokerForm({ guide, received }: BrokerFormProps) {
  const { call } = useServices();
  const { gateway, welcome: t } = useTexts('common', 'gateway', 'welcome');
  const saving = useSending();
  const testing = useSending();
  const [works, setWorks] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const { typed } = guide;
  const isTls = typed.brokerTls === undefined ? received.mqtt_tls : typed.brokerTls === '1';
  const host = typedField(guide, 'broker', received.mqtt_hostname);
  const port = typedField(guide, 'brokerPort', String(received.mqtt_port));
  const user = typedField(guide, 'brokerUser', received.mqtt_username);
  const password = typedField(guide, 'brokerPassword', received.mqtt_password);
  const isMissing = host.value.trim() === '';
  const isBusy = saving.isBusy || testing.isBusy;
  const body = {
    ...received,
    ...{ mqtt_enabled: true, mqtt_hostname: host.value.trim(), mqtt_port: wholeNumber(port.value) ?? 0 },
    ...{ mqtt_username: user.value, mqtt_password: password.value, mqtt_tls: isTls },
  } as MqttUpdate; // what is newer comes back as it came

  async function save(): Promise<void> {
    setChecked(true);
    toFirstError();
    if (isMissing) return;
    const answer = await saving.send(() => call(setMqttConfig, { body }));
    if (answer?.type === 'success') guide.goOn('set');
  }

  async function test(): Promise<void> {
    setChecked(true);
    toFirstError();
    setWorks(false);
    if (isMissing || isBusy) return;
    const answer = await testing.send(() => call(testMqttConnection, { body, waitMs: TEST_WAIT_MS }));
    if (answer?.mqtt_failure) testing.say(brokerFailureText(gateway, answer.mqtt_failure));
    setWorks(answer?.type === 'success' && !answer.mqtt_failure);
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onChange={() => {
        setWorks(false);
        testing.say(undefined);
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <p>{t.brokerIntro}</p>
      <TextField
        label={t.broker}
        hint={t.brokerHint}
        field={{ ...host, error: isChecked && isMissing ? t.brokerMissing : undefined }}
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
      <TextField label={t.brokerPort} field={port} inputMode="numeric" />
      <TextField
        label={t.brokerUser}
        hint={t.brokerUserHint}
        field={user}
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretField
        label={t.brokerPassword}
        field={{
          ...{ ...password, stored: received.mqtt_password, isTyped: typed.brokerPassword !== undefined },
          onUndo: () => guide.type({ brokerPassword: received.mqtt_password }),
        }}
      />
      <SwitchField
        label={t.brokerTls}
        field={{
          ...{ name: 'brokerTls', value: isTls, error: undefined, readOnly: false },
          onFlag: (value) =>
            guide.type({
              brokerTls: value ? '1' : '',
              ...(port.value === (value ? PORT : TLS_PORT) && { brokerPort: value ? TLS_PORT : PORT }),
            }),
        }}
      />
      <Button className={styles.aside} aria-disabled={isBusy} onClick={() => void test()}>
        {testing.isBusy ? t.working : gateway.broker.test}
      </Button>
      <div role="status">{works && <Alert kind="success">{gateway.broker.works}</Alert>}</div>
      <Problem of={testing.problem ?? saving.problem} />
      <StepFoot guide={guide} isBusy={isBusy} onNext={() => void save()} />
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}
