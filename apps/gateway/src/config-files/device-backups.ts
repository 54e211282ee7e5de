import type { SourceBackup, SourceBackupList } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Copies of the settings of devices, taken every day and kept where something has changed: what a device has lost can be
 * looked up. They hold the secrets of the device in clear, as its own file does, and lie beside our settings.
 */
export interface DeviceBackups {
  list(id: string): Promise<SourceBackupList>;
  /** What a copy says; undefined where there is none of that name. */
  read(id: string, name: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Removes every copy. */
  forget(): Promise<void>;
  /** The devices are others now: it looks at those that it has no copy of as soon as they may have been reached. */
  lookSoon(): void;
  /** Looks at all devices now. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface DeviceBackupsOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
  /** The devices that are set up. */
  readonly ids: () => readonly string[];
  /** The file of a device; undefined while it cannot be had. */
  readonly readConfig: (id: string) => Promise<object | undefined>;
}

const KEPT = 30;
const FIRST_LOOK_AFTER_MS = 60_000;
const SOON_MS = 5000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const TAKE_EVERY_MS = 24 * 60 * 60 * 1000;

/** `device-9b3f01ac-1790000000.json`: of which device, and when it was taken, in Unix seconds. */
const NAME = /^device-([\w-]{1,40})-(\d{1,12})\.json$/;
/** Whether a file of the data folder is such a copy. */
export const isDeviceBackup = (name: string) => NAME.test(name);

/** Changes with every save, and says nothing of the settings. */
const SAVE_COUNT = 'cfg.save_count';

export function createDeviceBackups(options: DeviceBackupsOptions): DeviceBackups {
  const { directory, clock, log, ids, readConfig } = options;
  /** When each device's settings were last read, on the monotonic clock, and by the other one in Unix milliseconds. */
  const checked = new Map<string, { readonly atMs: number; readonly unixMs: number }>();
  let cancel: (() => void) | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** The newest first. */
  async function namesOf(id: string): Promise<readonly string[]> {
    const names = await directory.names();
    return names
      .filter((name) => NAME.exec(name)?.[1] === id)
      .sort((one, other) => takenS(other) - takenS(one));
  }

  async function read(id: string, name: string) {
    if (NAME.exec(name)?.[1] !== id) return undefined;
    const bytes = await directory.read(name);
    const config = bytes && parsed(bytes);
    return isTree(config) ? config : undefined;
  }

  async function take(id: string): Promise<void> {
    const config = await readConfig(id);
    if (config === undefined || isStopped) return;
    checked.set(id, { atMs: clock.monotonicMs(), unixMs: clock.unixMs() });
    const names = await namesOf(id);
    const [newest] = names;
    if (newest !== undefined && changedPaths(await read(id, newest), config).length === 0) return;
    const name = `device-${id}-${Math.floor(clock.unixMs() / 1000)}.json`;
    await replaceFile(directory, name, new TextEncoder().encode(JSON.stringify(config)));
    for (const old of [name, ...names.filter((other) => other !== name)].slice(KEPT))
      await directory.remove(old);
    log.info('The settings of a device were copied.', { source: id });
  }

  async function removeOrphans(): Promise<void> {
    const known = new Set(ids());
    for (const name of await directory.names()) {
      const id = NAME.exec(name)?.[1];
      if (id !== undefined && !known.has(id)) await directory.remove(name);
    }
  }

  async function lookNow(): Promise<void> {
    try {
      await removeOrphans();
      for (const id of ids()) {
        const { atMs = Number.NEGATIVE_INFINITY } = checked.get(id) ?? {};
        if (!isStopped && clock.monotonicMs() - atMs >= TAKE_EVERY_MS) await take(id);
      }
    } catch (error) {
      log.warn('The settings of devices could not be copied.', { error });
    }
  }

  function look(): Promise<void> {
    looking = looking.then(lookNow);
    return looking;
  }

  function next(afterMs: number): void {
    cancel?.();
    cancel = clock.after(afterMs, () => {
      void look();
      next(LOOK_EVERY_MS);
    });
  }

  return {
    async list(id) {
      const names = await namesOf(id);
      const copies = await Promise.all(
        names.map(async (name) => ({ name, bytes: await directory.read(name) })),
      );
      const backups = copies.map(({ name, bytes }, index): SourceBackup => {
        const before = copies[index + 1]?.bytes;
        return {
          ...{ name, at: takenS(name), size: bytes?.length ?? 0 },
          ...(bytes && before && { changed: changedPaths(parsed(before), parsed(bytes)) }),
        };
      });
      const { unixMs } = checked.get(id) ?? {};
      return { backups, ...(unixMs !== undefined && { checked_at: Math.floor(unixMs / 1000) }) };
    },
    read,
    async forget() {
      for (const name of await directory.names()) if (NAME.test(name)) await directory.remove(name);
    },
    look,
    lookSoon() {
      if (cancel !== undefined && !isStopped) next(SOON_MS);
    },
    start: () => next(FIRST_LOOK_AFTER_MS),
    stop() {
      isStopped = true;
      cancel?.();
      return looking;
    },
  };
}

function takenS(name: string): number {
  return Number(NAME.exec(name)?.[2] ?? 0);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Where two files differ, as `mqtt.topic`, `inverters.0.name`. */
function changedPaths(before: unknown, after: unknown, path = ''): readonly string[] {
  if (path === SAVE_COUNT) return [];
  if (!isTree(before) || !isTree(after)) return Object.is(before, after) ? [] : [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) =>
    changedPaths(memberOf(before, key), memberOf(after, key), path === '' ? key : `${path}.${key}`),
  );
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function memberOf(tree: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}
