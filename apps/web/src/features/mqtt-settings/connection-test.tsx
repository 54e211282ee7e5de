import { type MqttUpdate, type ReceivedMqttTrial, testMqttConnection } from '@heliograph/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import { brokerFailureText } from '../../shared/page/connection-row.tsx';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from './mqtt-settings.module.css';
import type { MqttValues } from './mqtt-values.ts';

/** The gateway itself waits for 10 s. */
const ANSWER_WAIT_MS = 15_000;
/** From here on it says that it can take long. */
const SLOW_MS = 5000;

interface ConnectionTestProps {
  readonly form: Form<MqttValues>;
  /** What a save would send. */
  readonly body: MqttUpdate;
}

/** What came of a test, and of which broker. */
interface Tried {
  /** The form's count when it came: the next edit takes it away. */
  readonly edits: number;
  readonly broker: string;
  /** None when the form itself found errors. */
  readonly result?: CallResult<ReceivedMqttTrial>;
}

/** Tries the values of the form without saving them. What came of it is gone with the next edit. */
export function ConnectionTest({ form, body }: ConnectionTestProps) {
  const { call, clock } = useServices();
  const { mqtt: t } = useAreaTexts();
  const [progress, setProgress] = useState<'testing' | 'slow'>();
  const [tried, setTried] = useState<Tried>();
  const latest = useRef(form);
  const place = useRef<HTMLDivElement>(null);
  const isTesting = progress !== undefined;
  const isMissing = tried?.result?.kind === 'missing';

  useLayoutEffect(() => {
    latest.current = form;
  });

  useEffect(() => {
    if (tried === undefined) return;
    if (isMissing) place.current?.focus(); // the button that had the focus goes
    // Who is typing elsewhere by now stays there.
    if (!document.activeElement?.matches('input, textarea')) place.current?.scrollIntoView(IN_SIGHT);
  }, [tried, isMissing]);

  async function test(): Promise<void> {
    if (isTesting || form.isSaving) return;
    const broker = brokerName(form.values);
    if (!form.check()) return setTried({ edits: form.edits, broker });
    setProgress('testing');
    setTried(undefined);
    const stopWaiting = clock.after(SLOW_MS, () => setProgress('slow'));
    const result = await call(testMqttConnection, { body, waitMs: ANSWER_WAIT_MS });
    stopWaiting();
    setProgress(undefined);
    const { edits, isSaving } = latest.current;
    const isRefused =
      result.kind === 'answered' && result.answer.type !== 'success' && !result.answer.mqtt_failure;
    if (isRefused && !isSaving) form.refuse(result.answer);
    else setTried({ edits, broker, result });
  }

  return (
    <div className={styles.test}>
      {!isMissing && (
        <Button
          className={styles.button}
          onClick={test}
          aria-busy={isTesting}
          aria-disabled={isTesting || form.isSaving}
        >
          <span aria-hidden={isTesting}>{t.test}</span>
          <span aria-hidden={!isTesting}>{t.testing}</span>
        </Button>
      )}
      <div ref={place} role="status" tabIndex={-1}>
        {progress === 'slow' && t.slow}
        {tried?.edits === form.edits && <Outcome {...tried} />}
      </div>
    </div>
  );
}

const IN_SIGHT = { block: 'nearest' } as const;

/** Its server and port, as they stand in an address. */
function brokerName({ mqtt_hostname: host, mqtt_port: port }: MqttValues): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function Outcome({ broker, result }: Tried) {
  const { format } = useI18n();
  const area = useAreaTexts();
  const { mqtt: t } = area;
  if (result === undefined) return <Alert kind="warning">{t.marked}</Alert>;
  if (result.kind === 'unauthorized') return null;
  if (result.kind !== 'answered') return <Alert kind="danger">{callFailureText(area, format, result)}</Alert>;
  const { answer } = result;
  const isGood = answer.type === 'success' && !answer.mqtt_failure;
  const refusal = answer.mqtt_failure ? brokerFailureText(t, answer.mqtt_failure) : resultText(area, answer);
  return (
    <Alert kind={isGood ? 'success' : 'danger'}>
      <p className={styles.broker}>{broker}</p>
      <p>{isGood ? t.works : refusal}</p>
    </Alert>
  );
}
