import type { DeviceClock } from '../platform/device-clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createServerQuery } from './server-query.ts';
import { createTimeSync } from './time-sync.ts';

export interface TimeSyncParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
}

/** Keeps the device's clock right with the server of the settings. Returns the function that ends it. */
export function startTimeSync({ platform, settings, deviceClock }: TimeSyncParts): () => void {
  const { clock, log, ntp, randomBytes } = platform;
  const timeSync = createTimeSync({
    clock,
    deviceClock,
    log,
    query: createServerQuery({ client: ntp, clock }),
    random: () => (randomBytes(1)[0] ?? 0) / 256,
    server: settings.get('ntp').ntp_server,
  });
  const unsubscribe = settings.subscribe('ntp', ({ ntp_server }) => timeSync.setServer(ntp_server));
  timeSync.start();
  return () => {
    unsubscribe();
    timeSync.stop();
  };
}
