import { lengthNote } from '../../shared/form/length-note.ts';
import type { Form } from '../../shared/form/use-form.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { type MqttValues, maxLength } from './mqtt-values.ts';

/** Ties a text to its field; the hint is the room that is left when it gets short. */
export function useBinding(form: Form<MqttValues>) {
  const texts = useTexts('common');
  return (name: keyof MqttValues, hint?: string) => ({
    field: form.text(name),
    hint: lengthNote(texts, String(form.values[name]), maxLength(name)) ?? hint,
  });
}

/** For names, which no keyboard must correct. */
export const AS_TYPED = { autoCapitalize: 'none', spellCheck: false } as const;

export const CERTIFICATE_ROWS = 10;
