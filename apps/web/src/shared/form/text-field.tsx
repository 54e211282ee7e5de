import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentPropsWithRef, useId } from 'react';
import styles from './text-field.module.css';
import type { TextBinding } from './use-form.ts';

/** A word about what stands in the field that does not keep it from being saved. */
export interface FieldNotice {
  readonly kind: 'good' | 'warning';
  readonly text: string;
}

type InputProps = Pick<
  ComponentPropsWithRef<'input'>,
  'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'required' | 'type'
>;

interface TextFieldProps extends InputProps {
  readonly label: string;
  readonly field: TextBinding;
  /** Stands below; an error or a notice takes its place. */
  readonly hint?: string | undefined;
  readonly notice?: FieldNotice | undefined;
  readonly unit?: string;
  /** What is typed or pasted becomes this, e.g. without the spaces of a printed label. */
  readonly clean?: (text: string) => string;
}

const ICONS: Readonly<Record<'error' | FieldNotice['kind'], LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  good: CircleCheck,
};

/** A text field with its label above, and below it the error, the notice or the hint: one of them. */
export function TextField({ label, field, hint, notice, unit, clean, ...input }: TextFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const unitId = `${id}-unit`;
  const described = unit === undefined ? messageId : `${unitId} ${messageId}`;

  function change(element: HTMLInputElement): void {
    if (clean !== undefined) cleanInPlace(element, clean);
    field.onText(element.value);
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          autoComplete="off"
          {...input}
          id={id}
          className={`${styles.input} ${input.inputMode === 'numeric' ? styles.numeric : ''}`}
          name={field.name}
          value={field.value}
          readOnly={field.readOnly}
          aria-invalid={field.error !== undefined}
          aria-describedby={described}
          onChange={(event) => change(event.currentTarget)}
          onBlur={field.onLeave}
        />
        {unit !== undefined && (
          <span id={unitId} className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
      <FieldMessage id={messageId} error={field.error} notice={notice} hint={hint} />
    </div>
  );
}

interface FieldMessageProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly notice: FieldNotice | undefined;
  readonly hint: string | undefined;
}

function FieldMessage({ id, error, notice, hint }: FieldMessageProps) {
  const kind = error === undefined ? notice?.kind : 'error';
  const Icon = kind === undefined ? undefined : ICONS[kind];
  return (
    <p
      id={id}
      className={`${styles.message} ${kind === undefined ? '' : styles[kind]}`}
      aria-live="polite" // what it says changes while one types
    >
      {Icon !== undefined && <Icon size={16} aria-hidden="true" />}
      <span>{error ?? notice?.text ?? hint}</span>
    </p>
  );
}

/** In the element itself, so that the caret stays where it is in the text. */
function cleanInPlace(element: HTMLInputElement, clean: (text: string) => string): void {
  const cleaned = clean(element.value);
  if (cleaned === element.value) return;
  const caret = clean(element.value.slice(0, element.selectionStart ?? undefined)).length;
  element.value = cleaned;
  element.setSelectionRange(caret, caret);
}
