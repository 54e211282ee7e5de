import { isDeepStrictEqual } from 'node:util';
import { ACCESS_KINDS, type AccessEntries, type AccessEntry } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { plainAddress } from '../platform/plain-address.ts';

/** What happened, without when. What the same one does again within ten minutes, with no change of the settings, is counted. */
export type AccessNote = Pick<AccessEntry, 'kind' | 'user' | 'address' | 'agent' | 'what'> & {
  readonly on?: string | undefined;
  readonly role?: AccessEntry['role'] | undefined;
  readonly program?: boolean;
  readonly change?: number | undefined;
};

/** What happened at the door, kept in a file to which each line is added as it comes. */
export interface AccessLog {
  note(happened: AccessNote): void;
  /** A login was refused. Those of a minute from one address are one entry: guessers come by the thousand. */
  noteRefused(user: string, address: string): void;
  /**
   * The newest first: those before an id, with each word of a text in them. `means` says of each of these words what it is in the
   * language of whoever searches: kinds, deeds and roles.
   */
  entries(before: number, find: string, means?: readonly (readonly string[])[]): AccessEntries;
  /** How many logins were refused since this account logged in the last time; 0 where it never has. */
  refusedSinceLoginOf(user: string): number;
  /** Removes the file. */
  forget(): Promise<void>;
  /** Resolves when all is written. */
  close(): Promise<void>;
}

export interface AccessLogOptions {
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
}

const ACCESS_LOG_FILE = 'access-log.ndjson';
/** While it is written anew. */
const NEXT_FILE = `${ACCESS_LOG_FILE}.tmp`;
/** The oldest go when there are so many lines, half of them at a time. At 150 bytes each that is 3 MB. */
const ENTRIES_MAX = 20_000;
const PAGE = 100;
const MINUTE_MS = 60_000;
/** What a program does again and again within so long is one entry. */
const SAME_WITHIN_S = 600;
/** So far back the same is looked for. */
const SAME_AMONG = 50;
/** Addresses that are told apart within a minute. */
const ADDRESSES_MAX = 100;
const NAMES_MAX = 3;
/** Nobody chooses what is written here without end. */
const TEXT_MAX_LENGTH = 120;

interface Refused {
  count: number;
  readonly names: Set<string>;
}

export async function openAccessLog(options: AccessLogOptions): Promise<AccessLog> {
  const { clock, deviceClock, directory, log } = options;
  const found = readLines(await directory.read(ACCESS_LOG_FILE).catch(() => undefined));
  const kept: AccessEntry[] = entriesOf(found);
  let lines = found.length;
  let lastId = kept.at(-1)?.id ?? 0;
  let lastWrite: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isForgotten = false;
  const refused = new Map<string, Refused>();
  let cancelFlush: (() => void) | undefined;
  /** The ids of entries that have been counted up since they were written. */
  const counted = new Set<number>();
  let cancelCounts: (() => void) | undefined;

  function write(work: () => Promise<void>): void {
    lastWrite = lastWrite.then(async () => {
      if (isForgotten) return;
      try {
        await work();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.warn('Who logs in cannot be written down.', { error });
        hasFailed = true;
      }
    });
  }

  function add(entry: Omit<AccessEntry, 'id' | 'at'>): void {
    lastId += 1;
    const at = deviceClock.isSet() ? Math.floor(deviceClock.unixMs() / 1000) : 0;
    const added = { id: lastId, at, ...entry };
    kept.push(added);
    writeLine(added);
  }

  /** Of two lines of one entry the later one counts. */
  function writeLine(entry: AccessEntry): void {
    lines += 1;
    if (lines < ENTRIES_MAX) {
      const line = lineOf(entry);
      write(() => directory.append(ACCESS_LOG_FILE, line));
      return;
    }
    kept.splice(0, Math.max(0, kept.length - ENTRIES_MAX / 2));
    lines = kept.length;
    const whole = Buffer.concat(kept.map(lineOf));
    write(async () => {
      await directory.write(NEXT_FILE, whole);
      await directory.sync(NEXT_FILE);
      await directory.rename(NEXT_FILE, ACCESS_LOG_FILE);
    });
  }

  function flush(): void {
    cancelFlush?.();
    cancelFlush = undefined;
    for (const [address, { count, names }] of refused) {
      add({ kind: 'refused', user: [...names].join(', '), address, count });
    }
    refused.clear();
  }

  /** Counts what was done again; false: it is something else than lately. */
  function isCounted(entry: Omit<AccessEntry, 'id' | 'at'>): boolean {
    if (entry.kind !== 'done' || entry.change !== undefined || !deviceClock.isSet()) return false;
    const sinceS = deviceClock.unixMs() / 1000 - SAME_WITHIN_S;
    const index = kept.findLastIndex(
      ({ id, at, count, ...before }, place) =>
        place >= kept.length - SAME_AMONG && at > sinceS && isDeepStrictEqual(before, entry),
    );
    const same = kept[index];
    if (same === undefined) return false;
    kept[index] = { ...same, count: (same.count ?? 1) + 1 };
    counted.add(same.id);
    cancelCounts ??= clock.after(MINUTE_MS, writeCounts);
    return true;
  }

  /** A program that orders every second must not write as often. */
  function writeCounts(): void {
    cancelCounts?.();
    cancelCounts = undefined;
    const changed = kept.filter(({ id }) => counted.has(id));
    counted.clear();
    for (const entry of changed) writeLine(entry);
  }

  return {
    note({ kind, user, address, agent, what, on, role, program, change }) {
      flush(); // what came before stands before
      const entry = {
        ...{ kind, user: cut(user), address },
        ...(agent !== undefined && { agent: cut(agent) }),
        ...(what !== undefined && { what: cut(what) }),
        ...(on !== undefined && { on: cut(on) }),
        ...(role !== undefined && { role }),
        ...(program === true && { program }),
        ...(change !== undefined && { change }),
      };
      if (!isCounted(entry)) add(entry);
    },
    noteRefused(user, address) {
      const where = refused.has(address) || refused.size < ADDRESSES_MAX ? address : '';
      const known = refused.get(where) ?? { count: 0, names: new Set<string>() };
      known.count += 1;
      if (known.names.size < NAMES_MAX) known.names.add(cut(user));
      refused.set(where, known);
      cancelFlush ??= clock.after(MINUTE_MS, flush);
    },
    entries(before, find, means = []) {
      const words = find.toLowerCase().split(/\s+/).filter(Boolean);
      const isMeant = (entry: AccessEntry) =>
        entry.id < before && words.every((word, place) => isSaidOf(entry, word, means[place] ?? []));
      const found = kept
        .filter(isMeant)
        .slice(-PAGE - 1)
        .reverse();
      return { entries: found.slice(0, PAGE), more: found.length > PAGE };
    },
    refusedSinceLoginOf(user) {
      const last = kept.findLastIndex((entry) => entry.kind === 'login' && entry.user === user);
      if (last === -1) return 0;
      const tried = kept.slice(last + 1).filter(({ kind }) => kind === 'refused');
      const written = tried.reduce((sum, { count = 0 }) => sum + count, 0);
      return [...refused.values()].reduce((sum, { count }) => sum + count, written);
    },
    async forget() {
      cancelFlush?.();
      cancelCounts?.();
      isForgotten = true;
      await lastWrite;
      await directory.remove(ACCESS_LOG_FILE);
    },
    async close() {
      flush();
      writeCounts();
      await lastWrite;
    },
  };
}

const cut = (text: string) => text.slice(0, TEXT_MAX_LENGTH);

const lineOf = (entry: AccessEntry | undefined) => Buffer.from(`${JSON.stringify(entry)}\n`);

/** Whether a word stands in what happened, or means it. */
function isSaidOf(entry: AccessEntry, word: string, means: readonly string[]): boolean {
  const { kind, user, address, agent = '', what = '', on = '', role = '' } = entry;
  if ([user, address, agent, what, on].some((text) => text.toLowerCase().includes(word))) return true;
  return [kind, what, role].some((code) => means.includes(code));
}

/** A line that was cut off by the end of the power is left out. */
const readLines = (bytes: Uint8Array | undefined) =>
  new TextDecoder().decode(bytes).split('\n').flatMap(readLine);

function entriesOf(lines: readonly AccessEntry[]): AccessEntry[] {
  return [...new Map(lines.map((entry) => [entry.id, entry])).values()].slice(1 - ENTRIES_MAX);
}

function readLine(line: string): readonly AccessEntry[] {
  try {
    const entry = JSON.parse(line);
    const { id, at, kind, user, address } = Object(entry);
    const isEntry =
      [id, at].every(Number.isSafeInteger) &&
      [user, address].every((text) => typeof text === 'string') &&
      ACCESS_KINDS.includes(kind);
    return isEntry ? [{ ...entry, address: plainAddress(address) }] : [];
  } catch {
    return [];
  }
}
