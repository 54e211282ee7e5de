import type { DeviceClock } from '../platform/device-clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createServerQuery } from './server-query.ts';
import { createServerTrials, type TryServer } from './server-trials.ts';
import { createTimeSync, type TimeSyncState } from './time-sync.ts';

/** The device's clock, and the server of the settings that keeps it right. */
export interface GatewayTime {
  /** Asks the server from now on. Returns the function that ends it. */
  start(): () => void;
  state(): TimeSyncState;
  /** Sets the clock by hand, to a unix time in milliseconds. */
  setByHand(unixMs: number): void;
  readonly tryServer: TryServer;
}

export interface GatewayTimeParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  /** How far the time of a simulated world has run ahead of that of the world in which the time servers stand. */
  readonly aheadMs: () => number;
}

export function createGatewayTime(parts: GatewayTimeParts): GatewayTime {
  const { platform, settings, deviceClock, aheadMs } = parts;
  const { clock, log, ntp: client, randomBytes } = platform;
  const hostsDeviceClock = {
    ...deviceClock,
    unixMs: () => deviceClock.unixMs() - aheadMs(),
    set: (unixMs: number) => deviceClock.set(unixMs + aheadMs()),
  };
  const timeSync = createTimeSync({
    clock,
    deviceClock: hostsDeviceClock,
    log,
    query: createServerQuery({ client, clock }),
    random: () => (randomBytes(1)[0] ?? 0) / 256,
    server: settings.get('ntp').ntp_server,
  });
  return {
    start() {
      const unsubscribe = settings.subscribe('ntp', ({ ntp_server }) => timeSync.setServer(ntp_server));
      timeSync.start();
      return () => {
        unsubscribe();
        timeSync.stop();
      };
    },
    state: timeSync.state,
    setByHand(unixMs) {
      deviceClock.set(unixMs);
      timeSync.overruled();
    },
    // With a query of its own: who does not want to be asked is remembered for the server of the settings apart.
    tryServer: createServerTrials({
      clock,
      deviceClock: hostsDeviceClock,
      query: createServerQuery({ client, clock }),
    }),
  };
}
