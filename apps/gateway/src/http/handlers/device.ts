import {
  type DeviceConfig,
  type DisplayConfig,
  type Handlers,
  type PinAssignment,
  result,
} from '@heliograph/contract';
import type { DataDirectory } from '../../platform/data-directory.ts';
import { isSameWiring } from '../../settings/pin-profiles.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { withNewerSettings } from './newer-settings.ts';

type DeviceHandlers = Pick<Handlers, 'getDeviceConfig' | 'setDeviceConfig'>;

export interface DeviceHandlerOptions {
  readonly settings: SettingsStore;
  readonly directory: DataDirectory;
  /** In use since the start. */
  readonly pins: PinAssignment;
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
}

/** What is not sent stays. */
function withKept(update: DeviceConfig['display'], current: DisplayConfig): DisplayConfig {
  const { show_logo = current.show_logo, ...others } = update ?? {};
  return { ...current, ...others, show_logo };
}

export function createDeviceHandlers(options: DeviceHandlerOptions): DeviceHandlers {
  const { settings, directory, pins, restartSoon } = options;
  return {
    getDeviceConfig() {
      const { profile, display } = settings.get('device');
      return withNewerSettings('device', { curPin: { name: profile, ...pins }, display }, { led: [] });
    },
    async setDeviceConfig({ curPin, display }) {
      let profileBefore = '';
      await settings.update('device', (current) => {
        profileBefore = current.profile;
        return {
          profile: curPin?.name ?? current.profile,
          display: withKept(display, current.display),
        };
      });
      const profile = curPin?.name ?? profileBefore;
      if (!(await isSameWiring(directory, profileBefore, profile))) restartSoon();
      return result('SettingsSaved');
    },
  };
}
