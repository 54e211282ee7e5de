import { type MqttUpdate, type ReceivedMqttTrial, testMqttConnection } from '@heliograph/contract';
import { useServices } from '../../shared/api/services.ts';
import { Trial, type TrialVerdict } from '../../shared/form/trial.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { brokerFailureText } from '../../shared/page/connection-row.tsx';
import type { MqttValues } from './mqtt-values.ts';

/** The gateway itself waits for 10 s. */
const ANSWER_WAIT_MS = 15_000;

interface ConnectionTestProps {
  readonly form: Form<MqttValues>;
  /** What a save would send. */
  readonly body: MqttUpdate;
}

/** Connects with the values of the form without saving them. */
export function ConnectionTest({ form, body }: ConnectionTestProps) {
  const { call } = useServices();
  const { gateway } = useTexts('gateway');
  const { broker: t } = gateway;

  function verdictOf({ type, mqtt_failure: failure }: ReceivedMqttTrial): TrialVerdict | undefined {
    if (failure) return { isGood: false, text: brokerFailureText(gateway, failure) };
    return type === 'success' ? { isGood: true, text: t.works } : undefined;
  }

  return (
    <Trial
      form={form}
      label={t.test}
      target={brokerName(form.values)}
      send={() => call(testMqttConnection, { body, waitMs: ANSWER_WAIT_MS })}
      verdictOf={verdictOf}
    />
  );
}

/** Its server and port, as they stand in an address. */
function brokerName({ mqtt_hostname: host, mqtt_port: port }: MqttValues): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
