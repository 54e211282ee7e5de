import type { LiveData, LiveHints } from '@heliograph/contract';
import type { Fleet } from '../fleet/fleet.ts';
import { buildLiveData } from '../fleet/live-data.ts';
import { liveDataJson } from '../fleet/live-data-json.ts';
import type { Clock } from '../platform/clock.ts';

/** Live data for whoever wants it, built and turned into text once for all of them. */
export interface LiveDataFeed {
  /** The live data as of now; the same object for calls that come close together. */
  current(): LiveData;
  /** Its text as on the wire, made once for each object. */
  textOf(data: LiveData): Buffer;
  hints(): LiveHints;
  /** Calls `listener` when something other than the age of the data has changed. */
  onChange(listener: () => void): () => void;
  stop(): void;
}

/** Ages are whole seconds: nobody sees a tenth. */
const SHARED_FOR_MS = 100;

export interface LiveDataFeedOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly hints: () => LiveHints;
}

export function createLiveDataFeed({ fleet, clock, hints }: LiveDataFeedOptions): LiveDataFeed {
  const texts = new WeakMap<LiveData, Buffer>();
  let shared: { readonly data: LiveData; readonly builtAtMs: number } | undefined;
  const stopWatching = fleet.onChange(() => {
    shared = undefined;
  });

  function build(nowMs: number, currentHints: LiveHints): LiveData {
    const uptimeS = Math.floor((nowMs - fleet.startedAtMs) / 1000);
    return buildLiveData({ fleet, nowMs, uptimeS, hints: currentHints });
  }

  return {
    current() {
      const nowMs = clock.monotonicMs();
      const currentHints = hints();
      const isFresh = shared !== undefined && nowMs - shared.builtAtMs < SHARED_FOR_MS;
      if (shared !== undefined && isFresh && sameHints(shared.data.hints, currentHints)) return shared.data;
      const data = build(nowMs, currentHints);
      shared = { data, builtAtMs: nowMs };
      return data;
    },
    textOf(data) {
      const known = texts.get(data);
      if (known !== undefined) return known;
      const text = Buffer.from(liveDataJson(data));
      texts.set(data, text);
      return text;
    },
    hints,
    onChange: (listener) => fleet.onChange(listener),
    stop: stopWatching,
  };
}

export function sameHints(a: LiveHints, b: LiveHints): boolean {
  return (
    a.time_sync === b.time_sync &&
    a.radio_problem === b.radio_problem &&
    a.default_password === b.default_password &&
    a.storage_problem === b.storage_problem
  );
}
