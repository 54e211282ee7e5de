import type { Texts } from './texts.ts';

const HARDWARE_FAULT_FIRST = 301;
const HARDWARE_FAULT_LAST = 314;

/**
 * What an event is called in the language of the interface; undefined: nobody has explained that id. Source of the ids:
 * docs/reference/original-device.md#event-messages.
 */
export function knownEventText(messages: Texts['events'], id: number): string | undefined {
  const known: Readonly<Record<number, string>> = messages.eventMessages;
  const isHardwareFault = Number.isInteger(id) && id >= HARDWARE_FAULT_FIRST && id <= HARDWARE_FAULT_LAST;
  return isHardwareFault ? messages.hardwareFault(id) : known[id];
}
