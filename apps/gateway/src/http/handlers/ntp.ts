import { type Handlers, result } from '@heliograph/contract';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { localTimeParts, localTimeText, unixMsOfLocal } from '../../time/local-time.ts';

type NtpHandlers = Pick<Handlers, 'getNtpConfig' | 'setNtpConfig' | 'getNtpStatus' | 'getTime' | 'setTime'>;

/** Clock and time server have subscribed to the settings. */
export function createNtpHandlers(settings: SettingsStore, clock: DeviceClock): NtpHandlers {
  return {
    getNtpConfig: () => settings.get('ntp'),
    async setNtpConfig(config) {
      await settings.update('ntp', () => config);
      return result('SettingsSaved');
    },
    getNtpStatus: () => ({
      ...settings.get('ntp'),
      ntp_status: clock.isSet(),
      ntp_localtime: localTimeText(clock),
    }),
    getTime: () => ({ ntp_status: clock.isSet(), ...localTimeParts(clock) }),
    setTime(time) {
      clock.set(unixMsOfLocal(time, clock));
      return result('TimeUpdated');
    },
  };
}
