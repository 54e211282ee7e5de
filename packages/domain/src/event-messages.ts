/**
 * What the events of an inverter's log mean, in plain English. The ids are facts
 * (docs/reference/original-device.md#event-messages), the wording is ours. An alarm record carries 8 bits of its id, so
 * those above 255 cannot be told from the air; they are listed for other sources of events.
 */

const HARDWARE_FAULTS = Object.fromEntries(
  Array.from({ length: 14 }, (_, index) => [301 + index, `Hardware fault ${301 + index}`]),
);

export const EVENT_MESSAGES: Readonly<Record<number, string>> = {
  1: 'Inverter has started',
  2: 'A command from the gateway failed',
  121: 'Too hot, protection is active',
  124: 'Switched off by remote command',
  125: 'Grid profile has a faulty parameter',
  126: 'Software fault 126',
  127: 'Firmware fault',
  128: 'Software fault 128',
  129: 'Bias is out of range',
  130: 'Inverter is offline',
  141: 'Grid voltage is too high',
  142: 'Grid voltage is too high on average over 10 minutes',
  143: 'Grid voltage is too low',
  144: 'Grid frequency is too high',
  145: 'Grid frequency is too low',
  146: 'Grid frequency changes too fast',
  147: 'Grid has failed',
  148: 'Disconnected from the grid',
  149: 'Cut-off part of the grid (island) detected',
  205: 'Tracker A: input voltage is too high',
  206: 'Tracker B: input voltage is too high',
  207: 'Tracker A: input voltage is too low',
  208: 'Tracker B: input voltage is too low',
  209: 'String 1 delivers nothing',
  210: 'String 2 delivers nothing',
  211: 'String 3 delivers nothing',
  212: 'String 4 delivers nothing',
  213: 'Tracker A: strings 1 and 2 are wired wrongly',
  214: 'Tracker B: strings 3 and 4 are wired wrongly',
  215: 'String 1: voltage is too high',
  216: 'String 1: voltage is too low',
  217: 'String 2: voltage is too high',
  218: 'String 2: voltage is too low',
  219: 'String 3: voltage is too high',
  220: 'String 3: voltage is too low',
  221: 'String 4: voltage is too high',
  222: 'String 4: voltage is too low',
  ...HARDWARE_FAULTS,
  5041: 'Fault code 04 on port 1',
  5042: 'Fault code 04 on port 2',
  5043: 'Fault code 04 on port 3',
  5044: 'Fault code 04 on port 4',
  5051: 'String 1: input voltage is out of range',
  5052: 'String 2: input voltage is out of range',
  5053: 'String 3: input voltage is out of range',
  5054: 'String 4: input voltage is out of range',
  5060: 'Bias is out of range',
  5070: 'Too hot, protection is active',
  5080: 'Grid voltage is out of range',
  5090: 'Grid frequency is out of range',
  5100: 'Cut-off part of the grid (island) detected',
  5120: 'Settings memory cannot be read or written',
  5150: 'Grid voltage is too high on average over 10 minutes',
  5200: 'Firmware fault',
  8310: 'Shut down',
  9000: 'Theft suspected',
};

/** The text of an event; for ids that nobody has explained one that names the id. */
export function eventMessage(id: number): string {
  return EVENT_MESSAGES[id] ?? `Unknown event ${id}`;
}
