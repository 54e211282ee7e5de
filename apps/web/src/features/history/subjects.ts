import type { HistoryPlace, ReceivedInverter } from '@heliograph/contract';

/** An inverter of which there is a history: one that is there, or one that was. */
export interface NamedInverter {
  readonly serial: string;
  /** Its serial where it has none of its own. */
  readonly name: string;
  /** The names of its strings, empty where they have none. */
  readonly strings: readonly string[];
}

export const subjectOf = ({ serial, name, strings }: ReceivedInverter): NamedInverter => ({
  ...{ serial, name: name || serial },
  strings: strings.map((string) => string.name),
});

export function subjectOfPlace({ serials: [serial = ''], name, strings }: HistoryPlace): NamedInverter {
  return { serial, name: name || serial, strings };
}

/** Where something hung that is not there any more. Who replaced it has its history, and is there. */
export function removedPlaces(
  places: readonly HistoryPlace[],
  inverters: readonly ReceivedInverter[],
): readonly HistoryPlace[] {
  const there = new Set(inverters.map(({ serial }) => serial));
  return places.filter(
    ({ serials, present, first_day: firstDay }) =>
      !present && firstDay !== undefined && !serials.some((serial) => there.has(serial)),
  );
}

/** Whoever is meant, as far as it is known. */
export function namedInverter(
  serial: string,
  inverters: readonly ReceivedInverter[],
  places: readonly HistoryPlace[],
): NamedInverter {
  const inverter = inverters.find((one) => one.serial === serial);
  if (inverter !== undefined) return subjectOf(inverter);
  const place = places.find(({ serials }) => serials.includes(serial));
  return place === undefined ? { serial, name: serial, strings: [] } : { ...subjectOfPlace(place), serial };
}
