import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { FlagBinding } from './use-form.ts';

interface SwitchFieldProps extends FieldTexts {
  readonly field: FlagBinding;
}

/** Something that is on or off, with its label beside it. */
export function SwitchField({ field, ...texts }: SwitchFieldProps) {
  return (
    <Field
      {...texts}
      isBeside
      field={field}
      control={(aria) => (
        <input
          {...aria}
          type="checkbox"
          role="switch"
          className={styles.switch}
          name={field.name}
          checked={field.value}
          aria-checked={field.value}
          aria-disabled={field.readOnly}
          onChange={(event) => field.onFlag(event.currentTarget.checked)}
        />
      )}
    />
  );
}
