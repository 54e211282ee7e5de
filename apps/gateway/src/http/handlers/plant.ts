import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';

/** How the plant is drawn. Whoever lists inverters has subscribed to the settings. */
export function createPlantHandlers(settings: SettingsStore): Pick<Handlers, 'getPlant' | 'setPlant'> {
  return {
    getPlant: () => settings.get('plant'),
    async setPlant(plant) {
      await settings.update('plant', () => plant);
      return result('SettingsSaved');
    },
  };
}
