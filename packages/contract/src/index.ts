export {
  type ApiResult,
  firstFailure,
  result,
} from './api-result.ts';
export { authenticate } from './authenticate.ts';
export { BODY_SCHEMAS } from './body-schemas.ts';
export type { BySerial } from './by-serial.ts';
export { COMMAND_STATUSES, type CommandStatus } from './command-status.ts';
export {
  CONFIG_FILE,
  type ConfigFile,
  type ConfigList,
  deleteConfig,
  getConfigFile,
  getConfigList,
  parseConfigFile,
} from './config-files.ts';
export * as constraints from './constraints.ts';
export {
  basicAuthorization,
  decodeAuthorization,
  encodeCredentials,
  REQUESTED_WITH_HEADER,
} from './credentials.ts';
export { type DeviceConfig, DeviceConfigSchema, type DisplayConfig, DisplayConfigSchema } from './device.ts';
export {
  type DeviceInfo,
  type DeviceInfos,
  getDeviceInfo,
  type ReceivedDeviceInfo,
  type ReceivedDeviceInfos,
} from './device-info.ts';
export {
  type DeviceSettings,
  getDeviceConfig,
  type ReceivedDeviceSettings,
  setDeviceConfig,
} from './device-settings.ts';
export { type DeviceTime, type TimeSetting, TimeSettingSchema } from './device-time.ts';
export { type DtuConfig, DtuConfigSchema } from './dtu.ts';
export { getDtuConfig, type ReceivedDtuConfig, setDtuConfig } from './dtu-settings.ts';
export type { AccessClass, Endpoint } from './endpoint.ts';
export {
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
  getUpdateSource,
  type MqttTrial,
  type NotSavedAnswer,
  type ReceivedMqttTrial,
  type ReceivedTimeServerTrial,
  type TimeServerTrial,
  testMqttConnection,
  testTimeServer,
  type UpdateSource,
} from './extensions.ts';
export { type FieldFailure, fieldFailures } from './field-failures.ts';
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
export { FILE_REFUSAL_HEADER } from './headers.ts';
export {
  type InverterAddition,
  InverterAdditionSchema,
  type InverterConfig,
  InverterConfigSchema,
  type InverterDeletion,
  InverterDeletionSchema,
  type InverterEdit,
  InverterEditSchema,
  type StringConfig,
  StringConfigSchema,
} from './inverter.ts';
export {
  INVERTER_SERIAL_LENGTH,
  type InverterFamily,
  inverterFamilyOf,
  UNKNOWN_INVERTER_TYPE,
} from './inverter-families.ts';
export {
  addInverter,
  deleteInverter,
  editInverter,
  getInverterList,
  type InverterList,
  type ListedInverter,
  type ReceivedInverterList,
} from './inverter-list.ts';
export { findJsonDamage, type JsonDamage } from './json-damage.ts';
export {
  byteLength,
  cutToTenths,
  readBoolean,
  readIndex,
  readSerial,
  readTenths,
  readText,
  readUnsigned,
} from './lenient.ts';
export { type LenientJson, readLenientJson } from './lenient-json.ts';
export {
  getLimitStatus,
  type LimitStatus,
  type ReceivedLimitStatus,
  type ReceivedLimitStatuses,
  setLimit,
} from './limit.ts';
export type { LimitCertainty, ReceivedLimit } from './limit-certainty.ts';
export { type LimitOrder, LimitOrderSchema } from './limit-order.ts';
export { LIMIT_TYPE, type LimitType } from './limit-types.ts';
export * from './limits.ts';
export {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type LastPower,
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
export { reboot } from './maintenance.ts';
export {
  MQTT_RULES,
  type MqttConfig,
  MqttConfigSchema,
  type MqttUpdate,
  MqttUpdateSchema,
} from './mqtt.ts';
export {
  getMqttConfig,
  MQTT_CONFIG_KEYS,
  type ReceivedMqttConfig,
  setMqttConfig,
} from './mqtt-settings.ts';
export {
  getMqttStatus,
  MQTT_FAILURES,
  type MqttFailure,
  type MqttStatus,
  type ReceivedMqttStatus,
} from './mqtt-status.ts';
export { type NetworkConfig, NetworkConfigSchema } from './network.ts';
export {
  getNetworkConfig,
  getNetworkStatus,
  type NetworkStatus,
  type ReceivedNetworkConfig,
  type ReceivedNetworkStatus,
  setNetworkConfig,
} from './network-settings.ts';
export {
  type NtpConfig,
  NtpConfigSchema,
  type NtpUpdate,
  NtpUpdateSchema,
  type Place,
  placeOf,
  type TimeServer,
} from './ntp.ts';
export {
  getNtpConfig,
  getNtpStatus,
  getTime,
  NTP_FAILURES,
  NTP_STATES,
  type NtpFailure,
  type NtpState,
  type NtpStatus,
  type ReceivedNtpConfig,
  type ReceivedNtpStatus,
  type ReceivedTime,
  type ShownTime,
  setNtpConfig,
  setTime,
} from './ntp-settings.ts';
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
export {
  getPowerStatus,
  type PowerStatus,
  type ReceivedPowerStatuses,
  setPower,
} from './power.ts';
export { type PowerOrder, PowerOrderSchema } from './power-order.ts';
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
  type ReceivedLiveData,
  type ReceivedPlant,
  type ReceivedTotals,
  readLiveData,
} from './read-live-data.ts';
export { asSent } from './read-settings.ts';
export type {
  AdjustedValue,
  AdjustmentReason,
  ReceivedAdjustment,
  RestoreAdjustment,
  RestoreAdjustments,
} from './restore-preview.ts';
export {
  RESULT_CODES,
  type ResultCode,
  type ResultName,
  type ResultParam,
  type ResultType,
} from './result-codes.ts';
export { RESULT_MESSAGES } from './result-messages.ts';
export { type SecurityConfig, SecurityConfigSchema } from './security.ts';
export { getSecurityConfig, type ReceivedSecurityConfig, setSecurityConfig } from './security-settings.ts';
export { SOCKET_CLOSE, SOCKET_PING, SOCKETS, type SocketName } from './sockets.ts';
export {
  getSystemStatus,
  type Installation,
  type ReceivedSystemStatus,
  type SystemStatus,
} from './system-status.ts';
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
