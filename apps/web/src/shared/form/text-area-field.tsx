import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

interface TextAreaFieldProps extends FieldTexts {
  readonly field: TextBinding;
  readonly rows: number;
}

/** A field for lines of text that a machine reads. */
export function TextAreaField({ field, rows, ...texts }: TextAreaFieldProps) {
  return (
    <Field
      {...texts}
      error={field.error}
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
          onBlur={field.onLeave}
        />
      )}
    />
  );
}
