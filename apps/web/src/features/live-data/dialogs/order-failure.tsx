import { useLayoutEffect, useRef } from 'react';
import { callFailureText } from '../../../shared/form/call-failure.ts';
import { resultAlertKind } from '../../../shared/form/result-alert-kind.ts';
import { useAreaTexts, useI18n } from '../../../shared/i18n/i18n-context.ts';
import { resultText } from '../../../shared/i18n/result-text.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import type { OrderFailure } from './use-send-order.ts';

/** Why an order was not accepted. It comes into sight, wherever the dialog is scrolled to. */
export function OrderFailureAlert({ failure }: { readonly failure: OrderFailure }) {
  const { format } = useI18n();
  const area = useAreaTexts();
  const place = useRef<HTMLDivElement>(null);
  const isRejected = failure.kind === 'rejected';

  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={place}>
      <Alert kind={isRejected ? resultAlertKind(failure.answer) : 'danger'} announced>
        <p>{isRejected ? resultText(area, failure.answer) : callFailureText(area, format, failure)}</p>
        {mayHaveArrived(failure) && <p>{area.control.perhapsTaken}</p>}
      </Alert>
    </div>
  );
}

/** Without an answer that can be read, the order itself may have got through. */
function mayHaveArrived({ kind }: OrderFailure): boolean {
  return kind === 'unreachable' || kind === 'unreadable';
}
