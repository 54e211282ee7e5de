import { type Database, textOf } from '../storage/database.ts';
import { type Bucket, decodeBucket } from './bucket.ts';
import { METER, PLANT, type Place } from './history-schema.ts';
import { lineOf, type Point } from './line-protocol.ts';
import { houseSpread } from './meter-bucket.ts';
import { decodeRaw, type RawReading } from './raw-reading.ts';
import { SPAN_LENGTH_S } from './tiers.ts';

/** Where history goes to besides its own file: a time-series database, of which this is what matters here. */
export interface OutgoingTarget {
  /** Tells targets apart: another one gets everything from the beginning. */
  readonly id: string;
  /** What the plant is called there. */
  readonly site: string;
}

/** Of one place: it is sent up to `toS`, where before it was up to `fromS`. Unix seconds; undefined: nothing was sent. */
export interface SentMark {
  readonly place: number;
  readonly fromS: number | undefined;
  readonly toS: number;
}

/** What is to be sent next. */
export interface OutgoingPiece {
  /** Line protocol; empty where everything was sent. */
  readonly lines: string;
  readonly marks: readonly SentMark[];
  /** There is more than what is in it. */
  readonly hasMore: boolean;
}

/** When a piece went, by any clock that goes on, in milliseconds. */
export interface SentTimes {
  /** It was not sent before that, so the target ran then. Of a piece without lines: minus infinity, since nobody has answered. */
  readonly sentMs: number;
  /** It had it by then. */
  readonly takenMs: number;
}

/** What is asked for. */
export interface OutgoingQuestion {
  readonly target: OutgoingTarget;
  /** Up to so many readings, of all places in turn. */
  readonly readingsMax: number;
  /** Unix seconds, where what inverters and strings are called is to be told as well, as of now. */
  readonly namesAtS?: number | undefined;
}

/**
 * Remembers how much of each place a target has. It goes by the times of readings and not by when they were written, so a reading that
 * comes late, or after the clock was set back, takes the mark of its place back to before it: what lies behind is sent twice, which
 * does no harm since it is the same, and nothing is left out.
 *
 * A database says that it has something while it still holds it in memory, so a mark is sure only after half a minute. The file has the
 * sure ones: whoever goes back to them, after a start of either side, sends the last half minute once more.
 */
export interface Outgoing {
  /** A reading has been written. */
  noteWritten(place: number, atS: number): void;
  /** Another inverter has this place, or its rows have another place: it is sent anew. */
  sendAnew(place: number): void;
  next(question: OutgoingQuestion, places: readonly Place[]): OutgoingPiece;
  /** The target says that it has them. A mark that was taken back meanwhile stays so. */
  markSent(target: OutgoingTarget, marks: readonly SentMark[], times: SentTimes): void;
  /** The target was away, and may have forgotten what is not sure. */
  goBack(target: OutgoingTarget): void;
  /** Unix seconds of the oldest that was not sent; undefined: everything was. */
  waitingSince(target: OutgoingTarget, places: readonly Place[]): number | undefined;
}

interface Row {
  readonly key: number;
  readonly body: Uint8Array;
}

const LONG_AGO = -1;
/** VictoriaMetrics brings what it holds in memory to its disk every 5 seconds; that it was away may be known as much later. */
const SURE_AFTER_MS = 30_000;

/** What was sent of a place, and not yet surely. */
interface Unsure {
  readonly place: number;
  readonly toS: number;
  readonly takenMs: number;
}

export function openOutgoing(database: Database): Outgoing {
  const statements = {
    target: database.prepare<{ target: Uint8Array }>(
      'SELECT CAST(target AS BLOB) AS target FROM sent_to WHERE id = 1',
    ),
    setTarget: database.prepare('INSERT OR REPLACE INTO sent_to (id, target) VALUES (1, ?)'),
    marks: database.prepare<{ place: number; until: number }>('SELECT place, until FROM sent'),
    forgetMarks: database.prepare('DELETE FROM sent'),
    forgetMark: database.prepare('DELETE FROM sent WHERE place = ?'),
    setMark: database.prepare('INSERT OR REPLACE INTO sent (place, until) VALUES (?, ?)'),
    oldestReading: database.prepare<{ key: number | null }>(
      'SELECT MIN(key) AS key FROM raw WHERE place = ?',
    ),
    readings: database.prepare<Row>(
      'SELECT key, body FROM raw WHERE place = ? AND key > ? ORDER BY key LIMIT ?',
    ),
    oldestMinute: database.prepare<{ key: number | null }>(
      'SELECT MIN(key) AS key FROM minute WHERE place = ? AND key > ?',
    ),
    nextReading: database.prepare<{ key: number | null }>(
      'SELECT MIN(key) AS key FROM raw WHERE place = ? AND key > ?',
    ),
    minutes: database.prepare<Row>(
      'SELECT key, body FROM minute WHERE place = ? AND key > ? AND key < ? ORDER BY key LIMIT ?',
    ),
  };
  /** As the file has them. */
  let sure = new Map(statements.marks.all().map(({ place, until }) => [place, until]));
  let marks = new Map(sure);
  let unsure: readonly Unsure[] = [];
  /** Of each place, up to when what is on its way to the target reaches. */
  let onItsWay = new Map<number, number>();
  const [kept] = statements.target.all();
  let targetId = kept && textOf(kept.target);
  /** The place that comes first next time, so that none has to wait for all others. */
  let first = 0;

  /** Another target has nothing yet. */
  function turnTo({ id }: OutgoingTarget): void {
    if (id === targetId) return;
    [marks, sure, unsure] = [new Map(), new Map(), []];
    targetId = id;
    remember(() => {
      statements.forgetMarks.run();
      statements.setTarget.run(id);
    });
  }

  /** What was taken long enough before a time at which the target ran is sure. */
  function settle(ranAtMs: number): void {
    const isSettled = (one: Unsure) => ranAtMs - one.takenMs >= SURE_AFTER_MS || __WITHOUT__.unsureSentAgain;
    const settled = unsure.filter(isSettled);
    if (settled.length === 0) return;
    unsure = unsure.filter((one) => !isSettled(one));
    for (const { place, toS } of settled) sure.set(place, toS);
    const places = new Set(settled.map(({ place }) => place));
    remember(() => {
      for (const place of places) statements.setMark.run(place, sure.get(place) ?? LONG_AGO);
    });
  }

  /** On a disk that takes nothing the marks are only known here, and what they stand for is sent again after a restart. */
  function remember(write: () => void): void {
    try {
      database.transaction(write);
    } catch {
      // as above
    }
  }

  /** The minutes of a place that come next: of what is older than readings are kept there is nothing finer. */
  function minutesOf(place: number, max: number): readonly Row[] {
    const sentS = marks.get(place) ?? LONG_AGO;
    const oldestS = statements.oldestReading.get(place)?.key ?? Number.MAX_SAFE_INTEGER;
    // One of which only a part was sent comes as well.
    return oldestS <= sentS
      ? []
      : statements.minutes.all(place, sentS - MINUTE_S + 1, minuteOf(oldestS), max);
  }

  /** What comes next of a place, and up to when it is sent then. */
  function piece(named: NamedPlace, site: string, max: number) {
    const { place } = named;
    const fromS = marks.get(place);
    const minutes = minutesOf(place, max);
    const rows = minutes.length > 0 ? minutes : statements.readings.all(place, fromS ?? LONG_AGO, max);
    const last = rows.at(-1);
    if (last === undefined) return undefined;
    const write = minutes.length > 0 ? ofMinute : ofReading;
    const toS = minutes.length > 0 ? last.key + MINUTE_S - 1 : last.key;
    return { lines: rows.map((row) => write(named, site, row)), mark: { place, fromS, toS } };
  }

  return {
    noteWritten(place, atS) {
      // It was not among the rows that are on their way, so these say nothing of how far the target is.
      if (atS <= (onItsWay.get(place) ?? LONG_AGO) && !__WITHOUT__.lateReadingsSent) onItsWay.delete(place);
      const until = marks.get(place);
      if (until === undefined || atS > until || __WITHOUT__.lateReadingsSent) return;
      marks.set(place, atS - 1);
      unsure = unsure.filter((one) => one.place !== place || one.toS < atS);
      if ((sure.get(place) ?? LONG_AGO) < atS) return;
      sure.set(place, atS - 1);
      statements.setMark.run(place, atS - 1);
    },
    sendAnew(place) {
      marks.delete(place);
      sure.delete(place);
      unsure = unsure.filter((one) => one.place !== place);
      onItsWay.delete(place);
      statements.forgetMark.run(place);
    },
    next({ target, readingsMax, namesAtS }, inverters) {
      turnTo(target);
      const lines = namesAtS === undefined ? [] : namesOf(inverters, target.site, namesAtS);
      const sent: SentMark[] = [];
      const places = allPlaces(inverters);
      let left = readingsMax;
      first = (first + 1) % places.length;
      for (const named of [...places.slice(first), ...places.slice(0, first)]) {
        const found = left === 0 ? undefined : piece(named, target.site, left);
        if (found === undefined) continue;
        left -= found.lines.length;
        lines.push(...found.lines);
        sent.push(found.mark);
      }
      onItsWay = new Map(sent.map(({ place, toS }) => [place, toS]));
      const isBehind = ({ place, toS }: SentMark) => statements.nextReading.get(place, toS)?.key != null;
      return { lines: lines.join(''), marks: sent, hasMore: left === 0 || sent.some(isBehind) };
    },
    markSent(target, sent, { sentMs, takenMs }) {
      if (target.id !== targetId) return;
      const moved = sent.filter(
        ({ place, fromS, toS }) => marks.get(place) === fromS && onItsWay.get(place) === toS,
      );
      onItsWay.clear();
      for (const { place, toS } of moved) marks.set(place, toS);
      unsure = [...unsure, ...moved.map(({ place, toS }) => ({ place, toS, takenMs }))];
      settle(sentMs);
    },
    goBack(target) {
      if (target.id !== targetId) return;
      [marks, unsure] = [new Map(sure), []];
    },
    waitingSince(target, inverters) {
      turnTo(target);
      const waiting = allPlaces(inverters).flatMap(({ place }) => {
        const [minute] = minutesOf(place, 1);
        const key = minute?.key ?? statements.nextReading.get(place, marks.get(place) ?? LONG_AGO)?.key;
        return key == null ? [] : [key];
      });
      return waiting.length === 0 ? undefined : Math.min(...waiting);
    },
  };
}

/** The place of an inverter, of the plant or of the meter. */
interface NamedPlace {
  readonly place: number;
  readonly serial: string;
}

const allPlaces = (inverters: readonly Place[]): readonly NamedPlace[] => [
  ...[PLANT, METER].map((place) => ({ place, serial: '' })),
  ...inverters.map(({ place, serials }) => ({ place, serial: serials[0] ?? '' })),
];

const MINUTE_S = SPAN_LENGTH_S.minute;
const minuteOf = (atS: number) => Math.floor(atS / MINUTE_S) * MINUTE_S;

/** What cannot be read is not sent: there is nothing in it. */
function ofReading(named: NamedPlace, site: string, { key, body }: Row): string {
  const reading = decodeRaw(body);
  return reading === undefined ? '' : written(pointsOf(named, site, key, reading));
}

function ofMinute(named: NamedPlace, site: string, { key, body }: Row): string {
  const bucket = decodeBucket(body, key);
  return bucket === undefined ? '' : written(pointsOf(named, site, key, meansOf(named, bucket)));
}

const written = (points: readonly Point[]) => points.map(lineOf).join('');

/** A minute as if it were one reading: the means of what was measured in it. */
function meansOf({ place }: NamedPlace, bucket: Bucket): PartialReading {
  const { power, dcPower, voltage, temperature, limit, strings } = bucket;
  return {
    ...{ powerW: power?.mean, voltageV: voltage?.mean, frequencyHz: undefined },
    dcPowerW: place === METER ? houseSpread(bucket)?.mean : dcPower?.mean,
    ...{ temperatureC: temperature?.mean, limitPercent: limit?.mean },
    strings:
      place === METER
        ? []
        : strings.map((string) => ({
            ...{ powerW: string.power?.mean, voltageV: undefined, currentA: undefined, todayWh: undefined },
          })),
  };
}

interface PartialReading extends Omit<RawReading, 'powerW'> {
  readonly powerW: number | undefined;
  /** Where it is not the sum of the strings. */
  readonly dcPowerW?: number | undefined;
}

/** One line for the whole, and one for each string. The names are those of the columns of the CSV file. */
function pointsOf(
  { place, serial }: NamedPlace,
  site: string,
  atS: number,
  reading: PartialReading,
): Point[] {
  const { powerW, voltageV, frequencyHz, temperatureC, limitPercent, strings } = reading;
  const powers = strings.flatMap(({ powerW: power }) => (power === undefined ? [] : [power]));
  const dcPowerW = reading.dcPowerW ?? (powers.length === 0 ? undefined : tenths(sumOf(powers)));
  const ofSite = ['site', site] as const;
  if (place === METER) {
    const fields = [['grid_w', powerW] as const, ['consumption_w', dcPowerW] as const];
    return [{ measurement: 'heliograph_meter', tags: [ofSite], fields, atS }];
  }
  if (place === PLANT) {
    const fields = [
      ['power_w', powerW] as const,
      ['dc_power_w', dcPowerW] as const,
      ['limit_percent', limitPercent] as const,
    ];
    return [{ measurement: 'heliograph_plant', tags: [ofSite], fields, atS }];
  }
  const ofInverter = [ofSite, ['serial', serial] as const];
  return [
    {
      ...{ measurement: 'heliograph_inverter', tags: ofInverter, atS },
      fields: [
        ...[['power_w', powerW] as const, ['dc_power_w', dcPowerW] as const],
        ...[['voltage_v', voltageV] as const, ['frequency_hz', frequencyHz] as const],
        ...[['temperature_c', temperatureC] as const, ['limit_percent', limitPercent] as const],
      ],
    },
    ...strings.map((string, index) => ({
      ...{ measurement: 'heliograph_string', atS },
      tags: [...ofInverter, ['string', String(index + 1)] as const],
      fields: [
        ...[['power_w', string.powerW] as const, ['voltage_v', string.voltageV] as const],
        ...[['current_a', string.currentA] as const, ['yield_day_wh', string.todayWh] as const],
      ],
    })),
  ];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const tenths = (value: number) => Math.round(value * 10) / 10;

/**
 * What inverters and their strings are called, as series of their own: a name that changes would make another series of whatever has it
 * among its tags.
 */
function namesOf(inverters: readonly Place[], site: string, atS: number): string[] {
  const fields = [['info', 1] as const];
  return inverters.flatMap(({ serials: [serial = ''], name, stringNames }) => {
    const tags = [['site', site] as const, ['serial', serial] as const];
    const ofStrings = stringNames.flatMap((stringName, index) =>
      stringName === '' ? [] : [{ string: String(index + 1), stringName }],
    );
    const ofInverter =
      name === '' ? [] : [lineOf({ measurement: NAME, tags: [...tags, ['name', name]], fields, atS })];
    return [
      ...ofInverter,
      ...ofStrings.map(({ string, stringName }) =>
        lineOf({ measurement: NAME, tags: [...tags, ['string', string], ['name', stringName]], fields, atS }),
      ),
    ];
  });
}

const NAME = 'heliograph_name';
