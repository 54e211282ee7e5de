import type { LiveData, LiveHints } from '@heliograph/contract';
import { buildLiveData } from '../../encoding/live-data.ts';
import { liveDataJson } from '../../encoding/live-data-json.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Totals } from '../../fleet/totals.ts';
import type { Clock } from '../../platform/clock.ts';

/** Live data for whoever wants it, built and turned into text once for all of them. */
export interface LiveDataFeed {
  /** The live data as of now; the same object for calls that come close together. */
  current(): LiveData;
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
}

/** No text on the wire has these bytes inside of it: there the quotes are escaped. */
const AGES = /"(data|added)_age":\d+,/g;

export function createLiveDataFeed(options: LiveDataFeedOptions): LiveDataFeed {
  const { fleet, clock, hints, totals } = options;
  const texts = __WITHOUT__.oldTexts ? new Map<LiveData, Buffer>() : new WeakMap<LiveData, Buffer>();
  const heardAt = new WeakMap<LiveData, string>();
  let shared: { readonly data: LiveData; readonly builtAtMs: number } | undefined;
  const stopWatching = fleet.onChange(() => {
    shared = undefined;
  });

  function build(nowMs: number, currentHints: LiveHints): LiveData {
    const uptimeS = Math.floor((nowMs - fleet.startedAtMs) / 1000);
    const data = buildLiveData({ totals: totals(), nowMs, uptimeS, hints: currentHints });
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

  return {
    current() {
      const nowMs = __WITHOUT__.agesByMonotonicClock ? clock.unixMs() : clock.monotonicMs();
      const currentHints = hints();
      const isFresh = shared !== undefined && nowMs - shared.builtAtMs < SHARED_FOR_MS;
      if (shared !== undefined && isFresh && sameHints(shared.data.hints, currentHints)) return shared.data;
      const data = build(nowMs, currentHints);
      shared = { data, builtAtMs: nowMs };
      return data;
    },
    textOf,
    newsOf: (data) => `${textOf(data).toString().replaceAll(AGES, '')} ${heardAt.get(data)}`,
    stop: stopWatching,
  };
}

function sameHints(a: LiveHints, b: LiveHints): boolean {
  return (
    a.time_sync === b.time_sync &&
    a.radio_problem === b.radio_problem &&
    a.default_password === b.default_password &&
    a.storage_problem === b.storage_problem
  );
}
