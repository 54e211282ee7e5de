import type { ReceivedInverter } from '@heliograph/contract';
import type { InverterState } from '../../shared/page/inverter-state.ts';

/** By what a list of many inverters may be sorted: `own` is the order that its owner has chosen. */
export const LIST_SORTS = ['own', 'name', 'power', 'state'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** What needs somebody comes first. */
const BY_NEED: readonly InverterState[] = [
  'unreachable',
  'idle',
  'silent',
  'unknown',
  'stale',
  'producing',
  'unpolled',
  'asleep',
];

interface Facts {
  readonly nameOf: (inverter: ReceivedInverter) => string;
  readonly powerOf: (inverter: ReceivedInverter) => number;
  readonly stateOf: (inverter: ReceivedInverter) => InverterState;
  readonly language: string;
}

/** Each serial once, at the place of its first, though several devices may bring the inverter. */
export function sortedSerials(
  inverters: readonly ReceivedInverter[],
  sort: ListSort,
  { nameOf, powerOf, stateOf, language }: Facts,
): readonly string[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const needOf = (inverter: ReceivedInverter) => BY_NEED.indexOf(stateOf(inverter));
  const orders: Readonly<Record<ListSort, (one: ReceivedInverter, other: ReceivedInverter) => number>> = {
    own: () => 0,
    name: (one, other) => compare(nameOf(one), nameOf(other)),
    power: (one, other) => powerOf(other) - powerOf(one),
    state: (one, other) => needOf(one) - needOf(other),
  };
  return [...new Set(inverters.toSorted(orders[sort]).map(({ serial }) => serial))];
}

/** A word as short as that is looked for at the beginning of words: a 3 is no part of each serial that has one. */
const SHORT_WORD_MAX = 2;

/**
 * Those that fit what is looked for: first the one whose name it is, then those in whose name it stands, then those that have each
 * word of it in the name, the serial or the source; each of them in this order.
 */
export function inList(
  inverters: readonly ReceivedInverter[],
  order: readonly string[],
  query: string,
): readonly string[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return order;
  const bySerial = new Map(inverters.map((inverter) => [inverter.serial, inverter]));
  const distances = new Map(order.map((serial) => [serial, distanceOf(bySerial.get(serial), wanted)]));
  const far = (serial: string) => distances.get(serial) ?? NOT_FOUND;
  return order.filter((serial) => far(serial) < NOT_FOUND).toSorted((one, other) => far(one) - far(other));
}

const NOT_FOUND = 3;

function distanceOf(inverter: ReceivedInverter | undefined, wanted: string): number {
  if (inverter === undefined) return NOT_FOUND;
  const name = inverter.name.toLowerCase();
  if (name === wanted) return 0;
  const text = `${name} ${inverter.serial} ${inverter.source?.name ?? ''}`.toLowerCase();
  const starts = wordsOf(text);
  const words = wordsOf(wanted);
  const hasAll = words.every((word) =>
    word.length > SHORT_WORD_MAX ? text.includes(word) : starts.some((start) => start.startsWith(word)),
  );
  const isInName = name.includes(wanted);
  if (isInName && (hasAll || wanted.length > SHORT_WORD_MAX)) return 1;
  return hasAll && words.length > 0 ? 2 : NOT_FOUND;
}

/** Commas and the like part words: nobody has to type them. */
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
