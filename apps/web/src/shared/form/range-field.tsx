import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

interface RangeFieldProps extends FieldTexts {
  readonly field: TextBinding;
  readonly min: number;
  readonly max: number;
}

/** A whole number on a slider, with the number beside it. */
export function RangeField({ field, min, max, unit = '', ...texts }: RangeFieldProps) {
  const { name, value } = field;
  return (
    <Field
      {...texts}
      field={field}
      control={(aria) => (
        <>
          <input
            {...aria}
            type="range"
            className={styles.range}
            name={name}
            value={value}
            min={min}
            max={max}
            aria-valuetext={value + unit}
            onChange={(event) => field.onText(event.currentTarget.value)}
            onBlur={field.onLeave}
          />
          <span className={styles.unit} aria-hidden="true">
            {value + unit}
          </span>
        </>
      )}
    />
  );
}
