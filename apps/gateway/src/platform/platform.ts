import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Clock, systemClock } from './clock.ts';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { type HostFacts, systemHostFacts } from './host-facts.ts';
import type { Log } from './log.ts';
import { createNtpClient, type NtpClient } from './ntp-client.ts';
import { makePassingFolders, type PassingFolder } from './passing-folder.ts';
import { hostProcessTable, type ProcessTable } from './process-table.ts';

/** Everything of the outside world that the gateway uses, besides its own port and the radio. */
export interface Platform {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: HostFacts;
  readonly processes: ProcessTable;
  readonly ntp: NtpClient;
  /** Asks web servers of others. */
  readonly fetch: typeof globalThis.fetch;
  /** Random bytes fit for keys. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly openDataDirectory: (path: string) => Promise<DataDirectory>;
  /** Folders for what is needed for a moment and finds no room in the data folder: one in each place where that can be made. */
  readonly makePassingFolders: () => AsyncIterable<PassingFolder>;
  /** The built script of a thread; undefined where there is none. */
  readonly workerScript: (name: string) => URL | undefined;
  /** What Node calls the operating system, such as `linux`. */
  readonly system: string;
}

/** The real world. */
export function createHostPlatform(log: Log): Platform {
  return {
    clock: systemClock,
    log,
    host: systemHostFacts,
    processes: hostProcessTable,
    ntp: createNtpClient({ clock: systemClock, randomBytes }),
    fetch: globalThis.fetch,
    randomBytes: (count) => randomBytes(count),
    openDataDirectory: (path) => openDataDirectory(path, log.warn),
    makePassingFolders,
    system: process.platform,
    workerScript(name) {
      const [script] = ['./', '../']
        .map((folder) => new URL(`${folder}${name}.js`, import.meta.url))
        .filter(existsSync);
      return script;
    },
  };
}
