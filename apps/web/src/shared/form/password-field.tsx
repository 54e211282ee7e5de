import { type Ref, useState } from 'react';
import { useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

interface PasswordFieldProps extends FieldTexts {
  readonly field: TextBinding;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that is typed to be sent; it can be looked at. */
export function PasswordField({ field, autoComplete, ref, ...texts }: PasswordFieldProps) {
  const { form: t } = useTexts('common').common;
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...texts}
      field={field}
      control={(aria) => (
        <>
          <input
            {...aria}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
            name={field.name}
            value={field.value}
            readOnly={field.readOnly}
            required
            onChange={(event) => field.onText(event.currentTarget.value)}
            onBlur={field.onLeave}
          />
          <Button variant="bare" aria-describedby={`${aria.id}-label`} onClick={() => setShown(!isShown)}>
            {isShown ? t.hideSecret : t.showSecret}
          </Button>
        </>
      )}
    />
  );
}
