import { getLimitStatus, type ReceivedLimitStatus, type ReceivedLimitStatuses } from '@heliograph/contract';
import { useId, useState } from 'react';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { LoadFailure } from '../../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { UnknownValue } from '../../../shared/ui/unknown-value.tsx';
import { askAgainMs } from './ask-again.ts';
import { GoneAlert } from './gone-alert.tsx';
import styles from './limit-dialog.module.css';
import { LimitForm } from './limit-form.tsx';
import { OrderStatus } from './order-status.tsx';
import { OrderOutcome } from './order-time-line.tsx';
import { useAnswersAgain } from './use-answers-again.ts';
import { useSendOrder } from './use-send-order.ts';

interface LimitDialogProps {
  readonly serial: string;
  /** The inverter's title. */
  readonly name: string;
  /** The live data tell of it no more. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

/** The limit of an inverter: what it is, what became of the last order, and a new one. */
export function LimitDialog({ serial, name, isGone, onClose }: LimitDialogProps) {
  const { t } = useI18n();
  const { common, control } = useTexts('common', 'control');
  const loaded = useEndpoint(getLimitStatus, {}, repeatMs);
  const { answer, failure, reload } = loaded;
  const order = useSendOrder(serial, name, onClose);
  const answersAgain = useAnswersAgain(order.failure, loaded);
  const status = answer?.get(serial);
  const [isTyped, setIsTyped] = useState(false);
  const goneId = useId();
  const barredBy = isGone || (answer !== undefined && status === undefined) ? goneId : undefined;
  const isLoading = answer === undefined && failure === undefined;
  const outcome = { status: status?.orderStatus, isLoading, isStale: failure !== undefined };

  function repeatMs(loaded: Loaded<ReceivedLimitStatuses>): number | undefined {
    return askAgainMs(loaded, loaded.answer?.get(serial)?.orderStatus);
  }

  return (
    <Dialog
      title={t.toolbar.limit}
      subtitle={name}
      closeLabel={common.close}
      busy={order.isSending}
      holdsInput={isTyped}
      onClose={onClose}
    >
      {barredBy !== undefined && <GoneAlert id={barredBy} />}
      {failure !== undefined && (
        <LoadFailure
          failure={failure}
          staleNote={status === undefined ? undefined : control.stale}
          onRetry={reload}
        />
      )}
      <div className={`${styles.now} ${failure === undefined ? '' : styles.stale}`}>
        <CurrentLimit status={status} isLoading={isLoading} />
        {__FOR_DEVICE__ ? (
          <OrderStatus {...outcome} />
        ) : (
          <OrderOutcome serial={serial} kind="limit" {...outcome} />
        )}
      </div>
      <LimitForm
        serial={serial}
        maxPowerW={status?.maxPowerW ?? 0}
        order={order}
        barredBy={barredBy}
        answersAgain={answersAgain}
        onTyped={setIsTyped}
        onFailure={reload}
      />
    </Dialog>
  );
}

interface CurrentLimitProps {
  readonly status: ReceivedLimitStatus | undefined;
  readonly isLoading: boolean;
}

/** In percent, and in watts where the inverter's maximum is known. A limit in doubt is marked so. */
function CurrentLimit({ status, isLoading }: CurrentLimitProps) {
  const { format } = useI18n();
  const { control } = useTexts('control');
  const { percent, maxPowerW, isInDoubt } = status ?? {};
  return (
    <dl className={styles.current}>
      <dt>{control.limit.current}</dt>
      <dd>
        {isLoading && <Skeleton height="1.5rem" width="10rem" />}
        {!isLoading && percent === undefined && (
          <>
            <UnknownValue />
            {status !== undefined && <span className={styles.note}>{control.limit.notKnown}</span>}
          </>
        )}
        {percent !== undefined && (
          <>
            <span>{format.percentTenths(percent)}</span>
            {maxPowerW !== undefined && <span>{`${format.noDigits((percent * maxPowerW) / 100)} W`}</span>}
            {isInDoubt && <span className={styles.doubt}>{control.limit.lastKnown}</span>}
          </>
        )}
      </dd>
    </dl>
  );
}
