import type { Ref } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface FileFieldProps extends FieldTexts {
  readonly help: string;
  readonly ref?: Ref<HTMLInputElement>;
  /** Endings that the browser offers, separated by commas. */
  readonly accept: string;
  readonly error?: string | undefined;
  readonly onFile: (file: File | undefined) => void;
}

/** A field for a file of the user's computer. */
export function FileField({ ref, accept, error, onFile, ...texts }: FileFieldProps) {
  return (
    <Field
      {...texts}
      field={{ error }}
      control={(aria) => (
        <input
          {...aria}
          ref={ref}
          type="file"
          accept={accept}
          className={styles.input}
          onChange={(event) => onFile(event.currentTarget.files?.[0])}
        />
      )}
    />
  );
}
