import type { ApiGenerations, LiveData, LiveHints, LiveSource, NewestLiveData } from '@heliograph/contract';
import type { LiveDataOf } from '@heliograph/opendtu-api';
import { buildLiveData, type LiveDataInput } from '../../encoding/live-data.ts';
import { liveDataJson } from '../../encoding/live-data-json.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Orders } from '../../fleet/order-book.ts';
import type { Totals } from '../../fleet/totals.ts';
import type { Clock } from '../../platform/clock.ts';
import { buildNewestLiveData, withNewestGroups, withNewestKeys } from '../answers/newest-live-data.ts';
import { isWhole, leanLiveData } from './lean-live-data.ts';

/** Those whose live data have the channels of 2023. */
type Generations = Exclude<ApiGenerations, 'newest'>;

/** One inverter as its own message. */
export interface ToldInverter {
  readonly serial: string;
  /** On the monotonic clock; undefined: never. */
  readonly heardAtMs: number | undefined;
  readonly text: Buffer;
}

/** Live data for whoever wants it, built and turned into text once for all of them. */
export interface LiveDataFeed {
  /** The live data as of now; the same object for calls that come close together. */
  current(generations: Generations): LiveData;
  /** The same as programs get it on their socket: with `both` in the words of both generations. */
  pushed(generations: Generations): LiveData;
  /** As an original device of today lists its inverters, or tells one of them; of nobody's serial without any inverter. */
  newest(of: LiveDataOf): NewestLiveData;
  /** Each inverter by itself, as an original device of today tells them, and when it was heard. */
  newestOfEach(): readonly ToldInverter[];
  /** For a page of ours that shows this inverter: everything, or, where there are many of them, a summary of the others. */
  forPage(shownSerial: string): LiveData;
  /** Of the inverter with this serial, the words of `generations`; of nobody's serial without any inverter. */
  ofInverter(serial: string, generations: ApiGenerations): LiveData | NewestLiveData;
  /** Its text as on the wire, made once for each object. */
  textOf(data: LiveData): Buffer;
  /**
   * What of it is news: everything but ages, and when each inverter was heard. The same text while only time has passed;
   * a poll that nobody answered is none.
   */
  newsOf(data: LiveData): string;
  stop(): void;
}

/** Ages are whole seconds: nobody sees a tenth. */
const SHARED_FOR_MS = 100;

export interface LiveDataFeedOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly hints: () => LiveHints;
  readonly totals: () => Totals;
  readonly orders: Pick<Orders, 'current'>;
  /** The devices that bring inverters. */
  readonly sources: () => readonly LiveSource[];
  /** The socket for programs tells one inverter at a time, which pages of ours cannot use. */
  readonly tellsOneAtATime: () => boolean;
}

/**
 * What changes while nothing happens: ages, what is sent in vain, and for how long a device does not want to be asked,
 * which pages count down by themselves. No text on the wire has these bytes inside of it: there the quotes are escaped.
 */
const AGES = /"(?:(?:data|added)_age(?:_ms)?":\d+|radio_stats":\{[^}]*\}),|,"retry_after":\d+/g;

export function createLiveDataFeed(options: LiveDataFeedOptions): LiveDataFeed {
  const { fleet, clock, hints, totals, orders, sources, tellsOneAtATime } = options;
  const texts = __WITHOUT__.oldTexts ? new Map<LiveData, Buffer>() : new WeakMap<LiveData, Buffer>();
  const heardAt = new WeakMap<LiveData, string>();
  const shared = new Map<Generations, { readonly data: LiveData; readonly builtAtMs: number }>();
  const stopWatching = fleet.onChange(() => shared.clear());

  const now = () => (__WITHOUT__.agesByMonotonicClock ? clock.unixMs() : clock.monotonicMs());

  function inputOf(nowMs: number, currentHints: LiveHints): LiveDataInput {
    const uptimeS = Math.floor((nowMs - fleet.startedAtMs) / 1000);
    const common = { totals: totals(), nowMs, uptimeS, hints: currentHints };
    return { ...common, orders: orders.current(), sources: sources() };
  }

  function build(nowMs: number, currentHints: LiveHints, generations: Generations): LiveData {
    const input = inputOf(nowMs, currentHints);
    const plain = buildLiveData(input);
    const of2023 = tellsOneAtATime() || !isWhole(plain) ? withLeanHint(plain) : plain;
    const data = generations === 'both' ? withNewestKeys(of2023, input) : of2023;
    heardAt.set(
      data,
      fleet
        .inverters()
        .map(({ readingAtMs }) => readingAtMs)
        .join(),
    );
    return data;
  }

  function textOf(data: LiveData): Buffer {
    const known = texts.get(data);
    if (known !== undefined) return known;
    const text = Buffer.from(liveDataJson(data));
    texts.set(data, text);
    return text;
  }

  const newest = (of: LiveDataOf) => buildNewestLiveData(inputOf(now(), hints()), of);

  const feed: LiveDataFeed = {
    current(generations) {
      const nowMs = now();
      const currentHints = hints();
      const known = shared.get(generations);
      const isFresh = known !== undefined && nowMs - known.builtAtMs < SHARED_FOR_MS;
      if (isFresh && sameHints(known.data.hints, currentHints)) return known.data;
      const data = build(nowMs, currentHints, generations);
      shared.set(generations, { data, builtAtMs: nowMs });
      return data;
    },
    pushed(generations) {
      const data = feed.current(generations);
      return generations === 'both' ? withNewestGroups(data, inputOf(now(), hints())) : data;
    },
    newest,
    newestOfEach() {
      const input = inputOf(now(), hints());
      return input.totals.standings.map(({ inverter: { serial, readingAtMs } }) => ({
        serial,
        heardAtMs: readingAtMs,
        text: Buffer.from(JSON.stringify(withLeanHint(buildNewestLiveData(input, { serial })))),
      }));
    },
    forPage: (shownSerial) => leanLiveData(feed.current('2023'), shownSerial),
    ofInverter(serial, generations) {
      if (generations !== '2023') return newest({ serial });
      const { orders: all = [], ...data } = feed.current(generations);
      const isAsked = (each: { readonly serial: string }) => each.serial === serial;
      const asked = all.filter(isAsked);
      return {
        ...data,
        inverters: data.inverters.filter(isAsked),
        ...(asked.length > 0 && { orders: asked }),
      };
    },
    textOf,
    newsOf: (data) => `${textOf(data).toString().replaceAll(AGES, '')} ${heardAt.get(data)}`,
    stop: stopWatching,
  };
  return feed;
}

/** Tells pages of ours which socket to take; programs need not know. */
function withLeanHint<Data extends Pick<LiveData, 'plant'>>(data: Data): Data {
  return data.plant === undefined ? data : { ...data, plant: { ...data.plant, lean: true } };
}

function sameHints(a: LiveHints, b: LiveHints): boolean {
  return (
    a.time_sync === b.time_sync &&
    a.radio_problem === b.radio_problem &&
    a.default_password === b.default_password &&
    a.storage_problem === b.storage_problem
  );
}
