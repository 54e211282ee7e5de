import { CONFIG_FILE, type Handlers, type LiveData, result } from '@heliograph/contract';
import type { Air } from '../../air/air.ts';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import type { Firmware } from '../../firmware/firmware.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import type { DataDirectory } from '../../platform/data-directory.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HashCost } from '../../settings/password-hash.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { AnswerHeaders, AnswerTexts } from '../answers/send-answer.ts';
import type { LiveDataFeed } from '../sockets/live-data-feed.ts';
import { askedInverter } from './by-serial.ts';
import { createConfigFileHandlers } from './config-files.ts';
import { createDeviceHandlers, type DeviceHandlerOptions } from './device.ts';
import { createDtuHandlers } from './dtu.ts';
import { createInverterFactHandlers } from './inverter-facts.ts';
import { createInverterHandlers } from './inverters.ts';
import { createLimitHandlers, limitStatusText } from './limit.ts';
import { createMaintenanceHandlers } from './maintenance.ts';
import { createMqttHandlers, type MqttHandlerOptions } from './mqtt.ts';
import { createNetworkHandlers } from './network.ts';
import { createNtpHandlers, type NtpHandlerOptions } from './ntp.ts';
import { createPowerHandlers } from './power.ts';
import { createSecurityHandlers, type SecurityHandlerOptions } from './security.ts';
import { createSystemHandlers, type SystemHandlerOptions } from './system.ts';

/** What handlers need besides the settings. */
export interface HandlerParts
  extends Pick<DeviceHandlerOptions, 'pins' | 'restartSoon'>,
    Pick<MqttHandlerOptions, 'mqttFacts' | 'tryConnection'>,
    Pick<NtpHandlerOptions, 'time'>,
    Pick<
      SystemHandlerOptions,
      'startReason' | 'version' | 'gitHash' | 'installation' | 'updateRepository' | 'radioStatus' | 'totals'
    > {
  readonly fleet: Fleet;
  readonly air: Pick<Air, 'setLimit' | 'setPower'>;
  readonly directory: DataDirectory;
  readonly deviceClock: DeviceClock;
  readonly configFiles: ConfigFiles;
  readonly firmware: Pick<Firmware, 'active' | 'receive'>;
  readonly hashCost: HashCost;
}

export interface HandlerOptions extends HandlerParts, Pick<SecurityHandlerOptions, 'onPasswordSet'> {
  readonly feed: LiveDataFeed;
  readonly settings: SettingsStore;
  readonly platform: Pick<Platform, 'clock' | 'host' | 'randomBytes'>;
}

/** One handler for each endpoint of the contract; who may call them was decided before. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { feed, fleet, air, settings, platform, directory, deviceClock } = options;
  return {
    authenticate: () => result('Authenticated'),
    getLiveData: (_, { inv }) =>
      liveDataOf(feed.current(), inv === undefined ? undefined : askedInverter(fleet, inv)),
    ...createLimitHandlers(fleet, air),
    ...createPowerHandlers(fleet, air),
    ...createInverterFactHandlers(fleet, deviceClock),
    ...createInverterHandlers(settings),
    ...createNetworkHandlers(settings),
    ...createMqttHandlers(options),
    ...createNtpHandlers(options),
    ...createDtuHandlers(settings),
    ...createDeviceHandlers(options),
    ...createSecurityHandlers({
      settings,
      randomBytes: platform.randomBytes,
      hashCost: options.hashCost,
      onPasswordSet: options.onPasswordSet,
    }),
    ...createSystemHandlers({
      settings,
      host: platform.host,
      clock: platform.clock,
      fleet,
      startReason: options.startReason,
      dataFolder: directory.path,
      version: options.version,
      gitHash: options.gitHash,
      installation: options.installation,
      firmware: options.firmware,
      updateRepository: options.updateRepository,
      radioStatus: options.radioStatus,
      totals: options.totals,
    }),
    ...createConfigFileHandlers(options),
    ...createMaintenanceHandlers(options.restartSoon),
  };
}

/** Of the inverter only that is asked for; the sums are those of the whole plant. */
function liveDataOf(data: LiveData, asked: InverterState | undefined): LiveData {
  if (asked === undefined) return data;
  return { ...data, inverters: data.inverters.filter(({ serial }) => serial === asked.serial) };
}

/** Answers whose text is not plain JSON. */
export function createAnswerTexts({ feed }: Pick<HandlerOptions, 'feed'>): AnswerTexts {
  return {
    getLiveData: (data) => feed.textOf(data),
    getLimitStatus: limitStatusText,
    getConfigFile: (bytes) => Buffer.from(bytes),
    getPrometheusMetrics: (text) => Buffer.from(text),
  };
}

export const ANSWER_HEADERS: AnswerHeaders = {
  getConfigFile: ({ file = CONFIG_FILE }) => ({ 'content-disposition': `attachment; filename="${file}"` }),
  // Source: docs/reference/original-device.md#prometheus.
  getPrometheusMetrics: () => ({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-cache',
  }),
};
