import { type Handlers, type ModbusStatus, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';

type ModbusHandlers = Pick<Handlers, 'getModbusSettings' | 'setModbusSettings' | 'getModbusStatus'>;

/** The plant over Modbus TCP: whether it is there, who may limit it, and who does. */
export function createModbusHandlers(settings: SettingsStore, status: () => ModbusStatus): ModbusHandlers {
  return {
    getModbusSettings: () => settings.get('modbus'),
    async setModbusSettings(next) {
      await settings.update('modbus', () => next);
      return result('SettingsSaved');
    },
    getModbusStatus: () => status(),
  };
}
