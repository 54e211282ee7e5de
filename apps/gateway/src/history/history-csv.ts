import type { Bucket, Spread } from './bucket.ts';
import { bucketsOf, dcPowerOf, wasMetered } from './history-queries.ts';
import { METER, PLANT } from './history-schema.ts';
import type { HistoryStore } from './history-store.ts';
import { consumedWh, houseSpread, meterEnergyOf, ownUseWh } from './meter-bucket.ts';
import { decodeRaw, type RawReading } from './raw-reading.ts';
import { dateText, keyAt, type Span, startOf, type UtcOffset } from './tiers.ts';

/** What a line of the file stands for; `raw`: a reading. */
export type CsvStep = 'raw' | Span;

export interface CsvQuestion {
  /** Empty: the plant and all inverters. */
  readonly serial: string;
  readonly step: CsvStep;
  /** Unix seconds; `toS` is not included. */
  readonly fromS: number;
  readonly toS: number;
}

/** What stands in the columns after the times, group by group. */
interface CsvColumns {
  readonly place: number;
  /** What its columns begin with. */
  readonly prefix: string;
  readonly stringCount: number;
}

/** What is in a file. Inverters that come while it is written are not. */
export interface CsvPlan {
  readonly step: CsvStep;
  readonly columns: readonly CsvColumns[];
  /** The names of all columns, and the end of the line. */
  readonly head: string;
  /** Lines after that, about. */
  readonly rows: number;
  /** Where the first piece begins, and the last key that counts. */
  readonly firstKey: number;
  readonly lastKey: number;
}

export interface CsvPiece {
  readonly text: string;
  /** Undefined: that was the last one. */
  readonly nextKey: number | undefined;
}

/** So much is read for one piece, which takes some 20 ms: others wait no longer. */
const BUCKETS_AT_ONCE = 2000;
const READINGS_AT_ONCE = 2000;
/** RFC 4180. */
const END_OF_LINE = '\r\n';

/** Undefined: of this nothing was ever kept. */
export function planCsv(store: HistoryStore, question: CsvQuestion): CsvPlan | undefined {
  const { serial, step, fromS, toS } = question;
  const place = store.placeOf(serial);
  if (place === undefined) return undefined;
  const columns = columnsOf(store, serial, place, step);
  const { utcOffsetS } = store;
  const keyOf = (atS: number) => (step === 'raw' ? atS : keyAt(step, atS, utcOffsetS));
  const [firstKey, lastKey] = [keyOf(fromS), keyOf(toS - 1)];
  const { count = 0 } =
    store.database
      .prepare<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${step} WHERE place = ? AND key >= ? AND key <= ?`,
      )
      .get(place, firstKey, lastKey) ?? {};
  const names = columns.flatMap((group) => (step === 'raw' ? readingNames(group) : bucketNames(group)));
  const head = ['local_time', 'time', ...names].join(',') + END_OF_LINE;
  return { ...{ step, columns, head, firstKey, lastKey }, rows: count + countOpen() };

  /** What is under way has no row of its own yet. */
  function countOpen(): number {
    const open = step === 'raw' || place === undefined ? undefined : store.openBucket(place, step);
    return open !== undefined && open.key >= firstKey && open.key <= lastKey ? 1 : 0;
  }
}

/** Readings of several inverters are never of the same moment, so a file of them has one place. */
function columnsOf(store: HistoryStore, serial: string, place: number, step: CsvStep): CsvColumns[] {
  const places = store.places();
  const itself = {
    ...{ place, prefix: '' },
    stringCount: places.find((one) => one.place === place)?.stringNames.length ?? 0,
  };
  if (serial !== '' || step === 'raw') return [itself];
  const inverters = places.map(({ place: of, serials, stringNames }) => ({
    ...{ place: of, prefix: `inverter_${serials[0]}_`, stringCount: stringNames.length },
  }));
  const meter = wasMetered(store) ? [{ place: METER, prefix: '', stringCount: 0 }] : [];
  return [itself, ...meter, ...inverters];
}

const METER_NAMES = [
  ...['grid_w', 'grid_min_w', 'grid_max_w', 'consumption_w', 'imported_wh', 'exported_wh'],
  ...['consumption_wh', 'own_use_wh', 'metered_s'],
];

function meterCells(bucket: Bucket | undefined): string[] {
  if (bucket === undefined) return METER_NAMES.map(() => '');
  const energy = meterEnergyOf(bucket);
  const { importedWh, exportedWh } = energy;
  return [
    ...[...spreadCells(bucket.power), cell(houseSpread(bucket)?.mean), cell(importedWh), cell(exportedWh)],
    ...[cell(consumedWh(energy)), cell(ownUseWh(energy)), cell(bucket.coveredS)],
  ];
}

const bucketNames = ({ place, prefix, stringCount }: CsvColumns): string[] =>
  place === METER ? METER_NAMES : producerNames({ place, prefix, stringCount });

const producerNames = ({ place, prefix, stringCount }: CsvColumns): string[] => [
  ...['energy_wh', 'estimated', 'power_w', 'power_min_w', 'power_max_w', 'dc_power_w'].map(
    (name) => prefix + name,
  ),
  ...(place === PLANT
    ? ['limit_percent']
    : ['voltage_v', 'temperature_c', 'temperature_max_c', 'limit_percent', 'missed_s']
  ).map((name) => prefix + name),
  ...stringNames(prefix, stringCount, ['energy_wh', 'power_w', 'power_min_w', 'power_max_w']),
];

function bucketCells(bucket: Bucket | undefined, { place, stringCount }: CsvColumns): string[] {
  if (place === METER) return meterCells(bucket);
  const { power, dcPower, voltage, temperature, limit, strings } = bucket ?? {};
  const ofString = Array.from({ length: stringCount }, (_, index) => {
    const string = strings?.[index];
    return [cell(string?.energyWh), ...spreadCells(string?.power)];
  });
  return [
    ...[cell(bucket?.energyWh), bucket === undefined ? '' : cell(Number(bucket.isEstimated))],
    ...[...spreadCells(power), cell(dcPower?.mean)],
    ...(place === PLANT
      ? [cell(limit?.mean)]
      : [voltage?.mean, temperature?.mean, temperature?.max, limit?.mean, bucket?.missedS].map((value) =>
          cell(value),
        )),
    ...ofString.flat(),
  ];
}

const readingNames = ({ place, prefix, stringCount }: CsvColumns): string[] =>
  place === METER ? ['grid_w', 'consumption_w'] : producerReadingNames({ place, prefix, stringCount });

const producerReadingNames = ({ place, prefix, stringCount }: CsvColumns): string[] => [
  ...(place === PLANT
    ? ['power_w', 'dc_power_w', 'limit_percent']
    : ['power_w', 'dc_power_w', 'voltage_v', 'frequency_hz', 'temperature_c', 'limit_percent']),
  ...stringNames(prefix, stringCount, ['power_w', 'voltage_v', 'current_a', 'yield_day_wh']),
];

function readingCells(reading: RawReading, { place, stringCount }: CsvColumns): string[] {
  const { powerW, voltageV, frequencyHz, temperatureC, limitPercent, strings } = reading;
  if (place === METER) return [cell(powerW), cell(dcPowerOf(reading))];
  const ofString = Array.from({ length: stringCount }, (_, index) => {
    const string = strings[index];
    return [cell(string?.powerW), cell(string?.voltageV), cell(string?.currentA, 100), cell(string?.todayWh)];
  });
  return [
    ...[cell(powerW), cell(dcPowerOf(reading))],
    ...(place === PLANT
      ? [cell(limitPercent)]
      : [cell(voltageV), cell(frequencyHz, 100), cell(temperatureC), cell(limitPercent)]),
    ...ofString.flat(),
  ];
}

function stringNames(prefix: string, count: number, names: readonly string[]): string[] {
  return Array.from({ length: count }, (_, index) =>
    names.map((name) => `${prefix}string_${index + 1}_${name}`),
  ).flat();
}

const spreadCells = (spread: Spread | undefined) => [
  cell(spread?.mean),
  cell(spread?.min),
  cell(spread?.max),
];

/** As precisely as it is kept; nothing where it is not known. */
const cell = (value: number | undefined, scale = 10) =>
  value === undefined ? '' : String(Math.round(value * scale) / scale);

/** The lines from a key on, as many as are read at once. */
export function csvPiece(store: HistoryStore, plan: CsvPlan, fromKey: number): CsvPiece {
  return plan.step === 'raw'
    ? readingsPiece(store, plan, fromKey)
    : bucketsPiece(store, plan, plan.step, fromKey);
}

function readingsPiece(store: HistoryStore, { columns, lastKey }: CsvPlan, fromKey: number): CsvPiece {
  const [group] = columns;
  if (group === undefined) return { text: '', nextKey: undefined };
  const rows = store.database
    .prepare<{ key: number; body: Uint8Array }>(
      'SELECT key, body FROM raw WHERE place = ? AND key >= ? AND key <= ? ORDER BY key LIMIT ?',
    )
    .all(group.place, fromKey, lastKey, READINGS_AT_ONCE);
  const lines = rows.flatMap(({ key, body }) => {
    const reading = decodeRaw(body);
    return reading === undefined ? [] : [line(key, store.utcOffsetS, readingCells(reading, group))];
  });
  const last = rows.at(-1);
  const isWhole = rows.length < READINGS_AT_ONCE || last === undefined;
  return { text: lines.join(''), nextKey: isWhole ? undefined : last.key + 1 };
}

function bucketsPiece(store: HistoryStore, plan: CsvPlan, span: Span, fromKey: number): CsvPiece {
  const { columns, lastKey } = plan;
  const firstKey = nextKey(store, plan, span, fromKey);
  if (firstKey === undefined) return { text: '', nextKey: undefined };
  const keysAtOnce = Math.max(1, Math.floor(BUCKETS_AT_ONCE / columns.length));
  const untilKey = Math.min(lastKey, firstKey + (keysAtOnce - 1) * KEY_STEPS[span]);
  const found = columns.map(
    ({ place }) =>
      new Map(bucketsOf(store, place, span, firstKey, untilKey).map(({ key, bucket }) => [key, bucket])),
  );
  const keys = [...new Set(found.flatMap((buckets) => [...buckets.keys()]))].sort(
    (one, other) => one - other,
  );
  const lines = keys.map((key) => {
    const cells = columns.flatMap((group, index) => bucketCells(found[index]?.get(key), group));
    return line(startOf(span, key, store.utcOffsetS), store.utcOffsetS, cells, nameOf(span, key));
  });
  return { text: lines.join(''), nextKey: untilKey < lastKey ? untilKey + KEY_STEPS[span] : undefined };
}

/** From one key of a span to the next. */
const KEY_STEPS: Readonly<Record<Span, number>> = { minute: 60, quarter: 900, hour: 3600, day: 1, month: 1 };

/** The first key from one on of which there is anything: years without are stepped over. */
function nextKey(store: HistoryStore, { columns, lastKey }: CsvPlan, span: Span, fromKey: number) {
  const first = store.database.prepare<{ key: number | null }>(
    `SELECT MIN(key) AS key FROM ${span} WHERE place = ? AND key >= ?`,
  );
  const keys = columns
    .flatMap(({ place }) => [first.get(place, fromKey)?.key ?? undefined, store.openBucket(place, span)?.key])
    .filter((key) => key !== undefined && key >= fromKey && key <= lastKey);
  return keys.length === 0 ? undefined : Math.min(...(keys as number[]));
}

/** Days and months are named, other times are told to the second. */
const nameOf = (span: Span, key: number) =>
  span === 'day' || span === 'month' ? dateText(span, key) : undefined;

function line(atS: number, utcOffsetS: UtcOffset, cells: readonly string[], name?: string): string {
  const local = new Date((atS + utcOffsetS(atS)) * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const utc = `${new Date(atS * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
  return [name ?? local.replace('T', ' '), utc, ...cells].join(',') + END_OF_LINE;
}
