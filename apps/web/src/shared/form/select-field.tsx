import { ChevronDown } from 'lucide';
import { Icon } from '../ui/icon.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

/** One thing to choose. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends FieldTexts {
  readonly field: TextBinding;
  readonly options: readonly SelectOption[];
}

/** A choice of one of a few; a value that is none of them is shown as it is. */
export function SelectField({ field, options, ...texts }: SelectFieldProps) {
  const { name, value } = field;
  const isKnown = options.some((option) => option.value === value);
  return (
    <Field
      {...texts}
      field={field}
      control={(aria) => (
        <>
          <select
            {...aria}
            className={styles.input}
            name={name}
            value={value}
            onChange={(event) => field.onText(event.currentTarget.value)}
            onBlur={field.onLeave}
          >
            {!isKnown && <option value={value}>{value}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} className={styles.sign} size={18} />
        </>
      )}
    />
  );
}
