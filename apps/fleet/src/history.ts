import { type Curve, SITE_ID, type SiteHistory } from '@heliograph/fleet-contract';
import { isDay, isZone, type LocalDay, localDays } from './local-days.ts';
import { Refused } from './refused.ts';
import { limitedTo } from './secrets.ts';
import type { Scope, SiteBook } from './site-book.ts';
import type { Store } from './store.ts';
import type { Timeseries } from './timeseries.ts';

/** Curves and days of a site, of a group, or of all that one may see. */
export interface History {
  read(query: Readonly<Record<string, string>>, scope: Scope): Promise<SiteHistory | Refused>;
}

export interface HistoryOptions {
  readonly book: Pick<SiteBook, 'site' | 'idsIn'>;
  readonly store: Pick<Store, 'snapshot'>;
  readonly timeseries: Pick<Timeseries, 'query'>;
  readonly nowMs: () => number;
}

/**
 * Energy is the area under the power of the plant, in steps of five minutes, as the curve shows it. The yields that inverters count
 * would survive a gap, but begin again with each restart of an inverter, and at a midnight of its own; readings that come late as means of
 * minutes have none of them; and of a thousand sites they are ten times as many samples. What a gateway could not send it sends later,
 * so a gap is where nothing was measured: that counts nothing, and a day without anything is not known.
 */
const STEP_S = 300;
const DAYS = 31;
const STEPS_PER_HOUR = 3600 / STEP_S;
const POWER = 'heliograph_plant_power_w';

/** Bytes of identifiers in one question; the database takes 16 KiB. */
const IDS_MAX_LENGTH = 8000;
const AT_ONCE = 4;
const WAITING_MAX = 400;
/** Days that have just been, or are, may still grow; of older ones what comes late is seen later. */
const YOUNG_MS = 60_000;
const OLD_MS = 30 * 60_000;
const YOUNG_DAYS_S = 2 * 86_400;
/** Energies of days that are kept, of all sites and zones together: some 30 MB. */
const KEPT_MAX = 200_000;
const ANSWER_MS = 15_000;
const ANSWERS_MAX = 100;

interface Kept<Value> {
  readonly atMs: number;
  readonly value: Value;
}

export function createHistory({ book, store, timeseries, nowMs }: HistoryOptions): History {
  const inTurn = limitedTo(AT_ONCE, WAITING_MAX);
  const energies = new Map<string, Kept<number | null>>();
  const answers = new Map<string, Kept<Promise<SiteHistory | undefined>>>();

  const ask = (path: 'query' | 'query_range', parameters: Readonly<Record<string, string>>) =>
    inTurn(() => timeseries.query(path, parameters));

  async function askPower(ids: readonly string[], { fromS, toS }: LocalDay): Promise<Curve | undefined> {
    const lastS = Math.min(toS, Math.ceil(nowMs() / 1000 / STEP_S) * STEP_S);
    const sums = new Map<number, number>();
    if (lastS > fromS) {
      const found = await Promise.all(
        pieces(ids).map((piece) =>
          ask('query_range', {
            query: `sum(avg_over_time(${POWER}{${matcher(piece)}}[${STEP_S}s]))`,
            ...{ start: String(fromS + STEP_S), end: String(lastS), step: `${STEP_S}s`, nocache: '1' },
          }),
        ),
      );
      for (const answer of found) {
        if (answer === undefined) return undefined;
        for (const [atS, value] of seriesOf(answer)[0]?.values ?? []) {
          sums.set(atS, (sums.get(atS) ?? 0) + value);
        }
      }
    }
    // A mean is of the five minutes before its time, and is shown where these begin.
    const steps = Math.max(0, (lastS - fromS) / STEP_S);
    return Array.from({ length: steps }, (_, index) => {
      const atS = fromS + index * STEP_S;
      const value = sums.get(atS + STEP_S);
      return [atS, value === undefined ? null : tenths(value)] as const;
    });
  }

  const keyOf = (id: string, { fromS, toS }: LocalDay) => `${id} ${fromS} ${toS}`;

  function isFresh(id: string, day: LocalDay): boolean {
    const kept = energies.get(keyOf(id, day));
    const isYoung = nowMs() / 1000 - day.toS < YOUNG_DAYS_S;
    return kept !== undefined && nowMs() - kept.atMs < (isYoung ? YOUNG_MS : OLD_MS);
  }

  /** Wh of a day; null where nothing was measured, undefined where the database does not answer. */
  async function energyOf(ids: readonly string[], day: LocalDay): Promise<number | null | undefined> {
    const hasBegun = day.toS > day.fromS && day.fromS < nowMs() / 1000;
    if (!hasBegun) return null;
    const values = ids.map((id) => (isFresh(id, day) ? energies.get(keyOf(id, day))?.value : undefined));
    const wanted = ids.filter((_, index) => values[index] === undefined);
    for (const piece of pieces(wanted)) {
      const found = await askEnergy(piece, day);
      if (found === undefined) return undefined;
      values.push(...found);
    }
    const known = values.flatMap((value) => value ?? []);
    return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0));
  }

  async function askEnergy(ids: readonly string[], day: LocalDay): Promise<(number | null)[] | undefined> {
    const power = `avg_over_time(${POWER}{${matcher(ids)}}[${STEP_S}s])`;
    const answer = await ask('query', {
      query: `sum by (site) (sum_over_time(${power}[${day.toS - day.fromS}s:${STEP_S}s])) / ${STEPS_PER_HOUR}`,
      ...{ time: String(day.toS), nocache: '1' },
    });
    if (answer === undefined) return undefined;
    const found = new Map(seriesOf(answer).map((series) => [series.site, series.values[0]?.[1]]));
    const atMs = nowMs();
    if (energies.size + ids.length > KEPT_MAX) energies.clear();
    return ids.map((id) => {
      const value = found.get(id) ?? null;
      energies.set(keyOf(id, day), { atMs, value });
      return value;
    });
  }

  /** What one does not see is to them as if it were not there. */
  function idsFor(
    { site, group }: Readonly<Record<string, string>>,
    scope: Scope,
  ): readonly string[] | Refused {
    if (site !== undefined && group !== undefined) return new Refused('values');
    if (site !== undefined) return book.site(site, scope) === undefined ? new Refused('unknown') : [site];
    if (group === undefined) return book.idsIn(scope);
    const isSeen = scope === 'all' || scope.has(group);
    const isThere = isSeen && store.snapshot().groups.some(({ id }) => id === group);
    return isThere ? book.idsIn(new Set([group])) : new Refused('unknown');
  }

  async function historyOf(
    ids: readonly string[],
    days: readonly LocalDay[],
  ): Promise<SiteHistory | undefined> {
    const shown = days.at(-1);
    if (shown === undefined) return undefined;
    const [power, ...energy] = await Promise.all([
      askPower(ids, shown),
      ...days.map((one) => energyOf(ids, one)),
    ]);
    const known = days.flatMap(({ day }, index) => {
      const wh = energy[index];
      return wh === undefined ? [] : [{ day, wh }];
    });
    return power === undefined || known.length < days.length ? undefined : { power, days: known };
  }

  return {
    async read(query, scope) {
      const { day = '', zone = 'UTC' } = query;
      if (!isDay(day) || !isZone(zone)) return new Refused('values');
      const found = idsFor(query, scope);
      if (found instanceof Refused) return found;
      const ids = found.filter((id) => SITE_ID.test(id));
      const days = localDays(day, DAYS, zone);
      const key = `${days[0]?.fromS} ${days.at(-1)?.toS} ${ids.join(' ')}`;
      const kept = answers.get(key);
      const isKept = kept !== undefined && nowMs() - kept.atMs < ANSWER_MS;
      const answer = isKept ? kept.value : historyOf(ids, days);
      if (!isKept) keep(key, answer);
      return (await answer) ?? new Refused('timeseries', 5);
    },
  };

  /** The same question of many at once is one. What could not be read is asked anew. */
  function keep(key: string, value: Promise<SiteHistory | undefined>): void {
    const kept = { atMs: nowMs(), value };
    answers.delete(key);
    answers.set(key, kept);
    const [oldest] = answers.keys();
    if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    const forget = () => {
      if (answers.get(key) === kept) answers.delete(key);
    };
    value.then((history) => {
      if (history === undefined) forget();
    }, forget);
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** As many identifiers in each as one question may have. */
function pieces(ids: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    if (length + id.length + 1 > IDS_MAX_LENGTH) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(id);
    length += id.length + 1;
  }
  return found;
}

/** Identifiers are small letters, digits and hyphens: none of them means anything in a pattern or a text. */
const matcher = (ids: readonly string[]) => `site=~"${ids.join('|')}"`;

interface Series {
  readonly site: string;
  readonly values: readonly (readonly [atS: number, value: number])[];
}

/** What an answer of PromQL has, of one time or of many. */
function seriesOf(answer: unknown): readonly Series[] {
  if (!Array.isArray(answer)) return [];
  return answer.map((one: { metric?: { site?: unknown }; value?: unknown; values?: unknown }) => {
    const pairs: unknown[] = Array.isArray(one.values) ? one.values : [one.value];
    return {
      site: String(one.metric?.site ?? ''),
      values: pairs.flatMap((pair) => {
        const [atS, value] = Array.isArray(pair) ? pair.map(Number) : [];
        return Number.isFinite(atS) && Number.isFinite(value) ? [[Number(atS), Number(value)] as const] : [];
      }),
    };
  });
}
