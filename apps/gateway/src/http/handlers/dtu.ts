import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';

/** The poll loop has subscribed to the settings. */
export function createDtuHandlers(settings: SettingsStore): Pick<Handlers, 'getDtuConfig' | 'setDtuConfig'> {
  return {
    getDtuConfig: () => settings.get('dtu'),
    async setDtuConfig(config) {
      await settings.update('dtu', () => config);
      return result('SettingsSaved');
    },
  };
}
