import type { TextBinding } from '../../shared/form/use-form.ts';

/** A field that is no part of a form. */
export function plainField(
  value: string,
  onText: (text: string) => void,
  error?: string | undefined,
): TextBinding {
  return { name: '', value, stored: '', error, readOnly: false, onText, onLeave: () => undefined };
}
