import { Power, PowerOff, RotateCcw } from 'lucide';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { PowerOrder } from '../pending-order.ts';
import { OrderButton, OrderButtons } from './order-button.tsx';

type Action = PowerOrder['action'];

interface PowerChoiceProps {
  readonly isSending: boolean;
  /** The id of what says why nothing can be sent at all. */
  readonly barredBy: string | undefined;
  /** The choice that was not confirmed: the focus goes back to it. */
  readonly returnedFrom: Action | undefined;
  readonly onChoose: (action: Action) => void;
}

const ICONS = { on: Power, off: PowerOff, restart: RotateCcw } as const;
const ACTIONS = ['on', 'off', 'restart'] as const;

/** What can be done, with what follows from it. */
export function PowerChoice({ isSending, barredBy, returnedFrom, onChoose }: PowerChoiceProps) {
  const { power } = useTexts('control').control;
  const returned = useRef<HTMLButtonElement>(null);
  const notes = { on: power.onNote, off: power.offNote, restart: power.restartNote };

  useLayoutEffect(() => {
    returned.current?.focus();
  }, []);

  return (
    <OrderButtons>
      {ACTIONS.map((action) => (
        <OrderButton
          key={action}
          ref={action === returnedFrom ? returned : undefined}
          icon={ICONS[action]}
          label={power[action]}
          note={notes[action]}
          isSending={isSending && action === 'on'}
          isDisabled={isSending}
          barredBy={barredBy}
          onClick={() => onChoose(action)}
        />
      ))}
    </OrderButtons>
  );
}
