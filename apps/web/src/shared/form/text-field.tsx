import type { ComponentPropsWithRef } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

type InputProps = Pick<
  ComponentPropsWithRef<'input'>,
  'ref' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'required' | 'type'
>;

interface TextFieldProps extends InputProps, FieldTexts {
  readonly field: TextBinding;
  /** What is typed or pasted becomes this, e.g. without the spaces of a printed label. */
  readonly clean?: (text: string) => string;
}

/** A field for a line of text. */
export function TextField({
  label,
  field,
  hint,
  notice,
  unit,
  prefix,
  help,
  clean,
  ...input
}: TextFieldProps) {
  function change(element: HTMLInputElement): void {
    if (clean !== undefined) cleanInPlace(element, clean);
    field.onText(element.value);
  }

  return (
    <Field
      {...{ label, hint, notice, unit, prefix }}
      // What is searched for is no setting.
      help={!__FOR_DEVICE__ && input.type === 'search' ? '' : help}
      field={field}
      control={(aria) => (
        <input
          autoComplete="off"
          {...input}
          {...aria}
          className={`${styles.input} ${input.inputMode === 'numeric' ? styles.numeric : ''}`}
          name={field.name}
          value={field.value}
          readOnly={field.readOnly}
          onChange={(event) => change(event.currentTarget)}
          onBlur={field.onLeave}
        />
      )}
    />
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
