import {
  cutToTenths,
  LIMIT_CAP_MAX_W,
  LIMIT_GROUP_MINUTES_MAX,
  LIMIT_RELATIVE_MAX_PERCENT,
  LIMIT_VALUE_MIN,
  type LimitValueMax,
} from '@heliograph/contract';
import { canonicalSerial, type LimitCommand, type PowerCommand } from '@heliograph/domain';

/** What a message asks of an inverter, known or not. */
export type MqttOrder =
  | { readonly kind: 'limit'; readonly serial: string; readonly command: LimitCommand }
  | { readonly kind: 'power'; readonly serial: string; readonly command: PowerCommand };

/** What a message asks of a group, known or not: so many watts at most, or for how many minutes that holds. */
export interface MqttGroupOrder {
  readonly kind: 'cap' | 'expiry';
  readonly group: string;
  readonly value: number;
}

export interface ReceivedMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly isRetained: boolean;
}

export interface OrderReading {
  /** Ends with a slash. */
  readonly baseTopic: string;
  /** What a limit in watts may be at most, for the inverter with this serial. */
  readonly limitMaxOf: (serial: string) => LimitValueMax;
}

/** An order, or why there is none. */
export type ReadOrder = { readonly order: MqttOrder | MqttGroupOrder } | { readonly refusal: string };

const OUT_OF_RANGE = { refusal: 'out of range' };

type Command = Omit<Extract<MqttOrder, { kind: 'limit' }>, 'serial'> | Omit<PowerOrder, 'serial'>;
type PowerOrder = Extract<MqttOrder, { kind: 'power' }>;

/** What a number orders of an inverter, or why nothing. */
type Reader = (written: Written, maxW: LimitValueMax) => Command | { readonly refusal: string };
interface Written {
  readonly value: number;
  /** Without blanks. */
  readonly text: string;
}

/** By the last part of the topic. Source: docs/reference/original-device.md#mqtt-topics. */
const COMMANDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['limit_persistent_relative', limitReader({ isRelative: true, isPersistent: true })],
  ['limit_persistent_absolute', limitReader({ isRelative: false, isPersistent: true })],
  ['limit_nonpersistent_relative', limitReader({ isRelative: true, isPersistent: false })],
  ['limit_nonpersistent_absolute', limitReader({ isRelative: false, isPersistent: false })],
  [
    'power',
    ({ value, text }) =>
      WHOLE_NUMBER.test(text)
        ? { kind: 'power', command: value > 0 ? 'on' : 'off' }
        : { refusal: 'no whole number' },
  ],
  ['restart', ({ text }) => (text === '1' ? { kind: 'power', command: 'restart' } : OUT_OF_RANGE)],
]);
export const COMMAND_NAMES: readonly string[] = [...COMMANDS.keys()];

/** What groups are asked, by the last part of the topic, and up to where. Ours. Source: docs/mqtt-topics.md#groups. */
export const GROUP_ORDERS = { cap: LIMIT_CAP_MAX_W, expiry: LIMIT_GROUP_MINUTES_MAX } as const;

/**
 * Zero stops the inverter, which programs that keep a house from feeding in ask for. It is taken only where it ends by
 * itself: kept, it would leave an inverter dark that nobody remembers to have stopped.
 */
function limitReader(kind: Omit<LimitCommand, 'value'>): Reader {
  const min = kind.isPersistent ? LIMIT_VALUE_MIN : 0;
  return (written, maxW) => {
    const max = kind.isRelative ? LIMIT_RELATIVE_MAX_PERCENT : maxW;
    const value = cutToTenths(written.value);
    return value < min || value > max ? OUT_OF_RANGE : { kind: 'limit', command: { value, ...kind } };
  };
}

const PAYLOAD_MAX_BYTES = 32;
/** What is no UTF-8 becomes characters that stand in no number. */
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Programs that calculate send `50.0`, `55.333333`, in shells `.5`, and `-0` of what they have rounded to nothing. */
const NUMBER = /^[ \t\r\n]*(?:-(?=0*\.?0*[ \t\r\n]*$))?(\d+(?:\.\d+)?|\.\d+)[ \t\r\n]*$/;
const WHOLE_NUMBER = /^\d+(?:\.0+)?$/;

/**
 * Reads an order. The original takes any text for a number and no number for 0
 * (docs/reference/original-device.md#quirk-39), and runs some orders again at every connect because the broker has kept
 * them; an order is for the moment in which it is given, so none that was kept counts.
 */
export function readOrder(
  { topic, payload, isRetained }: ReceivedMessage,
  { baseTopic, limitMaxOf }: OrderReading,
): ReadOrder {
  if (isRetained && !__WITHOUT__.keptOrders) return { refusal: 'retained' };
  const path = topic.startsWith(baseTopic) ? topic.slice(baseTopic.length).split('/') : [];
  if (path[0] === 'group') return readGroupOrder(path.slice(1), payload);
  const [serialText = '', cmd, name = '', ...more] = path;
  const command = COMMANDS.get(name);
  if (command === undefined || cmd !== 'cmd' || more.length > 0) return { refusal: 'no such command' };
  const serial = canonicalSerial(serialText);
  if (serial === undefined) return { refusal: 'no serial' };
  const written = readNumber(payload);
  const read = 'refusal' in written ? written : command(written, limitMaxOf(serial));
  return 'refusal' in read ? read : { order: { serial, ...read } };
}

function readGroupOrder(path: readonly string[], payload: Uint8Array): ReadOrder {
  const [group = '', cmd, kind, ...more] = path;
  const isKnown = cmd === 'cmd' && (kind === 'cap' || kind === 'expiry') && more.length === 0;
  if (!isKnown) return { refusal: 'no such command' };
  const written = readNumber(payload);
  if ('refusal' in written) return written;
  const value = Math.floor(written.value);
  return value > GROUP_ORDERS[kind] ? OUT_OF_RANGE : { order: { kind, group, value } };
}

function readNumber(payload: Uint8Array): Written | { readonly refusal: string } {
  if (payload.length > PAYLOAD_MAX_BYTES) return { refusal: 'too long' };
  const [, text] = (__WITHOUT__.orderNumbers ? /(\d+)/ : NUMBER).exec(UTF_8.decode(payload)) ?? [];
  return text === undefined ? { refusal: 'no number' } : { value: Number(text), text };
}

const SHOWN_CHARACTERS = 40;
/** No character has more bytes. */
const CHARACTER_MAX_BYTES = 4;

/** The beginning of a payload, for the log. */
export function shownPayload(payload: Uint8Array): string {
  const beginning = payload.subarray(0, SHOWN_CHARACTERS * CHARACTER_MAX_BYTES);
  return [...UTF_8.decode(beginning)].slice(0, SHOWN_CHARACTERS).join('');
}
