import { GARAGE } from '@heliograph/testbed/gateway/plant-gateway.ts';

/** A message to the default plant below the topic `solar/` that no order can be read from. */
export type SenselessOrder = readonly [topic: string, payload: string | Buffer];

/** Of these each is huge. */
const HUGE_EVERY = 500;
const MEGABYTE = Buffer.alloc(2 ** 20, '1');

const NONSENSE: readonly (string | Buffer)[] = [
  ...[
    '',
    ' ',
    'on',
    'off',
    'true',
    'null',
    '{"value":50}',
    '50%',
    '50 W',
    '0x10',
    '1e1',
    '٣',
    '+5',
    '-1',
    '-0.1',
  ],
  ...['49.5.1', '50,0', '1.', '.', '1 0', '999999', '4294967297', '9'.repeat(32), '1'.repeat(33), 'NaN'],
  Buffer.of(0xff, 0xfe, 0x31),
  Buffer.of(0x31, 0x00),
  Buffer.of(0xef, 0xbb, 0xbf, 0x31),
  Buffer.of(0xc3, 0x28),
  '\u001b[2J',
];
/** A number that makes sense elsewhere, by command. */
const OUT_OF_RANGE = new Map([
  ['limit_persistent_relative', '101'],
  ['limit_persistent_absolute', '0'], // kept, it would leave the inverter dark
  ['limit_nonpersistent_relative', '100.1'],
  ['limit_nonpersistent_absolute', '1501'],
  ['power', '-1'], // any number above 0 is on
  ['restart', '0'],
]);
const COMMANDS = [...OUT_OF_RANGE.keys()];
/** As far as a broker lets wildcards through: what they look like elsewhere. */
const NOBODY = [
  '116199999999',
  'ABCDEF123456',
  '0',
  'x',
  '',
  '*',
  '%2B',
  '..',
  '$SYS',
  'dtu',
  GARAGE.slice(1),
  `${GARAGE}0`,
  `${GARAGE} `,
];

/** One after the other: wrong types, out of range, to nobody, invalid UTF-8, a megabyte now and then. */
export function senselessOrder(index: number): SenselessOrder {
  const command = COMMANDS[index % COMMANDS.length] ?? '';
  const kind = Math.floor(index / COMMANDS.length);
  if (index % HUGE_EVERY === HUGE_EVERY - 1) return [`solar/${GARAGE}/cmd/${command}`, MEGABYTE];
  if (kind % 3 === 0) return [`solar/${NOBODY[kind % NOBODY.length] ?? ''}/cmd/${command}`, '1'];
  const nonsense = NONSENSE[kind % NONSENSE.length] ?? '';
  const isPowerOn = command === 'power' && Number(nonsense) > 0;
  const payload = kind % 7 === 0 || isPowerOn ? OUT_OF_RANGE.get(command) : nonsense;
  return [`solar/${GARAGE}/cmd/${command}`, payload ?? ''];
}
