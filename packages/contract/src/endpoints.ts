import * as z from 'zod/mini';
import { getAccessLog } from './access-log.ts';
import {
  AccountRemovalSchema,
  AccountUpdateSchema,
  createToken,
  endToken,
  getAccounts,
  OwnPasswordSchema,
  removeAccount,
  saveAccount,
  setOwnPassword,
  TokenCreationSchema,
  TokenEndSchema,
} from './accounts.ts';
import {
  AlertChannelSchema,
  AlertRuleTestSchema,
  AlertSettingsSchema,
  getAlertSettings,
  getAlerts,
  setAlertSettings,
  testAlertChannel,
  testAlertRule,
} from './alerts.ts';
import { getBackup } from './backup.ts';
import { ChangeTakeBackSchema, getChanges, takeChangeBack } from './changes.ts';
import {
  ConfigDeletionSchema,
  deleteAllFiles,
  deleteConfig,
  deleteFile,
  FileDeletionSchema,
  getConfigFile,
  getConfigList,
  getFile,
  getFileList,
} from './config-files.ts';
import { getDeviceInfo } from './device-info.ts';
import { DeviceConfigSchema, getDeviceConfig, setDeviceConfig } from './device-settings.ts';
import { getTime, setTime, TimeSettingSchema } from './device-time.ts';
import { DtuUpdateSchema, getDtuConfig, setDtuConfig } from './dtu.ts';
import type { AnyEndpoint, Role } from './endpoint.ts';
import { getEventLog } from './event-log.ts';
import { getEvents, getEventsCsv } from './events.ts';
import {
  FindingUpdateSchema,
  getExpectedYield,
  getFindingCurve,
  getFindings,
  setFinding,
} from './findings.ts';
import {
  endFirstRun,
  FirstPasswordSchema,
  FirstRunEndSchema,
  getFirstRun,
  setFirstPassword,
} from './first-run.ts';
import { getGridProfile, getGridProfileBytes } from './grid-profile.ts';
import {
  getHistory,
  getHistoryCsv,
  getHistoryCurve,
  getHistoryEnergy,
  getHistoryImports,
  getHistorySettings,
  HistoryImportSchema,
  HistoryReplacementSchema,
  HistorySettingsSchema,
  ImportTakeBackSchema,
  importHistory,
  replaceInHistory,
  setHistorySettings,
  takeImportBack,
} from './history.ts';
import { getLimitStatus, LimitOrderSchema, setLimit } from './inverter-limit.ts';
import { getPowerStatus, PowerOrderSchema, setPower } from './inverter-power.ts';
import {
  addInverter,
  deleteInverter,
  editInverter,
  getInverterList,
  InverterAdditionSchema,
  InverterDeletionSchema,
  InverterEditSchema,
  InverterOrderSchema,
  resetInverterStatistics,
  setInverterOrder,
} from './inverter-settings.ts';
import { getLanguages } from './languages.ts';
import {
  claimLimit,
  getLimitSettings,
  getLimitState,
  LimitClaimSchema,
  LimitReleaseSchema,
  LimitUpdateSchema,
  releaseLimit,
  setLimitSettings,
} from './limits.ts';
import { getLogConfig, LogSettingsSchema, setLogConfig } from './logging.ts';
import { authenticate, endSession } from './login.ts';
import { getMeter, getMeterReading, MeterConfigSchema, setMeter, testMeter } from './meter.ts';
import { getModbusSettings, getModbusStatus, ModbusSettingsSchema, setModbusSettings } from './modbus.ts';
import { getMqttConfig, getMqttStatus, setMqttConfig, testMqttConnection } from './mqtt.ts';
import { MqttUpdateSchema } from './mqtt-update.ts';
import {
  type ApiGenerations,
  getNetworkConfig,
  getNetworkStatus,
  NetworkUpdateSchema,
  setNetworkConfig,
} from './network.ts';
import {
  getNtpConfig,
  getNtpStatus,
  getTimeZones,
  NtpUpdateSchema,
  setNtpConfig,
  TimeServerSchema,
  testTimeServer,
} from './ntp.ts';
import { finishOpenId, OpenIdFinishSchema, OpenIdStartSchema, startOpenId } from './openid.ts';
import { getOrders } from './orders.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  getPasskeyHosts,
  getPasskeys,
  logInWithPasskey,
  PasskeyAdditionSchema,
  PasskeyBeginSchema,
  PasskeyLoginSchema,
  PasskeyQuestionSchema,
  PasskeyRemovalSchema,
  removePasskey,
  removePasskeysOf,
} from './passkeys.ts';
import { getPlant, PlantSchema, setPlant } from './plant.ts';
import { getPlantDay } from './plant-day.ts';
import { getPrometheusMetrics } from './prometheus.ts';
import { getRadio, RadioSettingsSchema, RadioTestSchema, setRadioSettings, testRadio } from './radio.ts';
import { getLiveData } from './read-live-data.ts';
import { RebootSchema, reboot } from './reboot.ts';
import {
  armRule,
  dryRunRule,
  FailSafeStartSchema,
  getDryRun,
  getRule,
  RuleArmingSchema,
  RuleUpdateSchema,
  setRule,
  testFailSafe,
} from './rule.ts';
import { getSecurityConfig, SecurityConfigSchema, setSecurityConfig } from './security.ts';
import { getSessions, SessionEndSchema } from './sessions.ts';
import {
  createShare,
  endShare,
  getShares,
  openShare,
  ShareCreationSchema,
  ShareEndSchema,
  ShareOpeningSchema,
} from './shares.ts';
import { getSignIn, SignInSettingsSchema, setSignIn } from './sign-in.ts';
import { getSignInWays } from './sign-in-ways.ts';
import {
  getSourceBackup,
  getSourceBackups,
  getSourceDocument,
  getSourceFacts,
  getSourceInverters,
  rebootSource,
  renameSourceInverter,
  SourceDocumentUpdateSchema,
  SourceInverterUpdateSchema,
  SourceRebootSchema,
  setSourceDocument,
} from './source-device.ts';
import {
  findSources,
  getSourceSettings,
  getSources,
  removeSource,
  SourcePollingSchema,
  SourceRemovalSchema,
  SourceUpdateSchema,
  saveSource,
  setSourcePolling,
  testSource,
} from './sources.ts';
import { getSupportBundle } from './support-bundle.ts';
import { getSystemStatus } from './system-status.ts';
import {
  getTimeseriesSettings,
  getTimeseriesStatus,
  setTimeseriesSettings,
  TimeseriesSettingsSchema,
  testTimeseries,
} from './timeseries.ts';
import { isRecord } from './unknown-values.ts';
import { getUpdateSource } from './update-source.ts';

/** Every call of the HTTP API. A row here makes the compiler ask the gateway for a handler. */
export const ENDPOINTS = {
  authenticate,
  getLiveData,
  getLimitStatus,
  setLimit,
  getPowerStatus,
  setPower,
  getOrders,
  getEventLog,
  getDeviceInfo,
  getGridProfile,
  getGridProfileBytes,
  getInverterList,
  addInverter,
  editInverter,
  deleteInverter,
  setInverterOrder,
  resetInverterStatistics,
  getNetworkConfig,
  setNetworkConfig,
  getNetworkStatus,
  getNtpConfig,
  setNtpConfig,
  getNtpStatus,
  getTime,
  setTime,
  getTimeZones,
  testTimeServer,
  getMqttConfig,
  setMqttConfig,
  getMqttStatus,
  testMqttConnection,
  getDtuConfig,
  setDtuConfig,
  getDeviceConfig,
  setDeviceConfig,
  getSecurityConfig,
  setSecurityConfig,
  getSystemStatus,
  getConfigFile,
  getPrometheusMetrics,
  getLanguages,
  getConfigList,
  deleteConfig,
  getFile,
  getFileList,
  deleteFile,
  deleteAllFiles,
  reboot,
  getUpdateSource,
  getSources,
  getSourceSettings,
  saveSource,
  removeSource,
  setSourcePolling,
  testSource,
  findSources,
  getSourceInverters,
  renameSourceInverter,
  getSourceFacts,
  getSourceDocument,
  setSourceDocument,
  rebootSource,
  getSourceBackups,
  getSourceBackup,
  getHistory,
  getHistoryCurve,
  getHistoryEnergy,
  getHistorySettings,
  getHistoryCsv,
  setHistorySettings,
  importHistory,
  getHistoryImports,
  takeImportBack,
  replaceInHistory,
  getEvents,
  getEventsCsv,
  getLogConfig,
  setLogConfig,
  getPlantDay,
  getFindings,
  getFindingCurve,
  setFinding,
  getExpectedYield,
  getPlant,
  setPlant,
  getMeter,
  setMeter,
  testMeter,
  getMeterReading,
  getChanges,
  takeChangeBack,
  getBackup,
  getLimitSettings,
  setLimitSettings,
  getLimitState,
  claimLimit,
  releaseLimit,
  getRule,
  setRule,
  armRule,
  testFailSafe,
  getDryRun,
  dryRunRule,
  getModbusSettings,
  setModbusSettings,
  getModbusStatus,
  getRadio,
  setRadioSettings,
  testRadio,
  getSessions,
  endSession,
  getFirstRun,
  setFirstPassword,
  endFirstRun,
  getAccounts,
  saveAccount,
  removeAccount,
  setOwnPassword,
  createToken,
  endToken,
  getShares,
  createShare,
  endShare,
  openShare,
  getPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  removePasskeysOf,
  getPasskeyHosts,
  askForPasskey,
  logInWithPasskey,
  getSignIn,
  setSignIn,
  getSignInWays,
  startOpenId,
  finishOpenId,
  getTimeseriesSettings,
  setTimeseriesSettings,
  testTimeseries,
  getTimeseriesStatus,
  getAccessLog,
  getSupportBundle,
  getAlertSettings,
  setAlertSettings,
  testAlertChannel,
  testAlertRule,
  getAlerts,
} as const;

export type EndpointName = keyof typeof ENDPOINTS;

type PartsOf<E> =
  E extends AnyEndpoint<infer Sent, infer Received, infer Body, infer Query, infer Optional>
    ? {
        readonly sent: Sent;
        readonly received: Received;
        readonly body: Body;
        readonly query: Query | Optional;
      }
    : never;
type Parts<N extends EndpointName> = PartsOf<(typeof ENDPOINTS)[N]>;

/** What the gateway's handler of an endpoint returns. */
export type SentAnswer<N extends EndpointName> = Parts<N>['sent'];
/** What a client gets from an endpoint. */
export type ReceivedAnswer<N extends EndpointName> = Parts<N>['received'];
/** What a POST brings, checked and in its final form; undefined for a GET. */
export type RequestBody<N extends EndpointName> = Parts<N>['body'];
/** The query parameters of a call; one that was not given is undefined. */
export type RequestQuery<N extends EndpointName> = { readonly [K in Parts<N>['query']]: string | undefined };

/** The calls that change something. */
export type PostName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N]['method'] extends 'POST' ? N : never;
}[EndpointName];

/** Who makes a call: somebody with an account, or a program with a token. */
export interface CallingUser {
  /** Of the account; of a program what its token is called. */
  readonly name: string;
  readonly role: Role;
  readonly by: 'password' | 'session' | 'token' | 'proxy';
  /** The password was told just now, or comes along. */
  readonly isFresh: boolean;
}

/** Where a call comes from, and what its answer takes along. */
export interface Visit {
  readonly address: string;
  /** What the browser calls itself. */
  readonly agent: string;
  /** The port that it came to: a cookie knows none, so its name has it. */
  readonly port: number;
  /** Whether the browser speaks HTTPS. */
  readonly isHttps: boolean;
  /** By which name and port the gateway was asked: the Host header. */
  readonly host: string;
  /** The page that a browser says it is on: the Origin header; undefined: it says none. */
  readonly origin: string | undefined;
  /** The Cookie header; undefined: there is none. */
  readonly cookies: string | undefined;
  /** Sends the answer with this value of a Set-Cookie header. */
  readonly setCookie: (value: string) => void;
}

export interface Caller {
  /** Undefined where the gateway asks itself, for a page that it renders. */
  readonly visit?: Visit;
  /** Whether what is private is for this caller: it is logged in. */
  readonly mayReadPrivate: () => Promise<boolean>;
  /** Which generations of the API the answer is to have. */
  readonly generations: ApiGenerations;
  /** It is a page of the gateway. */
  readonly isPage: boolean;
  /** Whose login it brings; undefined: none, or it needs none and was not looked at. */
  readonly user: CallingUser | undefined;
  /** Of the client, as far as it is known. */
  readonly address: string;
  /** It is on the machine of the gateway, with nobody in between. */
  readonly isOwnMachine: boolean;
  /** The id of the session by whose token it came; undefined: by a password, or not at all. */
  readonly sessionId: string | undefined;
}

/** One handler for each endpoint. What is private in an answer is masked behind it. */
export type Handlers = {
  readonly [N in EndpointName]: (
    body: RequestBody<N>,
    query: RequestQuery<N>,
    caller: Caller,
  ) => SentAnswer<N> | Promise<SentAnswer<N>>;
};

/** A connection is tried as if MQTT were on, so what could not be saved then cannot be tried. */
function asIfOn(value: unknown): unknown {
  const isTold = isRecord(value) && 'mqtt_enabled' in value;
  return isTold ? { ...value, mqtt_enabled: true } : value;
}

/** How the body of each POST is read and checked; the same schemas check the forms of the web app. */
export type BodySchemas = { readonly [N in PostName]: z.ZodMiniType<RequestBody<N>> };

/** As far as that does not depend on the inverters that there are, see `limitOrderSchema`. */
export const BODY_SCHEMAS: BodySchemas = {
  setLimit: LimitOrderSchema,
  setPower: PowerOrderSchema,
  addInverter: InverterAdditionSchema,
  editInverter: InverterEditSchema,
  deleteInverter: InverterDeletionSchema,
  setInverterOrder: InverterOrderSchema,
  setNetworkConfig: NetworkUpdateSchema,
  setNtpConfig: NtpUpdateSchema,
  setTime: TimeSettingSchema,
  testTimeServer: TimeServerSchema,
  setMqttConfig: MqttUpdateSchema,
  testMqttConnection: z.pipe(z.transform(asIfOn), MqttUpdateSchema),
  setDtuConfig: DtuUpdateSchema,
  setDeviceConfig: DeviceConfigSchema,
  setSecurityConfig: SecurityConfigSchema,
  deleteConfig: ConfigDeletionSchema,
  deleteFile: FileDeletionSchema,
  deleteAllFiles: ConfigDeletionSchema,
  reboot: RebootSchema,
  saveSource: SourceUpdateSchema,
  removeSource: SourceRemovalSchema,
  setSourcePolling: SourcePollingSchema,
  testSource: SourceUpdateSchema,
  renameSourceInverter: SourceInverterUpdateSchema,
  setSourceDocument: SourceDocumentUpdateSchema,
  rebootSource: SourceRebootSchema,
  setHistorySettings: HistorySettingsSchema,
  importHistory: HistoryImportSchema,
  takeImportBack: ImportTakeBackSchema,
  replaceInHistory: HistoryReplacementSchema,
  setLogConfig: LogSettingsSchema,
  setFinding: FindingUpdateSchema,
  setPlant: PlantSchema,
  setMeter: MeterConfigSchema,
  testMeter: MeterConfigSchema,
  takeChangeBack: ChangeTakeBackSchema,
  setLimitSettings: LimitUpdateSchema,
  claimLimit: LimitClaimSchema,
  releaseLimit: LimitReleaseSchema,
  setRule: RuleUpdateSchema,
  armRule: RuleArmingSchema,
  testFailSafe: FailSafeStartSchema,
  dryRunRule: RuleUpdateSchema,
  setModbusSettings: ModbusSettingsSchema,
  setRadioSettings: RadioSettingsSchema,
  testRadio: RadioTestSchema,
  endSession: SessionEndSchema,
  setFirstPassword: FirstPasswordSchema,
  endFirstRun: FirstRunEndSchema,
  saveAccount: AccountUpdateSchema,
  removeAccount: AccountRemovalSchema,
  setOwnPassword: OwnPasswordSchema,
  createToken: TokenCreationSchema,
  endToken: TokenEndSchema,
  createShare: ShareCreationSchema,
  endShare: ShareEndSchema,
  openShare: ShareOpeningSchema,
  beginPasskey: PasskeyBeginSchema,
  addPasskey: PasskeyAdditionSchema,
  removePasskey: PasskeyRemovalSchema,
  removePasskeysOf: AccountRemovalSchema,
  askForPasskey: PasskeyQuestionSchema,
  logInWithPasskey: PasskeyLoginSchema,
  setSignIn: SignInSettingsSchema,
  startOpenId: OpenIdStartSchema,
  finishOpenId: OpenIdFinishSchema,
  setTimeseriesSettings: TimeseriesSettingsSchema,
  testTimeseries: TimeseriesSettingsSchema,
  setAlertSettings: AlertSettingsSchema,
  testAlertChannel: AlertChannelSchema,
  testAlertRule: AlertRuleTestSchema,
};
