import type { ReceivedApiResult } from '@heliograph/contract';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';

interface StepFootProps {
  readonly guide: Guide;
  /** Where it leads on; undefined where there is nothing to do but to go on without. */
  readonly onNext?: (() => void) | undefined;
  readonly nextLabel?: string;
  /** Undefined: it is left out. Null: it cannot be left out here. */
  readonly onSkip?: (() => void) | null | undefined;
  readonly skipLabel?: string;
  readonly isBusy?: boolean;
}

/** What leads back, past a step, and on. */
export function StepFoot({ guide, onNext, nextLabel, onSkip, skipLabel, isBusy = false }: StepFootProps) {
  const { welcome: t } = useTexts('welcome');
  const whenIdle = (action: () => void) => () => {
    if (!isBusy) action();
  };
  return (
    <div className={styles.foot}>
      {guide.step !== 'language' && (
        <Button onClick={whenIdle(guide.back)} aria-disabled={isBusy}>
          {t.back}
        </Button>
      )}
      {onSkip !== null && (
        <Button onClick={whenIdle(onSkip ?? (() => guide.goOn('skipped')))} aria-disabled={isBusy}>
          {skipLabel ?? t.skip}
        </Button>
      )}
      {onNext !== undefined && (
        <Button variant="primary" onClick={whenIdle(onNext)} aria-disabled={isBusy}>
          {isBusy ? t.working : (nextLabel ?? t.next)}
        </Button>
      )}
    </div>
  );
}

/** What holds the text of the fields: the guide, or a page of its own. */
export type TypedIn = Pick<Guide, 'typed' | 'type'>;

/** A field whose text is among what was typed; it begins with `initial`. */
export function typedField(fields: TypedIn, name: string, initial = '', error?: string): TextBinding {
  return {
    ...{ name, value: fields.typed[name] ?? initial, stored: '', error, readOnly: false },
    onText: (text) => fields.type({ [name]: text }),
    onLeave: () => undefined,
  };
}

interface ErrorFocus {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The first field that is wrong gets the focus, as soon as the form says so. */
  readonly toFirstError: () => void;
}

/** Whoever goes on by the keyboard is led to what keeps the step from being done. */
export function useErrorFocus(): ErrorFocus {
  const form = useRef<HTMLFormElement>(null);
  const toFirstError = () =>
    queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  return { form, toFirstError };
}

interface Sending {
  readonly isBusy: boolean;
  /** What came of it where nothing was done, for people. */
  readonly problem: ReactNode;
  readonly say: (problem: ReactNode) => void;
  /** Sends something; resolves with the answer, also with one that refuses it, and with nothing where none came. */
  send<Answer extends ReceivedApiResult>(
    call: () => Promise<CallResult<Answer>>,
    textOf?: (answer: Answer) => ReactNode,
  ): Promise<Answer | undefined>;
}

/** One thing after the other is sent, and what comes of it is told. */
export function useSending(): Sending {
  const { format } = useI18n();
  const texts = useTexts('common');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>();
  return {
    isBusy,
    problem,
    say: setProblem,
    async send(call, textOf = (answer) => resultText(texts, answer)) {
      setBusy(true);
      setProblem(undefined);
      const result = await call();
      setBusy(false);
      if (result.kind === 'unauthorized') return undefined; // the page goes to the login
      if (result.kind !== 'answered') {
        setProblem(callFailureText(texts, format, result));
        return undefined;
      }
      if (result.answer.type !== 'success') setProblem(textOf(result.answer));
      return result.answer;
    },
  };
}

export function Problem({ of: problem }: { readonly of: ReactNode }) {
  if (problem === undefined) return null;
  return (
    <Alert kind="danger" announced>
      {problem}
    </Alert>
  );
}
