import {
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

/** What has changed in the sites since it was taken last: of each the groups in which it was before. */
export type SiteChanges = ReadonlyMap<string, ReadonlySet<string>>;

/** What ingest finds wrong with the readings of a site. */
export type ReadingsProblem = Extract<SiteProblem, 'readings-refused' | 'too-many-series'>;

/**
 * All sites of the database, and of each what came last. What comes of a site that is not in the database is nothing: nobody can fill
 * the memory with names.
 */
export interface SiteBook {
  /** The sites that there are now. */
  setRegistered(sites: readonly RegisteredSite[]): void;
  takeSummary(id: string, payload: Uint8Array): void;
  /** `isKept`: the broker has kept it, so it was said at any time before. */
  takeStatus(id: string, payload: Uint8Array, isKept: boolean): void;
  takeReadingsProblem(id: string, problem: ReadingsProblem): void;
  /** Looks who is silent now, and gives what has changed since this was asked last. */
  takeChanges(): SiteChanges;
  has(id: string): boolean;
  groupOf(id: string): string | undefined;
  idsIn(scope: Scope): readonly string[];
  /** Undefined: there is none, or it is not for who asks. */
  site(id: string, scope: Scope): Site | undefined;
  sitesIn(scope: Scope): readonly Site[];
}

/** Seconds by which a clock may be off. */
const CLOCK_OFF_MAX_S = 120;
/** So long after the last refused reading a site still says so: more than from one batch to the next, where the way was cut. */
const READINGS_PROBLEM_MS = 10 * 60_000;
/** Sites tell once a second at most; what comes faster is left unread. */
const SUMMARY_GAP_MS = 200;

/** So long a page goes without word of a site that says the same again and again: meanwhile it shows how long that was ago. */
const RETELL_MS = 30_000;

/** Who connects so often within this time is thrown out by something again and again; a restart of the whole broker is once. */
const CONNECTS_MAX = 5;
const CONNECTS_MS = 5 * 60_000;

interface Entry {
  registered: RegisteredSite;
  firstMs: number | undefined;
  lastMs: number | undefined;
  /** When something made sense. */
  heardMs: number | undefined;
  isOffline: boolean;
  refused: 'garbage' | 'too-large' | undefined;
  isClockOff: boolean;
  /** When it has connected to the broker: the last few times. */
  connectsMs: readonly number[];
  summary: SiteSummary | undefined;
  readonly readings: Map<ReadingsProblem, number>;
  /** By which it stands in the list of names. */
  shownName: string;
  /** When it was among the changes last. */
  toldMs: number;
  /** What tells of changes: state and problems when they were looked at last. */
  look: string;
}

/** `nowMs` is Unix time in milliseconds. */
export function createSiteBook(nowMs: () => number): SiteBook {
  const entries = new Map<string, Entry>();
  const names = new Map<string, Set<string>>();
  let changes = new Map<string, Set<string>>();

  function note(id: string, group: string): void {
    const groups = changes.get(id);
    if (groups === undefined) changes.set(id, new Set([group]));
    else groups.add(group);
  }

  /** Others with this name say that they are called the same, or no longer. */
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
    // In another group there are others that may be called the same.
    if (before.group !== registered.group) noteNamesakes(entry.shownName);
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

  /** Among those that one may see: that there is another one is nothing for others. */
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

  /** Who sends something wrong needs somebody as well, however its plant is. */
  function stateOf(entry: Entry, problems: readonly SiteProblem[]): SiteState {
    const state = siteState(nowMs(), { ...entry, isRefused: entry.refused !== undefined });
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
      // A clock that was set back must not close a site's mouth.
      const sinceMs = now - (entry.lastMs ?? Number.NEGATIVE_INFINITY);
      if (sinceMs >= 0 && sinceMs < SUMMARY_GAP_MS) return;
      entry.firstMs ??= now;
      entry.lastMs = now;
      const summary = summaryOf(entry, payload);
      if (typeof summary === 'string') {
        entry.refused = summary;
        return; // whether that is news shows in its look
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
    has: (id) => entries.has(id),
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

/** `offline` and a little. */
const STATUS_MAX_BYTES = 16;
/** Namesakes are noted where names change. */
const NOBODY: Scope = new Set();

const newEntry = (registered: RegisteredSite): Entry => ({
  ...{ registered, firstMs: undefined, lastMs: undefined, heardMs: undefined, isOffline: false },
  ...{ refused: undefined, isClockOff: false, connectsMs: [], summary: undefined, readings: new Map() },
  ...{ shownName: '', toldMs: Number.NEGATIVE_INFINITY, look: '' },
});

const comesAndGoes = ({ connectsMs: [first, ...others] }: Entry, now: number) =>
  first !== undefined && others.length === CONNECTS_MAX - 1 && now - first <= CONNECTS_MS;

/** It was heard again since it was told last, and that is a while ago. */
const isAgeOld = ({ heardMs, toldMs }: Entry, now: number) =>
  heardMs !== undefined && heardMs > toldMs && now - toldMs >= RETELL_MS;

/** Names that people would take for the same. */
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

/** The time of a summary is another one each time, and is shown nowhere. */
const isSameSummary = (one: SiteSummary | undefined, other: SiteSummary) =>
  one !== undefined && JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 });
