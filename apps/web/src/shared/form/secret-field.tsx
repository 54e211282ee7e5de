import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import { useId, useState } from 'react';
import { useAreaTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { TextBinding } from './use-form.ts';

interface SecretFieldProps extends FieldTexts {
  readonly field: TextBinding;
  /** The secret may be none, and a stored one can be taken away. */
  readonly canBeRemoved?: boolean;
}

/**
 * A password that is stored already or is to be: what is stored is never shown. The form's value is what was received
 * (the placeholder, or from an original device the secret itself) until something is typed, and again when that is
 * deleted.
 */
export function SecretField({ field, hint, canBeRemoved = false, ...texts }: SecretFieldProps) {
  const { form: t } = useAreaTexts().common;
  const { stored, value } = field;
  const [typed, setTyped] = useState({ text: '', over: stored });
  const [isShown, setShown] = useState(false);
  const buttonId = useId();
  // What was typed may happen to be what is stored; only the latter stays hidden.
  const isTyped = value !== stored || (typed.text === value && typed.over === stored);
  const shown = isTyped ? value : '';
  const isRemoved = stored !== '' && value === '';

  function type(text: string): void {
    setTyped({ text, over: stored });
    if (text === '') setShown(false);
    field.onText(text === '' ? stored : text);
  }

  return (
    <Field
      {...texts}
      hint={isRemoved ? t.secretRemoved : stored === '' ? hint : t.secretStored}
      error={field.error}
      control={(aria) => (
        <>
          <input
            {...aria}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
            name={field.name}
            value={shown}
            placeholder={stored === '' || isRemoved ? '' : SECRET_PLACEHOLDER}
            readOnly={field.readOnly}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={field.onLeave}
          />
          {shown !== '' && (
            <Button
              variant="bare"
              id={buttonId}
              aria-labelledby={`${buttonId} ${aria.id}`}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? t.hideSecret : t.showSecret}
            </Button>
          )}
          {canBeRemoved && stored !== '' && shown === '' && (
            <Button
              variant="bare"
              id={buttonId}
              aria-labelledby={`${buttonId} ${aria.id}`}
              onClick={() => field.onText(isRemoved ? stored : '')}
            >
              {isRemoved ? t.keepSecret : t.removeSecret}
            </Button>
          )}
        </>
      )}
    />
  );
}
