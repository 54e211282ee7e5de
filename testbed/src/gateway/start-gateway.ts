import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  type RunningGateway,
} from '../../../apps/gateway/src/gateway.ts';
import type { SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import type { VirtualClock } from '../clock.ts';
import { gatewayDefaults } from './create-gateway.ts';
import { createTestPlatform, type TestPlatform } from './platform.ts';
import { openTestSettings } from './test-settings.ts';

/** On a clock that stands still nobody would ever get more requests; and all clients of a test have one address. */
export const NO_LIMITS = {
  requestBurst: Number.MAX_SAFE_INTEGER,
  socketsPerAddressMax: 64,
  readBurst: Number.MAX_SAFE_INTEGER,
  frameBurst: Number.MAX_SAFE_INTEGER,
  frameByteBurst: Number.MAX_SAFE_INTEGER,
};

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
    ...gatewayDefaults(dataFolder),
    limits: NO_LIMITS,
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
