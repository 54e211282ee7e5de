import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Outcome } from './ask-dialog.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { FieldHelp } from './field-help.tsx';
import styles from './form-dialog.module.css';
import type { FormFailure } from './form-state.ts';
import type { TextBinding } from './use-form.ts';

interface FormDialogProps {
  readonly title: string;
  /** The word for sending it, and for while it is sent. */
  readonly action: string;
  readonly acting: string;
  readonly isTyped: boolean;
  /** Sends what was chosen; undefined where something is wrong with it, which the fields say. */
  readonly submit: () => Promise<Outcome> | undefined;
  readonly removing?: { readonly label: string; readonly remove: () => Promise<Outcome> } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with fields, which stays open until the gateway has taken them. */
export function FormDialog({ title, action, acting, isTyped, submit, removing, ...rest }: FormDialogProps) {
  const { common } = useTexts('common');
  const formId = useId();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function run(sent: Promise<Outcome> | undefined): Promise<void> {
    setFailure(undefined);
    if (sent === undefined) return;
    setSending(true);
    const outcome = await sent;
    setSending(false);
    if (typeof outcome === 'function') outcome();
    else setFailure(outcome);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isSending) void run(submit());
  }

  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={rest.onClose}
      busy={isSending}
      holdsInput={isTyped}
      footer={
        <>
          {removing !== undefined && (
            <Button aria-disabled={isSending} onClick={() => !isSending && void run(removing.remove())}>
              {removing.label}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} aria-disabled={isSending}>
            {isSending ? acting : action}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      {/* What was refused was what stood there before. */}
      <form
        id={formId}
        className={styles.form}
        onSubmit={onSubmit}
        onChange={() => setFailure(undefined)}
        noValidate
      >
        {rest.children}
      </form>
    </Dialog>
  );
}

/** What a field for a text needs to know of a plain value. */
export function bound(
  name: string,
  value: string,
  onText: (text: string) => void,
  error?: string | undefined,
): TextBinding {
  return { ...{ name, value, onText, error }, stored: '', readOnly: false, onLeave: () => undefined };
}

interface ChoicesProps<Value extends string | number> {
  readonly label: string;
  /** The name of its paragraph in the guide; empty where that of the field above is about it, too. */
  readonly help: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly title?: string }[];
  readonly isChosen: (value: Value) => boolean;
  readonly onChoose: (value: Value) => void;
  readonly error?: string | undefined;
}

/** Buttons of which some are chosen. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, help, options, isChosen, onChoose, error } = props;
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-labelledby={`${id}-label`} aria-describedby={`${id}-error`}>
      {/* No legend: beside that there is no room for the way to the guide, and within it that were part of the name. */}
      <span id={`${id}-label`}>{label}</span>
      {help && <FieldHelp anchor={help} label={label} isBeside={false} />}
      <div className={styles.options}>
        {options.map((option) => (
          <Button
            key={option.value}
            aria-pressed={isChosen(option.value)}
            aria-label={option.title}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
      <p id={`${id}-error`} className={styles.error} role={error && 'alert'}>
        {error}
      </p>
    </fieldset>
  );
}
