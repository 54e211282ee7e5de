import {
  type ApiGenerations,
  BACKUP_FILE,
  BODY_SCHEMAS,
  type BodySchemas,
  CONFIG_FILE,
  type Handlers,
  HISTORY_CSV_ROWS_HEADER,
  type LiveData,
  limitOrderSchema,
  type ModbusStatus,
  type NewestLiveData,
  powerOrderSchema,
  timezoneOf,
} from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Passkeys } from '../../accounts/passkeys.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Shares } from '../../accounts/shares.ts';
import type { ConfigFiles } from '../../config-files/config-files.ts';
import type { WholeBackup } from '../../config-files/whole-backup.ts';
import { limitValueMaxOf } from '../../encoding/limit-value-max.ts';
import type { Firmware } from '../../firmware/firmware.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { Orders } from '../../fleet/order-book.ts';
import { createRecordedDryRun } from '../../limits/recorded-dry-run.ts';
import type { DataDirectory } from '../../platform/data-directory.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellsOf2023 } from '../../settings/api-generations.ts';
import { accessPointName, chipIdOrSerial } from '../../settings/device-identity.ts';
import type { HashCost } from '../../settings/password-hash.ts';
import { isSameWiring } from '../../settings/pin-profiles.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Timeseries } from '../../timeseries/timeseries.ts';
import type { AnswerHeaders, AnswerStreams, AnswerTexts } from '../answers/send-answer.ts';
import type { LiveDataFeed } from '../sockets/live-data-feed.ts';
import { type AccountHandlerOptions, createAccountHandlers } from './accounts.ts';
import { type AlertHandlerOptions, createAlertHandlers } from './alerts.ts';
import { createChangeHandlers } from './changes.ts';
import { createConfigFileHandlers } from './config-files.ts';
import { createDeviceHandlers, type DeviceHandlerOptions } from './device.ts';
import { createDtuHandlers } from './dtu.ts';
import { createEventHandlers } from './events.ts';
import { createFindingHandlers, type FindingHandlerOptions } from './findings.ts';
import { createFirstRunHandlers, type FirstRunHandlerOptions } from './first-run.ts';
import { createHistoryHandlers, type HistoryHandlerOptions } from './history.ts';
import { createInverterFactHandlers } from './inverter-facts.ts';
import { createInverterHandlers } from './inverters.ts';
import { createLimitHandlers, limitStatusText } from './limit.ts';
import { createLimitControlHandlers, type LimitsInView, type RuleInView } from './limits.ts';
import { createLogHandlers } from './logging.ts';
import { createMaintenanceHandlers } from './maintenance.ts';
import { createMeterHandlers, type MeterHandlerOptions } from './meter.ts';
import { createModbusHandlers } from './modbus.ts';
import { createMqttHandlers, type MqttHandlerOptions } from './mqtt.ts';
import { createNetworkHandlers } from './network.ts';
import { createNtpHandlers, type NtpHandlerOptions } from './ntp.ts';
import { createOpenIdHandlers, type OpenIdHandlerOptions } from './openid.ts';
import { createOrderHandlers } from './orders.ts';
import { createPasskeyHandlers, type PasskeyHandlerOptions } from './passkeys.ts';
import { createPlantHandlers } from './plant.ts';
import { createPlantDayHandler } from './plant-day.ts';
import { createPowerHandlers } from './power.ts';
import { createRadioHandlers, type RadioHandlerOptions } from './radio.ts';
import { createSecurityHandlers } from './security.ts';
import { createSessionHandlers } from './sessions.ts';
import { createShareHandlers, type ShareHandlerOptions } from './shares.ts';
import { createSignInHandlers } from './sign-in.ts';
import { createSourceDeviceHandlers, type SourceDeviceHandlerOptions } from './source-device.ts';
import { createSourceHandlers, type SourceHandlerOptions } from './sources.ts';
import { createSupportBundle } from './support-bundle.ts';
import { createSystemHandlers, type SystemHandlerOptions } from './system.ts';
import { createTimeseriesHandlers } from './timeseries.ts';

/** What handlers need besides the settings. */
export interface HandlerParts
  extends Pick<AlertHandlerOptions, 'alerts'>,
    Pick<RadioHandlerOptions, 'isRadioSimulated' | 'radioTrial'>,
    Pick<DeviceHandlerOptions, 'pins' | 'restartSoon'>,
    Pick<FindingHandlerOptions, 'findings'>,
    Pick<HistoryHandlerOptions, 'history'>,
    Pick<MeterHandlerOptions, 'meter'>,
    Pick<MqttHandlerOptions, 'mqttFacts' | 'tryConnection'>,
    Pick<NtpHandlerOptions, 'time'>,
    Pick<
      SourceHandlerOptions & SourceDeviceHandlerOptions,
      'devices' | 'deviceBackups' | 'deviceFinder' | 'pollStagger' | 'sources'
    >,
    Pick<
      SystemHandlerOptions,
      | 'startReason'
      | 'version'
      | 'gitHash'
      | 'gatewayId'
      | 'installation'
      | 'updateRepository'
      | 'radioStatus'
      | 'totals'
    > {
  readonly fleet: Fleet;
  readonly orders: Orders;
  readonly powerLimits: LimitsInView;
  readonly rule: RuleInView;
  readonly timeseries: Pick<Timeseries, 'status' | 'test'>;
  readonly modbusStatus: () => ModbusStatus;
  readonly directory: DataDirectory;
  readonly deviceClock: DeviceClock;
  readonly configFiles: ConfigFiles;
  readonly wholeBackup: WholeBackup;
  readonly firmware: Pick<Firmware, 'active' | 'receive'>;
  readonly hashCost: HashCost;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly accessLog: AccessLog;
  readonly shares: Shares;
  readonly passkeys: Passkeys;
  readonly firstRun: FirstRunHandlerOptions['firstRun'];
}

export interface HandlerOptions
  extends HandlerParts,
    Pick<AccountHandlerOptions, 'onPasswordSet'>,
    Pick<ShareHandlerOptions, 'shareCookies' | 'limits'>,
    Pick<PasskeyHandlerOptions, 'passkeyCookies' | 'questions' | 'logins' | 'browserOf'>,
    Pick<OpenIdHandlerOptions, 'openIdProvider' | 'openIdAttempts' | 'openIdCookies'>,
    Pick<FirstRunHandlerOptions, 'limits'>,
    Pick<NtpHandlerOptions, 'timeZones'> {
  readonly feed: LiveDataFeed;
  readonly log: Pick<Log, 'recentLines'>;
  readonly settings: SettingsStore;
  readonly platform: Pick<Platform, 'clock' | 'host' | 'randomBytes'>;
}

/** One handler for each endpoint of the contract; who may call them was decided before. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { feed, fleet, orders, settings, platform, directory, deviceClock, restartSoon } = options;
  /** What is usual at a place goes on with the new inverter as its history does. */
  const replaceInverter: HandlerOptions['history']['replace'] = async (oldSerial, newSerial) => {
    const replacing = await options.history.replace(oldSerial, newSerial);
    if (replacing === 'done') options.findings.replace(oldSerial, newSerial);
    return replacing;
  };
  const dryRuns = createRecordedDryRun({
    ...{ history: options.history, clock: platform.clock, deviceClock },
    utcOffsetS: (unixS) => timezoneOf(settings.get('ntp').ntp_timezone).utcOffsetS(unixS),
  });
  const handlers: Omit<Handlers, 'getSupportBundle'> = {
    getLiveData(_, { inv, shown = '' }, { generations, isPage }) {
      if (inv !== undefined) return feed.ofInverter(fleet.find(inv)?.serial ?? inv, generations);
      if (isPage) return feed.forPage(shown);
      return generations === 'newest' ? feed.newest('all') : feed.current(generations);
    },
    ...createLimitHandlers(fleet, orders, options.rule),
    ...createLimitControlHandlers(settings, options.powerLimits, options.rule, dryRuns),
    ...createAlertHandlers({ settings, alerts: options.alerts, clock: platform.clock, deviceClock }),
    ...createModbusHandlers(settings, options.modbusStatus),
    ...createTimeseriesHandlers(settings, options.timeseries),
    ...createRadioHandlers(options),
    ...createSessionHandlers(options.sessions, options.accounts, options.accessLog),
    ...createAccountHandlers(options),
    ...createShareHandlers(options),
    ...createPasskeyHandlers(options),
    ...createSignInHandlers(settings),
    ...createOpenIdHandlers(options),
    ...createPowerHandlers(fleet, orders),
    ...createOrderHandlers({ fleet, orders, history: options.history }),
    ...createInverterFactHandlers(fleet, deviceClock),
    ...createInverterHandlers(settings, fleet),
    ...createNetworkHandlers(settings),
    ...createMqttHandlers({
      settings,
      mqttFacts: options.mqttFacts,
      clientId: () => accessPointName(chipIdOrSerial(platform.host, settings.get('dtu').dtu_serial)),
      tryConnection: options.tryConnection,
    }),
    ...createNtpHandlers({ settings, deviceClock, time: options.time, timeZones: options.timeZones }),
    getLanguages: () => [],
    ...createDtuHandlers(settings),
    ...createLogHandlers(settings),
    ...createDeviceHandlers({ settings, directory, pins: options.pins, restartSoon }),
    ...createSecurityHandlers({
      settings,
      randomBytes: platform.randomBytes,
      hashCost: options.hashCost,
      onPasswordSet: options.onPasswordSet,
    }),
    ...createFirstRunHandlers({
      ...{ settings, firstRun: options.firstRun, accessLog: options.accessLog, limits: options.limits },
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
      gatewayId: options.gatewayId,
      upstreamIds: options.devices.upstreamIds,
      installation: options.installation,
      firmware: options.firmware,
      updateRepository: options.updateRepository,
      radioStatus: options.radioStatus,
      totals: options.totals,
    }),
    ...createSourceHandlers({
      settings,
      sources: options.sources,
      devices: options.devices,
      pollStagger: options.pollStagger,
      deviceFinder: options.deviceFinder,
      randomBytes: platform.randomBytes,
    }),
    ...createMeterHandlers({ settings, meter: options.meter, rule: options.rule, clock: platform.clock }),
    ...createPlantHandlers(settings),
    ...createPlantDayHandler({ settings, deviceClock }),
    ...createFindingHandlers({ findings: options.findings, fleet }),
    ...createEventHandlers({ history: options.history, settings, fleet }),
    ...createHistoryHandlers({
      history: { ...options.history, replace: replaceInverter },
      settings,
      fleet,
      deviceClock,
    }),
    ...createSourceDeviceHandlers({
      ...{ settings, fleet },
      devices: options.devices,
      deviceBackups: options.deviceBackups,
    }),
    ...createConfigFileHandlers({ configFiles: options.configFiles, restartSoon }),
    async getBackup(_, { history }) {
      const { sizeBytes, pieces } = await options.wholeBackup.make(history === '1');
      return { size: sizeBytes, pieces };
    },
    ...createChangeHandlers({
      settings,
      replacements: {
        list: options.history.replacements,
        async takeBack(id) {
          const found = (await options.history.replacements()).find((one) => one.id === id);
          if (found === undefined || !(await options.history.takeReplacementBack(id))) return false;
          options.findings.replace(found.newSerial, found.oldSerial);
          return true;
        },
      },
      async onProfile(before, after) {
        if (!(await isSameWiring(directory, before, after))) restartSoon();
      },
    }),
    ...createMaintenanceHandlers(restartSoon),
  };
  const supportBundle = createSupportBundle(
    {
      ...{ settings, deviceClock, log: options.log, version: options.version, gitHash: options.gitHash },
      installation: options.installation,
    },
    handlers,
  );
  return { ...handlers, getSupportBundle: (_body, _query, caller) => supportBundle(caller) };
}

/** How bodies are checked, with what is known of the inverters and of the API that programs find. */
export function createBodySchemas(
  fleet: Pick<Fleet, 'find'>,
  generations: () => ApiGenerations,
): BodySchemas {
  const isThere = (serial: string) => fleet.find(serial) !== undefined;
  const limitMaxOf = (serial: string) => limitValueMaxOf(fleet.find(serial));
  return {
    ...BODY_SCHEMAS,
    setLimit: limitOrderSchema({ isThere, limitMaxOf, takesZero: () => !tellsOf2023(generations()) }),
    setPower: powerOrderSchema(isThere),
  };
}

/** Answers whose text is not plain JSON. */
export function createAnswerTexts({ feed }: Pick<HandlerOptions, 'feed'>): AnswerTexts {
  return {
    getLiveData: (data) => (isNewest(data) ? Buffer.from(JSON.stringify(data)) : feed.textOf(data)),
    getLimitStatus: limitStatusText,
    getConfigFile: (bytes) => Buffer.from(bytes),
    getFile: (bytes) => Buffer.from(bytes),
    getPrometheusMetrics: (text) => Buffer.from(text),
  };
}

/** The older ones have no such hint. */
function isNewest(data: LiveData | NewestLiveData): data is NewestLiveData {
  return 'pin_mapping_issue' in data.hints;
}

const asAttachment = ({ file = CONFIG_FILE }: { readonly file: string | undefined }) => ({
  'content-disposition': `attachment; filename="${file}"`,
});

/** Answers that are too long to be made before they are sent. */
export const ANSWER_STREAMS: AnswerStreams = {
  getBackup: ({ size, pieces }) => ({
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${BACKUP_FILE}"`,
    },
    pieces,
  }),
  getHistoryCsv: ({ rows, pieces }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="history.csv"',
      [HISTORY_CSV_ROWS_HEADER]: String(rows),
    },
    pieces,
  }),
  getEventsCsv: ({ rows, pieces }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="events.csv"',
      [HISTORY_CSV_ROWS_HEADER]: String(rows),
    },
    pieces,
  }),
};

export const ANSWER_HEADERS: AnswerHeaders = {
  getConfigFile: asAttachment,
  getFile: asAttachment,
  // Source: docs/reference/original-device.md#prometheus.
  getPrometheusMetrics: () => ({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-cache',
  }),
};
