import { type Database, textOf } from '../storage/database.ts';
import { type Bucket, decodeBucket, encodeBucket, joined, type Spread } from './bucket.ts';
import type { CounterState } from './energy-counter.ts';
import { baseOf, SPANS, type Span } from './tiers.ts';

/**
 * Which inverter has replaced which, and how the old one stood then, so that both can be told apart again: what came later is the new one's,
 * and of the spans in which it began the rest.
 */

/** How an inverter stood when another one replaced it. */
export interface ReplacedState {
  readonly place: number;
  readonly oldSerial: string;
  readonly newSerial: string;
  readonly stringCount: number;
  readonly lastAtS: number | undefined;
  readonly sureAtS: number | undefined;
  readonly counters: readonly (CounterState | undefined)[];
  /** What was under way. */
  readonly open: { readonly [S in Span]?: { readonly key: number; readonly bucket: Bucket } };
  readonly name: string;
  readonly stringNames: readonly string[];
  /** Of inverters that the new one had replaced before, which came with it. */
  readonly cameAlong: readonly number[];
}

export interface KeptReplacement {
  readonly id: number;
  readonly oldSerial: string;
  readonly newSerial: string;
  readonly place: number;
  readonly isTakenBack: boolean;
}

interface ReplacementRow {
  readonly id: number;
  readonly place: number;
  readonly taken_back: number;
  readonly body: Uint8Array;
}

interface SpanRow {
  readonly span: Uint8Array;
  readonly key: number;
  readonly body: Uint8Array;
}

/** What stands in the row besides the spans, as JSON. */
type Body = Omit<ReplacedState, 'place' | 'open'>;

const bodyOf = ({ body }: ReplacementRow) => JSON.parse(textOf(body)) as Body;

export function replacementStatements(database: Database) {
  const columns = 'id, place, taken_back, CAST(body AS BLOB) AS body';
  const all = database.prepare<ReplacementRow>(`SELECT ${columns} FROM replacement ORDER BY id DESC`);
  const one = database.prepare<ReplacementRow>(`SELECT ${columns} FROM replacement WHERE id = ?`);
  const insert = database.prepare('INSERT INTO replacement (place, taken_back, body) VALUES (?, 0, ?)');
  const newest = database.prepare<{ id: number }>('SELECT MAX(id) AS id FROM replacement');
  const insertSpan = database.prepare(
    'INSERT INTO replaced_span (replacement, span, key, body) VALUES (?, ?, ?, ?)',
  );
  const spans = database.prepare<SpanRow>(
    'SELECT CAST(span AS BLOB) AS span, key, body FROM replaced_span WHERE replacement = ?',
  );
  const takeBack = database.prepare('UPDATE replacement SET taken_back = 1 WHERE id = ?');
  const dropSpans = database.prepare('DELETE FROM replaced_span WHERE replacement = ?');
  const move = database.prepare('UPDATE replacement SET place = ? WHERE place = ?');

  return {
    keep({ place, open, ...body }: ReplacedState): void {
      insert.run(place, JSON.stringify(body));
      const { id = 0 } = newest.get() ?? {};
      for (const span of SPANS) {
        const under = open[span];
        if (under === undefined) continue;
        insertSpan.run(id, span, under.key, encodeBucket(under.bucket, baseOf(span, under.key)));
      }
    },
    /** The newest first. */
    list: (): KeptReplacement[] =>
      all.all().map((row) => {
        const { oldSerial, newSerial } = bodyOf(row);
        return { id: row.id, oldSerial, newSerial, place: row.place, isTakenBack: row.taken_back === 1 };
      }),
    find(id: number): ReplacedState | undefined {
      const row = one.get(id);
      if (row === undefined) return undefined;
      const open = spans.all(id).flatMap(({ span: bytes, key, body }) => {
        const span = textOf(bytes) as Span;
        const bucket = decodeBucket(body, baseOf(span, key));
        return bucket === undefined ? [] : [[span, { key, bucket }] as const];
      });
      return { ...bodyOf(row), place: row.place, open: Object.fromEntries(open) };
    },
    markTakenBack(id: number): void {
      dropSpans.run(id);
      takeBack.run(id);
    },
    /** A place has come behind another one. */
    move: (from: number, to: number) => move.run(to, from),
  };
}

/**
 * What a span has beside the part of it that is known; undefined: nothing. Its energy is exact. Extremes are not known apart: `finer`, what
 * the shorter spans in it have, tells them where it is whole.
 */
export function rest(whole: Bucket, part: Bucket, finer: Bucket | undefined): Bucket | undefined {
  const coveredS = whole.coveredS - part.coveredS;
  const energyWh = whole.energyWh - part.energyWh;
  const missedS = whole.missedS - part.missedS;
  if (coveredS === 0 && energyWh === 0 && missedS === 0) return undefined;
  const spreads =
    finer !== undefined && finer.coveredS === coveredS ? finer : restOfSpreads(whole, part, coveredS);
  return {
    ...spreads,
    ...{ coveredS, energyWh, missedS, isEstimated: whole.isEstimated },
    strings: whole.strings.map(({ energyWh: wh }, index) => ({
      energyWh: wh - (part.strings[index]?.energyWh ?? 0),
      power: spreads.strings[index]?.power,
    })),
  };
}

function restOfSpreads(whole: Bucket, part: Bucket, coveredS: number): Bucket {
  const left = (all: Spread | undefined, known: Spread | undefined): Spread | undefined => {
    if (all === undefined || known === undefined) return all;
    if (coveredS <= 0) return undefined;
    const mean = (all.mean * whole.coveredS - known.mean * part.coveredS) / coveredS;
    return { mean: Math.min(Math.max(mean, all.min), all.max), min: all.min, max: all.max };
  };
  return {
    ...whole,
    power: left(whole.power, part.power),
    dcPower: left(whole.dcPower, part.dcPower),
    temperature: left(whole.temperature, part.temperature),
    voltage: left(whole.voltage, part.voltage),
    limit: left(whole.limit, part.limit),
    strings: whole.strings.map(({ energyWh, power }, index) => ({
      energyWh,
      power: left(power, part.strings[index]?.power),
    })),
  };
}

export const sumOfBuckets = (buckets: readonly Bucket[]): Bucket | undefined =>
  buckets.length === 0 ? undefined : buckets.reduce(joined);
