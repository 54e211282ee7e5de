import { CircleAlert, CircleCheck, type IconNode, TriangleAlert } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './field.module.css';
import { FieldHelp } from './field-help.tsx';

/** A word about what stands in the field that does not keep it from being saved. */
export interface FieldNotice {
  readonly kind: 'good' | 'warning';
  readonly text: string;
}

/** What every field shows around its control. */
export interface FieldTexts {
  readonly label: string;
  /** Stands below; an error or a notice takes its place. */
  readonly hint?: string | undefined;
  readonly notice?: FieldNotice | undefined;
  readonly unit?: string | undefined;
  /** What stands before the value, in the field. */
  readonly prefix?: string | undefined;
  /** The name of its paragraph in the guide, where another field of the same name has one; empty where it needs none. */
  readonly help?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** What the control is bound to. */
  readonly field: { readonly name?: string; readonly error?: string | undefined };
  /** The control, with these properties on it. */
  readonly control: (aria: ControlProps) => ReactNode;
  /** The label beside the control and not above it. */
  readonly isBeside?: boolean;
}

/** What ties a control to its label and its message. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

const ICONS: Readonly<Record<'error' | FieldNotice['kind'], IconNode>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  good: CircleCheck,
};

/** A control with its label above, and below it the error, the notice or the hint: one of them. */
export function Field({ field, label, hint, notice, unit, prefix, help = field.name, ...props }: FieldProps) {
  const { control, isBeside = false } = props;
  const { error } = field;
  const id = useId();
  const messageId = `${id}-message`;
  const unitId = `${id}-unit`;
  const prefixId = `${id}-prefix`;
  const describedBy = [prefix && prefixId, unit && unitId, messageId];
  const kind = error === undefined ? notice?.kind : 'error';
  const icon = kind === undefined ? undefined : ICONS[kind];
  return (
    <div className={`${styles.field} ${isBeside ? styles.beside : ''}`}>
      <label id={`${id}-label`} className={styles.label} htmlFor={id}>
        {label}
      </label>
      {!__FOR_DEVICE__ && help && <FieldHelp anchor={help} {...{ label, isBeside }} />}
      <div className={styles.box}>
        {prefix && (
          <span id={prefixId} className={styles.prefix}>
            {prefix}
          </span>
        )}
        {control({
          id,
          'aria-invalid': error !== undefined,
          'aria-describedby': describedBy.filter(Boolean).join(' '),
        })}
        {unit !== undefined && (
          <span id={unitId} className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
      <p id={messageId} className={`${styles.message} ${kind === undefined ? '' : styles[kind]}`}>
        {icon !== undefined && <Icon of={icon} size={16} />}
        {/* Read out as it comes; a hint, which may change with every key, is not. */}
        <span aria-live="polite">{error ?? notice?.text}</span>
        {kind === undefined && <span>{hint}</span>}
      </p>
    </div>
  );
}
