import { type Handlers, type ModbusStatus, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';

type ModbusHandlers = Pick<Handlers, 'getModbusSettings' | 'setModbusSettings' | 'getModbusStatus'>;

/** The plant over Modbus TCP: whether it is there, who may limit it, and who does. */
export function createModbusHandlers(settings: SettingsStore, status: () => ModbusStatus): ModbusHandlers {
  return {
    getModbusSettings: () => settings.get('modbus'),
    async setModbusSettings(next) {
      await settings.update('modbus', () => ({ ...next, writers: withoutRepeats(next.writers) }));
      return result('SettingsSaved');
    },
    getModbusStatus: () => status(),
  };
}

/** Each address once, as it came first; letters of IPv6 may be small or large. */
function withoutRepeats(writers: readonly string[]): string[] {
  const written = new Map<string, string>();
  for (const writer of writers) {
    const key = writer.toLowerCase();
    if (!written.has(key)) written.set(key, writer);
  }
  return [...written.values()];
}
