export type { BySerial } from './by-serial.ts';
export { COMMAND_STATUSES, type CommandStatus } from './command-status.ts';
export {
  type AdjustedValue,
  type AdjustmentReason,
  CONFIG_FILE,
  type ConfigFile,
  type ConfigList,
  deleteConfig,
  getConfigFile,
  getConfigList,
  parseConfigFile,
  type ReceivedAdjustment,
  type RestoreAdjustment,
  type RestoreAdjustments,
} from './config-files.ts';
export * from './constants.ts';
export * as constraints from './constraints.ts';
export {
  type DeviceInfo,
  type DeviceInfos,
  getDeviceInfo,
  type ReceivedDeviceInfo,
  type ReceivedDeviceInfos,
} from './device-info.ts';
export {
  type DeviceConfig,
  DeviceConfigSchema,
  type DeviceSettings,
  type DisplayConfig,
  DisplayConfigSchema,
  getDeviceConfig,
  type ReceivedDeviceSettings,
  setDeviceConfig,
} from './device-settings.ts';
export {
  type DeviceTime,
  getTime,
  type ReceivedTime,
  type ShownTime,
  setTime,
  type TimeSetting,
  TimeSettingSchema,
} from './device-time.ts';
export {
  type DtuConfig,
  DtuConfigSchema,
  getDtuConfig,
  type ReceivedDtuConfig,
  setDtuConfig,
} from './dtu.ts';
export type { AccessClass, Endpoint } from './endpoint.ts';
export {
  BODY_SCHEMAS,
  ENDPOINTS,
  type EndpointName,
  type Handlers,
  type PostName,
  type ReceivedAnswer,
  type RequestBody,
  type RequestQuery,
  type SentAnswer,
} from './endpoints.ts';
export {
  type EventLog,
  type EventLogEntry,
  getEventLog,
  type ReceivedEvent,
  type ReceivedEventLog,
  type ReceivedEventLogs,
} from './event-log.ts';
export {
  FILE_REFUSALS,
  type FileRefusal,
  type FileRefusalName,
  fileRefusal,
  fileRefusalText,
  readFileRefusal,
} from './file-refusals.ts';
export {
  CHECKSUM_SEED,
  CHIP_NAMES,
  type FirmwareImage,
  type ImageProblem,
  type ReadAt,
  readFirmwareImage,
} from './firmware-image.ts';
export {
  type BuiltPages,
  CHOICE_COOKIES,
  type CreatePageRenderer,
  FIRST_PAGE_ID,
  type FirstPage,
  type PageRenderer,
} from './first-page.ts';
export { FILE_REFUSAL_HEADER, REQUESTED_WITH_HEADER } from './headers.ts';
export {
  INVERTER_SERIAL_LENGTH,
  type InverterFamily,
  inverterFamilyOf,
  UNKNOWN_INVERTER_TYPE,
} from './inverter-families.ts';
export {
  getLimitStatus,
  LIMIT_TYPE,
  type LimitOrder,
  LimitOrderSchema,
  type LimitStatus,
  type LimitType,
  type ReceivedLimitStatus,
  type ReceivedLimitStatuses,
  setLimit,
} from './inverter-limit.ts';
export {
  getPowerStatus,
  type PowerOrder,
  PowerOrderSchema,
  type PowerStatus,
  type ReceivedPowerStatuses,
  setPower,
} from './inverter-power.ts';
export {
  addInverter,
  deleteInverter,
  editInverter,
  getInverterList,
  type InverterAddition,
  InverterAdditionSchema,
  type InverterConfig,
  InverterConfigSchema,
  type InverterDeletion,
  InverterDeletionSchema,
  type InverterEdit,
  InverterEditSchema,
  type InverterList,
  type ListedInverter,
  type ReceivedInverterList,
  type StringConfig,
  StringConfigSchema,
} from './inverter-settings.ts';
export { findJsonDamage, type JsonDamage } from './json-damage.ts';
export { type LenientJson, readLenientJson } from './lenient-json.ts';
export {
  byteLength,
  cutToTenths,
  readBoolean,
  readIndex,
  readSerial,
  readTenths,
  readText,
  readUnsigned,
} from './lenient-values.ts';
export {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type LastPower,
  type LimitCertainty,
  type LiveChannel,
  type LiveData,
  type LiveHints,
  type LiveInverter,
  type LivePlant,
  type LiveTotal,
  type LiveValue,
  PROPERTY_NAMES,
  type PropertyName,
  type Silence,
  type StorageProblem,
} from './live-data.ts';
export { authenticate, basicAuthorization, decodeAuthorization, encodeCredentials } from './login.ts';
export {
  getMqttConfig,
  getMqttStatus,
  MQTT_CONFIG_KEYS,
  MQTT_FAILURES,
  MQTT_RULES,
  type MqttConfig,
  MqttConfigSchema,
  type MqttFailure,
  type MqttStatus,
  type MqttTrial,
  type MqttUpdate,
  MqttUpdateSchema,
  type ReceivedMqttConfig,
  type ReceivedMqttStatus,
  type ReceivedMqttTrial,
  setMqttConfig,
  testMqttConnection,
} from './mqtt.ts';
export {
  getNetworkConfig,
  getNetworkStatus,
  type NetworkConfig,
  NetworkConfigSchema,
  type NetworkStatus,
  type ReceivedNetworkConfig,
  type ReceivedNetworkStatus,
  setNetworkConfig,
} from './network.ts';
export {
  getNtpConfig,
  getNtpStatus,
  NTP_FAILURES,
  NTP_STATES,
  type NtpConfig,
  NtpConfigSchema,
  type NtpFailure,
  type NtpState,
  type NtpStatus,
  type NtpUpdate,
  NtpUpdateSchema,
  type Place,
  placeOf,
  type ReceivedNtpConfig,
  type ReceivedNtpStatus,
  type ReceivedTimeServerTrial,
  setNtpConfig,
  type TimeServer,
  type TimeServerTrial,
  testTimeServer,
} from './ntp.ts';
export {
  completePins,
  DEFAULT_PINS,
  DEFAULT_PROFILE_NAME,
  DEFAULT_PROFILE_NAMES,
  type PartialPins,
  PIN_NAMES,
  PIN_PROFILE_FILE,
  type PinAssignment,
  type PinGroup,
  type PinProfile,
  readPinProfiles,
  readPins,
} from './pin-profiles.ts';
export { type PosixTimezone, parsePosixTimezone, timezoneOf } from './posix-timezone.ts';
export { getPrometheusMetrics } from './prometheus.ts';
export { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
export {
  getLiveData,
  type Measured,
  type MeasuredQuantity,
  type Quantity,
  quantityOf,
  type ReceivedChannel,
  type ReceivedHints,
  type ReceivedInverter,
  type ReceivedLimit,
  type ReceivedLiveData,
  type ReceivedPlant,
  type ReceivedTotals,
  readLiveData,
} from './read-live-data.ts';
export { asSent } from './read-settings.ts';
export { reboot } from './reboot.ts';
export {
  type ApiResult,
  type FieldFailure,
  fieldFailures,
  firstFailure,
  type NotSavedAnswer,
  RESULT_CODES,
  RESULT_MESSAGES,
  type ResultCode,
  type ResultName,
  type ResultParam,
  type ResultType,
  result,
} from './results.ts';
export {
  getSecurityConfig,
  type ReceivedSecurityConfig,
  type SecurityConfig,
  SecurityConfigSchema,
  setSecurityConfig,
} from './security.ts';
export { SOCKET_CLOSE, SOCKET_PING, SOCKETS, type SocketName } from './sockets.ts';
export {
  getSystemStatus,
  type Installation,
  type ReceivedSystemStatus,
  type SystemStatus,
} from './system-status.ts';
export { getUpdateSource, type UpdateSource } from './update-source.ts';
export {
  CONFIG_FIELD,
  FIRMWARE_FIELD,
  MD5_FIELD,
  previewRestore,
  restoreConfig,
  UPLOADS,
  type Upload,
  type UploadName,
  updateFirmware,
} from './uploads.ts';
