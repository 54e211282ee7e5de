import { FLEET_BODIES, type FleetAnswer, type FleetBodies } from '@heliograph/fleet-contract';
import { type ReactNode, Suspense, useState } from 'react';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import type { TextBinding } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { badKeys } from '../field-errors.ts';
import { useSend } from './use-send.ts';

/** What a field for a value of the body needs to know; with what is wrong with it, once it was tried to send it. */
export type FieldOf = (name: string, value: string, onText: (text: string) => void) => TextBinding;

interface BodyDialogProps<C extends keyof FleetBodies> {
  readonly call: C;
  readonly body: FleetBodies[C];
  /** What is wrong besides what the server would refuse. */
  readonly alsoBad?: keyof Texts['fleetManage']['errors'] | undefined;
  readonly title: string;
  /** The word for sending it. */
  readonly action: string;
  readonly isTyped: boolean;
  readonly onDone: (answer: FleetAnswer<C>) => void;
  readonly onClose: () => void;
  readonly children: (fieldOf: FieldOf) => ReactNode;
}

/** A dialog whose fields are the body of a call, which is sent once there is nothing in it that the server would refuse. */
export function BodyDialog<C extends keyof FleetBodies>(props: BodyDialogProps<C>) {
  const { call: name, body, alsoBad, title, action, isTyped, onDone, onClose, children } = props;
  const { fleetManage: t } = useTexts('fleetManage');
  const send = useSend();
  const [isTried, setTried] = useState(false);
  const errors: Readonly<Record<string, string>> = t.errors;
  const bad = badKeys(FLEET_BODIES[name], body);
  const isBad = (key: string) => bad.has(key) || key === alsoBad;
  const errorOf = (key: string, value: string) =>
    key === 'name' && value.trim() === '' ? errors.nameMissing : errors[key];

  function submit() {
    setTried(true);
    return bad.size > 0 || alsoBad !== undefined ? undefined : send(name, body, onDone);
  }

  return (
    // Its words may still be on their way: the page stays meanwhile, and the keyboard where it was pressed.
    <Suspense>
      <FormDialog
        title={title}
        action={action}
        acting={t.working}
        isTyped={isTyped}
        submit={submit}
        onClose={onClose}
      >
        {children((key, value, onText) =>
          bound(key, value, onText, isTried && isBad(key) ? errorOf(key, value) : undefined),
        )}
      </FormDialog>
    </Suspense>
  );
}
