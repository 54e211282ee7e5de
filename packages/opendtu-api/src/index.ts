/**
 * What original devices of every age say over HTTP and sockets, in words of the domain, in both directions. Documents go in
 * as `JSON.parse` gave them and come out ready for `JSON.stringify`; nothing here throws, and nothing reaches the network.
 */

export {
  type Capabilities,
  capabilitiesOfRelease,
  type Generation,
  LAST_RELEASE,
  type LimitTypeNumbers,
  type ReleaseSpan,
} from './capabilities.ts';
export { decodeLiveData } from './decode-live-data.ts';
export { type DeviceFacts, type DeviceKind, detectDevice, settingsVersionOf } from './detect-device.ts';
export {
  type DeviceInverterInfo,
  decodeDeviceInfo,
  encodeDeviceInfo,
} from './device-info.ts';
export { encodeLiveData, encodeRadioStatistics, type LiveDataOf } from './encode-live-data.ts';
export { type DeviceEvent, decodeEventLog, encodeEventLog } from './event-log.ts';
export { type DeviceFile, decodeFileList, encodeFileList } from './files.ts';
export {
  type DeviceGridProfile,
  decodeGridProfile,
  decodeGridProfileBytes,
  encodeGridProfile,
  encodeGridProfileBytes,
} from './grid-profile.ts';
export {
  changeInverter,
  decodeInverterList,
  encodeInverterList,
  type InverterChanges,
  type ListedInverter,
  type ListedString,
  type ReceivedListedInverter,
} from './inverter-list.ts';
export {
  type DeviceLimitStatus,
  decodeLimitOrder,
  decodeLimitStatuses,
  encodeLimitOrder,
  encodeLimitStatuses,
  type LimitOrder,
  limitTypeNumber,
  parseLimitType,
} from './limit.ts';
export type {
  DeviceHints,
  DeviceInverter,
  DeviceLimit,
  DeviceLiveData,
  DeviceString,
  DeviceTotal,
} from './live-data.ts';
export type { OrderStatus } from './order-status.ts';
export { type DevicePaths, devicePaths, ofFile, ofInverter, PATHS } from './paths.ts';
export {
  decodePowerOrder,
  decodePowerStatuses,
  encodePowerOrder,
  encodePowerStatuses,
  type PowerOrder,
} from './power.ts';
export {
  FEBRUARY_2023,
  type FirmwareVersion,
  NEWEST_RELEASE,
  parseVersion,
  type Release,
  versionText,
} from './release.ts';
export { type DeviceResult, decodeResult, encodeResult, RESULT_CODE } from './result.ts';
export {
  type ChangedSettings,
  changeRaw,
  changeSettings,
  encodeSettings,
  readSettings,
  SETTINGS_PATHS,
  type Settings,
  type SettingsDocument,
  secretSettings,
  settingsKeys,
} from './settings.ts';
export { decodeMqttStatus, encodeMqttStatus, type MqttFacts } from './status/mqtt.ts';
export { decodeNetworkStatus, encodeNetworkStatus, type NetworkFacts } from './status/network.ts';
export {
  type DeviceTask,
  decodeSystemStatus,
  encodeSystemStatus,
  type SystemFacts,
} from './status/system.ts';
export {
  type ClockFacts,
  decodeClock,
  decodeTimeStatus,
  encodeClock,
  encodeTimeStatus,
  type TimeFacts,
} from './status/time.ts';
export type { WireObject } from './untrusted-values.ts';
