import type { ReceivedEvent } from '@heliograph/contract';
import type { Texts } from '../../../shared/i18n/texts.ts';

const HARDWARE_FAULT_FIRST = 301;
const HARDWARE_FAULT_LAST = 314;

/** What a device says of an id that it does not know either. */
const SAYS_NOTHING = /^(unknown\b.*)?$/i;

/** What an entry says. */
export interface EventText {
  readonly text: string;
  /** The device's own English words: the id is none that we know. */
  readonly isFromDevice: boolean;
}

/**
 * The message of an entry in the language of the interface. Source of the ids:
 * docs/reference/original-device.md#event-messages.
 */
export function eventText(messages: Texts['events'], { id, message }: ReceivedEvent): EventText {
  const known: Readonly<Record<number, string>> = messages.eventMessages;
  const isHardwareFault = Number.isInteger(id) && id >= HARDWARE_FAULT_FIRST && id <= HARDWARE_FAULT_LAST;
  const text = isHardwareFault ? messages.hardwareFault(id) : known[id];
  if (text !== undefined) return { text, isFromDevice: false };
  const words = message.trim();
  if (SAYS_NOTHING.test(words)) return { text: messages.eventLog.unknownEvent, isFromDevice: false };
  return { text: words, isFromDevice: true };
}
