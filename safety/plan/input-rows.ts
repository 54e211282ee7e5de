import type { RowPlan } from './row-plan.ts';

export const INPUT_ROWS = {
  B1: {
    title: 'Mutated JSON to every POST',
    goal: 'a known result code, nothing changed when refused, values within their ranges',
    leftOut:
      'The 5,000 values of each route go to the HTTP part with its settings on a disk in memory; a whole gateway gets 3,000, in any order.',
  },
  B2: {
    title: 'Broken bodies and forms',
    goal: 'a call: 400 or 413 as JSON, or a warning of the catalogue; an upload: 500 with a sentence, as the contract has it; never an error of the gateway itself',
    leftOut:
      'Lengths of the content that lie are no part of it: B3 has those that are known at once, F20 bodies that never end.',
  },
  B3: {
    title: 'Malformed HTTP',
    goal: '4xx, the connection closed where the framing is unclear, no stack',
    found: [
      'An Expect header that nobody knows was answered by Node itself, without our headers; it is left aside now.',
    ],
  },
  B4: {
    title: 'A gateway that answers nonsense to the page',
    goal: 'never blank, the last good data stays and is marked',
  },
  B5: {
    title: 'Garbage on sockets',
    goal: 'closed with the right code, memory comes back',
  },
  B6: {
    title: 'Mutated and foreign backups',
    goal: 'refused with a reason or taken over; no restart on a refusal',
    leftOut:
      'Of the mutated backups 3,000 are given to what reads them, and 300 are uploaded; there is one older format, since the original changed its own once.',
    found: [
      'Half of a surrogate pair in a backup was kept as it was, where the same in a posted value becomes U+FFFD; restored texts are now read alike.',
    ],
  },
  B7: {
    title: 'Names of files',
    goal: 'only the two known ones pass, no file outside of the folder is opened',
  },
  B8: {
    title: 'Mutated firmware',
    goal: 'refused before anything becomes active',
  },
  B9: {
    title: 'Senseless MQTT messages',
    goal: 'ignored, or carried out once; retained orders never',
  },
  B10: {
    title: 'Script payloads through every string that reaches the page',
    goal: 'nothing runs, the text is shown as it is',
    leftOut: 'Sockets tell no number of a build here, so there is no text of that kind to try.',
  },
  B11: {
    title: 'Line breaks and escapes in names and headers',
    goal: 'one line of log for each event, headers well formed',
    found: [
      'A carriage return or another line separator in the name of an inverter went into the metrics as it was, where readers that know more line ends than the line feed saw a line of its own; it is a space there now.',
    ],
  },
  B12: {
    title: 'CSV',
    goal: 'there is none',
    notRun: 'The product writes and reads no CSV, so there is nothing to try.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
