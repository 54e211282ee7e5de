import type { ModbusState } from '@heliograph/contract';
import type { PluralForms } from '../format.ts';

/** English: the plant over Modbus, which only our gateway has. */
export const modbus = {
  title: 'For Victron, evcc and others: Modbus',
  intro:
    'Energy managers that know SunSpec can see your plant and limit it. What they set is always temporary, and everybody else has the last word before them.',
  enabled: 'Show the plant over Modbus TCP',
  port: 'Port',
  portHint: '1502 works everywhere. A Victron GX needs 502, which the system has to allow first.',
  writers: 'Who may limit the plant',
  writersHint:
    'One address a line, such as 192.168.4.20; or a network such as 192.168.4.0/24. Modbus has no password: with an empty list others can read, and nobody can limit.',
  writersError:
    'At most 16 addresses, each such as 192.168.4.20, or such as 192.168.4.0/24 for a whole network.',
  heartbeat: 'A limit ends after silence of',
  heartbeatHint: 'So that a device that has died does not hold your plant down.',
  states: {
    off: 'Off.',
    listening: 'Others can connect now.',
    'port-in-use': 'Another program has this port. Choose another one; the gateway tries again by itself.',
    'port-forbidden':
      'The system does not let the gateway have this port. Choose one from 1024 on, or allow it.',
    failed: 'The port cannot be opened; the log says why.',
  } satisfies Record<ModbusState, string>,
  clients: 'Who was there',
  gone: '(not connected now)',
  mayLimit: 'may limit',
  readsOnly: 'reads only',
  limited: (ago: string) => `last order ${ago} ago`,
  refused: (times: string) => `refused ${times}`,
  times: { one: '# time', other: '# times' } satisfies PluralForms,
  units: 'Which unit is what',
  plant: 'The whole plant',
  held: (watts: string, by: string, end: string) => `${watts} by ${by}, ends in ${end}`,
};
