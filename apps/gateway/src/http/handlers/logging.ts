import {
  type Handlers,
  LOG_LEVEL_INHERITED,
  LOG_MODULES,
  type LogLevels,
  type LogSettings,
  result,
} from '@heliograph/contract';
import type { LogPart } from '../../platform/log.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

/** Every part of the log can be set: the compiler finds one that the log has not. */
const PARTS: readonly LogPart[] = LOG_MODULES;

/** What of the log is told; the log itself has subscribed to the settings. */
export function createLogHandlers(settings: SettingsStore): Pick<Handlers, 'getLogConfig' | 'setLogConfig'> {
  return {
    getLogConfig: () => ({ loglevel: told(settings.get('device').log) }),
    async setLogConfig({ loglevel }) {
      await settings.update('device', (current) => ({ ...current, log: changed(current.log, loglevel) }));
      return result('SettingsSaved');
    },
  };
}

/** Every part with its level. */
function told({ default: all, modules }: LogLevels): LogLevels {
  const levelOf = (name: string) => modules.find((one) => one.name === name)?.level ?? LOG_LEVEL_INHERITED;
  return { default: all, modules: PARTS.map((name) => ({ name, level: levelOf(name) })) };
}

/** What is not said stays; of parts that there are none of nothing is kept. */
function changed(current: LogLevels, { default: all, modules }: LogSettings['loglevel']): LogLevels {
  const levels = new Map([...told(current).modules, ...modules].map(({ name, level }) => [name, level]));
  return {
    default: all ?? current.default,
    modules: PARTS.map((name) => ({ name, level: levels.get(name) ?? LOG_LEVEL_INHERITED })).filter(
      ({ level }) => level !== LOG_LEVEL_INHERITED,
    ),
  };
}
