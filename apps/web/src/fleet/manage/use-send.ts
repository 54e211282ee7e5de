import type { FleetAnswer, FleetBodies } from '@heliograph/fleet-contract';
import type { Outcome } from '../../shared/form/ask-dialog.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { FleetInput } from '../api/call-fleet.ts';
import { failureText } from '../failure-text.ts';
import { useFleetServices } from '../services.ts';

/** Sends a body; `onDone` follows where it was taken, once the dialog has seen that. */
export type Send = <C extends keyof FleetBodies>(
  name: C,
  body: FleetBodies[C],
  onDone: (answer: FleetAnswer<C>) => void,
) => Promise<Outcome>;

/** What came of a call, as dialogs take it: with the words of the fleet. */
export function useSend(): Send {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call } = useFleetServices();
  return async (name, body, onDone) => {
    const result = await call(name, { body } as FleetInput<typeof name>);
    if (result.kind === 'answered') return () => onDone(result.answer);
    const message = failureText(t, format, result);
    // No code of anybody: it is shown in the words that come with it.
    return { kind: 'rejected', answer: { type: 'warning', code: 0, message } };
  };
}
