import type { ReceivedApiResult } from '@heliograph/contract';
import { useNotice } from '../ui/notices.tsx';
import { FailureText, failureAlertKind } from './failure-alert.tsx';
import type { FormFailure } from './form-state.ts';

interface Outcome {
  /** What the gateway answered to the last action; nothing is shown without one. */
  readonly outcome: ReceivedApiResult | undefined;
  /** Why there is no such answer; goes before it. */
  readonly failure?: FormFailure | undefined;
  /** What follows from a success. */
  readonly note?: string | undefined;
  readonly onDismiss: () => void;
}

/** Shows the answer to an action where all notices stand, until it is dismissed or the page is left. */
export function useOutcomeNotice({ outcome, failure, note, onDismiss }: Outcome): void {
  const shown = failure ?? (outcome && ({ kind: 'rejected', answer: outcome } as const));
  useNotice(
    shown && {
      kind: failureAlertKind(shown),
      onDismiss,
      content: (
        <>
          <FailureText failure={shown} />
          {failure === undefined && outcome?.type === 'success' && <p>{note}</p>}
        </>
      ),
    },
    outcome,
    failure,
    note,
  );
}
