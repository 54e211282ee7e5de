import { type DtuConfig, type DtuUpdate, type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { chosenOf, withNewerSettings } from './newer-settings.ts';

/** The poll loop has subscribed to the settings. */
export function createDtuHandlers(settings: SettingsStore): Pick<Handlers, 'getDtuConfig' | 'setDtuConfig'> {
  return {
    getDtuConfig() {
      const config = settings.get('dtu');
      return withNewerSettings('dtu', config, config);
    },
    async setDtuConfig(update) {
      let isClear = false;
      await settings.update('dtu', (current) => {
        const changed = changedBy(update, current);
        isClear = changed !== undefined;
        return changed ?? current;
      });
      return result(isClear ? 'SettingsSaved' : 'ValuesMissing');
    },
  };
}

/** Undefined where two names of one value say different things. */
function changedBy(update: DtuUpdate, current: DtuConfig): DtuConfig | undefined {
  const serial = chosenOf(current.dtu_serial, update.dtu_serial, update.serial);
  const interval = chosenOf(current.dtu_pollinterval, update.dtu_pollinterval, update.pollinterval);
  const level = chosenOf(current.dtu_palevel, update.dtu_palevel, update.nrf_palevel);
  if (serial === undefined || interval === undefined || level === undefined) return undefined;
  return { dtu_serial: serial.value, dtu_pollinterval: interval.value, dtu_palevel: level.value };
}
