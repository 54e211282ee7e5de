import type { ReceivedApiResult } from '@heliograph/contract';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CallResult } from '../api/call.ts';
import { useServices } from '../api/services.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { resultText } from '../i18n/result-text.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { callFailureText } from './call-failure.tsx';
import type { FormValues } from './drafts.tsx';
import styles from './trial.module.css';
import type { Form } from './use-form.ts';

/** From here on it says that it can take long. */
const SLOW_MS = 5000;

/** What came of a trial: whether it worked, and what to say of it. */
export interface TrialVerdict {
  readonly isGood: boolean;
  readonly text: string;
  /** What else was found, below it. */
  readonly more?: ReactNode;
}

interface TrialProps<V extends FormValues, Answer extends ReceivedApiResult> {
  readonly form: Form<V>;
  /** On the button. */
  readonly label: string;
  /** What the values name, as it stands above the verdict. */
  readonly target: string;
  readonly send: () => Promise<CallResult<Answer>>;
  /** Undefined where the values themselves were refused, which is the form's matter. */
  readonly verdictOf: (answer: Answer) => TrialVerdict | undefined;
}

/** What came of a test, and of what. */
interface Tried<Answer> {
  /** The form's count when it came: the next edit takes it away. */
  readonly edits: number;
  readonly target: string;
  /** None when the form itself found errors. */
  readonly result?: CallResult<Answer>;
}

/**
 * Tries the values of a form without saving them. What came of it is gone with the next edit; on a device that does not
 * know it there is no button.
 */
export function Trial<V extends FormValues, Answer extends ReceivedApiResult>({
  form,
  label,
  target,
  send,
  verdictOf,
}: TrialProps<V, Answer>) {
  const { clock } = useServices();
  const { trial: t } = useTexts('common').common;
  const [progress, setProgress] = useState<'testing' | 'slow'>();
  const [tried, setTried] = useState<Tried<Answer>>();
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
    if (!form.check()) return setTried({ edits: form.edits, target });
    setProgress('testing');
    setTried(undefined);
    const stopWaiting = clock.after(SLOW_MS, () => setProgress('slow'));
    const result = await send();
    stopWaiting();
    setProgress(undefined);
    const { edits, isSaving } = latest.current;
    const isRefused = result.kind === 'answered' && verdictOf(result.answer) === undefined;
    if (isRefused && !isSaving) form.refuse(result.answer);
    else setTried({ edits, target, result });
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
          <span aria-hidden={isTesting}>{label}</span>
          <span aria-hidden={!isTesting}>{t.testing}</span>
        </Button>
      )}
      <div ref={place} role="status" tabIndex={-1}>
        {progress === 'slow' && t.slow}
        {tried?.edits === form.edits && <Outcome {...tried} verdictOf={verdictOf} />}
      </div>
    </div>
  );
}

const IN_SIGHT = { block: 'nearest' } as const;

function Outcome<Answer extends ReceivedApiResult>({
  target,
  result,
  verdictOf,
}: Tried<Answer> & Pick<TrialProps<FormValues, Answer>, 'verdictOf'>) {
  const { format } = useI18n();
  const texts = useTexts('common');
  if (result === undefined) return <Alert kind="warning">{texts.common.trial.marked}</Alert>;
  if (result.kind === 'unauthorized') return null;
  if (result.kind !== 'answered')
    return <Alert kind="danger">{callFailureText(texts, format, result)}</Alert>;
  const verdict: TrialVerdict = verdictOf(result.answer) ?? {
    isGood: false,
    text: resultText(texts, result.answer),
  };
  return (
    <Alert kind={verdict.isGood ? 'success' : 'danger'}>
      <p className={styles.target}>{target}</p>
      <p>{verdict.text}</p>
      {verdict.more}
    </Alert>
  );
}
