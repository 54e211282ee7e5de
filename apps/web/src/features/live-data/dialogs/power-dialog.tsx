import { getPowerStatus, type ReceivedPowerStatuses, setPower } from '@heliograph/contract';
import { useId, useState } from 'react';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { LoadFailure } from '../../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { PowerOrder } from '../pending-order.ts';
import { askAgainMs } from './ask-again.ts';
import { GoneAlert } from './gone-alert.tsx';
import { OrderFailureAlert } from './order-failure.tsx';
import { OrderStatus } from './order-status.tsx';
import { OrderOutcome } from './order-time-line.tsx';
import { PowerChoice } from './power-choice.tsx';
import { PowerConfirmation } from './power-confirmation.tsx';
import { useAnswersAgain } from './use-answers-again.ts';
import { useSendOrder } from './use-send-order.ts';

interface PowerDialogProps {
  readonly serial: string;
  /** The inverter's title. */
  readonly name: string;
  /** The live data tell of it no more. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

type Action = PowerOrder['action'];

/** Switches an inverter on or off, or restarts it; what takes its power away is asked once more. */
export function PowerDialog({ serial, name, isGone, onClose }: PowerDialogProps) {
  const { t } = useI18n();
  const { common, control } = useTexts('common', 'control');
  const loaded = useEndpoint(getPowerStatus, {}, repeatMs);
  const { answer, failure, reload } = loaded;
  const order = useSendOrder(serial, name, onClose);
  const answersAgain = useAnswersAgain(order.failure, loaded);
  const [chosen, setChosen] = useState<Action>();
  const [isConfirming, setIsConfirming] = useState(false);
  const goneId = useId();
  const status = answer?.get(serial)?.orderStatus;

  const isLoading = answer === undefined && failure === undefined;
  const outcome = { status, isLoading, isStale: failure !== undefined };
  const barredBy = isGone || (answer !== undefined && status === undefined) ? goneId : undefined;

  function repeatMs(loaded: Loaded<ReceivedPowerStatuses>): number | undefined {
    return askAgainMs(loaded, loaded.answer?.get(serial)?.orderStatus);
  }

  function choose(action: Action): void {
    setChosen(action);
    if (action === 'on') void send(action);
    else setIsConfirming(true);
  }

  async function send(action: Action): Promise<void> {
    const body = action === 'restart' ? { serial, restart: true } : { serial, power: action === 'on' };
    const failed = await order.send((call) => call(setPower, { body }), { kind: 'power', action });
    if (failed !== undefined) reload();
  }

  return (
    <Dialog
      title={t.toolbar.power}
      subtitle={name}
      closeLabel={common.close}
      busy={order.isSending}
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
      {__FOR_DEVICE__ ? (
        <OrderStatus {...outcome} />
      ) : (
        <OrderOutcome serial={serial} kind="power" {...outcome} />
      )}
      {order.failure !== undefined && (
        <OrderFailureAlert failure={order.failure} kind="power" answersAgain={answersAgain} />
      )}
      {isConfirming && chosen !== undefined && chosen !== 'on' ? (
        <PowerConfirmation
          action={chosen}
          name={name}
          isSending={order.isSending}
          barredBy={barredBy}
          onConfirm={() => void send(chosen)}
          onBack={() => setIsConfirming(false)}
        />
      ) : (
        <PowerChoice
          isSending={order.isSending}
          barredBy={barredBy}
          returnedFrom={chosen}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}
