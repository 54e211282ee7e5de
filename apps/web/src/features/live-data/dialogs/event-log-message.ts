import type { ReceivedEvent } from '@heliograph/contract';
import { knownEventText } from '../../../shared/i18n/event-text.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';

/** What a device says of an id that it does not know either. */
const SAYS_NOTHING = /^(unknown\b.*)?$/i;

/** What an entry says. */
export interface EventText {
  readonly text: string;
  /** The device's own English words: the id is none that we know. */
  readonly isFromDevice: boolean;
}

/** The message of an entry in the language of the interface. */
export function eventText(messages: Texts['events'], { id, message }: ReceivedEvent): EventText {
  const text = knownEventText(messages, id);
  if (text !== undefined) return { text, isFromDevice: false };
  const words = message.trim();
  if (SAYS_NOTHING.test(words)) return { text: messages.eventLog.unknownEvent, isFromDevice: false };
  return { text: words, isFromDevice: true };
}
