import { useState } from 'react';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { type EditValues, offsetField } from './edit-values.ts';
import styles from './inverter-settings.module.css';

interface InverterTreatmentProps {
  readonly form: Form<EditValues>;
  readonly stringCount: number;
}

/** In the order in which they stand on the page; the one for a number is among them. */
const SWITCHES = ['poll_enable', 'poll_enable_night', 'command_enable', 'command_enable_night'] as const;
const AT_MIDNIGHT = ['zero_runtime', 'zero_day', 'yieldday_correction', 'clear_eventlog'] as const;

/** How an inverter is treated, for the few who want it otherwise; older devices have nothing of it. */
export function InverterTreatment({ form, stringCount }: InverterTreatmentProps) {
  const { treatment: t } = useTexts('inverters').inverters;
  const [isOpen, setOpen] = useState(false);
  const has = (field: string) => form.values[field] !== undefined;
  const offsets = Array.from({ length: stringCount }, (_, index) => index).filter((index) =>
    has(offsetField(index)),
  );
  const switchOf = (key: (typeof SWITCHES)[number] | (typeof AT_MIDNIGHT)[number]) =>
    has(key) && <SwitchField key={key} label={t[key]} hint={t.hints[key]} field={form.flag(key)} />;
  const numbers = ['reachable_threshold', ...offsets.map(offsetField)].filter(has);
  if (numbers.length === 0 && !SWITCHES.some(has)) return null;
  // A field that the form leads to has to be there.
  const isRefused = numbers.some((field) => form.text(field).error !== undefined);
  return (
    <details
      className={styles.treatment}
      open={isOpen || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t.title}</summary>
      <div className={styles.form}>
        {SWITCHES.map(switchOf)}
        {has('reachable_threshold') && (
          <TextField
            label={t.reachable_threshold}
            field={form.text('reachable_threshold')}
            hint={t.thresholdHint}
            inputMode="numeric"
            required
          />
        )}
        {AT_MIDNIGHT.map(switchOf)}
        {offsets.map((index) => (
          <TextField
            key={index}
            label={t.offset(index + 1)}
            help="offset"
            field={form.text(offsetField(index))}
            hint={t.offsetHint}
            unit="kWh"
            inputMode="decimal"
            required
          />
        ))}
      </div>
    </details>
  );
}
