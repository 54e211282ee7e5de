import { randomBytes } from 'node:crypto';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import type { Log } from '../src/platform/log.ts';
import type { Platform } from '../src/platform/platform.ts';
import { hostProcessTable } from '../src/platform/process-table.ts';
import { SILENT_NTP } from './silent-ntp.ts';
import { TEST_HOST } from './test-host.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export interface VirtualPlatform extends Platform {
  readonly clock: VirtualClock;
}

/** The real disk, and a clock that stands still until it is advanced. */
export function createVirtualPlatform(log: Log): VirtualPlatform {
  return {
    clock: createVirtualClock(),
    log,
    host: TEST_HOST,
    processes: hostProcessTable,
    ntp: SILENT_NTP,
    randomBytes: (count) => randomBytes(count),
    openDataDirectory: (path) => openDataDirectory(path, log.warn),
  };
}
