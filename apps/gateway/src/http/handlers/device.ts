import { DEFAULT_PROFILE_NAME, type Handlers, type PinAssignment, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';

type DeviceHandlers = Pick<Handlers, 'getDeviceConfig' | 'setDeviceConfig'>;

export interface DeviceHandlerOptions {
  readonly settings: SettingsStore;
  /** In use since the start. */
  readonly pins: PinAssignment;
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
}

export function createDeviceHandlers({ settings, pins, restartSoon }: DeviceHandlerOptions): DeviceHandlers {
  return {
    getDeviceConfig() {
      const { profile, display } = settings.get('device');
      return { curPin: { name: profile, ...pins }, display };
    },
    async setDeviceConfig({ curPin, display }) {
      const before = settings.get('device');
      await settings.update('device', (current) => ({
        profile: curPin?.name ?? current.profile,
        display: display ?? current.display,
      }));
      if (wiringOf(settings.get('device').profile) !== wiringOf(before.profile)) restartSoon();
      return result('SettingsSaved');
    },
  };
}

/** Never having chosen a profile is having the default one. */
function wiringOf(profile: string): string {
  return profile === '' ? DEFAULT_PROFILE_NAME : profile;
}
