import { type DeviceConfig, type Handlers, type PinAssignment, result } from '@heliograph/contract';
import type { DataDirectory } from '../../platform/data-directory.ts';
import { isSameWiring } from '../../settings/pin-profiles.ts';
import type { DeviceSection } from '../../settings/sections.ts';
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
function withKept(
  update: DeviceConfig['display'],
  current: DeviceSection['display'],
): DeviceSection['display'] {
  const said = Object.entries(update ?? {}).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(said) };
}

/** A light that is not named, or whose brightness is not said, stays. */
function withLights(update: DeviceConfig['led'], current: DeviceSection['led']): DeviceSection['led'] {
  return current.map(({ brightness }, index) => ({ brightness: update?.[index]?.brightness ?? brightness }));
}

export function createDeviceHandlers(options: DeviceHandlerOptions): DeviceHandlers {
  const { settings, directory, pins, restartSoon } = options;
  return {
    getDeviceConfig() {
      const { profile, display, led } = settings.get('device');
      const { rotation, locale, diagramduration, diagrammode, ...of2023 } = display;
      const newer = { rotation, locale, diagramduration, diagrammode };
      return withNewerSettings(
        'device',
        { curPin: { name: profile, ...pins }, display: of2023 },
        {
          ...Object.fromEntries(Object.entries(newer).map(([key, value]) => [`display.${key}`, value])),
          led,
        },
      );
    },
    async setDeviceConfig({ curPin, display, led }) {
      let profileBefore = '';
      await settings.update('device', (current) => {
        profileBefore = current.profile;
        return {
          ...current,
          profile: curPin?.name ?? current.profile,
          display: withKept(display, current.display),
          led: withLights(led, current.led),
        };
      });
      const profile = curPin?.name ?? profileBefore;
      if (!(await isSameWiring(directory, profileBefore, profile))) restartSoon();
      return result('SettingsSaved');
    },
  };
}
