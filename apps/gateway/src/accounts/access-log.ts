import { ACCESS_KINDS, type AccessEntries, type AccessEntry } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';

/** What happened, without when. */
export type AccessNote = Pick<AccessEntry, 'kind' | 'user' | 'address' | 'agent' | 'what'> & {
  readonly on?: string | undefined;
  readonly role?: AccessEntry['role'] | undefined;
};

/** What happened at the door, kept in a file to which each line is added as it comes. */
export interface AccessLog {
  note(happened: AccessNote): void;
  /** A login was refused. Those of a minute from one address are one entry: guessers come by the thousand. */
  noteRefused(user: string, address: string): void;
  /** The newest first: those before an id, and with a text in them. */
  entries(before: number, find: string): AccessEntries;
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
/** The oldest go when there are so many, half of them at a time. At 150 bytes each that is 3 MB. */
const ENTRIES_MAX = 20_000;
const PAGE = 100;
const MINUTE_MS = 60_000;
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
  const kept: AccessEntry[] = readEntries(await directory.read(ACCESS_LOG_FILE).catch(() => undefined));
  let lastId = kept.at(-1)?.id ?? 0;
  let lastWrite: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isForgotten = false;
  const refused = new Map<string, Refused>();
  let cancelFlush: (() => void) | undefined;

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
    kept.push({ id: lastId, at, ...entry });
    if (kept.length < ENTRIES_MAX) {
      const line = lineOf(kept.at(-1));
      write(() => directory.append(ACCESS_LOG_FILE, line));
      return;
    }
    kept.splice(0, ENTRIES_MAX / 2);
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

  return {
    note({ kind, user, address, agent, what, on, role }) {
      flush(); // what came before stands before
      add({
        ...{ kind, user: cut(user), address },
        ...(agent !== undefined && { agent: cut(agent) }),
        ...(what !== undefined && { what: cut(what) }),
        ...(on !== undefined && { on: cut(on) }),
        ...(role !== undefined && { role }),
      });
    },
    noteRefused(user, address) {
      const where = refused.has(address) || refused.size < ADDRESSES_MAX ? address : '';
      const known = refused.get(where) ?? { count: 0, names: new Set<string>() };
      known.count += 1;
      if (known.names.size < NAMES_MAX) known.names.add(cut(user));
      refused.set(where, known);
      cancelFlush ??= clock.after(MINUTE_MS, flush);
    },
    entries(before, find) {
      const wanted = find.toLowerCase();
      const isMeant = ({ id, user, address, agent = '', what = '', on = '' }: AccessEntry) =>
        id < before && [user, address, agent, what, on].some((text) => text.toLowerCase().includes(wanted));
      const found = kept
        .filter(isMeant)
        .slice(-PAGE - 1)
        .reverse();
      return { entries: found.slice(0, PAGE), more: found.length > PAGE };
    },
    refusedSinceLoginOf(user) {
      const last = kept.findLastIndex((entry) => entry.kind === 'login' && entry.user === user);
      if (last === -1) return 0;
      const written = kept.slice(last + 1).reduce((sum, { count = 0 }) => sum + count, 0);
      return [...refused.values()].reduce((sum, { count }) => sum + count, written);
    },
    async forget() {
      cancelFlush?.();
      isForgotten = true;
      await lastWrite;
      await directory.remove(ACCESS_LOG_FILE);
    },
    async close() {
      flush();
      await lastWrite;
    },
  };
}

const cut = (text: string) => text.slice(0, TEXT_MAX_LENGTH);

const lineOf = (entry: AccessEntry | undefined) => Buffer.from(`${JSON.stringify(entry)}\n`);

/** A line that was cut off by the end of the power is left out. */
function readEntries(bytes: Uint8Array | undefined): AccessEntry[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return lines.flatMap(readLine).slice(1 - ENTRIES_MAX);
}

function readLine(line: string): readonly AccessEntry[] {
  try {
    const entry = JSON.parse(line);
    const { id, at, kind, user, address } = Object(entry);
    const isEntry =
      [id, at].every(Number.isSafeInteger) &&
      [user, address].every((text) => typeof text === 'string') &&
      ACCESS_KINDS.includes(kind);
    return isEntry ? [entry] : [];
  } catch {
    return [];
  }
}
