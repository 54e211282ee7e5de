import {
  SILENT_AFTER_S,
  type Site,
  type SiteProblem,
  type SiteState,
  type SiteSummary,
  SiteSummarySchema,
  SUMMARY_MAX_BYTES,
} from '@heliograph/fleet-contract';
import { siteState } from './site-state.ts';

/** A site as the database has it. */
export interface RegisteredSite {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly place: Site['place'] | undefined;
}

/** Who may see a site: all, or those of these groups. */
export type Scope = 'all' | ReadonlySet<string>;

export const isInScope = (group: string, scope: Scope): boolean =>
  scope === 'all' || (group !== '' && scope.has(group));

/**
 * The sites that have changed since the changes were taken last, by id. The value has every group that the site was in meanwhile: whoever
 * sees only the group that a site has left must be told that it is gone.
 */
export type SiteChanges = ReadonlyMap<string, ReadonlySet<string>>;

/** What may be wrong with the readings that a site sends to `/write` (ingest.ts). */
export type ReadingsProblem = Extract<SiteProblem, 'readings-refused' | 'too-many-series'>;

/** What pages tell each other of a site, by the database. Unix seconds; undefined: never. */
export interface SiteNews {
  readonly site: string;
  /** When something of it made sense. */
  readonly heard?: number | undefined;
  readonly refused?: number | undefined;
  readonly tooMany?: number | undefined;
}

/**
 * All sites of the database, and of each the last that came from the broker. Messages of a site that is not in the database are ignored, so
 * nobody can fill the memory with made-up names.
 */
export interface SiteBook {
  /** The sites that there are now. */
  setRegistered(sites: readonly RegisteredSite[]): void;
  takeSummary(id: string, payload: Uint8Array): void;
  /** `isKept`: the broker had kept the message (retained), so nobody knows when the site sent it. */
  takeStatus(id: string, payload: Uint8Array, isKept: boolean): void;
  takeReadingsProblem(id: string, problem: ReadingsProblem): void;
  /** What pages have told each other. */
  takeNews(news: readonly SiteNews[]): void;
  /** What the other pages do not know yet: of a site once in a while, however much comes from it. */
  newsToTell(): readonly SiteNews[];
  /** Finds out which sites are silent now, and returns all changes since the last call. */
  takeChanges(): SiteChanges;
  groupOf(id: string): string | undefined;
  idsIn(scope: Scope): readonly string[];
  /** Undefined: there is no such site, or whoever asks may not see it. */
  site(id: string, scope: Scope): Site | undefined;
  sitesIn(scope: Scope): readonly Site[];
}

/** Seconds by which a clock may be off. */
const CLOCK_OFF_MAX_S = 120;
/** A site is shown with refused readings until this long after the last one. A gateway whose way was cut waits up to five minutes between two posts. */
const READINGS_PROBLEM_MS = 10 * 60_000;
/** Our gateways send a summary once a second at most; what comes faster than this is ignored. */
const SUMMARY_GAP_MS = 200;

/**
 * A summary that says the same as the one before is no change, but browsers show how long ago a site was heard. So they are told of such a
 * site again after this time at the latest.
 */
const RETELL_MS = 30_000;

/**
 * A site that connects to the broker this often within this time comes and goes: something disconnects it again and again. A restart of the
 * whole broker is only one connect.
 */
const CONNECTS_MAX = 5;
const CONNECTS_MS = 5 * 60_000;

/** So far what is told of a site may be behind, and so seldom it is written: while it is there, when it has gone, while readings are refused. */
const HEARD_TELL_MS = 60 * 60_000;
const GONE_TELL_MS = 60_000;
const PROBLEM_TELL_MS = 2 * 60_000;

interface Entry {
  registered: RegisteredSite;
  firstMs: number | undefined;
  lastMs: number | undefined;
  /** When the last summary came that made sense. `firstMs` and `lastMs` also count what made none. */
  heardMs: number | undefined;
  isOffline: boolean;
  refused: 'garbage' | 'too-large' | undefined;
  isClockOff: boolean;
  /** The last few times at which it connected to the broker. */
  connectsMs: readonly number[];
  summary: SiteSummary | undefined;
  readonly readings: Map<ReadingsProblem, number>;
  /** What the pages have told each other last. */
  told: SiteNews;
  /** The name under which it is in `names`, in the form of `keyOf`. */
  shownName: string;
  /** When it was last among the changes that were taken. */
  toldMs: number;
  /** State and problems as text, at the last `takeChanges`: another text means that the site has changed. */
  look: string;
}

/** `nowMs` is Unix time in milliseconds. */
export function createSiteBook(nowMs: () => number): SiteBook {
  const startedMs = nowMs();
  const entries = new Map<string, Entry>();
  /** By name the ids of all sites that are called so, to find those that are called the same. */
  const names = new Map<string, Set<string>>();
  let changes = new Map<string, Set<string>>();

  function note(id: string, group: string): void {
    const groups = changes.get(id);
    if (groups === undefined) changes.set(id, new Set([group]));
    else groups.add(group);
  }

  /** Marks all sites with this name as changed: that another one has the same name begins or ends to be one of their problems. */
  function noteNamesakes(name: string): void {
    for (const id of names.get(name) ?? []) note(id, entries.get(id)?.registered.group ?? '');
  }

  function rename(id: string, entry: Entry): void {
    const name = keyOf(entry.registered.name || entry.summary?.name || '');
    if (name === entry.shownName) return;
    leaveName(id, entry.shownName);
    entry.shownName = name;
    if (name === '') return;
    noteNamesakes(name);
    const ids = names.get(name) ?? new Set();
    ids.add(id);
    names.set(name, ids);
  }

  function leaveName(id: string, name: string): void {
    const ids = names.get(name);
    if (ids === undefined) return;
    ids.delete(id);
    if (ids.size === 0) names.delete(name);
    else noteNamesakes(name);
  }

  function register(registered: RegisteredSite): void {
    const entry = entries.get(registered.id);
    if (entry === undefined) {
      const added = newEntry(registered);
      entries.set(registered.id, added);
      rename(registered.id, added);
      note(registered.id, registered.group);
      return;
    }
    const before = entry.registered;
    if (isSame(before, registered)) return;
    note(registered.id, before.group);
    entry.registered = registered;
    rename(registered.id, entry);
    // Whether a site has a namesake is told only to those who see both, so another group changes it for all of that name.
    if (before.group !== registered.group) noteNamesakes(entry.shownName);
  }

  /** Undefined: the others know as much. */
  function newsOf(entry: Entry): SiteNews | undefined {
    const { heardMs, told, readings } = entry;
    const isGone = ['silent', 'offline'].includes(stateOf(entry, []));
    const news = {
      site: entry.registered.id,
      heard: later(heardMs, told.heard, isGone ? GONE_TELL_MS : HEARD_TELL_MS),
      refused: later(readings.get('readings-refused'), told.refused, PROBLEM_TELL_MS),
      tooMany: later(readings.get('too-many-series'), told.tooMany, PROBLEM_TELL_MS),
    };
    return latest(news.heard, news.refused, news.tooMany) === undefined ? undefined : news;
  }

  const problemsOf = (entry: Entry, scope: Scope): SiteProblem[] => {
    const now = nowMs();
    const readings = [...entry.readings].filter(([, atMs]) => now - atMs <= READINGS_PROBLEM_MS);
    return [
      ...(entry.refused === undefined ? [] : [entry.refused]),
      ...(entry.isClockOff ? (['clock'] as const) : []),
      ...(comesAndGoes(entry, now) ? (['comes-and-goes'] as const) : []),
      ...(hasNamesake(entry, scope) ? (['same-name'] as const) : []),
      ...readings.map(([problem]) => problem),
    ];
  };

  /** Counts only sites that the viewer may see: the name of another one must not show that it exists. */
  function hasNamesake({ registered, shownName }: Entry, scope: Scope): boolean {
    const ids = names.get(shownName);
    if (ids === undefined || ids.size < 2) return false;
    for (const id of ids) {
      const other = entries.get(id);
      if (id !== registered.id && other !== undefined && isInScope(other.registered.group, scope))
        return true;
    }
    return false;
  }

  /** A site that sends something wrong needs attention even where its plant is well. */
  function stateOf(entry: Entry, problems: readonly SiteProblem[]): SiteState {
    const state = siteState(nowMs(), {
      ...entry,
      isRefused: entry.refused !== undefined,
      wasHeard: entry.heardMs !== undefined || entry.told.heard !== undefined,
    });
    return problems.length > 0 && (state === 'ok' || state === 'night') ? 'alert' : state;
  }

  function shown(entry: Entry, scope: Scope): Site {
    const now = nowMs();
    const problems = problemsOf(entry, scope);
    const { registered, summary, heardMs } = entry;
    const place = registered.place ?? summary?.place;
    return {
      ...{ id: registered.id, name: registered.name, group: registered.group },
      state: stateOf(entry, problems),
      problems,
      ...(heardMs !== undefined && { heard: Math.max(0, Math.round((now - heardMs) / 1000)) }),
      ...(summary !== undefined && { summary }),
      ...(place !== undefined && { place }),
    };
  }

  function summaryOf(entry: Entry, payload: Uint8Array): SiteSummary | 'garbage' | 'too-large' {
    if (payload.byteLength > SUMMARY_MAX_BYTES) return 'too-large';
    const parsed = SiteSummarySchema.safeParse(jsonOf(payload));
    if (!parsed.success) return 'garbage';
    const { at } = parsed.data;
    entry.isClockOff = at !== undefined && Math.abs(nowMs() / 1000 - at) > CLOCK_OFF_MAX_S;
    return parsed.data;
  }

  return {
    setRegistered(sites) {
      const left = new Set(entries.keys());
      for (const site of sites) {
        register(site);
        left.delete(site.id);
      }
      for (const id of left) {
        const entry = entries.get(id);
        if (entry === undefined) continue;
        note(id, entry.registered.group);
        entries.delete(id);
        leaveName(id, entry.shownName);
      }
    },
    takeSummary(id, payload) {
      const entry = entries.get(id);
      const now = nowMs();
      if (entry === undefined) return;
      // After the clock was set back, `sinceMs` is negative: the summary must count, or the site would be ignored until the clock is there again.
      const sinceMs = now - (entry.lastMs ?? Number.NEGATIVE_INFINITY);
      if (sinceMs >= 0 && sinceMs < SUMMARY_GAP_MS) return;
      entry.firstMs ??= now;
      entry.lastMs = now;
      const summary = summaryOf(entry, payload);
      if (typeof summary === 'string') {
        entry.refused = summary;
        return; // if that is a change, `takeChanges` finds it by the site's `look`
      }
      entry.refused = undefined;
      entry.isOffline = false;
      entry.heardMs = now;
      if (isSameSummary(entry.summary, summary)) return;
      entry.summary = summary;
      rename(id, entry);
      note(id, entry.registered.group);
    },
    takeStatus(id, payload, isKept) {
      const entry = entries.get(id);
      if (entry === undefined || payload.byteLength > STATUS_MAX_BYTES) return;
      const status = Buffer.from(payload).toString('latin1');
      if (status !== 'online' && status !== 'offline') return;
      entry.firstMs ??= nowMs();
      entry.isOffline = status === 'offline';
      if (status === 'online' && !isKept)
        entry.connectsMs = [...entry.connectsMs, nowMs()].slice(-CONNECTS_MAX);
    },
    takeReadingsProblem(id, problem) {
      entries.get(id)?.readings.set(problem, nowMs());
    },
    takeNews(news) {
      const now = nowMs();
      for (const one of news) {
        const entry = entries.get(one.site);
        if (entry === undefined) continue;
        entry.told = newest(entry.told, one);
        const { heard, refused, tooMany } = entry.told;
        noteProblem(entry, 'readings-refused', refused);
        noteProblem(entry, 'too-many-series', tooMany);
        // Who is there says so within seconds after the start of this page, and was not silent until then.
        if (heard === undefined || entry.firstMs !== undefined || now - startedMs <= SILENT_AFTER_S * 1000)
          continue;
        entry.firstMs = heard * 1000;
        entry.heardMs = heard * 1000;
      }
    },
    newsToTell: () => [...entries.values()].flatMap((entry) => newsOf(entry) ?? []),
    takeChanges() {
      const now = nowMs();
      for (const [id, entry] of entries) {
        const problems = problemsOf(entry, NOBODY);
        const look = `${stateOf(entry, problems)} ${problems.join(' ')}`;
        if (look === entry.look && !isAgeOld(entry, now)) continue;
        entry.look = look;
        note(id, entry.registered.group);
      }
      for (const id of changes.keys()) {
        const entry = entries.get(id);
        if (entry !== undefined) entry.toldMs = now;
      }
      const taken = changes;
      changes = new Map();
      return taken;
    },
    groupOf: (id) => entries.get(id)?.registered.group,
    idsIn: (scope) =>
      [...entries.values()].flatMap(({ registered: { id, group } }) => (isInScope(group, scope) ? [id] : [])),
    site(id, scope) {
      const entry = entries.get(id);
      return entry === undefined || !isInScope(entry.registered.group, scope)
        ? undefined
        : shown(entry, scope);
    },
    sitesIn: (scope) =>
      [...entries.values()].flatMap((entry) =>
        isInScope(entry.registered.group, scope) ? [shown(entry, scope)] : [],
      ),
  };
}

/** Room for `offline`, the longest status, and a little more. */
const STATUS_MAX_BYTES = 16;
/** Sees no site, so `look` has no word of namesakes: `noteNamesakes` marks those when a name changes. */
const NOBODY: Scope = new Set();

const newEntry = (registered: RegisteredSite): Entry => ({
  ...{ registered, firstMs: undefined, lastMs: undefined, heardMs: undefined, isOffline: false },
  ...{ refused: undefined, isClockOff: false, connectsMs: [], summary: undefined, readings: new Map() },
  told: { site: registered.id },
  ...{ shownName: '', toldMs: Number.NEGATIVE_INFINITY, look: '' },
});

/** In seconds; undefined: what was told is that, or not older than it may be. */
const later = (atMs: number | undefined, toldS: number | undefined, mayLagMs: number): number | undefined =>
  atMs === undefined || (toldS !== undefined && atMs - toldS * 1000 < mayLagMs)
    ? undefined
    : Math.floor(atMs / 1000);

const latest = (...times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

const newest = (one: SiteNews, other: SiteNews): SiteNews => ({
  ...{ site: one.site, heard: latest(one.heard, other.heard), refused: latest(one.refused, other.refused) },
  tooMany: latest(one.tooMany, other.tooMany),
});

function noteProblem({ readings }: Entry, problem: ReadingsProblem, atS: number | undefined): void {
  const atMs = latest(readings.get(problem), atS === undefined ? undefined : atS * 1000);
  if (atMs !== undefined) readings.set(problem, atMs);
}

const comesAndGoes = ({ connectsMs: [first, ...others] }: Entry, now: number) =>
  first !== undefined && others.length === CONNECTS_MAX - 1 && now - first <= CONNECTS_MS;

/** Browsers show an age that is too old: the site was heard since they were told of it, which is a while ago. */
const isAgeOld = ({ heardMs, toldMs }: Entry, now: number) =>
  heardMs !== undefined && heardMs > toldMs && now - toldMs >= RETELL_MS;

/** The same text for names that people would take for the same. */
const keyOf = (name: string) => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined; // which the schema refuses
  }
}

const isSame = (one: RegisteredSite, other: RegisteredSite) =>
  one.name === other.name &&
  one.group === other.group &&
  one.place?.lat === other.place?.lat &&
  one.place?.lon === other.place?.lon;

/** Compares all but the time, which differs in each summary and is shown nowhere. */
const isSameSummary = (one: SiteSummary | undefined, other: SiteSummary) =>
  one !== undefined && JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });
