import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { CallFailure } from '../../../shared/api/call.ts';
import { callFailureText } from '../../../shared/form/call-failure.tsx';
import { resultAlertKind } from '../../../shared/form/result-alert-kind.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { resultText } from '../../../shared/i18n/result-text.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import type { Order } from '../pending-order.ts';
import type { OrderFailure } from './use-send-order.ts';

interface OrderFailureAlertProps {
  readonly failure: OrderFailure;
  readonly kind: Order['kind'];
  /** The gateway has answered something else since. */
  readonly answersAgain: boolean;
}

/** Why an order was not accepted. It comes into sight, wherever the dialog is scrolled to. */
export function OrderFailureAlert({ failure, kind, answersAgain }: OrderFailureAlertProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'control');
  const place = useRef<HTMLDivElement>(null);
  const isRejected = failure.kind === 'rejected';

  // To try again is not what to do about an order without an answer.
  function text(failed: CallFailure): ReactNode {
    if (failed.kind !== 'unreachable') return callFailureText(texts, format, failed);
    return answersAgain ? texts.control.answersAgain : texts.common.failure.noAnswer;
  }

  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={place}>
      <Alert kind={isRejected ? resultAlertKind(failure.answer) : 'danger'} announced>
        {isRejected && <p>{resultText(texts, failure.answer)}</p>}
        {!isRejected && <p>{text(failure)}</p>}
        {mayHaveArrived(failure) && <p>{texts.control.perhapsTaken[kind]}</p>}
      </Alert>
    </div>
  );
}

/** Without an answer that can be read, the order itself may have got through. */
function mayHaveArrived({ kind }: OrderFailure): boolean {
  return kind === 'unreachable' || kind === 'unreadable';
}
