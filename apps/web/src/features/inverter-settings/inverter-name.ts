import { INVERTER_NAME_MAX_LENGTH } from '@heliograph/contract';
import { lengthError } from '../../shared/form/length-note.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** Long enough for every name that the gateway takes, short enough for a label that holds something else. */
const NAME_SHOWN_MAX_LENGTH = 60;

/** An inverter in the middle of a sentence or a label: its name, cut where it is absurdly long, or else its serial. */
export function shortName({ name, serial }: { readonly name: string; readonly serial: string }): string {
  const shown = name.trim() === '' ? serial : name.trim();
  const letters = Array.from(shown); // not code units: an emoji must not be cut in half
  return letters.length > NAME_SHOWN_MAX_LENGTH
    ? `${letters.slice(0, NAME_SHOWN_MAX_LENGTH).join('')}…`
    : shown;
}

/** What keeps the name of an inverter from being saved; `refused` is what the gateway would say of it. */
export function nameError(
  texts: TextsOf<'common' | 'inverters'>,
  typed: string,
  refused: string | undefined,
): string | undefined {
  const name = typed.trim();
  if (name === '') return texts.inverters.nameRequired;
  return lengthError(texts, name, INVERTER_NAME_MAX_LENGTH) ?? refused;
}
