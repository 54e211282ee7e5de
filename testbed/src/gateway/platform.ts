import { randomBytes } from 'node:crypto';
import { openDataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { type HostFacts, systemHostFacts } from '../../../apps/gateway/src/platform/host-facts.ts';
import { createLog, type Log, type LogLevel } from '../../../apps/gateway/src/platform/log.ts';
import type { NtpClient } from '../../../apps/gateway/src/platform/ntp-client.ts';
import { makePassingFolders } from '../../../apps/gateway/src/platform/passing-folder.ts';
import type { Platform } from '../../../apps/gateway/src/platform/platform.ts';
import { hostProcessTable } from '../../../apps/gateway/src/platform/process-table.ts';
import { createVirtualClock, type VirtualClock } from '../clock.ts';

/** The outside world of a gateway in the process of a test. Nothing here needs vitest. */

/** Hashing a password in a test must not take a quarter of a second. */
export const CHEAP_HASH = { logCost: 4, blockSize: 1, parallelism: 1 };

/** A machine that is always the same. */
export const TEST_HOST: HostFacts = {
  ...systemHostFacts,
  hostName: () => 'solar.example.org',
  macAddresses: () => ['020000abcdef'],
  ownAddresses: () => ['127.0.0.1/8', '::1/128', '192.168.4.20/24', '2001:db8:4::20/64'],
  network: () => ({
    ip: '192.168.4.20',
    netmask: '255.255.255.0',
    gateway: '192.168.4.1',
    nameServers: ['192.168.4.1'],
    mac: '020000abcdef',
  }),
  processor: () => ({ model: 'Test chip', cores: 4, frequencyMhz: 1500, revision: 3 }),
  temperatureC: () => 48.5,
  memory: () => ({ total: 300_000, used: 120_000 }),
  fileSystem: async () => ({ total: 8_000_000, used: 2_000_000 }),
  runtime: () => 'Node.js v20.19.0',
  runtimeEndOfLife: () => '2026-04-30',
};

/** The same without the certificates of all authorities, which take longer than everything else. */
export const BARE_HOST: HostFacts = { ...TEST_HOST, rootCertificates: () => [] };

/** The one name that is known at once to lead nowhere. */
export const NO_TIME_SERVER = 'nowhere.invalid';

/** A network without an answer: names and servers are waited for. */
export const SILENT_NTP: NtpClient = {
  addressesOf: (server) => (server === NO_TIME_SERVER ? Promise.resolve([]) : new Promise(() => {})),
  ask: () => new Promise(() => {}),
};

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
    fetch: globalThis.fetch,
    randomBytes: (count) => randomBytes(count),
    openDataDirectory: (path) => openDataDirectory(path, log.warn),
    makePassingFolders,
    workerScript: () => undefined,
    system: 'linux',
  };
}

export interface TestPlatform extends VirtualPlatform {
  readonly logLines: readonly string[];
}

/** A virtual platform that keeps what is logged. */
export function createTestPlatform(level: LogLevel = 'trace'): TestPlatform {
  const logLines: string[] = [];
  const log = createLog({ level, writeLine: (line) => logLines.push(line) });
  return { ...createVirtualPlatform(log), logLines };
}
