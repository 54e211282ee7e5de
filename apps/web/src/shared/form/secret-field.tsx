import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import { type ChangeEvent, useState } from 'react';
import { useTexts } from '../i18n/i18n-context.ts';
import type { Texts } from '../i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import type { SecretBinding } from './use-form.ts';

interface SecretFieldProps extends FieldTexts {
  readonly field: SecretBinding;
  /** The secret may be none, so a stored one can be taken away. */
  readonly canBeRemoved?: boolean;
  /** It has lines, so many of which show: a key as PEM text. A field of one line would run them together. */
  readonly rows?: number;
}

/**
 * A password that is stored already or is to be; what is stored is never shown. The form's value is what was received
 * (the placeholder, or from an original device the secret itself) until something is typed, and again when that is
 * deleted; the empty text removes it.
 */
export function SecretField({ field, hint, canBeRemoved = false, rows, ...texts }: SecretFieldProps) {
  const { form: t } = useTexts('common').common;
  const [isWanted, setWanted] = useState(false);
  const shown = field.isTyped ? field.value : '';
  const isShown = isWanted && shown !== '';
  if (isShown !== isWanted) setWanted(isShown); // what is typed next starts hidden

  function type(text: string): void {
    if (text === '') field.onUndo();
    else field.onText(text);
  }

  const look: Look =
    shown === ''
      ? { hint, ...storedLook(t, field, canBeRemoved) }
      : { hint, action: isShown ? t.hideSecret : t.showSecret, run: () => setWanted(!isShown) };

  const attributes = {
    ...{ name: field.name, value: shown, placeholder: look.placeholder, readOnly: field.readOnly },
    ...{ autoCapitalize: 'none', spellCheck: false, onBlur: field.onLeave },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(event.currentTarget.value),
  };
  return (
    <Field
      {...texts}
      hint={look.hint}
      field={field}
      control={(aria) => (
        <>
          {rows === undefined ? (
            <input
              {...aria}
              {...attributes}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              className={styles.input}
            />
          ) : (
            <textarea
              {...aria}
              {...attributes}
              rows={rows}
              autoComplete="off"
              className={`${styles.input} ${styles.lines} ${isShown ? '' : styles.hidden}`}
            />
          )}
          {look.action !== undefined && (
            <Button variant="bare" aria-describedby={`${aria.id}-label`} onClick={look.run}>
              {look.action}
            </Button>
          )}
        </>
      )}
    />
  );
}

interface Look {
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  /** What the button in the field does. */
  readonly action?: string | undefined;
  readonly run?: () => void;
}

/** How an empty field says what is stored, and what can be done about it. */
function storedLook(
  t: Texts['common']['form'],
  { stored, value, onText, onUndo }: SecretBinding,
  canBeRemoved: boolean,
): Look {
  if (stored === '') return {};
  if (value === '') return { hint: t.secretRemoved, action: t.keepSecret, run: onUndo };
  return {
    hint: t.secretStored,
    placeholder: SECRET_PLACEHOLDER,
    action: canBeRemoved ? t.removeSecret : undefined,
    run: () => onText(''),
  };
}
