import { type ComponentPropsWithRef, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  readonly label: string;
  readonly error: string | undefined;
}

/** An input with its label above and its error below. */
export function TextField({ label, error, ...input }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
