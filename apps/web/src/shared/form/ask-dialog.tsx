import type { ReceivedApiResult } from '@heliograph/contract';
import { type ReactNode, useState } from 'react';
import type { CallResult } from '../api/call.ts';
import { useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureAlert } from './failure-alert.tsx';
import type { FormFailure } from './form-state.ts';

/** Why something was not done, or what follows now that it is. */
export type Outcome = FormFailure | (() => void);

/** What came of an order of which the answer says whether it was taken. */
export function outcomeOf<Answer extends ReceivedApiResult>(
  result: CallResult<Answer>,
  onDone: (answer: Answer) => void,
): Outcome {
  if (result.kind !== 'answered') return result;
  const { answer } = result;
  return answer.type === 'success' ? () => onDone(answer) : { kind: 'rejected', answer };
}

/** The same with words, by the code of the answer, for what only one page is answered. */
export function outcomeWithWords<Answer extends ReceivedApiResult>(
  words: Readonly<Record<number, string>>,
  result: CallResult<Answer>,
  onDone: (answer: Answer) => void,
): Outcome {
  const outcome = outcomeOf(result, onDone);
  if (typeof outcome === 'function' || outcome.kind !== 'rejected') return outcome;
  const { answer } = outcome;
  const text = words[answer.code ?? 0];
  if (text === undefined) return outcome;
  const message = text.replace(/\{(min|max)\}/g, (whole, key: string) =>
    String(answer.param?.[key] ?? whole),
  );
  // No code of anybody: what has a text for none is shown in the words that came with it.
  return { kind: 'rejected', answer: { ...answer, code: 0, message } };
}

interface AskDialogProps {
  readonly title: string;
  readonly subtitle?: string;
  /** The word for doing it, and for while it is done. */
  readonly action: string;
  readonly acting: string;
  readonly variant?: 'primary' | 'danger';
  readonly act: () => Promise<Outcome>;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Says what will happen, asks, does it, and says why it was not done. */
export function AskDialog({ action, acting, variant = 'primary', act, children, ...rest }: AskDialogProps) {
  const { common } = useTexts('common');
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function run(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    const outcome = await act();
    setWorking(false);
    if (typeof outcome === 'function') outcome();
    else setFailure(outcome);
  }

  return (
    <Dialog
      {...rest}
      closeLabel={common.close}
      busy={isWorking}
      footer={
        <>
          <Button onClick={rest.onClose} aria-disabled={isWorking} data-autofocus>
            {common.cancel}
          </Button>
          <Button variant={variant} aria-disabled={isWorking} onClick={() => void run()}>
            {isWorking ? acting : action}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      {children}
    </Dialog>
  );
}
