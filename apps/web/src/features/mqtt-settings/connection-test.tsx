import { type MqttUpdate, type ReceivedMqttTrial, testMqttConnection } from '@heliograph/contract';
import { useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { callFailureText } from '../../shared/form/call-failure.ts';
import { brokerFailureText } from '../../shared/form/connection-row.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from './mqtt-settings.module.css';
import type { MqttValues } from './mqtt-values.ts';

/** The gateway itself waits for 10 s. */
const ANSWER_WAIT_MS = 15_000;

interface ConnectionTestProps {
  readonly form: Form<MqttValues>;
  /** What a save would send. */
  readonly body: MqttUpdate;
}

/** Tries the values of the form without saving them. What came of it is gone with the next change. */
export function ConnectionTest({ form, body }: ConnectionTestProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const area = useAreaTexts();
  const { mqtt: t } = area;
  const [isTesting, setTesting] = useState(false);
  const [tried, setTried] = useState<{ values: MqttValues; result: CallResult<ReceivedMqttTrial> }>();
  const result = tried?.values === form.values ? tried.result : undefined;

  async function test(): Promise<void> {
    if (isTesting || form.isSaving || !form.check()) return;
    const { values } = form;
    setTesting(true);
    setTried(undefined);
    const result = await call(testMqttConnection, { body, waitMs: ANSWER_WAIT_MS });
    setTesting(false);
    const isRefused =
      result.kind === 'answered' && result.answer.type !== 'success' && !result.answer.mqtt_failure;
    if (isRefused) form.refuse(result.answer);
    else setTried({ values, result });
  }

  function outcome(result: CallResult<ReceivedMqttTrial>) {
    if (result.kind !== 'answered') return callFailureText(area, format, result);
    const { mqtt_failure: failure } = result.answer;
    return failure ? brokerFailureText(t, failure) : undefined;
  }

  const problem = result && outcome(result);
  return (
    <div className={styles.test}>
      <Button onClick={test} aria-busy={isTesting} aria-disabled={isTesting}>
        {isTesting ? t.testing : t.test}
      </Button>
      <div role="status">
        {result !== undefined && result.kind !== 'unauthorized' && (
          <Alert kind={problem === undefined ? 'success' : 'danger'}>{problem ?? t.works}</Alert>
        )}
      </div>
    </div>
  );
}
