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
  return inverters.toSorted(orders[sort]).map(({ serial }) => serial);
}

/** A word as short as that is looked for at the beginning of words: a 3 is no part of each serial that has one. */
const SHORT_WORD_MAX = 2;

/** Those that fit what is looked for, in this order; each word of it stands in the name, the serial or the source. */
export function inList(
  inverters: readonly ReceivedInverter[],
  order: readonly string[],
  query: string,
): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const bySerial = new Map(inverters.map((inverter) => [inverter.serial, inverter]));
  return order.filter((serial) => {
    const inverter = bySerial.get(serial);
    if (inverter === undefined) return false;
    const text = `${inverter.name} ${serial} ${inverter.source?.name ?? ''}`.toLowerCase();
    const starts = text.split(/[^\p{L}\p{N}]+/u);
    return words.every((word) =>
      word.length > SHORT_WORD_MAX ? text.includes(word) : starts.some((start) => start.startsWith(word)),
    );
  });
}
