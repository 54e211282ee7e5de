import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createGateway, type Gateway, type GatewayOptions, type RunningGateway } from '../src/gateway.ts';
import { createLog, type LogLevel } from '../src/platform/log.ts';
import type { Platform } from '../src/platform/platform.ts';
import { createFirstSettings } from '../src/settings/first-settings.ts';
import { openSettingsStore, type SettingsStore } from '../src/settings/settings-store.ts';
import { CHEAP_HASH } from './cheap-hash.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { createVirtualPlatform, type VirtualPlatform } from './virtual-platform.ts';

export { CHEAP_HASH };

/** On a clock that stands still nobody would ever get more requests; and all clients of a test have one address. */
export const NO_CROWD_LIMITS = {
  requestBurst: Number.MAX_SAFE_INTEGER,
  socketsPerAddressMax: 64,
  readBurst: Number.MAX_SAFE_INTEGER,
  frameBurst: Number.MAX_SAFE_INTEGER,
  frameByteBurst: Number.MAX_SAFE_INTEGER,
};

export interface TestPlatform extends VirtualPlatform {
  readonly logLines: readonly string[];
}

/** A virtual platform that keeps what is logged. */
export function createTestPlatform(level: LogLevel = 'trace'): TestPlatform {
  const logLines: string[] = [];
  const log = createLog({ level, writeLine: (line) => logLines.push(line) });
  return { ...createVirtualPlatform(log), logLines };
}

/** A folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestGatewayOptions extends Partial<GatewayOptions> {
  readonly platform?: TestPlatform;
  /** Changes the settings of the data folder before the gateway starts. */
  readonly prepare?: (settings: SettingsStore) => Promise<void>;
}

export interface TestGateway extends RunningGateway {
  readonly gateway: Gateway;
  readonly clock: VirtualClock;
  readonly logLines: readonly string[];
  readonly dataFolder: string;
  /** Stops it, whatever it waits for on its clock. */
  stopNow(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

/** A whole gateway on a free port of this machine; it goes when the test ends. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const running = await startSharedGateway(options);
  onTestFinished(running.dispose);
  return running;
}

/** As `startTestGateway`, for several tests: whoever starts it disposes of it. */
export async function startSharedGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { platform = createTestPlatform(), prepare, ...overrides } = options;
  const dataFolder = overrides.dataFolder ?? (await mkdtemp(join(tmpdir(), 'heliograph-')));
  if (prepare !== undefined) {
    const settings = await openTestSettings(platform, dataFolder);
    await prepare(settings);
    await settings.close();
  }
  const gateway = createGateway(platform, {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    webFolder: join(dataFolder, 'no-web-app'),
    scenario: 'three-inverters',
    speed: 1,
    seed: 1,
    firstPassword: undefined,
    hashCost: CHEAP_HASH,
    limits: NO_CROWD_LIMITS,
    ...overrides,
  });
  const running = await gateway.start();
  return {
    ...running,
    gateway,
    clock: platform.clock,
    logLines: platform.logLines,
    dataFolder,
    stopNow: () => stopNow(gateway, platform.clock),
    async dispose() {
      await stopNow(gateway, platform.clock);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** More than a gateway waits for when it stops, and too little for a simulated day to end meanwhile. */
const STOP_MAX_MS = 60_000;

/** Stops a gateway whose clock stands still: what it waits for at most is advanced, however slow the disk is. */
async function stopNow(gateway: Gateway, clock: VirtualClock): Promise<void> {
  let isStopped = false;
  const stopped = gateway.stop().finally(() => {
    isStopped = true;
  });
  for (let passedMs = 0; !isStopped; passedMs += 1000) {
    await clock.advanceAsync(passedMs < STOP_MAX_MS ? 1000 : 0);
  }
  await stopped;
}

/** The settings of a data folder, as they are on a fresh start without inverters. */
export async function openTestSettings(platform: Platform, dataFolder: string): Promise<SettingsStore> {
  const first = createFirstSettings({
    host: platform.host,
    randomBytes: platform.randomBytes,
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters: [],
    pollIntervalS: 1,
  });
  const directory = await platform.openDataDirectory(dataFolder);
  return openSettingsStore({ directory, first, log: platform.log });
}
