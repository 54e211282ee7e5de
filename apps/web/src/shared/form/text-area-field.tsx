import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

interface TextAreaFieldProps extends FieldTexts {
  readonly field: TextBinding;
  readonly rows: number;
  /** What was typed or pasted becomes this when the field is left. */
  readonly tidy: (text: string) => string;
}

/** A field for lines of text that a machine reads. */
export function TextAreaField({ field, rows, tidy, ...texts }: TextAreaFieldProps) {
  function leave(): void {
    const tidied = tidy(field.value);
    // What is stored is no change, however it looks.
    if (field.value !== field.stored && tidied !== field.value) field.onText(tidied);
    field.onLeave();
  }

  return (
    <Field
      {...texts}
      field={field}
      control={(aria) => (
        <textarea
          {...aria}
          className={`${styles.input} ${styles.lines}`}
          name={field.name}
          value={field.value}
          rows={rows}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={field.readOnly}
          onChange={(event) => field.onText(event.currentTarget.value)}
          onBlur={leave}
        />
      )}
    />
  );
}
